import type { ClaimType, Company as Counted } from './claim.ts'
import { isAct, isSign } from './confidence.ts'
import { someFail } from './counts.ts'
import type { Clause, Sentence } from './sentences.ts'
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
    this.#open ||= clauses.some(isOpen)
    this.#fails ||=
      clauses.some(counts) && clauses.some(({ tokens }, i) => someFail([...(clauses[i - 1]?.tokens ?? []), ...tokens]))
    if (this.#candidates === this.#heard && clauses.some(describes)) this.#explains++
    this.#heard = this.#candidates
  }

  /** Returns the traits from a candidate's surroundings. Acts in the agent's own voice need none, except in a list. */
  traitsOf(own: readonly Trait[], type: ClaimType): Trait[] {
    const act = isAct(own)
    if (this.#fails && type === 'tests_pass') return ['fails']
    if (act && !own.includes('item')) return []
    const acts = this.#acts - (act ? 1 : 0)
    const share = this.#explains / (this.#sentences + 1)
    const traits: Trait[] = this.#unchanged ? ['unchanged'] : []
    if (acts > 0) traits.push('acts')
    if (acts > 2) traits.push('many acts')
    // A message opens with its verdict; reasons follow.
    if (share >= SOME) traits.push(share >= 0.5 && !own.includes('first') ? 'explains' : 'explains some')
    if (this.#asks) traits.push('asks')
    if (this.#open && isSign(own)) traits.push('contrasts')
    return traits
  }
}

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
  if (order === 'free' || some(tokens, 'now', 'changed', 'fixed', 'done', 'shipped', 'checked', 'passed', 'built'))
    return false
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
