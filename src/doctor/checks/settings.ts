import { isOurs, ownCommand, sharedCommand } from '../../hosts/install/command.ts'
import type { HostHooks } from '../../hosts/install/hooks.ts'
import type { HostPlugin } from '../../hosts/plugin.ts'
import { parseJsonc, plainOf } from '../../hosts/settings/jsonc.ts'
import { canonical } from '../../ledger/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { HeldFile } from '../facts/settings.ts'
import { type DoctorFinding, finding, note, type Remark } from '../finding.ts'

/** The ledger that hooks should write to: its folder and every key it has had; `keys` is null if it cannot be opened. */
export type Ledger = { home: string; keys: readonly string[] | null }

/** Checks that the hooks in a file are the installed ones: every event, command and time limit. Pure. */
export function checkSettings(given: HostHooks, file: HeldFile, ledger: Ledger, plugin?: HostPlugin): Remark[] {
  const hooks = { ...given, plugin }
  const { path, text, trouble } = file
  if (trouble !== null) return [unreadable(hooks, path, trouble)]
  const settings = parsedOf(text ?? '')
  if (settings === null) return [unreadable(hooks, path, `${path} is not a JSON object`)]
  const held = hooks.events.map((event) => ({ event, ours: handlersIn(settings, event, hooks) }))
  const missing = held.filter(({ ours }) => ours.length === 0).map(({ event }) => event)
  if (missing.length === hooks.events.length)
    return [
      finding('HOOKS_GONE', `Our hooks were installed in ${path}, but all of them are gone.`, fixFor(hooks, file)),
    ]
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

/** A host's hooks, and its plugin if the host can have one. */
type Hooks = HostHooks & { plugin: HostPlugin | undefined }

/** One of our handlers, and its group. */
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

/** A problem with one event's hook. The same problem with several events is reported once. */
type Trouble = { code: DoctorFinding['code']; what: string; fix: string }

function troubleOf(hooks: Hooks, file: HeldFile, ledger: Ledger, event: string, held: readonly Held[]): Trouble[] {
  const [first, ...more] = held
  if (first === undefined) return []
  const fix = fixFor(hooks, file)
  const altered = (what: string): Trouble => ({ code: 'HOOK_ALTERED', what, fix })
  if (more.length > 0) return [altered('is installed more than once, so events are recorded repeatedly')]
  const { home, key } = namedIn(String(first.handler['command']))
  if (home !== null && home !== ledger.home) return [elsewhere(home, fix)]
  if (key !== null && ledger.keys?.includes(key) === false) return [otherKey(key, fix)]
  const command = commandFor(hooks, file, event, { home: ledger.home, key: key ?? '' })
  return differences(hooks, first, hooks.group(event, command)).map(altered)
}

function commandFor(
  { host, plugin }: Hooks,
  { scope }: HeldFile,
  event: string,
  ledger: { home: string; key: string },
): string {
  if (scope === 'plugin') return plugin?.command(event) ?? ''
  return scope === 'project' ? sharedCommand(host, event) : ownCommand(host, event, ledger)
}

function together(hooks: HostHooks, path: string, troubles: readonly (Trouble & { event: string })[]): Remark[] {
  const first = troubles.filter(({ what }, i) => troubles.findIndex((one) => one.what === what) === i)
  return first.map(({ code, what, fix }) => {
    const events = troubles.filter((one) => one.what === what).map(({ event }) => event)
    const which = events.length === hooks.events.length ? 'every event' : events.join(', ')
    return finding(code, `In ${path}, our hook for ${which} ${what}.`, fix)
  })
}

/** Returns the ledger that a command names, unquoted as a shell would. */
function namedIn(command: string): { home: string | null; key: string | null } {
  const word = (option: string): string | null => {
    const found = new RegExp(`--${option} ((?:'[^']*'|\\\\'|[^\\s'])+)`).exec(command)?.[1]
    return found?.replace(/'([^']*)'|\\'/g, (_, inner?: string) => inner ?? "'") ?? null
  }
  return { home: word('home'), key: word('key') }
}

/** Describes how a hook differs from the installed one; the most important difference only. */
function differences({ timeoutUnit: unit }: HostHooks, { group, handler }: Held, wanted: JsonObject): string[] {
  const should = listIn(wanted, 'hooks')[0] as JsonObject
  if (handler['command'] !== should['command']) return ['does not run the installed command']
  const { timeout } = handler
  if (timeout !== should['timeout'])
    return [
      `has ${timeout === undefined ? 'no time limit' : `a time limit of ${String(timeout)} ${unit}`}, but was installed with ${should['timeout']} ${unit}`,
    ]
  const matcher = group['matcher'] ?? '*'
  if (matcher !== '*' && matcher !== '') return [`fires only for ${JSON.stringify(matcher)}`]
  if (canonical(handler) !== canonical(should)) return ['has options that were not installed']
  return []
}

const fixFor = ({ host, plugin }: Hooks, { scope }: HeldFile): string =>
  scope === 'plugin' ? (plugin?.update ?? '') : `Run: bailiff init --host ${host} --scope ${scope}`

const unreadable = ({ title }: HostHooks, path: string, why: string): Remark =>
  finding('SETTINGS_UNREADABLE', `${title} cannot read its settings: ${why.replace(/\.$/, '')}.`, `Fix ${path}.`)

const without = (hooks: Hooks, file: HeldFile, events: readonly string[]): Remark =>
  finding('EVENT_MISSING', `In ${file.path}, our hook is missing for ${events.join(', ')}.`, fixFor(hooks, file))

const elsewhere = (home: string, fix: string): Trouble => ({
  code: 'HOOK_ELSEWHERE',
  what: `records in ${home}, not in this ledger`,
  fix: `To record in this ledger, ${fix.replace('Run', 'run')}. To check the other one, run: bailiff doctor --home ${home}`,
})

const otherKey = (key: string, fix: string): Trouble => ({
  code: 'KEY_REPLACED',
  what: `was installed for a ledger with key ${key}, which this ledger never had, so the state directory or its keys were replaced`,
  fix: `Find out who replaced them; the old ledger can be verified from a backup. Then ${fix.replace('Run', 'run')}`,
})

/** Reports other hooks that run before a tool call: they may change the call after Bailiff's hook has checked it. */
function foreign(hooks: HostHooks, { path }: HeldFile, settings: JsonObject): Remark[] {
  const others = groupsIn(settings, hooks.moments.before).flatMap((group) => listIn(group, 'hooks'))
  return others
    .filter((handler) => !isOurs(handler, hooks))
    .map((handler) =>
      note(
        'FOREIGN_HOOK',
        `In ${path}, another hook also handles ${hooks.moments.before} and may change a call after Bailiff's hook has checked it: ${nameOf(handler)}.`,
        'If you trust this hook, there is nothing to do.',
      ),
    )
}

const nameOf = (handler: Json): string =>
  isObject(handler) ? String((handler as JsonObject)['command'] ?? (handler as JsonObject)['type']).slice(0, 80) : '?'
