import { canonical } from '../../ledger/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import { addItem, addMember, removeItem, removeMember, replaceValue } from '../settings/edit.ts'
import {
  type ArrayNode,
  JsoncError,
  type Member,
  type Node,
  type ObjectNode,
  parseJsonc,
  plainOf,
} from '../settings/jsonc.ts'
import { InstallError } from './errors.ts'

/** Adds our hooks to the text of a host's settings, and removes them. Pure. */

/** The entry that the settings must have for an event. */
export type Wanted = { event: string; group: JsonObject }

/** True if a handler is ours. */
type IsOurs = (handler: Json) => boolean

/** Adds our hooks, each once and last. Everything else stays the same, byte for byte. */
export function merge(text: string, wanted: readonly Wanted[], isOurs: IsOurs, path: string): string {
  const settings = isEmpty(text) ? `${text.startsWith('\ufeff') ? '\ufeff' : ''}{}\n` : text
  const hooks = hooksIn(settings, path)
  if (hooks === null) {
    const all = Object.fromEntries(wanted.map(({ event, group }) => [event, [group]]))
    return addMember(settings, rootOf(settings, path), 'hooks', all)
  }
  const events = new Set(wanted.map(({ event }) => event))
  const others = hooks.members.filter(({ key }) => !events.has(key)).map(({ key }) => key)
  const tidied = others.reduce((now, event) => strippedOf(now, event, isOurs, path), settings)
  return wanted.reduce((now, one) => put(now, one, isOurs, path), tidied)
}

function put(text: string, { event, group }: Wanted, isOurs: IsOurs, path: string): string {
  const hooks = requireHooks(text, path)
  const groups = groupsOf(hooks, event, path)
  if (groups === null) return addMember(text, hooks, event, [group])
  const ours = groups.items.filter((node) => handlersOf(node).some(isOurs))
  const [only] = ours
  if (only !== undefined && ours.length === 1 && handlersOf(only).every(isOurs)) {
    return isSame(only, group) ? text : replaceValue(text, only, group)
  }
  const stripped = strippedOf(text, event, isOurs, path)
  const left = groupsOf(requireHooks(stripped, path), event, path)
  return left === null
    ? addMember(stripped, requireHooks(stripped, path), event, [group])
    : addItem(stripped, left, group)
}

const isSame = (node: Node, group: JsonObject): boolean => canonical(plainOf(node)) === canonical(group)

/** Settings without our hooks, and the events whose other hooks came after ours and have moved up. */
export type Stripped = { text: string; moved: string[] }

/** Removes our hooks, then groups, events and `hooks` itself if they are empty and `original` did not have them. */
export function strip(text: string, isOurs: IsOurs, path: string, original: string | null): Stripped {
  if (isEmpty(text)) return { text, moved: [] }
  const before = original === null || isEmpty(original) ? null : hooksIn(original, path)
  const hooks = hooksIn(text, path)
  const events = [...new Set(hooks?.members.map(({ key }) => key))]
  const moved = events.filter((event) => isBeforeOthers(hooks, event, isOurs))
  const isNew = (event: string): boolean => before?.members.every(({ key }) => key !== event) ?? true
  const held = events.filter((event) => holdsOurs(hooks, event, isOurs))
  let now = held.reduce((one, event) => strippedOf(one, event, isOurs, path), text)
  for (const event of held.filter(isNew)) now = withoutEmpty(now, requireHooks(now, path), event)
  if (held.length > 0 && before === null) now = withoutEmpty(now, rootOf(now, path), 'hooks')
  return { text: now, moved }
}

/** True if the settings are empty. */
export function isBlank(text: string, path: string): boolean {
  return isEmpty(text) || (rootOf(text, path).members.length === 0 && !/[^\s{}]/.test(text))
}

const isEmpty = (text: string): boolean => text.trim() === ''

/** Removes our handlers from an event, and groups that held only ours. */
function strippedOf(text: string, event: string, isOurs: IsOurs, path: string): string {
  for (let now = text; ; ) {
    const groups = groupsIn(requireHooks(now, path), event)
    const at = groups?.items.findIndex((node) => handlersOf(node).some(isOurs)) ?? -1
    const group = groups?.items[at]
    if (groups === null || group === undefined) return now
    const handlers = handlersOf(group)
    const list = memberOf(group, 'hooks')?.value
    now =
      handlers.every(isOurs) || list?.kind !== 'array'
        ? removeItem(now, groups, at)
        : removeItem(now, list, handlers.findIndex(isOurs))
  }
}

function withoutEmpty(text: string, holder: ObjectNode, key: string): string {
  const at = holder.members.findLastIndex((member) => member.key === key)
  const value = holder.members[at]?.value
  const isBare =
    (value?.kind === 'array' && value.items.length === 0) || (value?.kind === 'object' && value.members.length === 0)
  return isBare ? removeMember(text, holder, at) : text
}

const holdsOurs = (hooks: ObjectNode | null, event: string, isOurs: IsOurs): boolean =>
  groupsIn(hooks, event)?.items.some((node) => handlersOf(node).some(isOurs)) ?? false

function isBeforeOthers(hooks: ObjectNode | null, event: string, isOurs: IsOurs): boolean {
  const items = groupsIn(hooks, event)?.items ?? []
  const first = items.findIndex((node) => handlersOf(node).some(isOurs))
  return first !== -1 && items.slice(first).some((node) => !handlersOf(node).every(isOurs))
}

/** The handlers of a group. A value that is not a group has none, and is not ours. */
function handlersOf(node: Node): Json[] {
  const group = plainOf(node)
  const list = isObject(group) ? group['hooks'] : null
  return Array.isArray(list) ? (list as Json[]) : []
}

const memberOf = (node: Node | null, key: string): Member | undefined =>
  node?.kind === 'object' ? node.members.findLast((member) => member.key === key) : undefined

function groupsIn(hooks: ObjectNode | null, event: string): ArrayNode | null {
  const value = memberOf(hooks, event)?.value
  return value?.kind === 'array' ? value : null
}

/** The groups of an event; null if there are none. */
function groupsOf(hooks: ObjectNode, event: string, path: string): ArrayNode | null {
  const value = memberOf(hooks, event)?.value
  if (value !== undefined && value.kind !== 'array') throw shape(path, `"hooks" › "${event}"`, 'a list')
  return value ?? null
}

function requireHooks(text: string, path: string): ObjectNode {
  const hooks = hooksIn(text, path)
  if (hooks === null) throw shape(path, '"hooks"', 'present')
  return hooks
}

function hooksIn(text: string, path: string): ObjectNode | null {
  const value = memberOf(rootOf(text, path), 'hooks')?.value
  if (value !== undefined && value.kind !== 'object') throw shape(path, '"hooks"', 'an object')
  return value ?? null
}

function rootOf(text: string, path: string): ObjectNode {
  const node = parsed(text, path)
  if (node.kind !== 'object') throw shape(path, 'the top level', 'an object')
  return node
}

/** Caches the last result, because the same text is parsed several times in a row. */
let last: { text: string; node: Node } | null = null

function parsed(text: string, path: string): Node {
  try {
    if (last?.text !== text) last = { text, node: parseJsonc(text) }
    return last.node
  } catch (error) {
    if (!(error instanceof JsoncError)) throw error
    const place = `line ${error.line}, column ${error.column}`
    throw new InstallError(
      'SETTINGS_BROKEN',
      `${path} is not valid JSON: ${error.message} (${place}). It was not changed.`,
    )
  }
}

const shape = (path: string, what: string, wanted: string): InstallError =>
  new InstallError('SETTINGS_SHAPE', `${path}: ${what} must be ${wanted}. It was not changed.`)
