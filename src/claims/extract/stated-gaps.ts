import type { StatedGap } from './claim.ts'
import { gapIn, isSettled } from './gaps.ts'
import { LIMITS } from './limits.ts'
import { type Normal, spanIn } from './normalise.ts'
import { PlainGaps } from './plain-gaps.ts'
import type { Segment } from './segments.ts'
import { isWithin, type Sentence } from './sentences.ts'

/** Collects the gaps that a message states. Feed it every segment and then its sentences, in order. */
export class Gaps {
  readonly #text: string
  readonly #normal: Normal
  readonly #found: StatedGap[] = []
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
  add(gap: Pick<StatedGap, 'kind' | 'form'>, { start, end }: { start: number; end: number }): void {
    if (this.#found.length >= LIMITS.shown || this.#found.some((one) => one.start < end && start < one.end)) return
    this.#found.push({ ...gap, quote: this.#text.slice(start, end), start, end })
  }

  /** Notes the gaps in the plain form, and the lines in it that say that there is none. */
  plain(segment: Segment, sentences: readonly Sentence[]): void {
    for (const { kind, from, rest, to, none } of this.#plain.of(segment, this.#normal.text)) {
      const clauses = sentences.flatMap((one) => one.clauses.filter((clause) => isWithin(clause, rest, to)))
      if (none || isSettled(clauses)) this.#settled.push({ from, to })
      else this.add({ kind, form: 'plain' }, spanIn(this.#normal, from, to))
    }
  }

  /** Notes the gap that a sentence states. The label of a line that says that there is none states no gap. */
  sentence(sentence: Sentence): 'found' | 'none' {
    const { from, to } = sentence
    const clauses = sentence.clauses.filter((one) => !this.#settled.some((line) => isWithin(one, line.from, line.to)))
    const kind = gapIn({ ...sentence, clauses })
    if (kind === null) return 'none'
    this.add({ kind, form: 'sentence' }, spanIn(this.#normal, from, to))
    return 'found'
  }
}
