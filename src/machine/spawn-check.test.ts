import { symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withHome } from '../../test/helpers/ledger.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { spawnCheckOf } from './spawn-check.ts'

const checked = (command: string, cwd = tempDir()) => {
  const dir = join(tempDir(), 'home')
  return withHome(dir, (home) => spawnCheckOf(home, { HOME: tempDir() })(command.replace('HOME_DIR', dir), cwd))
}

describe('the command line of a worker', () => {
  it('is started, and adds nothing to the record, if no check objects', async () => {
    for (const command of ['npm test', 'df -h', 'grep -r key .'])
      expect(await checked(command)).toEqual({ denied: null, facts: [] })
  })

  it.each([
    ['cat $BAILIFF_HOME/keys/*', 'PROTECTED_KEYS'],
    ['cat HOME_DIR/keys/current', 'PROTECTED_KEYS'],
    ['cd HOME_DIR && cat keys/*', 'PROTECTED_LEDGER'],
  ])('is denied if it reaches for a key: %s', async (command, code) => {
    const { denied, facts } = await checked(command)
    expect(denied).toContain(`(${code})`)
    expect(facts.map(({ kind }) => kind)).toEqual(['dispatch.proposed', 'dispatch.denied'])
  })

  it('is denied if it reaches for a key through a symlink that an earlier worker made', async () => {
    const dir = join(tempDir(), 'home')
    const cwd = tempDir()
    const denials = await withHome(dir, async (home) => {
      const check = spawnCheckOf(home, { HOME: tempDir() })
      const before = await check('cat link/home/keys/current', cwd)
      symlinkSync(dirname(dir), join(cwd, 'link'))
      return [before, await check('cat link/home/keys/current', cwd)].map(({ denied }) => denied)
    })
    expect(denials).toEqual([null, expect.stringContaining('(PROTECTED_KEYS)')])
  })

  it('is a blind spot if it starts an agent program, or cannot be read', async () => {
    expect(await checked('claude -p "do it"')).toMatchObject({
      denied: null,
      facts: [{ kind: 'dispatch.proposed' }, { kind: 'blindspot.noted', body: { detail: 'claude-code' } }],
    })
    expect((await checked('echo "never closed')).facts.map(({ kind }) => kind)).toContain('blindspot.noted')
  })

  it('is recorded with a long command as an artifact', async () => {
    const { facts } = await checked(`cat $BAILIFF_HOME/keys/* # ${'x'.repeat(40_000)}`)
    expect(facts[0]).toMatchObject({ body: { input: { command: { artifact: 'input.command' } } }, artifacts: [{}] })
  })
})
