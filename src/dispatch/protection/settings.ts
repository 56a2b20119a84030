import { isObject } from '../../ledger/kinds.ts'
import type { HostFacts } from './host-facts.ts'

/**
 * The hooks in a settings file: the number of ours, whether the file switches all hooks off, and the commands of other hooks
 * that run when an agent stops.
 */
export type HooksIn = { ours: number; isOff: boolean; otherStops: readonly string[] }

const MAX_DEPTH = 12

/** Reads a host's settings file. Text that is not JSON, such as TOML or a broken file, is searched line by line. */
export function hooksIn(text: string, hosts: HostFacts): HooksIn {
  const { ours, offKeys, stopEvents } = hosts
  const value = parsed(text)
  if (value !== undefined)
    return {
      ours: countIn(value, ours) + pluginsIn(value, hosts, true),
      isOff: isObject(value) && (offKeys.some((key) => value[key] === true) || pluginsIn(value, hosts, false) > 0),
      otherStops: isObject(value) ? otherStopsIn(value['hooks'], stopEvents, ours) : [],
    }
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line))
  return {
    ours: lines.filter((line) => ours.test(line)).length,
    isOff: offKeys.some((key) => lines.some((line) => new RegExp(`"${key}"\\s*:\\s*true`).test(line))),
    otherStops: [],
  }
}

/** Counts our plugins that settings enable, or disable. */
function pluginsIn(settings: unknown, { pluginKeys, plugin }: HostFacts, isEnabled: boolean): number {
  if (!isObject(settings)) return 0
  const named = pluginKeys.flatMap((key) => Object.entries(isObject(settings[key]) ? settings[key] : {}))
  return named.filter(([name, value]) => plugin.test(name) && value === isEnabled).length
}

/** Enough to recognise a command; the file itself has the rest. */
const MAX_COMMAND_CHARS = 500

function otherStopsIn(hooks: unknown, events: readonly string[], ours: RegExp): string[] {
  const groups = isObject(hooks) ? events.flatMap((event) => listOf(hooks[event])) : []
  return groups
    .flatMap((group) => listOf(isObject(group) ? group['hooks'] : null))
    .flatMap((handler) => (isObject(handler) && typeof handler['command'] === 'string' ? [handler['command']] : []))
    .filter((command) => !ours.test(command))
    .map((command) => command.slice(0, MAX_COMMAND_CHARS))
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function countIn(value: unknown, ours: RegExp, depth = 0): number {
  if (typeof value === 'string') return ours.test(value) ? 1 : 0
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0
  return Object.values(value).reduce((sum: number, one) => sum + countIn(one, ours, depth + 1), 0)
}

/**
 * True if a change to a settings file leaves our hooks, hook switches and trust settings intact, and adds no hook that visibly
 * overrules our blocks. False if that is uncertain. `before` is null if the file does not exist.
 */
export function keepsHooks(
  path: string,
  before: string | null,
  after: string,
  { editable, ours, stopEvents }: HostFacts,
): boolean {
  const format = editable.get(path.slice(path.lastIndexOf('/') + 1))
  if (format === 'toml') return linesThatMatter(before ?? '') === linesThatMatter(after)
  if (format !== 'json') return false
  const [from, to] = [parsed(before?.trim() || '{}'), parsed(after.trim() || '{}')]
  if (!isObject(from) || !isObject(to) || whatMatters(from, ours) !== whatMatters(to, ours)) return false
  const [had, has] = [from, to].map(({ hooks }) => otherStopsIn(hooks, stopEvents, ours))
  return !overrules(had ?? [], has ?? [])
}

/** True if a hook on stops was added whose command visibly ends the turn: it would overrule our blocks. */
export const overrules = (before: readonly string[], after: readonly string[]): boolean =>
  after.some((command) => !before.includes(command) && endsTurns(command))

/** True if a hook with this text visibly ends the turn. */
export const endsTurns = (text: string): boolean => /\bcontinue\b\W{0,4}:\s*false\b/i.test(text)

/** Our own name is the key of our plugin. */
const MATTERS = /hook|trust|bailiff/i

/** Everything that controls hooks, as one string: our hooks with their positions, and all related settings. */
function whatMatters(settings: object, ours: RegExp): string {
  return JSON.stringify(
    Object.entries(settings)
      .map(([key, value]): [string, unknown] => [
        key,
        key === 'hooks' ? hooksThatMatter(value, ours) : switchesIn(value, key),
      ])
      .filter(([, value]) => value !== undefined)
      .sort(byKey),
  )
}

/** Keeps the hook groups that contain one of ours; a value that is not a group is kept whole. */
function hooksThatMatter(hooks: unknown, ours: RegExp): unknown {
  if (!isObject(hooks)) return hooks
  const kept = Object.entries(hooks)
    .map(([event, groups]): [string, unknown] => {
      const isGroups = Array.isArray(groups) && groups.every(isObject)
      return [event, isGroups ? groups.filter((group) => countIn(group, ours) > 0) : groups]
    })
    .filter(([, groups]) => !Array.isArray(groups) || groups.length > 0)
  return kept.length === 0 ? undefined : kept.sort(byKey)
}

/** Keeps the values below any key about hooks, trust or Bailiff, at any depth. */
function switchesIn(value: unknown, key: string, depth = 0): unknown {
  if (MATTERS.test(key) || depth > MAX_DEPTH) return value
  if (!isObject(value)) return undefined
  const inner = Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, switchesIn(one, name, depth + 1)])
    .filter(([, one]) => one !== undefined)
  return inner.length === 0 ? undefined : inner.sort(byKey)
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** Keeps TOML lines about hooks, trust or Bailiff, all lines in such tables, and lines with escapes or multi-line strings. */
function linesThatMatter(text: string): string {
  let table = ''
  const lines = text.split('\n').filter((line) => {
    if (/^\s*\[/.test(line)) table = line
    return MATTERS.test(table) || MATTERS.test(line) || /\\[uU]|"""|'''/.test(line)
  })
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n')
}
