import { type Meaning, meaningOf, memberOf, objectOf, type Range, usualMeaning } from './meaning.ts'
import { GLOBALS } from './runners.ts'
import { type Closing, NO_TOKEN, type Token } from './token.ts'

/** A value, and the position after it. */
export type Found = { meaning: Meaning; next: number }
/** The meaning of a name at a position: null if it is hidden, undefined if the file does not say. */
type Lookup = (name: string, at: number) => Meaning | null | undefined

const MAX_STEPS = 20
const MAX_VALUE = 60
const MAX_BODY = 300
const MAX_PARAMETERS = 40
const MAX_CONDITIONS = 3
/** Budget for one file: tokens looked at again. */
const MAX_LOOKS = 500_000

const NEXT_STATEMENT = /^(?:const|let|var|function|import|export|class|if|for|return)$/

/** Reads which values of a file are functions of a runner. */
export class RunnerValues {
  readonly #tokens: readonly Token[]
  readonly #closing: Closing
  readonly #lookup: Lookup
  #looks = 0

  constructor(tokens: readonly Token[], closing: Closing, lookup: Lookup) {
    this.#tokens = tokens
    this.#closing = closing
    this.#lookup = lookup
  }

  at(at: number): Token {
    return this.#tokens[at] ?? NO_TOKEN
  }

  is(at: number, mark: string): boolean {
    const { kind, text } = this.at(at)
    return kind === 'mark' && text === mark
  }

  isMember(at: number): boolean {
    return this.is(at - 1, '.')
  }

  close(at: number): number {
    return this.#closing.get(at) ?? this.#tokens.length
  }

  /** Steps over brackets, from one position to the first that is wanted, or to the first that ends the search. */
  find(from: number, most: number, wanted: (at: number) => boolean, ends: (at: number) => boolean): number | null {
    for (let at = from; at < from + most && at < this.#tokens.length && this.#looks++ < MAX_LOOKS; at++) {
      if (wanted(at)) return at
      if (ends(at)) return null
      at = this.#closing.get(at) ?? at
    }
    return null
  }

  /** The words in a range, with their positions. */
  *words(from: number, to: number): Generator<[at: number, text: string]> {
    for (let at = from; at < to && at < this.#tokens.length && this.#looks++ < MAX_LOOKS; at++)
      if (this.at(at).kind === 'word') yield [at, this.at(at).text]
  }

  /** Reads a name of a runner with its members and, if it makes something, its call. */
  resolve(at: number, depth = 0): Found | null {
    const { kind, text } = this.at(at)
    if (depth > MAX_STEPS) return null
    if (this.is(at, '(')) {
      const inner = this.resolve(at + 1, depth + 1)
      return inner?.next === this.close(at) ? this.#suffixes(inner.meaning, inner.next + 1) : null
    }
    if (kind !== 'word') return null
    if (text === 'await') return this.resolve(at + 1, depth + 1)
    const isLoad = text === 'require' || text === 'import'
    const meaning = isLoad ? this.loaded(at) : this.#named(text, at)
    return meaning === null ? null : this.#suffixes(meaning, isLoad ? at + 4 : at + 1)
  }

  /** Reads `require('vitest')` and `import('vitest')`. */
  loaded(at: number): Meaning | null {
    const module = this.at(at + 2)
    return this.is(at + 1, '(') && module.kind === 'string' && this.is(at + 3, ')') ? objectOf(module.text) : null
  }

  /** Reads a name that declares tests. */
  declaring(at: number): Found | null {
    const found = this.resolve(at)
    return found?.meaning.kind === 'test' || found?.meaning.kind === 'suite' ? found : null
  }

  #named(text: string, at: number): Meaning | null {
    const bound = this.#lookup(text, at)
    if (bound !== undefined) return bound
    return Object.hasOwn(GLOBALS, text) ? meaningOf('object', GLOBALS[text] ?? {}) : usualMeaning(text)
  }

  #suffixes(first: Meaning, from: number): Found {
    let found: Found = { meaning: first, next: from }
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const next = this.#member(found) ?? this.#made(found)
      if (next === null) return found
      found = next
    }
    return found
  }

  #member({ meaning, next }: Found): Found | null {
    const at = this.is(next, '?') && this.is(next + 1, '.') ? next + 1 : next
    const isKey = this.is(at, '[') && this.at(at + 1).kind === 'string' && this.is(at + 2, ']')
    const isMember = isKey || (this.is(at, '.') && this.at(at + 1).kind === 'word')
    const member = isMember ? memberOf(meaning, this.at(at + 1).text) : null
    return member === null ? null : { meaning: member, next: at + (isKey ? 3 : 2) }
  }

  #made({ meaning, next }: Found): Found | null {
    const open = this.is(next, '<') ? this.#afterTypes(next) : next
    if (meaning.kind !== 'maker' || !this.is(open, '(')) return null
    return { meaning: { ...meaning, kind: meaning.makes }, next: this.close(open) + 1 }
  }

  #afterTypes(from: number): number {
    let depth = 0
    const isEnd = (at: number): boolean => {
      if (this.is(at, '<')) depth++
      return this.is(at, '>') && --depth === 0
    }
    return (this.find(from, MAX_VALUE, isEnd, NEVER) ?? from - 1) + 1
  }

  /** Reads a value: a name of a runner, one of two on a condition, or the first that is there. */
  value(from: number, depth = 0): Found | null {
    if (depth > MAX_CONDITIONS) return null
    const at = this.#afterAssignments(from)
    const found = this.resolve(at)
    const end = found?.next ?? at
    if (found !== null && (this.#endsValue(end) || this.#isOr(end))) return found
    const question = this.#questionAfter(at)
    if (question !== null) return this.#either(question, depth)
    const or = this.find(
      at,
      MAX_VALUE,
      (one) => this.#isOr(one),
      (one) => !this.is(one, '.') && this.at(one).kind !== 'word',
    )
    return or === null ? null : this.value(or + 2, depth + 1)
  }

  /** Steps over `exports.lab =`. */
  #afterAssignments(from: number): number {
    let after = from
    for (let at = from; at < from + 6 && /^[\w$.]+$/.test(this.at(at).text); at++)
      if (this.isAssigned(at)) after = at + 2
    return after
  }

  isAssigned(at: number): boolean {
    return this.is(at + 1, '=') && !this.is(at + 2, '=')
  }

  #isOr(at: number): boolean {
    return (this.is(at, '|') || this.is(at, '?')) && this.is(at + 1, this.at(at).text)
  }

  #endsValue(at: number): boolean {
    const { kind, text } = this.at(at)
    return kind === 'word' ? !/^(?:in|instanceof)$/.test(text) : kind === 'mark' && /^(?:[;,)\]}:]|)$/.test(text)
  }

  #either(question: number, depth: number): Found | null {
    const yes = this.value(question + 1, depth + 1)
    const colon = this.find(
      yes?.next ?? question + 1,
      MAX_VALUE,
      (at) => this.is(at, ':'),
      (at) => this.is(at, ';'),
    )
    const no = colon === null ? null : this.value(colon + 1, depth + 1)
    const either = yes ?? no
    if (either === null || colon === null) return null
    const isSame = yes?.meaning.marks.join() === no?.meaning.marks.join()
    const marks = isSame ? either.meaning.marks : ['skipIf']
    return { meaning: { ...either.meaning, marks }, next: no?.next ?? colon + 1 }
  }

  #questionAfter(from: number): number | null {
    const isCondition = (at: number): boolean =>
      this.is(at, '?') && !this.is(at + 1, '?') && !this.is(at - 1, '?') && !this.is(at + 1, '.')
    return this.find(from, MAX_VALUE, isCondition, (at) => this.isEnd(at) || this.is(at, ':') || this.is(at, '=>'))
  }

  /** True at the end of an expression, and at the next statement. */
  isEnd(at: number): boolean {
    const { kind, text } = this.at(at)
    return kind === 'mark' ? /^(?:[;,)\]}]|)$/.test(text) : kind === 'word' && NEXT_STATEMENT.test(text)
  }

  /** The `=>` after the parameters that end here. */
  arrowAfter(close: number): number | null {
    if (this.is(close + 1, '=>')) return close + 1
    if (!this.is(close + 1, ':')) return null
    return this.find(
      close + 1,
      MAX_PARAMETERS,
      (at) => this.is(at, '=>'),
      (at) => this.is(at, ';') || this.is(at, '{'),
    )
  }

  /** The meaning of a function of this file whose body uses a runner; null if it uses none. */
  functionAt(from: number, name: string): Meaning | null {
    let at = from
    while (/^(?:async|function)$/.test(this.at(at).text) || this.is(at, '*')) at++
    const isDeclared = /^(?:async|function)$/.test(this.at(from).text) && /function|\*/.test(this.at(at - 1).text)
    const open = isDeclared && this.is(at + 1, '(') ? at + 1 : at
    if (!this.is(open, '(')) return null
    const close = this.close(open)
    const body = isDeclared ? this.#bodyAfter(close + 1) : this.#bodyOf(this.arrowAfter(close))
    if (body === null) return null
    const parameters = new Set(
      [...this.words(open + 1, Math.min(close, open + MAX_PARAMETERS))].map(([, text]) => text),
    )
    return this.#declaredIn(body, parameters, name) ?? ownRunner(name, this.#uses(body, parameters))
  }

  #bodyAfter(from: number): Range | null {
    const isBrace = (at: number): boolean => this.is(at, '{')
    const brace = this.find(from, MAX_PARAMETERS, isBrace, NEVER)
    return brace === null ? null : { from: brace + 1, to: this.close(brace) }
  }

  #bodyOf(arrow: number | null): Range | null {
    if (arrow === null) return null
    if (this.is(arrow + 1, '{')) return { from: arrow + 2, to: this.close(arrow + 1) }
    const ends = (at: number): boolean => this.isEnd(at) || (at > arrow + 1 && this.#isNextStatement(at))
    return { from: arrow + 1, to: this.find(arrow + 1, MAX_VALUE, ends, NEVER) ?? arrow + 1 + MAX_VALUE }
  }

  /** A word after a closing bracket, a name or a string begins the next statement. */
  #isNextStatement(at: number): boolean {
    const before = this.at(at - 1)
    if (this.at(at).kind !== 'word') return false
    return before.kind === 'mark' ? /^[)\]}]$/.test(before.text) : !/^(?:await|new|typeof)$/.test(before.text)
  }

  #declaredIn({ from, to }: Range, parameters: ReadonlySet<string>, name: string): Meaning | null {
    for (const [at, text] of this.words(from, Math.min(to, from + MAX_BODY))) {
      const isOther = this.isMember(at) || text === name || parameters.has(text) || this.is(at + 1, ':')
      const found = isOther ? null : this.declaring(at)
      if (found === null) continue
      const isCalled = this.is(found.next, '(')
      if (isCalled && this.#isTitledBy(found.next, parameters)) return { ...found.meaning, wrapper: { from, to } }
      // `(condition) => (condition ? it : it.skip)`
      const isMaker = !isCalled && to - from <= MAX_VALUE && usualMeaning(name) === null
      if (isMaker) return { ...found.meaning, kind: 'maker', makes: found.meaning.makes, marks: ['skipIf'] }
    }
    return null
  }

  /** True if the title of a call begins with a parameter. */
  #isTitledBy(open: number, parameters: ReadonlySet<string>): boolean {
    const { kind, text } = this.at(open + 1)
    if (kind === 'word') return parameters.has(text)
    const words = kind === 'string' && this.is(open + 2, '{') ? this.words(open + 3, this.close(open + 2)) : []
    return [...words].some(([, word]) => parameters.has(word))
  }

  /** A body that is too long to be read in full may use anything. */
  #uses({ from, to }: Range, parameters: ReadonlySet<string>): boolean {
    return to - from > MAX_BODY || [...this.words(from, to)].some(([, text]) => parameters.has(text))
  }
}

const NEVER = (): boolean => false

/** The project's own runner: a function that does nothing with what it is given runs no test. */
function ownRunner(name: string, isUsed: boolean): Meaning | null {
  const usual = usualMeaning(name)
  return usual === null ? null : { ...usual, isSure: false, marks: isUsed ? usual.marks : ['skip'] }
}
