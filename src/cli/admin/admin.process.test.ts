import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { withCheapKeys } from '../../../test/helpers/cheap-keys.ts'
import { BAILIFF, type Ended, type Fault, start } from '../../../test/helpers/children.ts'
import { type Ran, runCli } from '../../../test/helpers/cli.ts'
import { killedEverywhere } from '../../../test/helpers/fault-points.ts'
import { verifyClean } from '../../../test/helpers/holds.ts'
import { copyHome, withHome } from '../../../test/helpers/ledger.ts'
import { folderWith, shippedBytes } from '../../../test/helpers/packs.ts'
import { scaled } from '../../../test/helpers/scale.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { addKey } from '../../trust/admin/drivers/apply.ts'
import { createKeyPair, sealKey } from '../../trust/admin/drivers/key-file.ts'
import { adminKeyPath } from '../../trust/admin/drivers/key-places.ts'

withCheapKeys()

const PASSPHRASE = 'correct horse battery'

type How = { home?: string; env?: NodeJS.ProcessEnv }

/** The commands as people start them, with a passphrase file instead of a terminal. */
class Desk {
  readonly dir = tempDir()
  readonly home = join(this.dir, 'home')
  /** The id of the first key. */
  key = ''

  file(name: string, text: string, mode = 0o600): string {
    const path = join(this.dir, name)
    writeFileSync(path, text)
    chmodSync(path, mode)
    return path
  }

  run(words: string, { home = this.home, env = {} }: How = {}): Promise<Ran> {
    return runCli(['admin', ...words.split(' ')], { BAILIFF_HOME: home, ...env }, { hasTerminal: false })
  }

  /** Runs a command in a process of its own. */
  start(words: string, { home = this.home, fault }: { home?: string; fault?: Fault } = {}): Promise<Ended> {
    const argv = [BAILIFF, 'admin', ...words.split(' '), '--home', home]
    return start(argv, fault, process.execPath, { env: { PATH: process.env['PATH'] } }).ended
  }

  /** Runs a command that signs. */
  sign(words: string, passphrase = PASSPHRASE, home = this.home): Promise<Ran> {
    return this.run(`${words} --passphrase-file ${this.file('passphrase', `${passphrase}\n`)}`, { home })
  }

  /** A signed change of the threshold, in a file. */
  async signed(value: number): Promise<string> {
    const change = join(this.dir, 'change.json')
    await this.run(`set threshold ${value} --propose ${change}`)
    const out = join(this.dir, `signed-${value}.json`)
    expect(await this.sign(`sign ${change} --out ${out}`)).toMatchObject({ exit: 0 })
    return out
  }

  async parameter(name: string, home = this.home): Promise<unknown> {
    const { out } = await runCli(['admin', 'show', '--json', '--home', home])
    return JSON.parse(out).parameters[name].value
  }
}

/** A desk with a key. */
async function withKey(): Promise<Desk> {
  const desk = new Desk()
  const pair = createKeyPair()
  await withHome(desk.home, (home) => addKey(home, pair.publicKey, 'first'))
  desk.key = pair.id
  writeFileSync(adminKeyPath(desk.home, pair.id), sealKey(pair, PASSPHRASE), { mode: 0o600 })
  return desk
}

const refused = (code: string) => ({ exit: 3, out: '', err: expect.stringContaining(`[${code}]`) })
const failed = (code: string) => ({ exit: 1, out: '', err: expect.stringContaining(`[${code}]`) })

describe('an administrator', () => {
  it('sees a new threshold in the trust commands at once', async () => {
    const desk = await withKey()
    expect(await desk.sign('set threshold 0.35')).toMatchObject({ exit: 0 })
    const { out } = await runCli(
      ['trust', 'status', '--json', '--home', desk.home],
      {},
      { cwd: desk.dir, program: folderWith(shippedBytes()) },
    )
    expect(JSON.parse(out)).toMatchObject({ threshold: 0.35, administratorThreshold: 0.35 })
  })

  it('signs and applies several proposals in one file', async () => {
    const desk = await withKey()
    const change = join(desk.dir, 'change.json')
    await desk.run(`set threshold 0.4 --propose ${change}`)
    const first = readFileSync(change, 'utf8')
    const second = first.replace('"counter":1', '"counter":2').replace('"threshold"', '"decay"')
    const both = desk.file('both.jsonl', `${first}${second}`)
    const out = join(desk.dir, 'signed.jsonl')
    expect(await desk.sign(`sign ${both} --out ${out}`)).toMatchObject({ exit: 0 })
    expect(await desk.run(`apply ${out}`)).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/threshold is now 0\.4[\s\S]*decay is now 0\.4/),
    })
    expect(await desk.run(`apply ${out}`)).toMatchObject(refused('COMMAND_REPLAYED'))
  })

  it('changes a parameter, and sees what applies and what happened', async () => {
    const desk = await withKey()
    expect(await desk.sign('set threshold 0.35')).toMatchObject({
      exit: 0,
      out: 'Accepted command 1: threshold is now 0.35; it was 0.3.\n',
    })
    expect(await desk.run('set threshold 2')).toMatchObject(refused('OUT_OF_RANGE'))
    expect(await desk.sign('recalibrate')).toMatchObject({ out: 'Accepted command 2: recalibrate.\n' })
    const shown = await desk.run('show')
    expect(shown.out).toMatch(
      /^threshold {2}0\.35 \(default: 0\.3\)\n {11}range: 0\.1 to 0\.9\n {11}set by command 1 on /,
    )
    const history = await desk.run('history')
    expect(history.out.replace(/ +/g, ' ').replace(/\d{4}-\S+ \S+ /g, '')).toMatch(
      /command\nkey [0-9a-f]{16}, the first\naccepted 1 set threshold to 0\.35; before: 0\.3\nrefused set threshold to 2 \[OUT_OF_RANGE\]\naccepted 2 recalibrate\n$/,
    )
    for (const { out } of [shown, history]) for (const line of out.split('\n')) expect(line.length).toBeLessThan(81)
    await verifyClean(desk.home)
  })

  it('creates a key in a file that only the owner can read, without the passphrase', async () => {
    const desk = new Desk()
    const { out } = await desk.sign('keygen --json')
    const { file } = JSON.parse(out)
    expect(file.startsWith(join(desk.home, 'keys'))).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).not.toContain('horse')
  })

  it('is not let in with a wrong passphrase, a short one, or one that others can read', async () => {
    const desk = await withKey()
    expect(await desk.sign('set threshold 0.35', 'wrong horse battery')).toMatchObject(failed('PASSPHRASE_WRONG'))
    const open = desk.file('open', PASSPHRASE, 0o644)
    expect(await desk.run(`set threshold 0.35 --passphrase-file ${open}`)).toMatchObject(failed('PASSPHRASE_EXPOSED'))
    expect(await desk.run('set threshold 0.35')).toMatchObject(failed('PASSPHRASE_MISSING'))
    expect(await new Desk().sign('keygen', 'elevenchars')).toMatchObject(failed('PASSPHRASE_SHORT'))
    expect(await desk.parameter('threshold')).toBe(0.3)
  })

  it('signs elsewhere, without a ledger there, and applies the file once, here only', async () => {
    const desk = await withKey()
    const [change, signed, elsewhere] = ['change.json', 'signed.json', 'elsewhere'].map((name) => join(desk.dir, name))
    await desk.run(`set threshold 0.35 --propose ${change}`)
    const key = adminKeyPath(desk.home, desk.key)
    expect(await desk.sign(`sign ${change} --key ${key} --out ${signed}`, PASSPHRASE, elsewhere)).toMatchObject({
      exit: 0,
    })
    expect(existsSync(elsewhere ?? '')).toBe(false)
    expect(await desk.run(`apply ${signed}`)).toMatchObject({ exit: 0 })
    expect(await desk.run(`apply ${signed}`)).toMatchObject(refused('COMMAND_REPLAYED'))
    const other = await withKey()
    expect(await other.run(`apply ${signed}`)).toMatchObject(refused('KEY_WRONG'))
    expect(await other.parameter('threshold')).toBe(0.3)
    const edited = desk.file('edited.json', readFileSync(await desk.signed(0.4), 'utf8').replace('0.4', '0.9'))
    expect(await desk.run(`apply ${edited}`)).toMatchObject(refused('SIGNATURE_INVALID'))
    expect(await desk.run(`apply ${join(desk.dir, 'change.json')}`)).toMatchObject(refused('COMMAND_UNSIGNED'))
    expect(await desk.run(`apply ${desk.file('junk', 'junk')}`)).toMatchObject(refused('COMMAND_MALFORMED'))
    expect(await desk.parameter('threshold')).toBe(0.35)
  })

  it('replaces the key with the old one, or by force; the old key is then refused', async () => {
    const desk = await withKey()
    await desk.sign('set threshold 0.35')
    const old = await desk.signed(0.4)
    expect(await desk.sign('keygen')).toMatchObject(failed('ADMIN_KEY_EXISTS'))
    const next = desk.file('next', 'another horse battery')
    expect(await desk.sign(`keygen --rotate --new-passphrase-file ${next}`)).toMatchObject({ exit: 0 })
    expect(await desk.run(`apply ${old}`)).toMatchObject(refused('KEY_WRONG'))
    expect(await desk.sign('set decay 0.5', 'another horse battery')).toMatchObject({ exit: 0 })
    expect([await desk.parameter('threshold'), await desk.parameter('decay')]).toEqual([0.35, 0.5])
    expect(await desk.sign('keygen --force')).toMatchObject({
      exit: 3,
      err: expect.stringContaining('NOT_CONFIRMED'),
    })
    expect(await desk.sign('keygen --force --yes')).toMatchObject({ exit: 0 })
    expect(await desk.parameter('threshold')).toBe(0.3)
    expect((await desk.run('show')).out).toContain('(by force)')
  })
})

it('an agent is refused, and the attempt is on record', async () => {
  const desk = await withKey()
  expect(await desk.run('set threshold 0.9', { env: { CODEX_CI: '1' } })).toMatchObject(refused('PERSON_ONLY'))
  expect(await desk.run('keygen --force --yes', { env: { CLAUDECODE: '1' } })).toMatchObject(refused('PERSON_ONLY'))
  expect((await desk.run('history')).out).toContain('bailiff admin set [PERSON_ONLY]')
})

it('of two processes that apply the same command, one is refused', async () => {
  const desk = await withKey()
  const signed = await desk.signed(0.35)
  const ended = await Promise.all(Array.from({ length: scaled(4, 2) }, () => desk.start(`apply ${signed}`)))
  expect(ended.map(({ code }) => code).sort()).toEqual([0, ...ended.slice(1).map(() => 3)])
  await verifyClean(desk.home)
})

it('a process killed while it applies a command changes the parameter or not, and the ledger verifies', async () => {
  const desk = await withKey()
  const signed = await desk.signed(0.35)
  const fresh = (): string => copyHome(desk.home, join(tempDir(), 'home'))
  const play = (home: string, fault: Omit<Fault, 'home'>): Promise<Ended> =>
    desk.start(`apply ${signed}`, { home, fault: { home, ...fault } })
  const hits: string[] = []
  for await (const { home, hit } of killedEverywhere(['write ledger/admin/', 'write heads/'], fresh, play)) {
    hits.push(hit)
    const before = await desk.parameter('threshold', home)
    expect([0.3, 0.35]).toContain(before)
    // Applying it again either succeeds or says that it was applied.
    const again = await runCli(['admin', 'apply', signed, '--home', home])
    expect([before, again.exit]).toEqual([before, before === 0.3 ? 0 : 3])
    expect(await desk.parameter('threshold', home)).toBe(0.35)
    await verifyClean(home)
  }
  expect(hits.some((hit) => hit.startsWith('write ledger/admin/parameters'))).toBe(true)
})
