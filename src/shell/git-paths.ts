import { type Arguments, optionValue } from './options.ts'
import type { Touch } from './touch.ts'
import { inDirectory, known, type Piece, prefixOf, type Value, without } from './value.ts'

/** The folders that paths of a git command start in: the one it changes to, and the work trees it is told to use. */
export type GitFolders = { directory: Value | null; workTrees: readonly Value[] }

/** Variables that a command sees. */
export type Assigned = readonly { name: string; value: Value }[]

const START: Value = [{ kind: 'start' }]
const HOME: Value = [{ kind: 'home', user: '' } satisfies Piece]

const CONFIGURED = /^core\.worktree=/i

/** Git adds one `-C` to the other, and takes the work tree from an option, a setting or a variable. */
export function gitFolders(globals: Arguments, assignments: Assigned): GitFolders {
  const moves = globals.options.flatMap(({ name, value }) => (name === '-C' && value !== null ? [value] : []))
  const configured = globals.options.flatMap(({ name, value }) => {
    const [head = ''] = name === '-c' && value !== null ? (CONFIGURED.exec(prefixOf(value)) ?? []) : []
    return value === null || head === '' ? [] : [without(value, head.length)]
  })
  const named = optionValue(globals, '--work-tree')
  const assigned = assignments.filter(({ name }) => name === 'GIT_WORK_TREE').map(({ value }) => value)
  const directory = moves.reduce<Value | null>((from, to) => (from === null ? to : inDirectory(from, to)), null)
  const workTrees = [...(named === null ? [] : [named]), ...configured, ...assigned]
  return { directory, workTrees: workTrees.map((one) => from(directory, one)) }
}

const from = (directory: Value | null, path: Value): Value => (directory === null ? path : inDirectory(directory, path))

/** `:/x` and `:(top)x` start at the top of the work tree; `:!x` leaves x out. */
const MAGIC = /^:(?:\(([\w,:=]*)\)|([/!^]+))/

/** A file as git finds it: relative to the folder it works in, and to the top of each work tree. */
export function asGitFindsIt(touch: Touch, { directory, workTrees }: GitFolders): Touch[] {
  if (touch.kind === 'inline-code') return [touch]
  const [head = '', long = '', short = ''] = MAGIC.exec(prefixOf(touch.path)) ?? []
  if (/exclude/.test(long) || /[!^]/.test(short)) return []
  const path = globbed(without(touch.path, head.length))
  const isTop = /top/.test(long) || short.includes('/')
  const tops = workTrees.length > 0 || !isTop ? workTrees : [START, ...(directory === null ? [] : [directory])]
  const all = [...(isTop ? [] : [from(directory, path)]), ...tops.map((top) => inDirectory(top, path))]
  return all.map((one) => ({ ...touch, path: one }))
}

/** Git expands wildcards itself, even if they are quoted. */
const globbed = (path: Value): Value =>
  path.flatMap((piece): Value => {
    if (piece.kind !== 'text' || !/[*?]/.test(piece.text)) return [piece]
    const parts = piece.text.split(/(\*+|\?)/)
    return parts.flatMap((part, i): Value => (i % 2 === 1 ? [{ kind: 'glob', text: part }] : known(part)))
  })

const SHOWING: ReadonlySet<string> = new Set(['show', 'cat-file', 'diff', 'archive', 'checkout', 'restore', 'blame'])
const STORED = /^[^:\s]*:(?:\d:)?(?=[^/:\s(!^])/

/** `HEAD:x` and `:x`: a file in a commit or in the index. Its path starts at the top, which may be a home directory. */
export function storedFiles(name: string, args: readonly Value[], { workTrees }: GitFolders): Touch[] {
  if (!SHOWING.has(name)) return []
  return args.flatMap((arg): Touch[] => {
    const [head = ''] = STORED.exec(prefixOf(arg)) ?? []
    if (head === '') return []
    const path = without(arg, head.length)
    return [HOME, ...workTrees].map((top) => ({ kind: 'read', path: inDirectory(top, path) }))
  })
}

const WRITTEN = /^GIT_(?:DIR|INDEX_FILE|OBJECT_DIRECTORY|TRACE\w*)$/

/** The files that git writes because a variable names them. */
export const assignedFiles = (assignments: Assigned): Touch[] =>
  assignments
    .filter(({ name, value }) => WRITTEN.test(name) && prefixOf(value) !== '1')
    .map(({ value }): Touch => ({ kind: 'write', path: value.length === 0 ? known('.') : value }))
