import { isObject, type Json } from '../../ledger/kinds.ts'

/** The input fields that say what a call is about, the most telling first. */
const FIELDS = [
  'command',
  'cmd',
  'file_path',
  'path',
  'notebook_path',
  'absolute_path',
  'dir_path',
  'url',
  'pattern',
  'query',
  'description',
  'prompt',
  'message',
  'name',
] as const

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm

/** The subject of a call: its command or its file, otherwise its whole input. */
export function subjectOf(input: Json, cwd: string | null): string {
  if (typeof input === 'string') return input
  if (!isObject(input)) return input === null ? '' : JSON.stringify(input)
  const field = subjectField(input)
  if (field === null) return amountOf(input) ?? (Object.keys(input).length === 0 ? '' : JSON.stringify(input))
  const value = input[field]
  if (typeof value === 'string') return within(cwd, filesOf(value) ?? value)
  return `(stored as ${(value as { artifact: string }).artifact})`
}

/** Shows an input that is only a list as its length: `8 todos`. */
function amountOf(input: Record<string, unknown>): string | null {
  const [[name, value] = [], ...others] = Object.entries(input)
  return Array.isArray(value) && others.length === 0 ? `${value.length} ${name}` : null
}

/** The input field that says what the call is about. */
export const subjectField = (input: Record<string, unknown>): string | null =>
  FIELDS.find((field) => {
    const value = input[field]
    return (typeof value === 'string' && value !== '') || (isObject(value) && typeof value['artifact'] === 'string')
  }) ?? null

/** Shows a patch as its list of files. */
const filesOf = (text: string): string | null =>
  text.startsWith('*** Begin Patch') ? [...text.matchAll(PATCHED)].map(([, path]) => path).join(', ') : null

/** Shortens a path in the session's folder to the part below that folder. */
const within = (cwd: string | null, text: string): string =>
  cwd !== null && cwd !== '/' && text.startsWith(`${cwd}/`) ? text.slice(cwd.length + 1) : text
