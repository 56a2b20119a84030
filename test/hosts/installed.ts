import { existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFailed } from 'vitest'
import { startModelServer } from '../../src/doctor/model-server/server.ts'
import { bailiffDoes } from './cli.ts'
import { expectLines, type Lines } from './expect.ts'
import { readLedger } from './ledger.ts'
import { warmHooks } from './machine.ts'
import { passingCommand } from './scenarios.ts'
import { environment, type Host, newPlace, type Place, runProgram } from './session.ts'

/** `bailiff init`, a session of the real program, `bailiff uninstall`. */

/**
 * `inits`: options of `init`, one list per run. `isThere`: Bailiff is installed when the session runs. `isOdd`: the settings
 * are unusually formatted and behind symlinks.
 */
type Row = {
  it: string
  inits: readonly (readonly string[])[]
  isThere?: boolean
  isOdd?: boolean
  leaves: Lines
}

export function playInstalled(host: Host, stop: string, rows: readonly Row[]): void {
  describe(`${host.name}, installed`, () => {
    // The first row starts the command line as people do.
    for (const [i, row] of rows.entries()) it(row.it, () => playRow(host, stop, row, i === 0 ? 'program' : 'call'))
  })
}

async function playRow(
  host: Host,
  stop: string,
  { inits, isThere = true, isOdd = false, leaves }: Row,
  as: 'call' | 'program',
): Promise<void> {
  const place = newPlace()
  const server = await startModelServer(passingCommand.script(place.project, ''))
  try {
    // A project's hooks find the ledger by the environment, a person's own hooks by their command.
    const env = { ...environment(place), ...(isThere && { BAILIFF_HOME: place.ledger }) }
    const foreign = { event: stop, name: 'foreign', command: `echo here >> '${join(place.home, 'foreign.txt')}'` }
    Object.assign(env, host.prepare(place, { hooks: [foreign], url: server.url, model: undefined }))
    const bailiff = (...words: string[]) => bailiffDoes(place, env, words, as)
    const files = await namedByInit(host, bailiff, inits)
    if (isOdd) for (const file of files.filter((one) => one.endsWith('.json') && existsSync(one))) makeOdd(file)
    const before = contentsOf(files)
    if (isOdd) expect(Object.values(before).some((text) => text?.includes('\r\n\t'))).toBe(true)
    for (const options of inits) await bailiff('init', '--yes', '--host', host.name, ...options)
    if (as === 'call') warmHooks(place)
    const installed = contentsOf(files)
    expect(Object.values(installed)).not.toContain(null)
    for (const options of inits) await bailiff('init', '--yes', '--host', host.name, ...options)
    // Scopes that share a file replace each other's hooks there; alone, a second time changes nothing.
    if (inits.length === 1) expect(contentsOf(files)).toEqual(installed)
    expect(await session(host, place, env)).toBe(0)
    await expectRecorded(place, leaves)
    if (host.unapproved === undefined) expect(existsSync(join(place.home, 'foreign.txt'))).toBe(true)
    await bailiff('uninstall', '--yes')
    for (const options of inits) await bailiff('uninstall', '--yes', ...scopeIn(options))
    expect(contentsOf(files)).toEqual(before)
    expect(server.complaints()).toEqual([])
  } finally {
    await server.close()
  }
}

async function session(host: Host, place: Place, env: Record<string, string>): Promise<number | null> {
  const [prompt = ''] = passingCommand.prompts
  // Nothing is bypassed: hooks without approval stay silent here, as they do for people.
  const args = host.args(prompt, 'first').filter((arg) => !host.unapproved?.includes(arg))
  const { exit, printed } = await runProgram(host, args, place.project, env)
  onTestFailed(() => console.log(printed))
  return exit
}

async function expectRecorded(place: Place, leaves: Lines): Promise<void> {
  const { streams, findings } = existsSync(place.ledger)
    ? await readLedger(place.ledger)
    : { streams: {}, findings: [] }
  onTestFailed(() => console.log(JSON.stringify(streams, null, 1)))
  expect(findings).toEqual([])
  expect(Object.keys(streams)).toHaveLength(leaves.length === 0 ? 0 : 1)
  for (const entries of Object.values(streams)) expectLines(entries, leaves)
}

const scopeIn = (options: readonly string[]): readonly string[] => {
  const at = options.indexOf('--scope')
  return at === -1 ? [] : options.slice(at, at + 2)
}

async function namedByInit(
  host: Host,
  bailiff: (...words: string[]) => Promise<string>,
  inits: readonly (readonly string[])[],
): Promise<string[]> {
  const told = inits.map(async (options) => {
    const said = await bailiff('init', '--dry-run', '--json', '--host', host.name, ...options)
    return (JSON.parse(said) as { files: { path: string }[] }).files.map(({ path }) => path)
  })
  return [...new Set((await Promise.all(told)).flat())]
}

/** Tabs, Windows line ends, no newline at the end, and a symlink to the real file. */
function makeOdd(file: string): void {
  const elsewhere = `${file}.elsewhere`
  const text = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')), null, '\t')
  writeFileSync(elsewhere, text.replaceAll('\n', '\r\n'))
  rmSync(file)
  symlinkSync(elsewhere, file)
}

const contentsOf = (files: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(files.map((file) => [file, existsSync(file) ? readFileSync(file, 'latin1') : null]))
