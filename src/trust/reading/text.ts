import type { Json } from '../../ledger/kinds.ts'
import type { Call } from '../call.ts'

const MAX_CHARS = 4_000
const HEAD_CHARS = 3_000

/** Deeper values and further fields are left out. */
const MAX_DEPTH = 8
const MAX_FIELDS = 256
const MAX_NAME = 80

/** The text of a call: the command line without comments, or the tool's name followed by its fields and values. */
export function textOf({ tool, input, command }: Call): string {
  if (command !== null) return cut(withoutPadding(command, tool !== 'Cmd'))
  const words: string[] = []
  addFields(input, '', words, 0)
  return cut(`${tool.slice(0, MAX_NAME).replaceAll('_', ' ')}\n${words.join(' ')}`)
}

/** Cuts a long text in the middle, so that no call can make scoring slow. Cutting it again changes nothing. */
export const cut = (text: string): string =>
  text.length <= MAX_CHARS ? text : `${text.slice(0, HEAD_CHARS)} ${text.slice(HEAD_CHARS - MAX_CHARS)}`

/** After one of these a `#` may be text: in quotes, behind an escape, in `${x/ #/}` or in a here-document. */
const UNSURE = `'"\`\\{<`

/**
 * Leaves out comments and runs of blanks: they change nothing, and could fill a text until the rest of it is cut. A `#`
 * counts only where it surely begins a comment. Otherwise `echo " #"; …` would hide everything that follows. Cmd has no
 * such comments.
 */
function withoutPadding(command: string, hasComments: boolean): string {
  if (!command.includes('#') && !command.includes('  ') && !command.includes('\n\n')) return command
  const parts: string[] = []
  let from = 0
  let isBlank = true
  let isSure = hasComments
  for (let at = 0; at < command.length; at++) {
    const char = command.charAt(at)
    const isSpace = char === ' ' || char === '\t' || char === '\n' || char === '\r'
    if (UNSURE.includes(char)) isSure = false
    if (char === '#' && isBlank && isSure && command.charAt(at + 1) !== '!') {
      parts.push(command.slice(from, at))
      at = lineEnd(command, at) - 1
      from = at + 1
    } else if (isSpace && isBlank && char !== '\n') {
      parts.push(command.slice(from, at))
      from = at + 1
    }
    isBlank = isSpace
  }
  parts.push(command.slice(from))
  return parts.join('').replaceAll(/\n\s*\n/g, '\n')
}

/** In PowerShell, a carriage return alone ends a line too. */
function lineEnd(text: string, from: number): number {
  let end = from
  while (end < text.length && text.charAt(end) !== '\n' && text.charAt(end) !== '\r') end++
  return end
}

function addFields(value: Json, name: string, words: string[], depth: number): void {
  if (words.length >= 2 * MAX_FIELDS || depth > MAX_DEPTH || value === null) return
  if (typeof value !== 'object') {
    words.push(`${name}=`, cut(String(value)))
    return
  }
  if (Array.isArray(value)) {
    for (const one of value.slice(0, MAX_FIELDS)) addFields(one, name, words, depth + 1)
    return
  }
  // Sorted, because the order of fields carries no meaning.
  const keys = Object.keys(value).slice(0, MAX_FIELDS).sort()
  for (const key of keys) addFields(value[key] ?? null, key.slice(0, MAX_NAME), words, depth + 1)
}
