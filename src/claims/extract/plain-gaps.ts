import { type GapKind, gapLabelled } from './lexicon/gap-labels.ts'
import { leadingOf, saysNone } from './lexicon/none.ts'
import type { Segment } from './segments.ts'

/** A line in the plain form. Offsets refer to the normalised text; `rest` is where the text after the label begins. */
export type PlainGap = {
  kind: GapKind
  from: number
  rest: number
  to: number
  /** True if the line says that there is no gap: "Failing: none". */
  none: boolean
}

/** Bullets, heading marks, boxes and warning signs before a label. */
const MARKS =
  /^[\s#>*_+•–▪◦●→-]*(?:\d{1,3}[.)]\s+)?(?:\[[ xX]\]\s*)?(?:[⚠❌🔴⏳🚧✗✘✖❗❕‼⛔🚫🛑🟥🟠🟡🔶🔸🔥💥🐛🧪📌📝👉➡▶ℹ❓⭕☐⬜]\uFE0F?\s*)*[*_]*/u
/** A line with the traits of its segment. */
type Line = { kind: Segment['kind']; checked: boolean | undefined; level: number | undefined }

const COLON = /[:：]/
const LABEL_LENGTH = 40

/** Reads the plain form of gaps: `Failing: …`, or a list below such a heading. Feed it every segment in order. */
export class PlainGaps {
  /** The label of the heading or lead-in above, if nothing followed it on its own line. */
  #above: GapKind | null = null
  /** True after the first segment below the heading; from then on only lists continue. */
  #begun = false

  /** Returns the lines of a segment that state a gap, or that there is none. A bold line is a heading. */
  of(segment: Segment, text: string, isBold: (from: number, to: number) => boolean): PlainGap[] {
    const found: PlainGap[] = []
    let at = segment.from
    for (const line of text.slice(segment.from, segment.to).split('\n').flatMap(atLabels)) {
      const isFirst = at === segment.from
      const kind = isBold(at, at + line.length) ? 'heading' : segment.kind
      // The level is that of the first line: "Failing:" may go on below it.
      const { checked } = segment
      const gap = this.#line(line, at, { kind, checked, level: isFirst ? segment.level : undefined })
      if (gap !== null) found.push(gap)
      at += line.length + 1
    }
    return found
  }

  #line(line: string, at: number, { kind, level, checked }: Line): PlainGap | null {
    // Most lines have no label.
    if (this.#above === null && kind !== 'heading' && !COLON.test(line)) return null
    const marks = MARKS.exec(line)?.[0].length ?? 0
    const said = line.slice(marks).trimEnd()
    const labelled = labelIn(said, kind === 'heading')
    if (labelled !== null) {
      this.#above = labelled.rest === '' ? labelled.kind : null
      this.#begun = false
      return gapAt(labelled.kind, labelled.rest, at + marks, said.length)
    }
    if (this.#above === null || said === '') return null
    const isItem = kind === 'bullet' || kind === 'table' || kind === 'checklist'
    if (kind === 'heading' || level !== undefined || (!isItem && this.#begun)) {
      this.#above = null
      return null
    }
    this.#begun = true
    return checked === true ? null : gapAt(this.#above, said, at + marks, said.length)
  }
}

/** Splits a line before each label that follows the end of a sentence: "Fixed the parser. Failing: lint". */
function atLabels(line: string): string[] {
  if (!COLON.test(line)) return [line]
  const starts = [...line.matchAll(AFTER_SENTENCE)].map(({ index, 0: end }) => index + end.length)
  const cuts = [0, ...starts.filter((at) => labelIn(line.slice(at, at + LABEL_LENGTH + 1), false) !== null)]
  // The character before a cut is a space, as the line break between two lines is one.
  return cuts.map((from, i) => line.slice(from, (cuts[i + 1] ?? line.length + 1) - 1))
}

const AFTER_SENTENCE = /[.!?。！？]['"”’)]?\s/g

/** The gap on a line. A denial ends at the first comma or bracket: "none (but I did not run the linter)". */
function gapAt(kind: GapKind, said: string, from: number, length: number): PlainGap {
  const none = saysNone(said, kind)
  const rest = from + length - said.length
  return { kind, from, rest, to: none ? rest + leadingOf(said).length : from + length, none }
}

/** Splits `Failing: two tests` into its label and the rest. A heading needs no colon. */
function labelIn(said: string, heading: boolean): { kind: GapKind; rest: string } | null {
  const colon = said.search(COLON)
  const end = colon < 0 && heading ? said.length : colon
  if (end < 2 || end > LABEL_LENGTH) return null
  const kind = gapLabelled(said.slice(0, end))
  return kind === null ? null : { kind, rest: said.slice(end + 1).trim() }
}
