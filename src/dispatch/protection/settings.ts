import { isObject } from '../../ledger/kinds.ts'

/** What a settings file says about hooks: how many of ours it holds, and whether it switches all hooks off. */
export type HooksIn = { ours: number; isOff: boolean }

/** `bailiff hook <host> <event>`, or the launcher that is installed for it. */
const OURS = /\b(?:bailiff-)?hook["']?\s+["']?(?:claude-code|codex|gemini)\b/

const MAX_DEPTH = 12

/** Reads the text of a settings file of a host. What is no JSON, such as TOML or a broken file, is searched as it stands. */
export function hooksIn(text: string): HooksIn {
  const value = parsed(text)
  if (value !== undefined)
    return { ours: countIn(value, 0), isOff: isObject(value) && value['disableAllHooks'] === true }
  const lines = text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line))
  return {
    ours: lines.filter((line) => OURS.test(line)).length,
    isOff: lines.some((line) => /"disableAllHooks"\s*:\s*true/.test(line)),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function countIn(value: unknown, depth: number): number {
  if (typeof value === 'string') return OURS.test(value) ? 1 : 0
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0
  return Object.values(value).reduce((sum: number, one) => sum + countIn(one, depth + 1), 0)
}

/**
 * Whether a change of a settings file leaves our hooks, what switches hooks on and off, and what is trusted as they are.
 * Where that cannot be said, it does not. `before` is null where there is no file.
 */
export function keepsHooks(path: string, before: string | null, after: string): boolean {
  if (/\/config\.toml$/.test(path)) return linesThatMatter(before ?? '') === linesThatMatter(after)
  if (!/\/settings(?:\.local)?\.json$/.test(path)) return false
  const [from, to] = [parsed(before?.trim() || '{}'), parsed(after.trim() || '{}')]
  return isObject(from) && isObject(to) && whatMatters(from) === whatMatters(to)
}

const MATTERS = /hook|trust/i

/** All that decides on hooks, as one text: ours with where they stand, and whatever else has to do with them. */
function whatMatters(settings: object): string {
  return JSON.stringify(
    Object.entries(settings)
      .map(([key, value]): [string, unknown] => [
        key,
        key === 'hooks' ? hooksThatMatter(value) : switchesIn(value, key),
      ])
      .filter(([, value]) => value !== undefined)
      .sort(byKey),
  )
}

/** Of groups of hooks those that hold one of ours; what is no group counts whole. */
function hooksThatMatter(hooks: unknown): unknown {
  if (!isObject(hooks)) return hooks
  const kept = Object.entries(hooks)
    .map(([event, groups]): [string, unknown] => {
      const isGroups = Array.isArray(groups) && groups.every(isObject)
      return [event, isGroups ? groups.filter((group) => countIn(group, 0) > 0) : groups]
    })
    .filter(([, groups]) => !Array.isArray(groups) || groups.length > 0)
  return kept.length === 0 ? undefined : kept.sort(byKey)
}

/** What stands below a key that speaks of hooks or trust, at any depth. */
function switchesIn(value: unknown, key: string, depth = 0): unknown {
  if (MATTERS.test(key) || depth > MAX_DEPTH) return value
  if (!isObject(value)) return undefined
  const inner = Object.entries(value)
    .map(([name, one]): [string, unknown] => [name, switchesIn(one, name, depth + 1)])
    .filter(([, one]) => one !== undefined)
  return inner.length === 0 ? undefined : inner.sort(byKey)
}

const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number => (a < b ? -1 : a > b ? 1 : 0)

/** Lines of TOML that speak of hooks or trust, those of tables that do, and those that are not plain. */
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
