import type { ClaimType, Company as Counted } from './claim.ts'
import { isAct, isSign } from './confidence.ts'
import { someFail } from './counts.ts'
import type { Clause, Sentence } from './sentences.ts'
import { recalls } from './times.ts'
import { has, some, type Token } from './tokens.ts'
import type { Trait } from './trait-points.ts'

/** Share of sentences that explain, from which a message explains some. */
const SOME = 0.2

/** Traits of the whole message: a message that only explains or asks rarely makes claims in passing. */
export class Company {
  #sentences = 0
  #candidates = 0
  #heard = 0
  #acts = 0
  #explains = 0
  #asks = false
  #unchanged = false
  #fails = false
  #open = false
  #recalls = false

  get isEmpty(): boolean {
    return this.#sentences === 0
  }

  /** Returns the counts so far. */
  get counted(): Omit<Counted, 'language' | 'length'> {
    return { sentences: this.#sentences, acts: this.#acts, explains: this.#explains, asksLast: this.#asks }
  }

  /** False if the message ends with a question or explains: an order is then part of an offer or an answer. */
  get mayOrder(): boolean {
    return !this.#asks && this.#explains / (this.#sentences + 1) < SOME
  }

  joins(traits: readonly Trait[]): void {
    this.#candidates++
    if (isAct(traits)) this.#acts++
  }

  hears({ clauses, asks }: Sentence): void {
    this.#sentences++
    this.#asks = asks
    this.#unchanged ||= clauses.some(changesNothing)
    this.#recalls ||= this.#sentences === 1 && recalls(clauses[0]?.tokens ?? [])
    this.#open ||= clauses.some(isOpen)
    this.#fails ||=
      clauses.some(counts) && clauses.some(({ tokens }, i) => someFail([...(clauses[i - 1]?.tokens ?? []), ...tokens]))
    if (this.#candidates === this.#heard && clauses.some(describes)) this.#explains++
    this.#heard = this.#candidates
  }

  /** Returns the traits from a candidate's surroundings. Acts in the agent's own voice need few, except in a list. */
  traitsOf(own: readonly Trait[], type: ClaimType): Trait[] {
    if (this.#fails && type === 'tests_pass') return ['fails']
    const act = isAct(own)
    const acts = this.#acts - (act ? 1 : 0)
    const beside: readonly (readonly [Trait, boolean])[] = [
      ['unchanged', this.#unchanged && (type === 'done' || type === 'fixed')],
      ['acts', acts > 0],
      ['many acts', acts > 2],
      ...this.#explaining(own),
      ['asks', this.#asks],
      ['contrasts', this.#open && isSign(own)],
    ]
    const whole: typeof beside = [
      ['recalls', this.#recalls && !act && type !== 'tests_pass' && !own.includes('marked')],
      ['column', this.#open && type === 'done' && isColumn(own)],
    ]
    const all = [...whole, ...(act && !own.includes('item') ? [] : beside)]
    return all.filter(([, holds]) => holds).map(([trait]) => trait)
  }

  /** A message opens with its verdict; reasons follow. */
  #explaining(own: readonly Trait[]): (readonly [Trait, boolean])[] {
    const share = this.#explains / (this.#sentences + 1)
    const mostly = share >= 0.5 && !own.includes('first')
    return [
      ['explains', mostly],
      ['explains some', share >= SOME && !mostly],
    ]
  }
}

/** "## Implemented": beside crosses, the column of a board. */
const isColumn = (own: readonly Trait[]): boolean =>
  own.includes('heading') && own.includes('bare') && own.includes('short') && !own.includes('marked')

/** "❌ Search", "🚧 Export": beside these, a tick is one state of a board. */
const isOpen = ({ tokens }: Clause): boolean => tokens.some(({ text }) => OPEN.test(text))
const OPEN = /^(?:❌|✗|✘|✖|🔴|🟠|🟡|🚧|⏳|🔄|☐|⬜|⏸)/u

const counts = ({ tokens }: Clause): boolean => tokens.some(({ kind }) => kind === 'number')

/** "I haven't changed any code": the rest of the message then reports no change either. */
const changesNothing = ({ tokens }: Clause): boolean =>
  tokens.some(
    (token, i) =>
      has(token, 'changed') && some(tokens.slice(0, i), 'not') && /^(?:any|anything)$/.test(tokens[i + 1]?.text ?? ''),
  ) ||
  (/^(?:nothing|none)$/.test(tokens[0]?.text ?? '') && some(tokens, 'changed'))

/** True if the clause describes: conditions, habits, and verbs in the present tense. */
function describes({ tokens, order }: Clause): boolean {
  if (some(tokens, 'if', 'habit', 'how', 'can', 'need')) return true
  if (some(tokens, 'now', 'changed', 'fixed', 'done', 'shipped', 'checked', 'passed', 'built')) return false
  if (order === 'free') return some(tokens, 'explains')
  return tokens.some((token, i) => isPresent(token, tokens[i - 1], tokens[i + 1]))
}

/** True for a verb in the present tense ("is", "reads from"), recognised by its ending between a noun and an object. */
function isPresent(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (/^(?:is|are|does|do|has|because|means)$/.test(token.text)) return true
  if (
    token.kind !== 'word' ||
    !/^[a-z]{2,}[^s\W]s$/.test(token.text) ||
    has(token, 'test', 'work', 'problem', 'it', 'det')
  )
    return false
  const subject =
    before?.kind === 'code' ||
    before?.roles.length === 0 ||
    has(before, 'it', 'that', 'work', 'test', 'server', 'other')
  const object =
    after?.kind === 'code' || after?.kind === 'number' || has(after, 'det', 'prep', 'it', 'adverb', 'not', 'and')
  return subject && object
}
