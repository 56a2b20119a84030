import type { Change, Edit } from './act.ts'

/** The texts a file may hold after a change, or null where that cannot be said. `before` is null where there is no file. */
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

/** Where the text stands more than once, a host may replace the first or all of them. */
function edited(text: string, { from, to, everywhere }: Edit): string[] | null {
  if (from === '') return text === '' ? [to] : null
  const at = text.indexOf(from)
  if (at < 0) return null
  const all = text.split(from).join(to)
  const first = `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
  return everywhere || all === first ? [all] : [first, all]
}
