/** Returns the known word that was probably meant, or null if none is similar. */
export function nearest(word: string, known: readonly string[]): string | null {
  const limit = Math.max(1, Math.floor(word.length / 3))
  let best: { name: string; away: number } | null = null
  for (const name of known) {
    const away = distance(plain(word), plain(name), limit)
    if (away <= limit && (best === null || away < best.away)) best = { name, away }
  }
  return best?.name ?? null
}

/** Policies write names with _, options with -. */
const plain = (word: string): string => word.toLowerCase().replaceAll('-', '_')

/** Returns the message for an unknown word: a suggestion, or the list of known words. */
export function unknownWord(what: string, word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  if (meant !== null) return `Unknown ${what} "${clip(word)}". Did you mean "${meant}"?`
  return `Unknown ${what} "${clip(word)}". ${known.length === 0 ? 'There are none' : `Known: ${known.join(', ')}`}.`
}

const clip = (word: string): string => (word.length <= 60 ? word : `${word.slice(0, 59)}…`)

/** Returns how many letters to change, add, drop or swap with a neighbour, or limit + 1 if more than the limit. */
function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let rows: [before: number[], last: number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) rows = [rows[1], nextRow(a, b, i, rows)]
  return rows[1][b.length] ?? limit + 1
}

function nextRow(a: string, b: string, i: number, [before, last]: [number[], number[]]): number[] {
  const row = [i]
  for (let j = 1; j <= b.length; j++) {
    const cost = a[i - 1] === b[j - 1] ? 0 : 1
    const plain = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost)
    const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
    row.push(isSwap ? Math.min(plain, (before[j - 2] ?? 0) + 1) : plain)
  }
  return row
}
