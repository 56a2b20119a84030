import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readTextIfThere } from '../../ledger/stores/files/disk.ts'
import { sharedGitFolder } from '../../project/stores/git-folder.ts'
import type { LinePart } from './backup.ts'
import { quoted } from './command.ts'
import { readSettings, type SettingsFile, textOf } from './file.ts'
import type { Site } from './hooks.ts'

/**
 * Our lines in git's own files, which are not part of any branch. They keep a person's own hooks out of commits, stashes and
 * cleanups, and copy them into each new worktree.
 */

/** A file with our line added. `mode` is for a new file. */
export type WithLine = { part: LinePart; file: SettingsFile; after: Buffer; line: string; mode: number }

/** The path of the settings that are copied into new worktrees: they contain only our hooks. */
export const worktreeSettings = (home: string, host: string): string => join(home, 'worktrees', `${host}.json`)

/** Adds our lines for a settings file in a project. Without git there are none. */
export function linesFor(settings: string, place: Site, template: string): WithLine[] {
  const path = relative(place.project, settings)
  if (path.startsWith('..') || !existsSync(join(place.project, '.git'))) return []
  const shared = sharedGitFolder(place.project)
  const excluded = withLine('exclude', join(shared, 'info/exclude'), `/${path}`, 0o644, appended)
  const checkout = join(shared, 'hooks/post-checkout')
  const restored = hasOwnHooks(shared, place)
    ? null
    : withLine('checkout', checkout, restoring(path, template), 0o755, afterShebang)
  return [excluded, ...(restored === null ? [] : [restored])].filter((one) => one !== null)
}

const MARK = '# Bailiff: its hooks in every worktree'

/** Git runs this in a worktree after each checkout, the first one included. */
const restoring = (path: string, template: string): string =>
  `[ -e ${quoted(path)} ] || { mkdir -p ${quoted(folderOf(path))} && cp ${quoted(template)} ${quoted(path)}; } ${MARK}`

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/'))) || '.'

/** True if git runs hooks from a folder that the project or the person chose: those are not ours to change. */
function hasOwnHooks(shared: string, { person, env }: Site): boolean {
  const own = env['XDG_CONFIG_HOME'] || join(person, '.config')
  const files = [join(shared, 'config'), join(person, '.gitconfig'), join(own, 'git/config')]
  return files.some((file) => /^[ \t]*hooksPath[ \t]*=/im.test(readTextIfThere(file) ?? ''))
}

type Add = (text: string, line: string) => string | null

function withLine(part: LinePart, path: string, line: string, mode: number, add: Add): WithLine | null {
  const file = readSettings(path)
  const text = textOf(file)
  const after = text.split('\n').includes(line) ? text : add(withoutLines(text, part, line), line)
  return after === null ? null : { part, file, after: Buffer.from(after), line, mode }
}

const appended: Add = (text, line) => `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`

/** First in the script, because it may exit later on. Scripts in other languages stay as they are. */
const afterShebang: Add = (text, line) => {
  if (text === '') return `${SHEBANG}\n${line}\n`
  const end = text.indexOf('\n') + 1
  return end > 0 && /^#!\S*(?:\/|\s)(?:sh|bash|dash|zsh|ksh)\b/.test(text)
    ? `${text.slice(0, end)}${line}\n${text.slice(end)}`
    : null
}

const SHEBANG = '#!/bin/sh'

/** The text without our lines; for `exclude`, without this one. */
export function withoutLines(text: string, part: LinePart, line: string): string {
  const isOurs = (one: string): boolean => (part === 'exclude' ? one === line : one.endsWith(MARK))
  return text
    .split('\n')
    .filter((one) => !isOurs(one))
    .join('\n')
}

/** True if the text is empty, or only the shebang that we wrote is left. */
export const isEmptied = (text: string): boolean => text.trim() === '' || text.trim() === SHEBANG
