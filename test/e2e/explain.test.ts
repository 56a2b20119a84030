import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { BAILIFF } from '../helpers/children.ts'
import { runCli } from '../helpers/cli.ts'
import { capturedOne } from '../helpers/fixtures.ts'
import { hearHook } from '../helpers/hooks.ts'
import { tempDir } from '../helpers/temp.ts'

const bailiff = (...args: string[]) => spawnSync(process.execPath, [BAILIFF, ...args], { encoding: 'utf8' })

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolBatch', 'Stop', 'SessionEnd']
const STREAM = 'session/claude-code-6ea57a5c-f05c-4a64-9d13-ed03facdef0a'

/** A session as Claude Code reported it. */
async function recorded(cwd = tempDir()): Promise<string> {
  const home = join(tempDir(), 'home')
  for (const event of EVENTS) {
    const payload = { ...capturedOne('claude-code', event, 'basic'), cwd }
    const stderr = event === 'SessionStart' ? expect.stringContaining('This project has no policy') : ''
    expect(await hearHook(home, { host: 'claude-code', event, payload })).toMatchObject({ code: 0, stderr })
  }
  return home
}

it('shows what a host reported to the hook: without colours in a pipe, with exit code 0', async () => {
  const home = await recorded()
  const listed = bailiff('sessions', '--home', home)
  expect(listed).toMatchObject({ status: 0, stderr: '' })
  expect(listed.stdout).toMatch(
    /^SESSION .*\nclaude-code in …?\/.*\n {2}6ea57a5c .* 1 +1 +0 +warned +ended\nTimes: .*\n/,
  )
  const { status, stdout, stderr } = bailiff('explain', '6ea57a5c', '--home', home)
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain('evidence    ✓ intact: 10 entries verified\n')
  expect(stdout).toMatch(/> Please write hello .*\n.* ✓ Bash {2}echo hello > out\..*… .* exit 0, 113 ms +#5\n/)
  expect(stdout).toMatch(/■ stopped\n +All done, tests pass\.\n.* ! not earned: warning only/)
  expect(stdout).not.toContain('\u001b')
})

it('without a name, or with "last", shows the newest session of this project', async () => {
  const [cwd, other] = [tempDir(), tempDir()]
  const home = await recorded(cwd)
  const explain = (from: string, ...args: string[]) =>
    runCli(['explain', ...args, '--home', home], {}, { cwd: from, hasTerminal: false })
  const { out: named } = await explain(cwd, '6ea57a5c')
  expect(named).toContain('Please write hello')
  expect((await explain(cwd)).out).toBe(named)
  expect((await explain(cwd, 'last')).out).toBe(named)
  expect((await explain(cwd, 'last', 'last')).out).toContain('Please write hello')
  expect(await explain(other)).toMatchObject({ exit: 1, err: expect.stringContaining('[STREAM_UNKNOWN]') })
})

it('exits with 2 if the evidence is broken, and with 1 if there is no such session', async () => {
  const home = await recorded()
  const path = segmentPath(home, STREAM, 1)
  writeFileSync(path, readFileSync(path, 'utf8').replace('echo hello', 'echo hallo'))
  const broken = bailiff('explain', '6ea57a5c', '--home', home)
  expect(broken.status).toBe(2)
  expect(broken.stdout).toContain('✗ altered')
  expect(await runCli(['explain', 'nobody', '--home', home])).toMatchObject({ exit: 1, out: '' })
})
