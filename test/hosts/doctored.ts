import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Report } from '../../src/doctor/report.ts'
import { hooksOf } from '../../src/hosts/registry.ts'
import { bailiff, bailiffDoes } from './cli.ts'
import { warmHooks } from './machine.ts'
import { environment, type Host, newPlace, type Place, programOf } from './session.ts'

/** `bailiff init`, a change that silences hooks, `bailiff doctor`: with the real program and the doctor's scripted model. */

/** A change to a sound installation, and the expected codes of each check. */
type Row = {
  it: string
  init?: readonly string[]
  breaks?: (place: Place) => void
  finds: { settings: readonly string[]; stops?: readonly string[]; canary: readonly string[] }
  /** Words that the findings about stops, or else the canary's, must contain. */
  names?: readonly string[]
}

export function playDoctored(host: Host, rows: readonly Row[]): void {
  describe(`${host.name}, examined`, () => {
    // The first row starts the command line as people do, and uninstalls at the end.
    for (const [i, row] of rows.entries()) it(row.it, () => playRow(host, row, i === 0 ? 'program' : 'call'))
  })
}

async function playRow(
  host: Host,
  { init = [], breaks = () => {}, finds, names = [] }: Row,
  as: 'call' | 'program',
): Promise<void> {
  const place = newPlace()
  // Nothing answers there, so a request to the person's own model fails.
  const own = host.prepare(place, { hooks: [], url: 'http://127.0.0.1:9', model: undefined })
  // A project's hooks find the ledger by the environment.
  const env: Record<string, string> = { ...environment(place), ...own, BAILIFF_HOME: place.ledger }
  env['PATH'] = [binFor(host, place), env['PATH']].join(delimiter)
  const original = contentsOf(host, place)
  await bailiffDoes(place, env, ['init', '--yes', '--host', host.name, ...init], as)
  if (as === 'call') warmHooks(place)
  breaks(place)
  const before = contentsOf(host, place)
  const { exit, out } = await bailiff(place, env, ['doctor', '--json', '--host', host.name], as)
  const report = JSON.parse(out) as Report
  const told = (name: string) => report.checks.filter((check) => check.host === host.name && check.name === name)
  const codes = (name: string) =>
    told(name).flatMap(({ remarks }) => remarks.flatMap(({ kind, code }) => (kind === 'finding' ? [code] : [])))
  const found = { settings: codes('settings'), stops: codes('stops'), canary: codes('canary') }
  expect({ ...found, hooks: codes('rehearsal') }).toEqual({ stops: [], ...finds, hooks: [] })
  for (const name of names) expect(JSON.stringify(told(finds.stops ? 'stops' : 'canary'))).toContain(name)
  expect(exit).toBe(found.stops.length + finds.canary.length > 0 ? 2 : 0)
  expect(contentsOf(host, place)).toEqual(before)
  expect(readdirSync(join(place.home, 'tmp')).filter((name) => name.startsWith('bailiff-'))).toEqual([])
  await expectMarked(place, env)
  if (as === 'call') return
  await bailiffDoes(place, env, ['uninstall', '--yes'], as)
  expect(contentsOf(host, place)).toEqual(original)
}

/** Expects that everything the doctor recorded is marked as the doctor's. */
async function expectMarked(place: Place, env: Record<string, string>): Promise<void> {
  const sessions = JSON.parse(await bailiffDoes(place, env, ['sessions', '--json'])) as { state: string }[]
  expect(sessions.map(({ state }) => state)).toEqual(sessions.map(() => 'canary'))
  expect(sessions.length).toBeGreaterThan(0)
  await bailiffDoes(place, env, ['verify'])
}

/** The program under the name that people start it by. */
function binFor(host: Host, { home }: Place): string {
  const bin = join(home, 'bin')
  mkdirSync(bin)
  symlinkSync(programOf(host), join(bin, hooksOf(host.name).program))
  return bin
}

const filesOf = ({ name }: Host, { home, project }: Place): string[] => {
  const hooks = hooksOf(name)
  const where = { project, person: home, env: {} }
  const files = (['local', 'project', 'user'] as const).flatMap((scope) => hooks.file(scope, where) ?? [])
  return [...new Set([...files, join(hooks.folder(where), 'config.toml')])]
}

const contentsOf = (host: Host, place: Place): Record<string, string | null> =>
  Object.fromEntries(filesOf(host, place).map((file) => [file, existsSync(file) ? readFileSync(file, 'latin1') : null]))

type Settings = { [key: string]: unknown; hooks: Record<string, object[]> }

/** Changes settings that are JSON. */
export function change(path: string, how: (settings: Settings) => object): void {
  writeFileSync(path, JSON.stringify(how(JSON.parse(readFileSync(path, 'utf8')))))
}

/** Another hook on the end of a turn, behind ours, that tells the host to end it. */
export function overrule(path: string, stop: string, condition = ''): void {
  const command = `${condition}echo '{"continue": false}'`
  change(path, ({ hooks, ...rest }) => {
    // Seconds for some programs, milliseconds for others.
    const other = { matcher: '*', hooks: [{ name: 'other', type: 'command', command, timeout: 30_000 }] }
    return { ...rest, hooks: { ...hooks, [stop]: [...(hooks?.[stop] ?? []), other] } }
  })
}
