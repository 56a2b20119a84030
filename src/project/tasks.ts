import { isObject } from '../ledger/kinds.ts'
import type { Listing } from './checks.ts'

/** Tasks that deno.json and composer.json define, like the scripts of package.json. Pure. */

/** The commands of a task, and the parts of files that define them. */
export type TaskCall = { pins: string[]; texts: string[] }

/** The task that a command runs; null if it runs none. */
export function taskCall(
  listing: Pick<Listing, 'read'>,
  dir: string,
  program: string,
  args: readonly string[],
): TaskCall | null {
  const words = args.filter((arg) => !arg.startsWith('-'))
  if (program === 'deno' && words[0] === 'task') return taskIn(listing, dir, DENO, words[1])
  if (program !== 'composer') return null
  return taskIn(listing, dir, COMPOSER, /^run(?:-script)?$/.test(words[0] ?? '') ? words[1] : words[0])
}

type Files = { names: readonly string[]; key: string; pre: readonly string[] }
export const DENO: Files = { names: ['deno.json', 'deno.jsonc'], key: 'tasks', pre: [''] }
export const COMPOSER: Files = { names: ['composer.json'], key: 'scripts', pre: ['pre-', '', 'post-'] }

type Task = { name: string; pin: string; task: unknown }

/** The tasks of the first of these files that can be read. A part of a file with comments cannot be pinned. */
export function tasksIn({ read }: Pick<Listing, 'read'>, dir: string, { names, key }: Files): Task[] {
  for (const file of names) {
    const tasks = parsed(read(dir + file))?.[key]
    const partOf = (name: string): string =>
      file.endsWith('.json') ? `#/${key}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : ''
    if (isObject(tasks))
      return Object.entries(tasks).map(([name, task]) => ({ name, task, pin: `${dir}${file}${partOf(name)}` }))
  }
  return []
}

function parsed(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? 'null')
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function taskIn(
  listing: Pick<Listing, 'read'>,
  dir: string,
  files: Files,
  wanted: string | undefined,
): TaskCall | null {
  const tasks = tasksIn(listing, dir, files)
  const all = files.pre.flatMap((pre) => tasks.filter(({ name }) => name === `${pre}${wanted}`))
  return all.length === 0 ? null : { pins: all.map(({ pin }) => pin), texts: all.flatMap(({ task }) => textsOf(task)) }
}

/** A task is a command, a list of commands, or an object with one. `@php` and `@other` are Composer's own. */
function textsOf(task: unknown): string[] {
  if (typeof task === 'string') return [task.replace(/^@php /, 'php ').replace(/^@(?=[\w:-]+(?: |$))/, 'composer ')]
  if (Array.isArray(task)) return task.flatMap(textsOf)
  return isObject(task) && typeof task['command'] === 'string' ? [task['command']] : []
}
