import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BAILIFF, type Ended, start } from '../helpers/children.ts'
import { runCli } from '../helpers/cli.ts'
import { entriesIn, FINE, notesIn, pre, startHook } from '../helpers/hooks.ts'
import { projectWith } from '../helpers/policies.ts'
import { tempDir } from '../helpers/temp.ts'

/** The installed program: a host's hook begins the session, and the agent's shell asks for a check. */

const POLICY = `version: 1
validators:
  check: [mycheck]
bindings:
  done: check
`

/** A project with a check in the host's PATH, and another elsewhere that always passes. */
async function begin(script: string) {
  const home = join(tempDir(), 'home')
  const project = projectWith(POLICY)
  execFileSync('git', ['init', '-q', project])
  const program = (folder: string, text: string): string => {
    const dir = join(tempDir(), folder)
    mkdirSync(dir)
    writeFileSync(join(dir, 'mycheck'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    return dir
  }
  const [host, evil] = [program('host', script), program('evil', 'exit 0')]
  const approved = await runCli(['policy', 'approve', '--yes', '--project', project, '--home', home])
  expect(approved.exit).toBe(0)
  const payload = { session_id: 's', cwd: project, source: 'startup' }
  const PATH = `${host}:${process.env['PATH']}`
  const told = { host: 'claude-code', event: 'SessionStart', payload }
  const { code } = await startHook(home, told, undefined, BAILIFF, { PATH }).ended
  expect(code).toBe(0)
  const argv = [BAILIFF, 'validate', 'done', '--session', 's', '--home', home]
  const validate = (env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
    start([...argv, '--json'], undefined, process.execPath, { env: { ...process.env, ...env } }).ended
  return { home, project, evil, validate }
}

it("passes with the host's program, and leaves an entry that verifies", async () => {
  const { home, validate } = await begin('echo seen; exit 0')
  const { code, stdout } = await validate()
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ result: 'passed', runs: [{ validator: 'check', grade: 'executed' }] })
  expect(entriesIn(home).at(-1)).toMatchObject({ kind: 'validator.passed', actor: 'validator' })
  expect(await notesIn(home)).toEqual([])
})

it("fails with it, whatever comes first in the agent's PATH", async () => {
  const { home, evil, validate } = await begin('exit 1')
  const { code, stdout } = await validate({ PATH: `${evil}:${process.env['PATH']}` })
  expect(code).toBe(2)
  expect(JSON.parse(stdout)).toMatchObject({ result: 'failed', code: 'COMMAND_FAILED' })
  expect(entriesIn(home).at(-1)?.kind).toBe('validator.failed')
})

it('records each of several concurrent runs', async () => {
  const { home, validate } = await begin('exit 0')
  const codes = (await Promise.all([validate(), validate(), validate()])).map(({ code }) => code)
  expect(codes).toEqual([0, 0, 0])
  expect(entriesIn(home).filter(({ kind }) => kind === 'validator.passed')).toHaveLength(3)
  expect(await notesIn(home)).toEqual([])
})

it('may be run by an agent; approving may not', async () => {
  const { home, project } = await begin('exit 0')
  const ask = (command: string) => startHook(home, pre(command, { session_id: 's', cwd: project })).ended
  expect(await ask('bailiff validate done --session s')).toMatchObject(FINE)
  expect(await ask('bailiff validate done')).toMatchObject(FINE)
  expect((await ask('bailiff policy approve --yes')).stdout).toContain('PERSON_ONLY')
})
