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
export const globFault = (glob: string): string | null => bracesFault(glob) ?? pathFault(glob.replace(/^!/, ''))

/** Braces that are still there after they were written out stand for too many names. */
const bracesFault = (text: string): string | null =>
  ALTERNATIVES.test(text) && expandBraces(text).length === 1
    ? `its braces stand for more than ${MAX_NAMES} names. Write several entries.`
    : null

/** More names than any list of files needs; a few braces in a row could stand for millions. */
const MAX_NAMES = 1000

const ALTERNATIVES = /\{([^{}]*,[^{}]*)\}/

/** Writes out alternatives: `vitest.config.{js,ts}` names two files. A brace without a comma is part of a name. */
export function expandBraces(text: string): string[] {
  const groups = [...text.matchAll(new RegExp(ALTERNATIVES, 'g'))].map(([, among = '']) => among.split(',').length)
  if (groups.reduce((product, count) => product * count, 1) > MAX_NAMES) return [text]
  let names = [text]
  for (const _ of groups) names = names.flatMap(expandFirst)
  return names
}

function expandFirst(text: string): string[] {
  const [group = '', among = ''] = ALTERNATIVES.exec(text) ?? []
  return among.split(',').map((one) => text.replace(group, () => one))
}

/** Joins pins that differ only in one part: the ending of a file, a script, a folder. Sorted. The opposite of `expandBraces`. */
export function compactPins(pins: readonly string[]): string[] {
  const all = [...new Set(pins)]
  const plain = all.filter((pin) => !/[{}]/.test(pin))
  const braced = all.filter((pin) => /[{}]/.test(pin))
  return [...VARYING.reduce(joined, plain), ...braced].sort()
}

/** A pin in three parts, of which the middle one varies. */
const VARYING = [
  /^(.*?[^/])((?:\.[^./#]+)?)((?:#.*)?)$/,
  /^([^#]*#\/scripts\/)([^/]+)()$/,
  /^((?:[^#]*\/)?)([^/#{}~]+)(\/[^/#]+(?:#.*)?)$/,
]

/** Limit on one entry of a policy. */
const MAX_CHARS = 500

function joined(pins: readonly string[], form: RegExp): string[] {
  const groups = new Map<string, { pins: string[]; middles: string[]; parts: [string, string] | null }>()
  for (const pin of [...pins].sort()) {
    const [, start, middle = '', end = ''] = form.exec(pin) ?? []
    const key = start === undefined ? pin : `${start}\0${end}`
    const group = groups.get(key) ?? { pins: [], middles: [], parts: start === undefined ? null : [start, end] }
    groups.set(key, { ...group, pins: [...group.pins, pin], middles: [...group.middles, middle] })
  }
  return [...groups.values()].flatMap(({ pins, middles, parts }) => {
    const one = parts === null ? '' : parts.join(inBraces(middles))
    return parts === null || one.length > MAX_CHARS ? pins : [one]
  })
}

function inBraces(middles: readonly string[]): string {
  if (middles.length === 1) return middles[0] ?? ''
  const isDotted = middles.every((one) => one.startsWith('.'))
  // The shortest first: a script before those that run before and after it.
  const sorted = [...middles].sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  return isDotted ? `.{${middles.map((one) => one.slice(1)).join(',')}}` : `{${sorted.join(',')}}`
}

/** Parses `file` or `file#/json/pointer`. */
export function readPin(text: string): Pin {
  const at = text.indexOf('#')
  return at === -1 ? { file: text, pointer: null } : { file: text.slice(0, at), pointer: text.slice(at + 1) }
}

export function pinFault(text: string): string | null {
  const { file, pointer } = readPin(text)
  const fault = bracesFault(text)
  if (fault !== null) return fault
  if (/[?]|\*\*|[^/]\*|\*[^/]|\*$|^~.*\*/.test(file))
    return 'in a pin, * stands for a whole folder, as in packages/*/package.json. List files one by one, or as name.{js,ts}.'
  if (pointer !== null && !/^(?:\/(?:[^~/]|~[01])*)+$/.test(pointer))
    return 'write a JSON pointer after #, such as package.json#/scripts/test.'
  return pathFault(file.replace(/^~\/(?=.)/, ''))
}

/** True for a pin in every folder of a kind: one with a `*` in its path. */
export const isInFolders = ({ file }: Pin): boolean => file.includes('*')

/** True for a pin on the user's own settings, such as `~/.cargo/config.toml`. */
export const isOfUser = ({ file }: Pin): boolean => file.startsWith('~/')

export const renderPin = ({ file, pointer }: Pin): string => (pointer === null ? file : `${file}#${pointer}`)
