import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BAILIFF } from '../helpers/children.ts'
import { projectWith, SMALL } from '../helpers/policies.ts'
import { tempDir } from '../helpers/temp.ts'

/** A shell without the marks of a host: an agent may be running these tests. */
const { CLAUDECODE: _, CODEX_CI: __, GEMINI_CLI: ___, ...plain } = process.env

it('checks a policy as a process, in the folder it is started in', () => {
  const ran = spawnSync(process.execPath, [BAILIFF, 'policy', 'check', '--json'], {
    cwd: projectWith(SMALL),
    encoding: 'utf8',
  })
  expect({ status: ran.status, stderr: ran.stderr, ok: JSON.parse(ran.stdout).ok }).toEqual({
    status: 0,
    stderr: '',
    ok: true,
  })
})

it.runIf(process.platform === 'linux')(
  'refuses to approve if an agent program started it, even if nothing in the environment shows that',
  () => {
    const dir = tempDir()
    // Named like the host, and started as it starts its shells; the shell must not become the program itself.
    const host = join(dir, 'claude')
    const script = `import('node:child_process').then(({ spawnSync }) => {
      process.exit(spawnSync('sh', ['-c', process.argv[2] + '; exit $?'], { stdio: 'inherit' }).status)
    })`
    writeFileSync(host, `#!${process.execPath}\n${script}\n`)
    chmodSync(host, 0o755)
    const home = join(dir, 'home')
    const ran = spawnSync(host, [`"${process.execPath}" "${BAILIFF}" policy approve --yes`], {
      cwd: projectWith(SMALL),
      encoding: 'utf8',
      env: { ...plain, BAILIFF_HOME: home },
    })
    expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: 3, stdout: '' })
    expect(ran.stderr).toMatch(/claude-code started this.*\[PERSON_ONLY\]/)
    expect(existsSync(home)).toBe(false)
  },
)
