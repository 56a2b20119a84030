import type { StatedGap } from './claim.ts'
import { gapIn, isSettled } from './gaps.ts'
import { LIMITS } from './limits.ts'
import { type Normal, spanIn, withLinks } from './normalise.ts'
import { PlainGaps } from './plain-gaps.ts'
import type { Segment } from './segments.ts'
import { type Clause, isWithin, type Sentence } from './sentences.ts'

const BOLD_LENGTH = 80
const BOLD = /^\s{0,3}(?:\*\*|__)[^*_\n]{1,80}(?:\*\*|__)\s{0,2}(?:[(（][^()（）\n]{1,20}[)）])?\s{0,3}$/

/** Collects the gaps that a message states. Feed it every segment and then its sentences, in order. */
export class Gaps {
  readonly #text: string
  readonly #normal: Normal
  readonly #found: StatedGap[] = []
  /** How many of them are sentences. */
  #said = 0
  readonly #plain = new PlainGaps()
  /** The lines that say that there is no gap: "Failing: none". */
  readonly #settled: { from: number; to: number }[] = []

  constructor(text: string, normal: Normal) {
    this.#text = text
    this.#normal = normal
  }

  /** Returns the gaps. They are part of the work if the message claims the rest to be complete. */
  all(extent: 'whole' | 'part'): StatedGap[] {
    return extent === 'part' ? this.#found.map((gap) => ({ ...gap, part: true as const })) : this.#found
  }

  /** Notes a gap, unless another one already covers its text. */
  add(gap: Pick<StatedGap, 'kind' | 'form'>, said: { start: number; end: number }): void {
    const { start, end } = withLinks(this.#text, said)
    if (this.#isFull(gap.form) || this.#found.some((one) => one.start < end && start < one.end)) return
    this.#found.push({ ...gap, quote: this.#text.slice(start, end), start, end })
    if (gap.form === 'sentence') this.#said++
  }

  #isFull(form: StatedGap['form']): boolean {
    return this.#found.length >= LIMITS.gaps || (form === 'sentence' && this.#said >= LIMITS.gapSentences)
  }

  /** Notes the gaps in the plain form, and the lines in it that say that there is none. */
  plain(segment: Segment, sentences: readonly Sentence[]): void {
    const lines = this.#plain.of(segment, this.#normal.text, this.#isBold)
    const saidOn = new Map<(typeof lines)[number], Clause[]>(lines.map((line) => [line, []]))
    for (const clause of lines.length === 0 ? [] : sentences.flatMap((one) => one.clauses)) {
      const line = lineOf(lines, clause)
      if (line !== undefined && isWithin(clause, line.rest, line.to)) saidOn.get(line)?.push(clause)
    }
    for (const [line, clauses] of saidOn) {
      const { kind, from, to, none } = line
      if (none || isSettled(clauses)) this.#settled.push({ from, to })
      else this.add({ kind, form: 'plain' }, spanIn(this.#normal, from, to))
    }
  }

  /** True if the original of a line is bold as a whole: `**Failing**`, `**Failing** (2)`. */
  readonly #isBold = (from: number, to: number): boolean => {
    const [text, { starts, ends }] = [this.#text, this.#normal]
    if (to - from < 2 || to - from > BOLD_LENGTH || !/[*_]/.test(text[(starts[from] ?? 0) - 1] ?? '')) return false
    const start = text.lastIndexOf('\n', (starts[from] ?? 0) - 1) + 1
    const end = text.indexOf('\n', ends[to - 1] ?? 0)
    return BOLD.test(text.slice(start, end < 0 ? undefined : end))
  }

  /** Notes the gap that a sentence states. The label of a line that says that there is none states no gap. */
  sentence(sentence: Sentence): 'found' | 'none' {
    const { from, to } = sentence
    const clauses = sentence.clauses.filter((one) => {
      const line = lineOf(this.#settled, one)
      return line === undefined || !isWithin(one, line.from, line.to)
    })
    const kind = gapIn({ ...sentence, clauses })
    if (kind === null) return 'none'
    this.add({ kind, form: 'sentence' }, spanIn(this.#normal, from, to))
    return 'found'
  }
}

/** The only line in which a clause can begin. Searches by halves: a message may have thousands of lines and clauses. */
function lineOf<Line extends { to: number }>(lines: readonly Line[], { tokens }: Clause): Line | undefined {
  const at = tokens[0]?.from ?? -1
  let [low, high] = [0, lines.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((lines[middle]?.to ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return lines[low]
}
