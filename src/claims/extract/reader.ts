import type { Claim, ClaimType, Considered, Reading, Shape } from './claim.ts'
import { actCues } from './cues/acts.ts'
import { blockedCues } from './cues/blocked.ts'
import type { Cue, FindCues, Surroundings } from './cues/cue.ts'
import { delegationCues } from './cues/delegation.ts'
import { doneCues } from './cues/done.ts'
import { fixedCues } from './cues/fixed.ts'
import { isTest } from './cues/programs.ts'
import { shippedCues } from './cues/shipped.ts'
import { testCues } from './cues/tests.ts'
import { verdictCues } from './cues/verdict.ts'
import { verifiedCues } from './cues/verified.ts'
import { guessLanguage, languageOf } from './detect.ts'
import { type Governor, governorOf } from './govern.ts'
import { english } from './lexicon/en.ts'
import { LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { LIMITS } from './limits.ts'
import type { Normal } from './normalise.ts'
import { polarityOf } from './polarity.ts'
import { type Quotes, scan } from './scan.ts'
import { LEAD_LEVEL, type Segment } from './segments.ts'
import { type Clause, type Sentence, sentencesOf, stretchesOf } from './sentences.ts'
import { has, some, type Token, tokensOf } from './tokens.ts'

const FINDERS: readonly FindCues[] = [
  doneCues,
  fixedCues,
  shippedCues,
  testCues,
  verifiedCues,
  blockedCues,
  delegationCues,
]

/** Characters from which on a sentence shows its own language. */
const TELLING = 10

/** Words about work: a negation beside one of them says what is missing. */
const WORK: readonly Role[] = [
  'to-fix',
  'to-ship',
  'to-check',
  'to-do',
  'test',
  'step',
  'done',
  'fixed',
  'shipped',
  'passed',
  'checked',
  'works',
  'changed',
  'built',
]

/** Reads segment by segment, and remembers which headings govern what follows. */
export class Reader {
  readonly #claims: Claim[] = []
  readonly #considered: Considered[] = []
  readonly #shape: Shape = { empty: true, asks: false, plans: false, admits: false }
  readonly #text: string
  readonly #normal: Normal
  readonly #main: Language
  readonly #quotes: Quotes
  /** Orders that are claims only if the message reports work. */
  readonly #orders: Claim[] = []
  #governors: Governor[] = []

  constructor(text: string, normal: Normal) {
    this.#text = text
    this.#normal = normal
    this.#quotes = isWrapped(normal.text.trim()) ? 'open' : 'closed'
    this.#main = languageOf(normal.text) ?? guessLanguage(normal.text)
  }

  get isFull(): boolean {
    return this.#claims.length >= LIMITS.claims || this.#considered.length >= LIMITS.cues
  }

  finish(): Omit<Reading, 'finding'> {
    const worked = this.#claims.some(({ type }) => type !== 'blocked' && type !== 'delegation')
    const claims = [...this.#claims, ...(worked ? this.#orders : [])].sort((a, b) => a.start - b.start)
    return { claims, shape: this.#shape, considered: this.#considered }
  }

  segment(segment: Segment): void {
    this.#endDraft(segment)
    if ((segment.kind === 'fence' && !segment.read) || this.isFull) return
    const sentences = this.#sentencesOf(segment)
    if (segment.quoted) {
      this.#asked = askedIn(
        sentences.map(({ sentence }) => sentence),
        segment,
      )
      return
    }
    this.#leave(segment)
    this.#last = []
    const before = this.#claims.length
    for (const { sentence, language } of sentences) this.#sentence(sentence, segment, language)
    this.#asked = NOT_ASKED
    const asserts = this.#claims.length > before
    const tokens = sentences.flatMap(({ sentence }) => sentence.clauses.flatMap((clause) => clause.tokens))
    // Of a paragraph that leads in, its last sentence does.
    const leading = sentences.at(-1)?.sentence.clauses.flatMap((clause) => clause.tokens) ?? []
    if (segment.level !== undefined) this.#governors.push(governorOf(leading, segment.level, asserts))
    if (tokens.some(({ kind }) => kind === 'word')) this.#shape.empty = false
  }

  /** A draft goes on to the end of the message, unless it stands apart: in a fence or quotation. */
  #endDraft({ kind, quoted }: Segment): void {
    if (kind !== 'fence' && !quoted) return
    this.#governors = this.#governors.filter(({ not }) => not !== 'draft')
  }

  /** Sentence by sentence, since each may be in a language of its own. */
  #sentencesOf({ from, to }: Segment): { sentence: Sentence; language: Language }[] {
    const home = this.#languageOf(from, to, this.#main)
    return stretchesOf(scan(this.#normal.text, from, to, this.#quotes)).flatMap((units) => {
      const [first, last] = [units[0], units.at(-1)]
      const [start, end] = [first?.from ?? 0, last?.to ?? 0]
      const language = end - start < TELLING ? home : this.#languageOf(start, end, home)
      return sentencesOf(tokensOf(units, lexiconOf(language)), language.order).map((sentence) => ({
        sentence,
        language,
      }))
    })
  }

  /** Han characters alone do not make a Japanese message Chinese. */
  #languageOf(from: number, to: number, home: Language): Language {
    const own = languageOf(this.#normal.text.slice(from, to))
    if (own === null || (own.name === 'zh' && home.name === 'ja')) return home
    // Neighbours share small words: French is not left for Spanish within a paragraph.
    const neighbours = [own, home].every((one) => LATIN.includes(one) && one !== english)
    return neighbours ? home : own
  }

  /** A heading ends those of its level and below; a paragraph ends the lead-in before it. */
  #leave({ level, kind }: Segment): void {
    const lowest = level ?? (kind === 'prose' ? LEAD_LEVEL : LEAD_LEVEL + 1)
    this.#governors = this.#governors.filter((one) => one.level < lowest || one.not === 'draft')
  }

  /** What a sentence does besides claiming. */
  #notice({ clauses, asks }: Sentence): void {
    this.#shape.asks ||= asks
    this.#shape.plans ||= clauses.some(
      ({ tokens }) => some(tokens, 'plan') && (some(tokens, 'agent') || has(tokens[0], 'plan')),
    )
    this.#shape.admits ||= clauses.some(({ tokens }) => some(tokens, 'not', 'part', 'cannot') && some(tokens, ...WORK))
  }

  /** The clauses of the sentence before, which "they" and "it" may point to. */
  #last: readonly Clause[] = []

  /** What the question just quoted asks about: "They did." claims it. */
  #asked: Asked = NOT_ASKED

  #sentence(sentence: Sentence, segment: Segment, language: Language): void {
    const aboutTests = this.#governors.some((one) => one.aboutTests)
    if (this.isFull) return
    for (const [index, clause] of sentence.clauses.entries()) {
      const earlier = [...this.#last, ...sentence.clauses.slice(0, index)]
      const named = earlier.some(({ tokens }) => tokens.some(isTest))
      const handsOver = this.#governors.some((one) => one.handsOver || one.not === 'planned')
      const around: Surroundings = {
        segment,
        handsOver,
        opens: index === 0 && this.#shape.empty,
        aboutTests: aboutTests || (named && (isLabelled(clause) || has(clause.tokens[0], 'it', 'all'))),
        index,
        before: sentence.clauses[index - 1],
      }
      const cues = [...foundIn(clause, around), ...this.#answers(clause)]
      for (const cue of cues) this.#consider(cue, index, { sentence, segment, language })
    }
    this.#last = sentence.clauses
    this.#asked = askedIn([sentence], segment)
    this.#notice(sentence)
  }

  /** "They did.", "No.": answers what was just asked, in a quotation or by the agent itself. */
  #answers({ tokens }: Clause): Cue[] {
    const affirms = has(tokens[0], 'affirm') && !some(tokens, 'not', 'part')
    const denies = tokens.length <= SHORT_ANSWER && some(tokens, 'not')
    const types = affirms ? this.#asked.whether : denies ? this.#asked.whetherNot : []
    return types.map((type) => ({ type, at: 0, negative: true }))
  }

  #consider(cue: Cue, index: number, where: { sentence: Sentence; segment: Segment; language: Language }): void {
    const { sentence, segment, language } = where
    const token = sentence.clauses[index]?.tokens[cue.at]
    if (token === undefined || this.isFull || this.#isClaimed(cue, sentence)) return
    const own = polarityOf(cue, index, sentence, language)
    // Steps for the user stand under "Next steps" as well.
    const governor = this.#governors.find(
      ({ not }) => not !== null && !(cue.type === 'delegation' && not === 'planned'),
    )
    const outcome = own === 'claimed' || own === 'hedged' ? (governor?.not ?? own) : own
    const [start, end] = this.#original(token.from, token.to)
    this.#considered.push({ type: cue.type, cue: this.#text.slice(start, end), start, end, outcome })
    if (outcome === 'claimed' || outcome === 'hedged') this.#claim(cue, sentence, segment, outcome === 'hedged')
  }

  /** Whether the sentence claims as much already. */
  #isClaimed(cue: Cue, sentence: Sentence): boolean {
    const [start] = this.#original(sentence.from, sentence.to)
    const last = this.#claims.findLast((one) => one.type === cue.type)
    return last?.start === start && !last.hedged && (last.level !== 'report' || cue.level === 'report')
  }

  /** One claim of a type in a sentence; the stronger one stays. */
  #claim(cue: Cue, sentence: Sentence, segment: Segment, hedged: boolean): void {
    const [start, end] = this.#original(sentence.from, sentence.to)
    const common = { quote: this.#text.slice(start, end), start, end, segment: segment.kind, hedged }
    const claim: Claim =
      cue.type === 'done' ? { type: 'done', level: cue.level ?? 'explicit', ...common } : { type: cue.type, ...common }
    if (cue.order === 'general') {
      this.#orders.push(claim)
      return
    }
    const known = this.#claims.findLastIndex((one) => one.start === start && one.type === cue.type)
    if (known < 0) this.#claims.push(claim)
    else if (strength(claim) > strength(this.#claims[known])) this.#claims[known] = claim
  }

  /** Where a stretch of normalised text stands in the original. */
  #original(from: number, to: number): [number, number] {
    return [this.#normal.starts[from] ?? 0, this.#normal.ends[to - 1] ?? 0]
  }
}

/** A sign is only a verdict where no word beside it says what is claimed. */
function foundIn(clause: Clause, around: Surroundings): Cue[] {
  const acts = actCues(clause, around)
  const cues = FINDERS.flatMap((find) => find(clause, around)).filter(
    (cue) => !acts.some(({ at }) => at === cue.at && cue.type === 'done'),
  )
  return cues.length + acts.length > 0 ? [...acts, ...cues] : verdictCues(clause, around)
}

/** What a yes to the last questions claims, and what a no. */
type Asked = { whether: readonly ClaimType[]; whetherNot: readonly ClaimType[] }
const NOT_ASKED: Asked = { whether: [], whetherNot: [] }
const SHORT_ANSWER = 4

/** What questions ask about: "Did the tests pass?", "Does a test still fail?", "Is anything left to do?" */
function askedIn(sentences: readonly Sentence[], segment: Segment): Asked {
  const clauses = sentences.filter(({ asks }) => asks).flatMap(({ clauses: own }) => own)
  if (clauses.length === 0) return NOT_ASKED
  const around = { segment, aboutTests: false, handsOver: false, opens: false, index: 0, before: undefined }
  const whether = clauses
    .flatMap((clause) => foundIn(clause, around))
    .filter(({ type }) => type !== 'delegation')
    .map(({ type }) => type)
  return { whether: [...new Set(whether)], whetherNot: clauses.flatMap(({ tokens }) => faultIn(tokens)) }
}

/** The claim in denying a fault. */
function faultIn(tokens: readonly Token[]): ClaimType[] {
  if (some(tokens, 'remain')) return ['done']
  if (!some(tokens, 'bad', 'problem')) return []
  return [tokens.some(isTest) ? 'tests_pass' : 'fixed']
}

/** "Tests: 72/72", "`npm test` — pass". */
const isLabelled = ({ opener }: Clause): boolean => /[:：—–|()→=-]/.test(opener)

/** A message that is one quotation, one code span or one JSON value from end to end says what is in it. */
const isWrapped = (text: string): boolean =>
  /^(?:"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|`[^`]*`|\{[\s\S]*\}|\[[\s\S]*\])[.!]?$/.test(text)

const strength = (claim: Claim | undefined): number =>
  claim === undefined ? 0 : (claim.hedged ? 0 : 2) + (claim.level === 'report' ? 0 : 1)
