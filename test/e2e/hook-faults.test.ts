import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { currentKeyPath, keyPath, lockPath, ticketsDir } from '../../src/ledger/stores/files/layout.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { createTicket, dropTicket, tryLock, unlock } from '../../src/ledger/stores/lock.ts'
import { type Ended, type Fault, hitOf } from '../helpers/children.ts'
import { faultPoints } from '../helpers/fault-points.ts'
import { calls, entriesIn, FINE, hearHook, notesIn, post, pre, runHook, type Told } from '../helpers/hooks.ts'
import { copyHome } from '../helpers/ledger.ts'
import { NAMESPACE, noMounts, onOwnDisk } from '../helpers/own-disk.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'
import { isRoot } from '../helpers/user.ts'

const STREAM = 'session/claude-code-s'
const LONG_OUTPUT = 'a line of output\n'.repeat(2_000)

/** The result of a hook that could not record: its answer, and one line with a code. */
const refusal = (code: string) => ({
  code: 0,
  stdout: '{}\n',
  stderr: expect.stringMatching(new RegExp(`^bailiff: not recorded: [^\\n]*\\[${code}\\]\\n$`)),
})

const newHome = async (): Promise<string> => {
  const home = join(tempDir(), 'home')
  expect(await hearHook(home, pre('before'))).toMatchObject(FINE)
  return home
}

const keyOf = (home: string): string => keyPath(home, readFileSync(currentKeyPath(home), 'utf8').trim())

/** Replaces a part of the home with something else, and keeps the original aside. */
const instead =
  (part: string, make: (path: string) => void = (path) => writeFileSync(path, 'not what it was')) =>
  (home: string): (() => void) => {
    const path = join(home, part)
    renameSync(path, `${home}-aside`)
    make(path)
    return () => {
      rmSync(path, { recursive: true, force: true })
      renameSync(`${home}-aside`, path)
    }
  }

const withMode =
  (pathOf: (home: string) => string, mode: number, before: number) =>
  (home: string): (() => void) => {
    const path = pathOf(home)
    chmodSync(path, mode)
    return () => chmodSync(path, before)
  }

const fifo = (path: string): void => void execFileSync('mkfifo', ['-m', '400', path])

/** A problem with a home, the code that the hook prints, and a function that causes it and returns its repair. */
const HARMS: [name: string, code: string, harm: (home: string) => () => void][] = [
  ['a missing key', 'KEY_MISSING', (home) => instead(keyOf(home).slice(home.length), () => {})(home)],
  ['another key', 'KEY_DAMAGED', (home) => instead(keyOf(home).slice(home.length), otherKey)(home)],
  ['a key that other users can read', 'KEY_EXPOSED', (home) => withMode(keyOf, 0o444, 0o400)(home)],
  ['a key that is a pipe', 'KEY_DAMAGED', (home) => instead(keyOf(home).slice(home.length), fifo)(home)],
  ['a key directory that other users can access', 'KEY_EXPOSED', withMode((home) => join(home, 'keys'), 0o755, 0o700)],
  ['a home that other users can write to', 'HOME_EXPOSED', withMode((home) => home, 0o777, 0o700)],
  ['an invalid name of the current key', 'KEY_MISSING', instead('keys/current')],
  ['a home that is a file', 'HOME_UNUSABLE', instead('')],
  ['a home that is a symlink to itself', 'HOME_UNUSABLE', instead('', (path) => symlinkSync(path, path))],
  ['locks that are a file', 'HOME_UNUSABLE', instead('locks')],
  ['heads that are a file', 'HOME_UNUSABLE', instead('heads')],
  ['a ledger that is a file', 'HOME_UNUSABLE', instead('ledger')],
  ['a stream that is a directory', 'HOME_UNUSABLE', instead('ledger/session/claude-code-s.jsonl', mkdirSync)],
  ['artifacts that are a file', 'HOME_UNUSABLE', (home) => makeDir(home, 'artifacts')],
]

const otherKey = (path: string): void => writeFileSync(path, 'ab'.repeat(32), { mode: 0o400 })

/** The artifacts directory exists only once one was stored. */
function makeDir(home: string, part: string): () => void {
  mkdirSync(join(home, part), { recursive: true })
  return instead(part)(home)
}

describe('a hook that cannot use its home', () => {
  it.each(HARMS)('answers, says why in one line, and records again after the repair: %s', async (_, code, harm) => {
    const home = await newHome()
    const repair = harm(home)
    expect(await hearHook(home, post('meanwhile', LONG_OUTPUT))).toMatchObject(refusal(code))
    repair()
    expect(await hearHook(home, post('after', LONG_OUTPUT))).toMatchObject(FINE)
    expect([...calls(entriesIn(home))]).toEqual([
      ['dispatch.proposed before', 1],
      ['dispatch.scored before', 1],
      ['dispatch.observed after', 1],
    ])
    expect(await notesIn(home)).toEqual([])
  })

  it.skipIf(!isRoot)(
    `because it belongs to another user, says so${isRoot ? '' : ' — SKIPPED: only root can give a directory away'}`,
    async () => {
      const home = await newHome()
      chownSync(home, 65_534, 65_534)
      expect(await runHook(home, pre('meanwhile'))).toMatchObject(refusal('HOME_EXPOSED'))
    },
  )

  it.skipIf(isRoot)(
    `because it has no read permission, says so${isRoot ? ' — SKIPPED: modes do not bind root' : ''}`,
    async () => {
      const home = await newHome()
      chmodSync(home, 0)
      expect(await runHook(home, pre('meanwhile'))).toMatchObject(refusal('HOME_UNUSABLE'))
      chmodSync(home, 0o700)
    },
  )

  it('says so in one line, whatever the home is called', async () => {
    const dir = join(tempDir(), 'two\nlines')
    writeFileSync(dir, '')
    expect(await runHook(join(dir, 'home'), pre('x'))).toMatchObject(refusal('HOME_UNUSABLE'))
  })

  it.skipIf(NAMESPACE === undefined)(
    `because its disk is full or read-only, still answers, and reports every loss${noMounts}`,
    async () => {
      const seen = await onOwnDisk('hook-disk.mjs')
      const line = (code: string) => ({
        status: 0,
        stdout: '{}\n',
        stderr: expect.stringMatching(new RegExp(`^bailiff: not recorded: [^\\n]*\\[${code}\\]\\n$`)),
      })
      for (const one of seen.whenFull) if (one.stderr !== '') expect(one).toEqual(line('DISK_FULL'))
      expect(seen.whenFull[0]).toEqual(line('DISK_FULL'))
      for (const one of seen.whenReadOnly) expect(one).toEqual(line('HOME_UNUSABLE'))
      for (const one of [...seen.withSpace, ...seen.again])
        expect(one).toEqual({ status: 0, stdout: '{}\n', stderr: '' })
      expect(seen.findings).toEqual([])
      expect(seen.recorded).toEqual(seen.acknowledged)
    },
  )
})

describe('a ledger that was tampered with', () => {
  const HARMED: [name: string, harm: (home: string) => void][] = [
    ['a stream that ends in nonsense', (home) => appendFileSync(join(home, 'ledger', `${STREAM}.jsonl`), 'nonsense\n')],
    ['a stream that is nonsense', (home) => writeFileSync(join(home, 'ledger', `${STREAM}.jsonl`), 'nonsense\n')],
    ['a stream that is empty', (home) => writeFileSync(join(home, 'ledger', `${STREAM}.jsonl`), '')],
    ['a head that is nonsense', (home) => writeFileSync(join(home, 'heads', `${STREAM}.head`), 'nonsense')],
    ['a list of streams that is nonsense', (home) => writeFileSync(join(home, 'ledger/admin/streams.jsonl'), 'no\n')],
  ]

  it.each(HARMED)('is still written to, and the audit finds the change: %s', async (_, harm) => {
    const home = await newHome()
    harm(home)
    expect(await hearHook(home, post('after', LONG_OUTPUT))).toMatchObject(FINE)
    expect(await hearHook(home, pre('later', { session_id: 'later' }))).toMatchObject(FINE)
    const recorded = readFileSync(join(home, 'ledger', `${STREAM}.jsonl`), 'utf8')
    expect(recorded).toContain('"call":"after"')
    expect((await verifyFiles(home)).ok).toBe(false)
  })
})

describe('a disk that fails under a hook', () => {
  const stop: Told = {
    host: 'claude-code',
    event: 'Stop',
    payload: { session_id: 's', last_assistant_message: 'Done.' },
  }
  const EVENTS: [name: string, told: Told, isThere: (home: string) => boolean][] = [
    [
      'a call with a long output',
      post('struck', LONG_OUTPUT),
      (home) => calls(entriesIn(home)).has('dispatch.observed struck'),
    ],
    ['a stop', stop, (home) => entriesIn(home).some(({ kind }) => kind === 'stop.reached')],
  ]

  it.each(
    EVENTS.flatMap((one) =>
      (LONG ? ['full', 'EIO', 'EACCES'] : ['full', 'EIO']).map((how) => [one[0], how, one[1], one[2]] as const),
    ),
  )(
    'does not prevent an answer, and everything it does not refuse is recorded: %s, %s',
    async (_, how, told, isThere) => {
      const base = await newHome()
      const play = async (fault: Omit<Fault, 'home'>): Promise<[string, Ended]> => {
        const home = copyHome(base, join(tempDir(), 'home'))
        return [home, await runHook(home, told, { home, ...fault })]
      }
      for (const at of await faultPoints(how, [], async (fault) => (await play(fault))[1])) {
        const [home, ended] = await play({ at, how })
        const said = ended.stderr.replace(/^hit .*\n/m, '')
        expect(ended.code).toBe(0)
        // A gate that cannot judge blocks the turn once; everything else is let through.
        const { decision, reason } = JSON.parse(ended.stdout)
        if (decision === undefined) expect(ended.stdout).toBe('{}\n')
        else expect([told, reason]).toEqual([stop, expect.stringMatching(/\[(DISK_FULL|HOME_UNUSABLE)\]\n/)])
        if (said === '') expect(isThere(home)).toBe(true)
        else
          expect(said).toMatch(/^(bailiff: not recorded|Bailiff: the gate failed)[^\n]*\[(DISK_FULL|HOME_UNUSABLE)\]\n/)
        expect(await hearHook(home, pre('after'))).toMatchObject(FINE)
        expect(calls(entriesIn(home)).get('dispatch.proposed before')).toBe(1)
        await notesIn(home)
        expect(hitOf(ended)).not.toBeNull()
      }
    },
  )
})

describe('a lock that is held forever', () => {
  const agent = { session_id: 's', agent_id: 'a', agent_type: 'Explore' }
  const held: [name: string, locked: string[], told: Told][] = [
    ['of the stream', [STREAM], pre('held')],
    ['of the stream, at a stop', [STREAM], { ...pre('held'), event: 'Stop', payload: { session_id: 's' } }],
    ['of the list of streams, for a new session', ['admin/streams'], pre('held', { session_id: 'new' })],
    ['of a lead and its subagent', [STREAM, `${STREAM}.a`], { ...pre('held'), event: 'SubagentStop', payload: agent }],
  ]

  it.each(held)('costs a hook neither its answer nor its event: %s', async (_, locked, told) => {
    const home = await newHome()
    const ticket = createTicket(ticketsDir(home))
    const locks = locked.map((name) => tryLock(lockPath(home, name), ticket))
    const before = entriesIn(home).length
    expect(await runHook(home, told)).toMatchObject(FINE)
    expect(entriesIn(home)).toHaveLength(before)
    expect(await notesIn(home)).toContain('spool-pending')
    for (const lock of locks) if (lock !== null) unlock(lock)
    dropTicket(ticket)
    expect(await hearHook(home, told)).toMatchObject(FINE)
    expect(await hearHook(home, pre('after'))).toMatchObject(FINE)
    const events = entriesIn(home).filter(
      ({ kind, body }) => kind === 'stop.reached' || (kind === 'dispatch.proposed' && body['call'] === 'held'),
    )
    expect(events).toHaveLength(2)
    expect(await notesIn(home)).toEqual([])
  })

  it('of a home that is not set up is reported', async () => {
    const home = join(tempDir(), 'home')
    mkdirSync(ticketsDir(home), { recursive: true, mode: 0o700 })
    const ticket = createTicket(ticketsDir(home))
    expect(tryLock(lockPath(home, 'home'), ticket)).not.toBeNull()
    expect(await runHook(home, pre('held'))).toMatchObject(refusal('LOCK_TIMEOUT'))
    expect(readdirSync(ticketsDir(home))).toHaveLength(1)
  })
})
