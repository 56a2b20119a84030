import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Around, runCli, unwrapped } from '../../test/helpers/cli.ts'
import { tempDir } from '../../test/helpers/temp.ts'

const STRICT = 'version: 1\nvalidators:\n  check: [make, check]\nbindings:\n  done: check\n'

/** A clone of a team's repository, on a machine where nothing was approved. */
function clone(policy: string) {
  const root = tempDir()
  const cwd = join(root, 'project')
  for (const dir of [join(cwd, '.git'), join(cwd, '.bailiff')]) mkdirSync(dir, { recursive: true })
  const file = join(cwd, '.bailiff/policy.yaml')
  writeFileSync(file, policy)
  const env = { HOME: root, PATH: '', BAILIFF_HOME: join(root, 'ledger') }
  const asked: string[] = []
  const run = (line: string, around: Around = {}) => runCli(line.split(' '), env, { cwd, asked, ...around })
  const init = (answer?: readonly string[], line = 'init --host claude-code') =>
    run(line, answer === undefined ? {} : { answer })
  const active = async (): Promise<string> => JSON.parse((await run(`policy show --json --project ${cwd}`)).out).why
  return { run, init, active, asked, cwd, file, home: env.BAILIFF_HOME }
}

describe('init in a clone with a policy', () => {
  it('shows the policy, asks for its approval, and leads to signatures', async () => {
    const { init, active, asked } = clone(STRICT)
    const { exit, out } = await init(['', ''])
    expect(exit).toBe(0)
    expect(out).toMatch(/^\.bailiff\/policy\.yaml is not in effect on this machine\.\nNo policy is approved here yet\./)
    expect(out).toContain('"done" is blocked')
    expect(unwrapped(out)).toContain('bailiff policy sign, and bailiff policy trust on each machine')
    expect(asked).toEqual(['Approve this policy in your name? [Y/n] ', 'Write this? (? lists every line) [Y/n] '])
    expect(await active()).toBe('approved')
  })

  it('installs the hooks without approving, if the person says no, and says what that means', async () => {
    const { init, active, cwd } = clone(STRICT)
    const { exit, out } = await init(['n', ''])
    expect(exit).toBe(0)
    expect(unwrapped(out)).toContain('unchanged: not approved, so claims only get warnings')
    expect(out).toMatch(/ Claims +warning only, nothing is blocked\n +The agent sees +denials of calls/)
    expect(out).not.toMatch(/judged by|claims that (?:are not earned|the policy)/)
    expect(unwrapped(out)).toContain('! The policy is not approved on this machine')
    expect(existsSync(join(cwd, '.claude/settings.local.json'))).toBe(true)
    expect(await active()).toBe('built-in')
  })

  it('changes nothing if there is nobody to ask, and says what to do', async () => {
    const { init, home, cwd } = clone(STRICT)
    const { exit, err } = await init()
    expect(exit).toBe(3)
    expect(err).toContain(
      'add --yes. To approve the policy as well, run after that: bailiff policy approve --yes. Nothing was changed. [NOT_CONFIRMED]',
    )
    expect([existsSync(home), existsSync(join(cwd, '.claude'))]).toEqual([false, false])
  })

  it('with --yes or in a dry run, shows the policy, approves nothing, and says what to do', async () => {
    const { run, active, home } = clone(STRICT)
    expect((await run('init --dry-run --host claude-code')).out).toContain('"done" is blocked')
    expect(existsSync(home)).toBe(false)
    const { exit, out } = await run('init --yes --host claude-code', { hasTerminal: false })
    expect(exit).toBe(0)
    expect(out).toContain('"done" is blocked')
    expect(unwrapped(out)).toContain('so claims only get warnings. Run: bailiff policy approve')
    expect(await active()).toBe('built-in')
  })

  it('asks nothing about a policy that is in effect already', async () => {
    const { run, init, asked } = clone(STRICT)
    await init(['', ''])
    asked.length = 0
    const { out } = await run('init --host claude-code')
    expect(out).toContain('unchanged: it is in effect already')
    expect(out).not.toContain('is blocked')
    expect(asked).toEqual([])
  })

  it('does not weaken an approved policy', async () => {
    const { init, active, file } = clone(STRICT)
    await init(['', ''])
    writeFileSync(file, `${STRICT}modes:\n  done: off\n`)
    const { out } = await init(['', ''])
    expect(out).toContain('mode of done: block → off (weaker)')
    expect(await active()).toBe('approved-copy')
  })

  const BROKEN = 'version: 1\nbindings:\n  done: nothing\n'

  it('names the problems of an invalid policy, installs the hooks, and says that nothing is judged yet', async () => {
    const { init, run, asked, active } = clone(BROKEN)
    const { exit, out, err } = await init([''])
    expect([exit, asked]).toEqual([1, ['Write this? (? lists every line) [Y/n] ']])
    expect(err).toContain('[POLICY_INVALID]')
    expect(unwrapped(out)).toContain('unchanged: it cannot be used as it is, so claims only get warnings')
    expect(unwrapped(out)).toMatch(
      /! \.bailiff\/policy\.yaml:3:9 .*[^.]\. Until that is fixed, claims only get warnings\. Fix it, then run: bailiff policy approve/,
    )
    expect(out).not.toContain('judged by')
    expect(await active()).toBe('built-in')
    expect(JSON.parse((await run('init --yes --json --host claude-code')).out)).toMatchObject({
      ok: false,
      policy: { standing: 'broken' },
    })
  })

  it('says that the approved copy stays in effect while the file is invalid', async () => {
    const { init, active, file } = clone(STRICT)
    await init(['', ''])
    writeFileSync(file, BROKEN)
    const { exit, out } = await init([''])
    expect(exit).toBe(1)
    expect(unwrapped(out)).toContain('so the copy approved before stays in effect')
    expect(unwrapped(out)).toContain('Claims judged by the approved copy when the agent stops')
    expect(out).not.toContain('only get warnings')
    expect(await active()).toBe('approved-copy')
  })
})
