import { ANY_MARK, MARK_CHARS, opening } from './lines.ts'

/** A line of a comparison: in both blocks, only in the first (`-`) or only in the second (`+`). */
export type ComparedLine = { sign: ' ' | '-' | '+'; text: string }

/** Compares two blocks line by line. Every block has its own mark, so marks do not count as a difference. */
export const compareBlocks = (before: string, after: string): ComparedLine[] =>
  compareLines(linesOf(before), linesOf(after))

/** Compares two texts line by line. */
export function compareLines(a: readonly string[], b: readonly string[]): ComparedLine[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [
    ...a.slice(0, start).map(same),
    ...editsOf(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ]
}

const same = (text: string): ComparedLine => ({ sign: ' ', text })
const removed = (text: string): ComparedLine => ({ sign: '-', text })
const added = (text: string): ComparedLine => ({ sign: '+', text })

/** Splits a block into lines and replaces its mark with a placeholder. Recorded text never contains the mark. */
function linesOf(block: string): string[] {
  if (block === '') return []
  const lines = block.split('\n')
  const mark = markIn(lines)
  return mark === null ? lines : lines.map((line) => line.replaceAll(mark, ANY_MARK))
}

/** Reads the mark from the last line of the block's opening; null if there is none. */
function markIn(lines: readonly string[]): string | null {
  const announcing = (mark: string): string => opening('', [], mark).at(-1) ?? ''
  const at = opening('', [], '').length - 1
  const mark = /[0-9a-f]+(?=\.$)/.exec(lines[at] ?? '')?.[0] ?? ''
  return mark.length === MARK_CHARS && lines[at] === announcing(mark) ? mark : null
}

/** Blocks with more edits than this are shown as entirely replaced: a finer comparison would take too long. */
const MAX_EDITS = 1_000

/** The shortest list of removed and added lines (Myers). `reach` holds the furthest line of `a` on each diagonal. */
function editsOf(a: readonly string[], b: readonly string[]): ComparedLine[] {
  const rounds: Reach[] = []
  const reach = new Map([[1, 0]])
  for (let edits = 0; edits <= Math.min(a.length + b.length, MAX_EDITS); edits++) {
    rounds.push(new Map(reach))
    for (let k = -edits; k <= edits; k += 2) {
      const from = cameFrom(reach, k, edits)
      let x = (reach.get(from) ?? 0) + (from < k ? 1 : 0)
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach.set(k, x)
      if (x >= a.length && x - k >= b.length) return traced(rounds, a, b)
    }
  }
  return [...a.map(removed), ...b.map(added)]
}

type Reach = ReadonlyMap<number, number>

/** The neighbouring diagonal that got furthest: coming from the one above adds a line, from the one below removes one. */
function cameFrom(reach: Reach, k: number, edits: number): number {
  if (k === -edits) return k + 1
  if (k === edits) return k - 1
  return (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1) ? k + 1 : k - 1
}

/** Walks back from the ends of both blocks, round by round: first the equal lines, then the edit before them. */
function traced(rounds: readonly Reach[], a: readonly string[], b: readonly string[]): ComparedLine[] {
  const lines: ComparedLine[] = []
  let [x, y] = [a.length, b.length]
  rounds.reduceRight((_, reach, edits) => {
    const from = cameFrom(reach, x - y, edits)
    const start = reach.get(from) ?? 0
    const isAdded = from > x - y
    for (; x > start && y > start - from; x--, y--) lines.push(...a.slice(x - 1, x).map(same))
    lines.push(...(isAdded ? b.slice(start - from, y).map(added) : a.slice(start, x).map(removed)))
    ;[x, y] = [start, start - from]
    return null
  }, null)
  return lines.reverse()
}

const CONTEXT_LINES = 3

/** The changed lines with some context, in hunks as in a unified diff; empty if nothing changed. */
export function hunksOf(lines: readonly ComparedLine[]): string[] {
  const isShown = lines.map((_, i) => isNear(lines, i))
  return isShown.flatMap((isIn, from) => {
    if (!isIn || isShown[from - 1]) return []
    const end = isShown.indexOf(false, from)
    const part = lines.slice(from, end === -1 ? lines.length : end)
    return [titleOf(lines.slice(0, from), part), ...part.map(({ sign, text }) => `${sign}${text}`)]
  })
}

function titleOf(before: readonly ComparedLine[], part: readonly ComparedLine[]): string {
  const place = (other: '-' | '+'): string => `${countOf(before, other) + 1},${countOf(part, other)}`
  return `@@ -${place('+')} +${place('-')} @@`
}

/** The number of lines in one block: all lines except those that only the other block has. */
const countOf = (lines: readonly ComparedLine[], other: '-' | '+'): number =>
  lines.filter(({ sign }) => sign !== other).length

const isNear = (lines: readonly ComparedLine[], at: number): boolean =>
  lines.slice(Math.max(0, at - CONTEXT_LINES), at + CONTEXT_LINES + 1).some(({ sign }) => sign !== ' ')
