import { spawnSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sealedEntries } from '../../src/ledger/stores/files/stream-lines.ts'
import { trustStream } from '../../src/trust/stream.ts'
import { BAILIFF } from '../helpers/children.ts'
import { type LearntPlace, learntPlace, observed, pattern } from '../helpers/learnt.ts'
import { withHome } from '../helpers/ledger.ts'
import { tempDir } from '../helpers/temp.ts'

/** A shell without the marks of a host: an agent may be running these tests. */
const { CLAUDECODE: _, CODEX_CI: __, GEMINI_CLI: ___, ...plain } = process.env

const LEARNT = pattern('dropdb production --force')
const UNDO = `"${process.execPath}" "${BAILIFF}" trust undo ${LEARNT.call.id} --yes`

const kindsIn = ({ home, project }: LearntPlace): Promise<string[]> =>
  withHome(home, (opened) => [...sealedEntries(opened, trustStream(project))].map(({ kind }) => kind))

/** Runs a command line in the project: in a shell, or in a program that is named like a host and starts shells as it does. */
function run({ home, project }: LearntPlace, by: 'shell' | 'host', command: string, more: NodeJS.ProcessEnv = {}) {
  const host = join(tempDir(), 'claude')
  const script = `import('node:child_process').then(({ spawnSync }) => {
    process.exit(spawnSync('sh', ['-c', process.argv[2] + '; exit $?'], { stdio: 'inherit' }).status)
  })`
  writeFileSync(host, `#!${process.execPath}\n${script}\n`)
  chmodSync(host, 0o755)
  const env = { ...plain, BAILIFF_HOME: home, ...more }
  const [program, args] = by === 'host' ? [host, [command]] : ['sh', ['-c', command]]
  return spawnSync(program, args, { cwd: project, encoding: 'utf8', env })
}

it('takes a lesson back as a process, for a person', async () => {
  const place = learntPlace()
  await place.learn(observed(1, [LEARNT]))
  const { status, stdout, stderr } = run(place, 'shell', UNDO)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('was at weight 1.00 and is now archived.')
  expect(await kindsIn(place)).toEqual(['outcome.learnt', 'pattern.undone'])
})

it('is refused in the shell of an agent, and if an agent program started it', async () => {
  const place = learntPlace()
  await place.learn(observed(1, [LEARNT]))
  const runs = [run(place, 'shell', UNDO, { CLAUDECODE: '1' })]
  if (process.platform === 'linux') runs.push(run(place, 'host', UNDO))
  for (const { status, stderr } of runs)
    expect({ status, stderr }).toEqual({ status: 3, stderr: expect.stringContaining('[PERSON_ONLY]') })
  expect(await kindsIn(place)).toEqual(['outcome.learnt'])
})
