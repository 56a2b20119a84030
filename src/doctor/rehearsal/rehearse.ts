import type { Canary } from '../../hosts/canary.ts'
import type { Host } from '../../hosts/host.ts'
import { isOurs } from '../../hosts/install/command.ts'
import type { HostHooks, Site } from '../../hosts/install/hooks.ts'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { run } from '../../process/run.ts'
import { ownEnvironment } from '../canary/environment.ts'
import type { Marks } from '../canary/marks.ts'
import { type HeldFile, settingsOf } from '../facts/settings.ts'
import type { Rehearsed } from './judge.ts'
import { payloadsFor } from './payload.ts'

const TIMEOUT_MS = 30_000
const MAX_OUTPUT_BYTES = 64 << 10

/** Runs each of our hooks in these files as the host would: in a shell, with an event on standard input. */
export async function rehearse(
  { install: hooks, places }: Host,
  canary: Canary,
  files: readonly HeldFile[],
  place: Site,
  scene: { marks: Marks; session: string; cwd: string },
): Promise<Rehearsed[]> {
  const project = places.variables.project.map((name) => [name, place.project])
  const env = { ...ownEnvironment(place.env), ...Object.fromEntries(project) }
  const rehearsed: Rehearsed[] = []
  for (const { event, command } of commandsIn(hooks, files)) {
    for (const { body, denies } of payloadsFor(hooks, canary, event, scene)) {
      const limits = { timeoutMs: TIMEOUT_MS, maxOutputBytes: MAX_OUTPUT_BYTES }
      const ran = await run('sh', ['-c', command], { cwd: scene.cwd, env, input: JSON.stringify(body), ...limits })
      const { ended, exit, stdout, stderr } = ran
      rehearsed.push({ event, denies, ended, exit, stdout: stdout.toString('utf8'), stderr: stderr.toString('utf8') })
    }
  }
  return rehearsed
}

/** Returns the commands that answer: each once, the user's own hooks before the project's, and those before a plugin's. */
function commandsIn(hooks: HostHooks, files: readonly HeldFile[]): { event: string; command: string }[] {
  const own = files.filter(({ scope }) => scope !== 'project' && scope !== 'plugin')
  const shared = files.filter(({ scope }) => scope === 'project')
  const answering = [own, shared, files].find((some) => some.length > 0) ?? []
  const found = answering.flatMap((file) => {
    const events = settingsOf(file.text)['hooks']
    return isObject(events) ? inOrder(hooks, events as JsonObject) : []
  })
  return [...new Map(found.map((one) => [`${one.event} ${one.command}`, one])).values()]
}

const inOrder = (hooks: HostHooks, events: JsonObject): { event: string; command: string }[] =>
  hooks.events.flatMap((event) =>
    listOf(events[event])
      .flatMap((group) => listOf(isObject(group) ? group['hooks'] : null))
      .filter((handler) => isOurs(handler, hooks))
      .map((handler) => ({ event, command: String((handler as JsonObject)['command']) })),
  )

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
