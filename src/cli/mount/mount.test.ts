import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Leading, leading, spawnCall } from '../../../test/helpers/lead-runs.ts'

type Asked = Pick<Leading, 'cli' | 'dir'> & { texts: string[]; thread: string; run: string }

/** A run with a call that got nothing, two that got blocks, and an answer. */
async function answered(): Promise<Asked> {
  const on = await leading()
  const texts: string[] = []
  const mounted = async (mounting: Promise<{ text: string }>) => void texts.push((await mounting).text)
  const names = await on.run('alice', async (run, thread) => {
    await thread.add('How full is the disk?')
    await mounted(run.mount())
    await spawnCall(run, 'Check the disk', 'disk 45 %\n')
    await mounted(run.mount())
    await spawnCall(run, 'Check the log', 'no space left\u001b[2J\n', 'failed')
    await mounted(run.mount({ bytes: 4_000 }))
    await run.answer('It is full.')
    await spawnCall(run, 'Check later', 'later\n')
  })
  return { ...on, ...names, texts }
}

/** Changes all artifacts that contain a string. */
function damage(dir: string): void {
  for (const path of readdirSync(join(dir, 'artifacts'), { recursive: true, encoding: 'utf8' })) {
    const whole = join(dir, 'artifacts', path)
    if (!statSync(whole).isFile() || statSync(whole).size === 0) continue
    chmodSync(whole, 0o600)
    writeFileSync(whole, 'forged\n')
  }
}

describe('bailiff mount', () => {
  it('prints the block that the next call would get, within its budget, and records nothing', async () => {
    const { cli, run } = await answered()
    const { exit, out } = await cli('mount', '--owner', 'alice')
    expect(exit).toBe(0)
    for (const text of [`Run: ${run}`, 'disk 45 %', 'later', 'no space left\\u001b[2J', 'Task: Check later'])
      expect(out).toContain(text)
    const small = JSON.parse((await cli('mount', '--owner', 'alice', '--bytes', '500', '--json')).out)
    expect(small).toMatchObject({ ok: true, run })
    expect(Buffer.byteLength(small.text)).toBeLessThanOrEqual(500)
    const few = JSON.parse((await cli('mount', '--owner', 'alice', '--lines', '9', '--json')).out)
    expect(few.text.split('\n').length).toBeLessThanOrEqual(9)
    expect((await cli('mount', '--owner', 'alice')).out).toBe(out)
    expect((await cli('mount', '--owner', 'alice', '--tokens', 'many')).err).toContain('[USAGE]')
  })

  it('renders the block of an earlier call again, the same bytes', async () => {
    const { cli, texts } = await answered()
    for (const call of [2, 3]) {
      const { exit, out } = await cli('mount', '--owner', 'alice', '--call', String(call), '--json')
      expect({ exit, ...JSON.parse(out) }).toMatchObject({ exit: 0, isSame: true, text: texts[call - 1] })
    }
    const none = await cli('mount', '--owner', 'alice', '--call', '1')
    expect(none).toMatchObject({ exit: 1, err: expect.stringContaining('Calls with a block: 2, 3.') })
  })

  it('says so with exit code 2 if the block differs from the recorded one', async () => {
    const { cli, dir } = await answered()
    damage(dir)
    const { exit, out, err } = await cli('mount', '--owner', 'alice', '--call', '2')
    expect(exit).toBe(2)
    expect(err).toMatch(/The block of call 2 differs from the recorded one: .*\[MOUNT_DIFFERS\]/)
    expect(out).not.toContain('forged')
    const told = await cli('mount', '--owner', 'alice', '--call', '2', '--json')
    expect(JSON.parse(told.out)).toMatchObject({ ok: false, isSame: false, error: { code: 'MOUNT_DIFFERS' } })
    expect((await cli('mount', '--owner', 'alice')).exit).toBe(2)
  })

  it('compares a block with the one before, and the last one with now', async () => {
    const { cli } = await answered()
    const later = await cli('mount', '--owner', 'alice', '--call', '3', '--diff')
    expect(later.exit).toBe(0)
    expect(later.out).toMatch(/^--- call 2\n\+\+\+ call 3\n@@ /)
    expect(later.out).toContain('\n-Workers: 1 (1 success)\n+Workers: 2 (1 failed, 1 success)\n')
    expect(later.out).toContain('\n+no space left\\u001b[2J\n')
    expect(later.out).not.toMatch(/^[+-]disk/m)
    const first = await cli('mount', '--owner', 'alice', '--call', '2', '--diff')
    expect(first.out).toMatch(/^--- nothing\n\+\+\+ call 2\n@@ -1,0 \+1,\d+ @@\n\+\[INTERNAL/)
    const now = await cli('mount', '--owner', 'alice', '--diff')
    expect(now.out).toMatch(/^--- call 3\n\+\+\+ now\n/)
    expect(now.out).toContain('\n+later\n')
  })

  it('tells what an answer was based on: run, call, provenance and the block of that moment', async () => {
    const { cli, run, thread, texts } = await answered()
    const { exit, out } = await cli('mount', '--owner', 'alice', '--thread', thread, '--answer', '1')
    expect(exit).toBe(0)
    for (const text of [run, thread, 'It is full.', `Evidence: worker jobs 1, 2 (${run})`, 'no space left'])
      expect(out).toContain(text)
    expect(out).not.toContain('later')
    const told = JSON.parse((await cli('mount', '--owner', 'alice', '--answer', '1', '--json')).out)
    expect(told).toMatchObject({ ok: true, run, thread, call: 3, mount: { text: texts[2], isSame: true } })
    expect((await cli('mount', '--owner', 'alice', '--answer', '2')).err).toContain('Unknown answer 2')
    expect((await cli('mount', '--owner', 'bob', '--thread', thread, '--answer', '1')).err).toContain(
      '[THREAD_UNKNOWN]',
    )
  })

  it('needs an owner, and shows nobody the run of another', async () => {
    const { cli, run } = await answered()
    expect((await cli('mount')).err).toContain('--owner <owner> [OWNER_MISSING]')
    expect((await cli('mount', '--answer', '1')).err).toContain('[OWNER_MISSING]')
    expect(await cli('mount', '--owner', 'bob', '--run', run)).toMatchObject({ exit: 1, out: '' })
    expect((await cli('mount', '--owner', 'alice', '--call', '2', '--answer', '1')).err).toContain('cannot be combined')
    expect((await cli('mount', '--owner', 'alice', '--thread', 'x')).err).toContain('--thread needs --answer')
  })

  it.each([
    ['--call 2 --bytes 100', '--bytes has no effect with --call'],
    ['--answer 1 --diff', '--diff has no effect with --answer'],
    ['--answer 1 --run x', '--run has no effect with --answer'],
    ['--session s', '--owner has no effect with --session'],
  ])('refuses options that have no effect: %s', async (options, message) => {
    const { cli } = await answered()
    const { exit, err } = await cli('mount', '--owner', 'alice', ...options.split(' '))
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringContaining(message) })
  })

  it('has the budget of the last call unless another one is given', async () => {
    const on = await leading()
    await on.run('alice', async (run) => {
      await spawnCall(run, 'Check', 'x'.repeat(5_000))
      await run.mount({ bytes: 2_000 })
    })
    const bytesOf = async (...budget: string[]) =>
      JSON.parse((await on.cli('mount', '--owner', 'alice', ...budget, '--json')).out).bytes
    expect(await bytesOf()).toBeLessThanOrEqual(2_000)
    expect(await bytesOf('--bytes', '10000')).toBeGreaterThan(5_000)
    expect((await on.cli('mount', '--owner', 'alice', '--diff')).out).toBe('No difference between call 1 and now.\n')
  })

  it('says that there is nothing to mount, or no room for it', async () => {
    const on = await leading()
    await on.run('alice')
    expect((await on.cli('mount', '--owner', 'alice')).out).toBe('The run has no workers, so nothing is mounted.\n')
    await on.run('alice', async (run) => void (await spawnCall(run, 'Check', 'x\n')))
    expect((await on.cli('mount', '--owner', 'alice', '--bytes', '9')).out).toBe(
      'The budget has no room for a block.\n',
    )
  })
})
