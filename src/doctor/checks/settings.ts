import { isOurs, ownCommand, sharedCommand } from '../../hosts/install/command.ts'
import type { HostHooks } from '../../hosts/install/hooks.ts'
import { parseJsonc, plainOf } from '../../hosts/settings/jsonc.ts'
import { canonical } from '../../ledger/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { HeldFile } from '../facts/settings.ts'
import { type DoctorFinding, finding, note, type Remark } from '../finding.ts'

/** The ledger that hooks should write to: its folder, and every key it has had; null where it cannot be asked. */
export type Ledger = { home: string; keys: readonly string[] | null }

/** Whether the hooks in a file are those that were installed: each event, each command, each limit. Pure. */
export function checkSettings(hooks: HostHooks, file: HeldFile, ledger: Ledger): Remark[] {
  const { path, text, trouble } = file
  if (trouble !== null) return [unreadable(hooks, path, trouble)]
  const settings = parsedOf(text ?? '')
  if (settings === null) return [unreadable(hooks, path, `${path} is no JSON object`)]
  const held = hooks.events.map((event) => ({ event, ours: handlersIn(settings, event, hooks) }))
  const missing = held.filter(({ ours }) => ours.length === 0).map(({ event }) => event)
  if (missing.length === hooks.events.length)
    return [finding('HOOKS_GONE', `${path} held our hooks, and holds none of them now.`, initFor(hooks, file))]
  return [
    ...(missing.length === 0 ? [] : [without(hooks, file, missing)]),
    ...together(
      hooks,
      path,
      held.flatMap(({ event, ours }) =>
        troubleOf(hooks, file, ledger, event, ours).map((trouble) => ({ ...trouble, event })),
      ),
    ),
    ...foreign(hooks, file, settings),
  ]
}

/** A handler of ours, and the group it stands in. */
type Held = { group: JsonObject; handler: JsonObject }

function handlersIn(settings: JsonObject, event: string, hooks: HostHooks): Held[] {
  return groupsIn(settings, event).flatMap((group) =>
    listIn(group, 'hooks').flatMap((handler) =>
      isOurs(handler, hooks) ? [{ group, handler: handler as JsonObject }] : [],
    ),
  )
}

const groupsIn = (settings: JsonObject, event: string): JsonObject[] => {
  const hooks = settings['hooks']
  return isObject(hooks) ? listIn(hooks as JsonObject, event).filter((one): one is JsonObject => isObject(one)) : []
}

const listIn = (value: JsonObject, key: string): Json[] => {
  const list = value[key]
  return Array.isArray(list) ? list : []
}

function parsedOf(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  try {
    const value = plainOf(parseJsonc(text))
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

/** What is wrong with the hook of an event; told once where it is wrong with many. */
type Trouble = { code: DoctorFinding['code']; what: string; mend: string }

function troubleOf(hooks: HostHooks, file: HeldFile, ledger: Ledger, event: string, held: readonly Held[]): Trouble[] {
  const [first, ...more] = held
  if (first === undefined) return []
  const mend = initFor(hooks, file)
  const altered = (what: string): Trouble => ({ code: 'HOOK_ALTERED', what, mend })
  if (more.length > 0) return [altered('stands there more than once, so that everything is recorded as often')]
  const { home, key } = namedIn(String(first.handler['command']))
  if (home !== null && home !== ledger.home) return [elsewhere(home, mend)]
  if (key !== null && ledger.keys?.includes(key) === false) return [otherKey(key, mend)]
  const command =
    file.scope === 'project'
      ? sharedCommand(hooks.host, event)
      : ownCommand(hooks.host, event, { home: ledger.home, key: key ?? '' })
  return differences(first, hooks.group(event, command)).map(altered)
}

function together(hooks: HostHooks, path: string, troubles: readonly (Trouble & { event: string })[]): Remark[] {
  const first = troubles.filter(({ what }, i) => troubles.findIndex((one) => one.what === what) === i)
  return first.map(({ code, what, mend }) => {
    const events = troubles.filter((one) => one.what === what).map(({ event }) => event)
    const which = events.length === hooks.events.length ? 'every event' : events.join(', ')
    return finding(code, `In ${path} our hook for ${which} ${what}.`, mend)
  })
}

/** The ledger that a command names, as a shell reads it. */
function namedIn(command: string): { home: string | null; key: string | null } {
  const word = (option: string): string | null => {
    const found = new RegExp(`--${option} ((?:'[^']*'|\\\\'|[^\\s'])+)`).exec(command)?.[1]
    return found?.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'") ?? null
  }
  return { home: word('home'), key: word('key') }
}

/** How a hook is not what it should be; those that matter most are told in words. */
function differences({ group, handler }: Held, wanted: JsonObject): string[] {
  const should = listIn(wanted, 'hooks')[0] as JsonObject
  if (handler['command'] !== should['command']) return ['runs another command than was installed']
  const { timeout } = handler
  if (timeout !== should['timeout']) return [`has a limit of ${String(timeout ?? 'nothing')}, not ${should['timeout']}`]
  const matcher = group['matcher'] ?? '*'
  if (matcher !== '*' && matcher !== '') return [`fires only for ${JSON.stringify(matcher)}`]
  if (canonical(handler) !== canonical(should)) return ['says more than was installed']
  return []
}

const initFor = ({ host }: HostHooks, { scope }: HeldFile): string =>
  `Run: bailiff init --host ${host} --scope ${scope}`

const unreadable = ({ title }: HostHooks, path: string, why: string): Remark =>
  finding('SETTINGS_UNREADABLE', `${title} cannot read its settings: ${why.replace(/\.$/, '')}.`, `Mend ${path}.`)

const without = (hooks: HostHooks, file: HeldFile, events: readonly string[]): Remark =>
  finding('EVENT_MISSING', `In ${file.path} our hook is missing for ${events.join(', ')}.`, initFor(hooks, file))

const elsewhere = (home: string, mend: string): Trouble => ({
  code: 'HOOK_ELSEWHERE',
  what: `records in ${home}, not here`,
  mend: `If it shall record here: ${mend}. If it is right there: bailiff doctor --home ${home}`,
})

const otherKey = (key: string, mend: string): Trouble => ({
  code: 'KEY_REPLACED',
  what: `was installed for a ledger with key ${key}, which this one never had: the state directory or its keys were replaced`,
  mend: `Find out by whom; a backup of the old ledger verifies what it held. Then ${mend.replace('Run', 'run')}`,
})

/** Hooks of others before a tool call may change it after ours has looked at it. */
function foreign(hooks: HostHooks, { path }: HeldFile, settings: JsonObject): Remark[] {
  const others = groupsIn(settings, hooks.moments.before).flatMap((group) => listIn(group, 'hooks'))
  return others
    .filter((handler) => !isOurs(handler, hooks))
    .map((handler) =>
      note(
        'FOREIGN_HOOK',
        `In ${path} another hook answers ${hooks.moments.before} too, and may change a call that ours has checked: ${nameOf(handler)}.`,
        'If you know it, there is nothing to do.',
      ),
    )
}

const nameOf = (handler: Json): string =>
  isObject(handler) ? String((handler as JsonObject)['command'] ?? (handler as JsonObject)['type']).slice(0, 80) : '?'
