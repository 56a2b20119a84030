import { readFileSync } from 'node:fs'
import { LedgerError } from '../../src/ledger/errors.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { openKeyring } from '../../src/ledger/stores/files/keyring.ts'
import { artifactPath } from '../../src/ledger/stores/files/layout.ts'
import { listStreams } from '../../src/ledger/stores/files/list.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { BAILIFF, type Child, type Ended, type Fault, start } from './children.ts'
import { verifyClean } from './holds.ts'
import { hookHere } from './hook-here.ts'
import { LONG } from './scale.ts'

/** An event as a host sends it. */
export type Told = { host: string; event: string; payload: JsonObject }

/**
 * Variables hidden from the hook: those of a host's shell around these tests, and the certificates that would make each
 * of hundreds of Node starts four times slower.
 */
const LEFT_OUT = ['CLAUDECODE', 'CODEX_CI', 'GEMINI_CLI', 'NODE_EXTRA_CA_CERTS']
const ENV = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !LEFT_OUT.includes(name))),
  // Hides the settings of the person who runs these tests.
  HOME: '/nonexistent',
}

/** Starts the hook as a host does. */
export function startHook(
  home: string,
  { host, event, payload }: Told,
  fault?: Fault,
  program = BAILIFF,
  env: Record<string, string> = {},
): Child {
  const argv = [program, 'hook', host, event, '--home', home]
  return start(argv, fault, process.execPath, { input: JSON.stringify(payload), env: { ...ENV, ...env } })
}

export const runHook = (home: string, told: Told, fault?: Fault): Promise<Ended> => startHook(home, told, fault).ended

type Heard = Pick<Ended, 'code' | 'stdout' | 'stderr'>

/** The same with the hook's code in this process, for tests of what it records and says. The long suite starts the hook. */
export async function hearHook(home: string, told: Told, env: Record<string, string> = {}): Promise<Heard> {
  if (LONG) return startHook(home, told, undefined, undefined, env).ended
  const command = `bailiff-hook ${told.host} ${told.event} --home '${home}'`
  const { answer, stderr } = await hookHere(command, told.payload, { ...ENV, ...env })
  return { code: 0, stdout: `${JSON.stringify(answer)}\n`, stderr }
}

/** The result of a hook without anything to report. */
export const FINE = { code: 0, stdout: '{}\n', stderr: '' }

export const pre = (id: string, more: JsonObject = {}): Told => ({
  host: 'claude-code',
  event: 'PreToolUse',
  payload: { session_id: 's', tool_name: 'Bash', tool_input: { command: id }, tool_use_id: id, ...more },
})

export const post = (id: string, stdout = id, more: JsonObject = {}): Told => ({
  host: 'claude-code',
  event: 'PostToolUse',
  payload: { ...pre(id).payload, tool_response: { stdout, stderr: '' }, ...more },
})

/** All entries of all sessions; empty if there is no ledger yet. */
export function entriesIn(home: string): Entry[] {
  try {
    const readable = { dir: home, keyring: openKeyring(home) }
    const streams = listStreams(home).filter((stream) => stream.startsWith('session/'))
    return streams.flatMap((stream) => [...readChain(readable, stream)])
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'HOME_EMPTY') return []
    throw error
  }
}

/** The number of entries for each call, by `<kind> <call>`. */
export function calls(entries: readonly Entry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { kind, body } of entries) {
    const name = `${kind} ${body['call']}`
    if (typeof body['call'] === 'string') counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

/** The text of an artifact that an entry names. */
export function textOf(home: string, entry: Entry | undefined, name: string): string {
  const found = entry?.artifacts.find((one) => one.name === name)
  return readFileSync(artifactPath(home, found?.sha256 ?? ''), 'utf8')
}

/** The notes of an audit without findings; empty if there is no ledger yet. */
export async function notesIn(home: string): Promise<string[]> {
  try {
    return (await verifyClean(home)).notes.map(({ note }) => note)
  } catch (error) {
    if (error instanceof LedgerError && error.code === 'HOME_EMPTY') return []
    throw error
  }
}
