import type { Change, Edit } from './act.ts'

/** The possible contents of a file after a change, or null if unknown. `before` is null if the file does not exist. */
export function resultsOf(before: string | null, change: Change): string[] | null {
  if (change.kind === 'whole') return [change.text]
  let results = [before ?? '']
  for (const edit of change.edits) {
    const next = results.map((text) => edited(text, edit))
    if (next.some((one) => one === null)) return null
    results = next.flatMap((one) => one ?? []).slice(0, MAX_RESULTS)
  }
  return results
}

const MAX_RESULTS = 8

/** Lists the possible results of an edit: if the text occurs more than once, a host may replace the first occurrence or all. */
function edited(text: string, { from, to, everywhere }: Edit): string[] | null {
  if (from === '') return text === '' ? [to] : null
  const at = text.indexOf(from)
  if (at < 0) return null
  const all = text.split(from).join(to)
  const first = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
  return everywhere || all === first ? [all] : [first, all]
}
