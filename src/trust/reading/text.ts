import type { Json } from '../../ledger/kinds.ts'
import type { Call } from '../call.ts'

/** Longer texts are cut in the middle, so that no call can make scoring slow. */
const MAX_CHARS = 4_000
const HEAD_CHARS = 3_000

/** Deeper values and further fields are left out. */
const MAX_DEPTH = 8
const MAX_FIELDS = 256

/** The text of a call: the command line, or the tool's name followed by its fields and values. */
export function textOf({ tool, input, command }: Call): string {
  if (command !== null) return cut(command)
  const words: string[] = []
  addFields(input, '', words, 0)
  return cut(`${tool.replaceAll('_', ' ')}\n${words.join(' ')}`)
}

const cut = (text: string): string =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, HEAD_CHARS)} ${text.slice(HEAD_CHARS - MAX_CHARS)}`

function addFields(value: Json, name: string, words: string[], depth: number): void {
  if (words.length >= 2 * MAX_FIELDS || depth > MAX_DEPTH || value === null) return
  if (typeof value !== 'object') {
    words.push(`${name}=`, cut(String(value)))
    return
  }
  if (Array.isArray(value)) {
    for (const one of value) addFields(one, name, words, depth + 1)
    return
  }
  // Sorted, because the order of fields carries no meaning.
  for (const key of Object.keys(value).sort()) addFields(value[key] ?? null, key.slice(0, 60), words, depth + 1)
}
