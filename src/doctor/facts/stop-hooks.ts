import type { Host } from '../../hosts/host.ts'
import { isOurs } from '../../hosts/install/command.ts'
import { type HostHooks, SCOPES, type Site } from '../../hosts/install/hooks.ts'
import type { LevelFile } from '../../hosts/switches.ts'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { read, settingsOf } from './settings.ts'

/** A hook of another program that runs when an agent stops, and the file that sets it. */
export type StopHook = { path: string; command: string }

/** Returns the hooks of others on the end of a turn, from all settings of a host that apply here. */
export function otherStopHooks({ install, switches }: Host, place: Site): StopHook[] {
  const files = [...installFiles(install, place), ...(switches?.levels(place) ?? [])]
  const formats = new Map(files.map(({ path, format }) => [path, format]))
  const all = [...formats].flatMap(([path, format]) =>
    stopCommands(install, settingsOf(read(path).text, format)).map((command) => ({ path, command })),
  )
  // Hosts run the same command once.
  return all.filter((one, at) => all.findIndex(({ command }) => command === one.command) === at)
}

const installFiles = (hooks: HostHooks, place: Site): Pick<LevelFile, 'path' | 'format'>[] =>
  SCOPES.flatMap((scope) => {
    const path = hooks.file(scope, place)
    return path === null ? [] : [{ path, format: 'json' as const }]
  })

function stopCommands(hooks: HostHooks, settings: JsonObject): string[] {
  const events = settings['hooks']
  const groups = isObject(events) ? listOf(events[hooks.moments.stop]) : []
  return groups
    .flatMap((group) => listOf(isObject(group) ? group['hooks'] : null))
    .filter((handler) => isObject(handler) && !isOurs(handler, hooks))
    .flatMap((handler) => {
      const { command } = handler as JsonObject
      return typeof command === 'string' ? [command] : []
    })
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
