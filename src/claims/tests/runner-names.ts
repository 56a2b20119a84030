import { imported, type Meaning, memberOf, type Range, usualMeaning } from './meaning.ts'
import { type Found, RunnerValues } from './runner-values.ts'
import { GLOBALS } from './runners.ts'
import type { Closing, Token } from './token.ts'

/** A null meaning hides an outer name. */
type Binding = Range & { meaning: Meaning | null }

const DECLARES = /^(?:const|let|var)$/
const MAX_PATTERN = 400
const MAX_VALUE = 60
const MAX_PARAMETERS = 40
const MAX_DECLARED = 20
/** More meanings of one name are not kept. */
const MAX_BINDINGS = 30

/** The names in a file that stand for functions of a runner: imported, required, destructured or given another name. */
export class RunnerNames {
  readonly #length: number
  readonly #values: RunnerValues
  readonly #bound = new Map<string, Binding[]>()
  /** The ends of the brackets around the current position, and of its braces. */
  readonly #ends: number[] = []
  readonly #blocks: number[] = []

  constructor(tokens: readonly Token[], closing: Closing) {
    this.#length = tokens.length
    this.#values = new RunnerValues(tokens, closing, (name, at) => this.#lookup(name, at))
    for (let at = 0; at < tokens.length; at++) this.#readAt(at)
  }

  get words(): ReadonlySet<string> {
    return new Set(this.#bound.keys())
  }

  /** Reads the name of a runner's function that begins here, with its members; null if there is none. */
  headAt(at: number): Found | null {
    const { kind, text } = this.#values.at(at)
    if (kind !== 'word' || this.#values.isMember(at)) return null
    const isName = text === 'require' || this.#bound.has(text) || Object.hasOwn(GLOBALS, text)
    return isName ? this.#values.declaring(at) : null
  }

  /** True if an inner name hides the runner's function of this name. */
  isHidden(at: number): boolean {
    return this.#lookup(this.#values.at(at).text, at) === null
  }

  #lookup(name: string, at: number): Meaning | null | undefined {
    return this.#bound.get(name)?.findLast(({ from, to }) => from <= at && at <= to)?.meaning
  }

  #readAt(at: number): void {
    const { kind, text } = this.#values.at(at)
    for (const ends of [this.#ends, this.#blocks]) while ((ends.at(-1) ?? at) < at) ends.pop()
    if (kind === 'mark') this.#readMark(at, text)
    if (kind === 'word' && !this.#values.isMember(at)) this.#readWord(at, text)
  }

  #readMark(at: number, text: string): void {
    if (text === '=>') this.#hide(at - 1, at - 1, at + 1)
    if (text === '(') this.#hideParameters(at)
    if (text === '(' || text === '{' || text === '[') this.#ends.push(this.#values.close(at))
    if (text === '{') this.#blocks.push(this.#values.close(at))
  }

  #readWord(at: number, text: string): void {
    if (text === 'import') this.#readImport(at)
    else if (DECLARES.test(text) && this.#values.at(at - 1).text !== 'as') this.#readDeclarations(at + 1)
    else if (text === 'function') this.#readFunction(at)
    else if (this.#values.isAssigned(at)) this.#readAssignment(at)
  }

  #bind(name: string, meaning: Meaning | null, range: Range): void {
    const known = this.#bound.get(name)
    if (known === undefined && meaning === null) return
    if (known === undefined) this.#bound.set(name, [{ ...range, meaning }])
    else if (known.length < MAX_BINDINGS) known.push({ ...range, meaning })
  }

  /** From here to the end of the block. */
  #scope(from: number): Range {
    return { from, to: this.#blocks.at(-1) ?? this.#length }
  }

  /** A parameter hides the outer name in its function: `t('adds', (t) => t.equal(…))`. */
  #hideParameters(open: number): void {
    if (this.#bound.size === 0) return
    const values = this.#values
    const close = values.close(open)
    const arrow = values.arrowAfter(close)
    const isFunction = values.at(open - 1).text === 'function' || values.at(open - 2).text === 'function'
    if (arrow === null && !isFunction) return
    for (const [at] of values.words(open + 1, Math.min(close, open + MAX_PARAMETERS)))
      this.#hide(at, open, (arrow ?? close) + 1)
  }

  #hide(at: number, from: number, body: number): void {
    const { kind, text } = this.#values.at(at)
    // A parameter with a usual name is a runner's function that was handed in.
    if (kind !== 'word' || !this.#bound.has(text) || usualMeaning(text) !== null) return
    const to = this.#values.is(body, '{') ? this.#values.close(body) : (this.#ends.at(-1) ?? this.#length)
    this.#bind(text, null, { from, to })
  }

  #readImport(at: number): void {
    const values = this.#values
    const equals = values.is(at + 2, '=') ? values.resolve(at + 3) : null
    if (values.is(at + 1, '(')) this.#readThen(at)
    else if (equals !== null) this.#bind(values.at(at + 1).text, equals.meaning, this.#everywhere())
    else this.#readClause(at)
  }

  #everywhere(): Range {
    return { from: 0, to: this.#length }
  }

  #readClause(at: number): void {
    const values = this.#values
    const isFrom = (one: number): boolean => values.at(one).text === 'from'
    const from = values.find(at + 1, MAX_PATTERN, isFrom, (one) => values.is(one, ';') || values.is(one, '='))
    const module = values.at((from ?? at) + 1)
    if (from === null || module.kind !== 'string') return
    for (const [exported, local] of this.#importedIn(at + 1, from)) {
      const meaning = imported(module.text, exported, local)
      if (meaning !== null) this.#bind(local, meaning, this.#everywhere())
    }
  }

  /** The names that an import takes, and those that it gives them: `any, { it as check }`, `* as all`. */
  #importedIn(from: number, to: number): [exported: string, local: string][] {
    const values = this.#values
    const pairs: [string, string][] = []
    let isInside = false
    for (let one = from; one < to; one++) {
      const { kind, text } = values.at(one)
      isInside ||= text === '{'
      if (kind !== 'word' && text !== '*') continue
      const hasAlias = values.at(one + 1).text === 'as'
      const exported = text === '*' || isInside ? text : 'default'
      pairs.push([exported, hasAlias ? values.at(one + 2).text : text])
      if (hasAlias) one += 2
    }
    return pairs
  }

  /** `import('vitest').then(({ it: check }) => …)`. */
  #readThen(at: number): void {
    const values = this.#values
    const object = values.loaded(at)
    if (object === null || values.at(at + 5).text !== 'then' || !values.is(at + 6, '(')) return
    const range = { from: at, to: values.close(at + 6) }
    let pattern = at + 7
    while (values.at(pattern).text === 'async' || values.is(pattern, '(')) pattern++
    if (values.is(pattern, '{')) this.#destructure(pattern, object, range)
    else this.#bind(values.at(pattern).text, object, range)
  }

  #readDeclarations(from: number): void {
    let at: number | null = from
    for (let count = 0; at !== null && count < MAX_DECLARED; count++) at = this.#readDeclaration(at)
  }

  /** Reads one declaration, and returns the position of the next. */
  #readDeclaration(at: number): number | null {
    const values = this.#values
    const isPattern = values.is(at, '{')
    const equals = this.#equalsAfter(isPattern ? values.close(at) + 1 : at + 1)
    const value = equals === null ? null : values.value(equals + 1)
    if (isPattern && value !== null) this.#destructure(at, value.meaning, this.#scope(at))
    const { kind, text } = values.at(at)
    const made = value?.meaning ?? (equals === null ? null : values.functionAt(equals + 1, text))
    if (kind === 'word') this.#bind(text, made, this.#scope(at))
    const next = value?.next ?? (equals ?? at) + 1
    const comma = values.find(
      next,
      MAX_VALUE,
      (one) => values.is(one, ','),
      (one) => values.isEnd(one),
    )
    return comma === null ? null : comma + 1
  }

  /** The `=` after a name and perhaps its type. */
  #equalsAfter(from: number): number | null {
    const values = this.#values
    if (values.is(from, '=')) return from
    if (!values.is(from, ':')) return null
    return values.find(
      from,
      MAX_VALUE,
      (at) => values.is(at, '='),
      (at) => values.is(at, ';'),
    )
  }

  #destructure(open: number, object: Meaning, scope: Range): void {
    const values = this.#values
    const close = Math.min(values.close(open), open + MAX_PATTERN)
    let at: number | null = open + 1
    while (at !== null && at < close) {
      const { text } = values.at(at)
      const local = values.is(at + 1, ':') ? values.at(at + 2).text : text
      const member = memberOf(object, text)
      // Under its usual name it means the usual thing.
      if (member !== null && (member.isSure || usualMeaning(local) === null)) this.#bind(local, member, scope)
      const comma = values.find(
        at,
        close - at,
        (one) => values.is(one, ','),
        () => false,
      )
      at = comma === null ? null : comma + 1
    }
  }

  #readAssignment(at: number): void {
    const value = this.#values.value(at + 2)
    if (value !== null) this.#bind(this.#values.at(at).text, value.meaning, { from: at, to: this.#length })
  }

  #readFunction(at: number): void {
    const name = this.#values.at(this.#values.is(at + 1, '*') ? at + 2 : at + 1)
    const meaning = name.kind === 'word' ? this.#values.functionAt(at, name.text) : null
    // Functions can be called above their declaration.
    if (meaning !== null) this.#bind(name.text, meaning, { ...this.#scope(at), from: 0 })
  }
}
