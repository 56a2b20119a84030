import { type Candidate, claimOf, consideredOf, isUnsure, keep } from './candidates.ts'
import type { Claim, Considered, Reading, Shape } from './claim.ts'
import { isAct, traitsOf } from './confidence.ts'
import type { Cue, Surroundings } from './cues/cue.ts'
import { foundIn } from './cues/find.ts'
import { isTest } from './cues/programs.ts'
import { guessLanguage, languageOf, languageOfUnits } from './detect.ts'
import { type Governor, governorOf, governorOfText, isTicked } from './govern.ts'
import { english } from './lexicon/en.ts'
import { LATIN } from './lexicon/index.ts'
import { type Language, lexiconOf } from './lexicon/lexicon.ts'
import { LIMITS } from './limits.ts'
import { Company } from './message-traits.ts'
import { type Normal, spanIn, withLinks } from './normalise.ts'
import { settle } from './obstacles.ts'
import { polarityOf } from './polarity.ts'
import { answersIn, askedIn, NOT_ASKED, type Questions } from './questions.ts'
import { isAdmission, isRetraction } from './retraction.ts'
import { type Quotes, scan, type Unit } from './scan.ts'
import { LEAD_LEVEL, type Segment } from './segments.ts'
import { type Clause, isLabelled, isWorded, type Sentence, sentencesOf, stretchesOf } from './sentences.ts'
import { isOwnRun, type ShownRun, shownRunIn } from './shown-run.ts'
import { Gaps } from './stated-gaps.ts'
import { has, some, tokensOf } from './tokens.ts'
import { isCompletion, isFirm, weigh } from './weigh.ts'

/** Minimum number of characters needed to detect a sentence's own language. */
const TELLING = 10

/** Languages with at least 60 labelled messages. */
const MEASURED: ReadonlySet<string> = new Set(['en', 'zh', 'ja', 'es', 'fr'])

/** Reads segment by segment and remembers which headings govern the text below. */
export class Reader {
  readonly #candidates: Candidate[] = []
  readonly #considered: Considered[] = []
  readonly #shown: ShownRun[] = []
  readonly #gaps: Gaps
  readonly #company = new Company()
  readonly #shape: Shape = { empty: true, asks: false, plans: false, admits: false, retracts: false }
  readonly #text: string
  readonly #normal: Normal
  readonly #main: Language
  readonly #quotes: Quotes
  /** The end of the last word. */
  readonly #end: number
  #governors: Governor[] = []
  #sentences = 0
  #clauses = 0

  constructor(text: string, normal: Normal) {
    this.#text = text
    this.#normal = normal
    this.#gaps = new Gaps(text, normal)
    this.#end = normal.text.trimEnd().length
    this.#quotes = isWrapped(normal.text.trim()) ? 'open' : 'closed'
    this.#main = languageOf(normal.text) ?? guessLanguage(normal.text)
  }

  get isFull(): boolean {
    return (
      this.#candidates.length >= LIMITS.claims ||
      this.#considered.length >= LIMITS.cues ||
      this.#clauses >= LIMITS.clauses
    )
  }

  /** Returns the possible claims with all their traits, once the whole message has been read. */
  candidates(): Candidate[] {
    return this.#candidates.map((one) => ({
      ...one,
      traits: [...one.traits, ...this.#company.traitsOf(one.traits, one.claim.type)],
    }))
  }

  /** Weighs every candidate by its frame and surroundings, once the whole message has been read. */
  finish(): Omit<Reading, 'finding'> {
    const claims: Claim[] = []
    settle(this.#candidates)
    // "I could not run the tests" says that they were not run.
    for (const { claim, obstacle } of this.#candidates)
      if (obstacle === 'check') this.#gaps.add({ kind: 'unverified', form: 'sentence' }, claim)
    for (const { claim, traits, considered, confidence, enough } of weigh(this.candidates())) {
      considered.confidence = confidence
      considered.frame = traits
      if (enough) keep(claims, isUnsure(claim, traits) ? { ...claim, unsure: true } : claim)
      else considered.outcome = 'described'
    }
    const worked = claims.some(({ type }) => type !== 'blocked' && type !== 'delegation')
    const orders = this.#candidates.filter(({ general }) => general).map(({ claim }) => claim)
    return {
      claims: worked || this.#company.mayOrder ? claims : claims.filter((one) => !orders.includes(one)),
      shown: this.#shown,
      gaps: this.#gaps.all(claims.some(isFirm) ? 'part' : 'whole'),
      shape: this.#shape,
      company: { language: this.#main.name, length: this.#text.length, ...this.#company.counted },
      considered: this.#considered,
    }
  }

  segment(segment: Segment): void {
    if (segment.kind === 'fence' && !segment.read) this.fence(segment)
    this.#endDraft(segment)
    if ((segment.kind === 'fence' && !segment.read) || this.isFull) {
      this.#listed = true
      return
    }
    const sentences = this.#sentencesOf(segment)
    if (segment.quoted) {
      this.#asked = askedIn(
        sentences.map(({ sentence }) => sentence),
        segment,
      )
      return
    }
    this.#leave(segment)
    if (this.#concludes(segment, sentences[0]?.sentence))
      this.#governors = this.#governors.filter(({ not }) => not === 'draft')
    this.#listed = segment.kind !== 'prose' && segment.kind !== 'heading'
    const letter = segment.kind === 'prose' ? governorOfText(this.#normal.text.slice(segment.from, segment.to)) : null
    if (letter !== null) this.#governors.push(letter)
    this.#gaps.plain(
      segment,
      sentences.map(({ sentence }) => sentence),
    )
    this.#last = []
    const before = this.#candidates.length
    for (const { sentence, language } of sentences) this.#sentence(sentence, segment, language)
    this.#asked = NOT_ASKED
    const asserts = this.#candidates.length > before
    // In a lead-in paragraph, only the last sentence is the lead-in.
    const leading = sentences.at(-1)?.sentence.clauses ?? []
    if (segment.level !== undefined)
      this.#governors.push(
        governorOf(
          leading.flatMap(({ tokens }) => tokens),
          segment.level,
          asserts,
        ),
      )
    if (this.#shape.empty) this.#shape.empty = !sentences.some(({ sentence }) => isWorded(sentence))
  }

  /** Notes a test run that a fence shows as the agent's own: not an example, a log of the user, or what is expected. */
  fence({ from, to }: Segment): void {
    const lead = this.#last.flatMap(({ tokens }) => tokens)
    if (this.#governors.some(({ not }) => not !== null) || !isOwnRun(lead) || this.#shown.length >= LIMITS.shown) return
    const { start, end } = spanIn(this.#normal, from, to)
    const run = shownRunIn(this.#text.slice(start, end)) ?? shownRunIn(this.#normal.text.slice(from, to))
    if (run === null) return
    this.#shown.push({ ...run, start, end })
  }

  /** Ends a draft after a fence or quotation. Any other draft continues to the end of the message. */
  #endDraft({ kind, quoted }: Segment): void {
    if (kind !== 'fence' && !quoted) return
    this.#governors = this.#governors.filter(({ not }) => not !== 'draft')
  }

  /** Splits a segment into sentences; each may be in its own language. */
  #sentencesOf({ from, to }: Segment): { sentence: Sentence; language: Language }[] {
    const units = scan(this.#normal.text, from, to, this.#quotes)
    const home = this.#languageOf(units, this.#main)
    const sentences: { sentence: Sentence; language: Language }[] = []
    for (const stretch of stretchesOf(units)) {
      const length = (stretch.at(-1)?.to ?? 0) - (stretch[0]?.from ?? 0)
      const language = length < TELLING || stretch.length === units.length ? home : this.#languageOf(stretch, home)
      for (const sentence of sentencesOf(tokensOf(stretch, lexiconOf(language)), language.order))
        sentences.push({ sentence, language })
    }
    return sentences
  }

  /** Detects a sentence's language. Han characters alone do not make a sentence in a Japanese message Chinese. */
  #languageOf(units: readonly Unit[], home: Language): Language {
    const own = languageOfUnits(this.#normal.text.slice(units[0]?.from ?? 0, units.at(-1)?.to ?? 0), units)
    if (own === null || (own.name === 'zh' && home.name === 'ja')) return home
    // Related languages share small words: do not switch from French to Spanish within a paragraph.
    const neighbours = [own, home].every((one) => LATIN.includes(one) && one !== english)
    return neighbours ? home : own
  }

  /** Ends the effect of earlier headings at this heading's level and below, or of the lead-in before this paragraph. */
  #leave({ level, kind }: Segment): void {
    const lowest = level ?? (kind === 'prose' ? LEAD_LEVEL : LEAD_LEVEL + 1)
    this.#governors = this.#governors.filter((one) => one.level < lowest || one.not === 'draft')
  }

  /** True if the segment before was a list, a table or a fence. */
  #listed = false

  /** True for a last paragraph after a list: it is about the message, whatever heading the list is under. "However, …" goes on. */
  #concludes({ kind, level, to }: Segment, first: Sentence | undefined): boolean {
    const goesOn = has(first?.clauses[0]?.tokens[0], 'but')
    return this.#listed && kind === 'prose' && level === undefined && to >= this.#end && !goesOn
  }

  /** Notes what a sentence does besides claiming. */
  #notice(sentence: Sentence): void {
    const { clauses, asks } = sentence
    const gap = this.#gaps.sentence(sentence)
    this.#shape.asks ||= asks
    this.#shape.plans ||= clauses.some(
      ({ tokens }) => some(tokens, 'plan') && (some(tokens, 'agent') || has(tokens[0], 'plan')),
    )
    this.#shape.admits ||= gap === 'found' || clauses.some(({ tokens }) => isAdmission(tokens))
    this.#shape.retracts ||= clauses.some(({ tokens }) => isRetraction(tokens))
  }

  /** The clauses of the previous sentence, which "they" and "it" may refer to. */
  #last: readonly Clause[] = []

  /** The claims that the last question asked about; "They did." makes them. */
  #asked: Questions = NOT_ASKED

  #sentence(sentence: Sentence, segment: Segment, language: Language): void {
    if (this.isFull) return
    const { clauses } = sentence
    const aboutTests = this.#governors.some((one) => one.aboutTests)
    const handsOver = this.#governors.some((one) => one.handsOver)
    const isNext = this.#governors.some((one) => one.not === 'planned')
    const stands = this.#stands(sentence, segment)
    const place = { sentence, segment, language }
    let named = this.#last.some(namesTest)
    for (const [index, clause] of clauses.entries()) {
      const around: Surroundings = {
        segment,
        handsOver,
        isNext,
        opens: index === 0 && this.#shape.empty,
        stands,
        closes: stands && segment.to >= this.#end && this.#candidates.some(({ claim }) => isCompletion(claim.type)),
        aboutTests: aboutTests || (named && (isLabelled(clause) || isResultOfAll(clause))),
        index,
        before: clauses[index - 1],
        behind: clauses.slice(index + 1),
      }
      for (const cue of foundIn(clause, around)) this.#consider(cue, index, place)
      for (const cue of answersIn(clause, this.#asked)) this.#consider(cue, index, place)
      named ||= namesTest(clause)
    }
    this.#sentences++
    this.#clauses += clauses.length
    this.#last = sentence.clauses
    this.#asked = askedIn([sentence], segment)
    this.#company.hears(sentence)
    this.#notice(sentence)
  }

  #consider(cue: Cue, index: number, where: { sentence: Sentence; segment: Segment; language: Language }): void {
    const { sentence, segment, language } = where
    const token = sentence.clauses[index]?.tokens[cue.at]
    if (token === undefined || this.isFull) return
    const own = polarityOf(cue, index, sentence, language)
    // Steps for the user may be under any heading that is not a draft.
    const governor = this.#governors.find(({ not }) => not !== null && (cue.type !== 'delegation' || not === 'draft'))
    // A heading that explains counts against what is below it; any other kind rules it out.
    const ruledOut = governor?.not === 'described' || isTicked(governor, sentence) ? null : (governor?.not ?? null)
    const outcome = own === 'claimed' || own === 'hedged' ? (ruledOut ?? own) : own
    const { start, end } = spanIn(this.#normal, token.from, token.to)
    const considered = consideredOf(cue, { cue: this.#text.slice(start, end), start, end, outcome })
    this.#considered.push(considered)
    if (outcome !== 'claimed' && outcome !== 'hedged') return
    const traits = traitsOf(cue, { index, sentence, segment, first: this.#company.isEmpty })
    if (governor?.not === 'described' && !(governor.appraises && isAct(traits))) traits.push('under how')
    if (!MEASURED.has(language.name)) traits.push('rarely measured')
    // An order to the user is no act of the agent.
    if (cue.type !== 'delegation') this.#company.joins(traits)
    const span = withLinks(this.#text, spanIn(this.#normal, sentence.from, sentence.to))
    const quoted = { quote: this.#text.slice(span.start, span.end), start: span.start, end: span.end }
    const claim = claimOf(cue, quoted, segment, outcome === 'hedged')
    const { obstacle = null, order } = cue
    this.#candidates.push({ claim, traits, considered, general: order === 'general', obstacle, at: this.#sentences })
  }

  /** True for a sentence that is a line of its own, and the first or the last one of the message. */
  #stands({ clauses, from, to }: Sentence, segment: Segment): boolean {
    if (segment.kind !== 'prose' || clauses.length > 1) return false
    if (!this.#shape.empty && segment.to < this.#end) return false
    const { text } = this.#normal
    return /^[\s¡]*$/.test(text.slice(segment.from, from)) && /^[\s.!。！]*$/.test(text.slice(to, segment.to))
  }
}

/** "They pass.", "All pass.", "326 passed.": after a sentence that names tests. */
const isResultOfAll = ({ tokens }: Clause): boolean =>
  has(tokens[0], 'it', 'all') || (tokens[0]?.kind === 'number' && !some(tokens, 'if'))

const namesTest = ({ tokens }: Clause): boolean => tokens.some(isTest)

/** True if the whole message is one quotation, code span or JSON value; its content then counts as the agent's words. */
const isWrapped = (text: string): boolean =>
  /^(?:"[^"]*"|“[^”]*”|«[^»]*»|「[^」]*」|`[^`]*`|\{[\s\S]*\}|\[[\s\S]*\])[.!]?$/.test(text)
