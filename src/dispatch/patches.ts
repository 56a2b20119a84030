import type { Change, Edit } from './act.ts'

/** Maximum number of files. No patch that people review has more. */
const MAX_FILES = 500

const OWN = /^\*\*\* ((?:Add|Update|Delete) File|Move to): (.+)$/
const UNIFIED = /^(?:\+\+\+|---|rename (?:from|to)) (\S[^\t\n]*)/

/** A file in a patch. `change` is null if the patch does not show the new content, or removes the file. */
export type Patched = { path: string; change: Change | null; isRemoved: boolean }

/**
 * Lists the files that a patch changes, in `apply_patch` format or as a unified diff. Names in a diff may have a prefix
 * that is not a folder (`a/`, `b/`), so each is listed with and without it.
 */
export function patchedIn(text: string): Patched[] {
  const found = new Map<string, Patched>()
  const lines = text.split('\n')
  lines.forEach((line, i) => {
    if (found.size > MAX_FILES) return
    const [, verb = '', own] = OWN.exec(line) ?? []
    if (own !== undefined)
      add(found, { path: own.trim(), change: changeIn(verb, lines, i + 1), isRemoved: verb === 'Delete File' })
    for (const path of unifiedIn(line)) add(found, { path, change: null, isRemoved: isGone(line, lines[i + 1] ?? '') })
  })
  return [...found.values()]
}

/** Adds a patched file. If the patch names it twice, its change is unknown. */
function add(found: Map<string, Patched>, one: Patched): void {
  found.set(one.path, found.has(one.path) ? { ...one, change: null } : one)
}

/** True for a `---` line followed by `+++ /dev/null`. */
const isGone = (line: string, next: string): boolean => line.startsWith('--- ') && next.startsWith('+++ /dev/null')

function unifiedIn(line: string): string[] {
  const path = UNIFIED.exec(line)?.[1]?.trim()
  if (path === undefined || path === '/dev/null') return []
  return path.startsWith('/') || !path.includes('/') ? [path] : [path, path.slice(path.indexOf('/') + 1)]
}

/** Reads the change below a file name, up to the next `***` line. */
function changeIn(verb: string, lines: readonly string[], from: number): Change | null {
  let end = from
  while (end < lines.length && !lines[end]?.startsWith('*** ')) end++
  const body = lines.slice(from, end)
  if (verb === 'Add File') return { kind: 'whole', text: body.map((line) => `${line.slice(1)}\n`).join('') }
  const isMoved = (lines[end] ?? '').startsWith('*** Move to')
  return verb === 'Update File' && !isMoved ? { kind: 'edits', edits: hunksOf(body) } : null
}

function hunksOf(body: readonly string[]): Edit[] {
  const hunks: string[][] = []
  for (const line of body) {
    if (line.startsWith('@@') || hunks.length === 0) hunks.push([])
    if (!line.startsWith('@@')) hunks.at(-1)?.push(line)
  }
  const side = (lines: readonly string[], other: string): string =>
    lines
      .filter((line) => !line.startsWith(other))
      .map((line) => line.slice(1))
      .join('\n')
  return hunks
    .filter((lines) => lines.some((line) => line !== ''))
    .map((lines) => ({ from: side(lines, '+'), to: side(lines, '-'), everywhere: false }))
}
