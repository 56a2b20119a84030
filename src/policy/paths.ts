import type { Pin } from './policy.ts'

/** Returns the reason why a string is not a path inside the project, or null if it is one. */
export function pathFault(path: string): string | null {
  if (path === '' || path.trim() !== path) return 'a path must not be empty or have spaces around it.'
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keeping them out is the point
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return 'use / in paths, and no backslashes or control characters.'
  if (path.startsWith('/') || path.startsWith('~')) return 'use a path relative to the project, such as src/index.ts.'
  if (path.split('/').includes('..')) return 'it leads out of the project. Use a path inside it.'
  return null
}

/** Returns the reason why a string is not a glob inside the project, or null. A leading `!` excludes. */
export const globFault = (glob: string): string | null => pathFault(glob.replace(/^!/, ''))

/** Writes out alternatives: `vitest.config.{js,ts}` names two files. A brace without a comma is part of a name. */
export function expandPin(text: string): string[] {
  const [, before, among, after] = /^([^{}]*)\{([^{}]*,[^{}]*)\}([^{}]*)$/.exec(text) ?? []
  return among === undefined ? [text] : among.split(',').map((one) => `${before}${one}${after}`)
}

/** Joins pins that differ only in the ending of their file, sorted. The opposite of `expandPin`. */
export function compactPins(pins: readonly string[]): string[] {
  const groups = new Map<string, string[]>()
  for (const pin of [...new Set(pins)].sort()) {
    const [, stem = '', end = '', part = ''] = /^(.*?[^/])((?:\.[^./#]+)?)((?:#.*)?)$/.exec(pin) ?? []
    const key = /[{}]/.test(pin) ? pin : `${stem}{}${part}`
    groups.set(key, [...(groups.get(key) ?? []), /[{}]/.test(pin) ? pin : end])
  }
  return [...groups].map(([key, ends]) => (key.includes('{}') ? key.replace('{}', joinedEnds(ends)) : key)).sort()
}

function joinedEnds(ends: readonly string[]): string {
  if (ends.length === 1) return ends[0] ?? ''
  const isDotted = ends.every((end) => end.startsWith('.'))
  return isDotted ? `.{${ends.map((end) => end.slice(1)).join(',')}}` : `{${ends.join(',')}}`
}

/** Parses `file` or `file#/json/pointer`. */
export function readPin(text: string): Pin {
  const at = text.indexOf('#')
  return at === -1 ? { file: text, pointer: null } : { file: text.slice(0, at), pointer: text.slice(at + 1) }
}

export function pinFault(text: string): string | null {
  const { file, pointer } = readPin(text)
  if (/[*?]/.test(file)) return 'a pin must name a single file. List the files one by one, or as name.{js,ts}.'
  if (pointer !== null && !/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer))
    return 'write a JSON pointer after #, such as package.json#/scripts/test.'
  return pathFault(file.replace(/^~\/(?=.)/, ''))
}

/** True for a pin on the user's own settings, such as `~/.cargo/config.toml`. */
export const isOfUser = ({ file }: Pin): boolean => file.startsWith('~/')

export const renderPin = ({ file, pointer }: Pin): string => (pointer === null ? file : `${file}#${pointer}`)
