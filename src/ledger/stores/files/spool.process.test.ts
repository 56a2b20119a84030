import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { copyHome } from '../../../../test/helpers/ledger.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { MAX_DEPTH } from '../../canonical.ts'
import type { Draft, JsonObject } from '../../kinds.ts'
import type { Appended, Store } from '../../store.ts'
import { type Lock, tryLock, unlock } from '../lock.ts'
import { appendSync } from './append.ts'
import { openFileStore } from './files.ts'
import { closeHome, type Home, type HomeOptions } from './home.ts'
import { lockPath, REGISTER, spoolDir } from './layout.ts'
import { openFiles } from './open.ts'
import { recentEntries } from './recent.ts'
import { rotateKey } from './rotate.ts'
import { verifyFiles } from './verify.ts'

const STREAM = 'session/a'
/** Short, so that no test waits for a lock that never comes. */
const IMPATIENT: HomeOptions = { lockWaitMs: 1 }

const note = (n: number | string, body: JsonObject = {}): Draft => ({
  kind: 'note',
  actor: 'harness',
  body: { n, ...body },
})

type Fixture = { dir: string; store: Store; home: Home }

function open(dir = join(tempDir(), 'home'), options = IMPATIENT): Fixture {
  const store = openFileStore(dir, options)
  const home = openFiles(dir, options)
  onTestFinished(async () => {
    closeHome(home)
    await store.close()
  })
  return { dir, store, home }
}

function take(home: Home, stream = STREAM): Lock {
  const lock = tryLock(lockPath(home.dir, stream), home.ticket)
  if (lock === null) throw new Error(`The lock of ${stream} is free, and must be had.`)
  return lock
}

/** Runs `act` while this process, which is alive, holds a lock. */
async function whileLocked<T>(home: Home, act: () => Promise<T>, stream = STREAM): Promise<T> {
  const lock = take(home, stream)
  try {
    return await act()
  } finally {
    unlock(lock)
  }
}

const spooled = (appended: Appended): string => {
  if (appended.kind !== 'spooled') throw new Error('Expected the entries to be spooled.')
  return appended.spool
}

/** The path of the only spool file of a stream. */
const spoolFile = (dir: string, stream = STREAM): string => {
  const [name = 'none', ...more] = waiting(dir, stream)
  expect(more).toEqual([])
  return join(spoolDir(dir, stream), name)
}

const waiting = (dir: string, stream = STREAM): string[] =>
  existsSync(spoolDir(dir, stream)) ? readdirSync(spoolDir(dir, stream)) : []

const kindsIn = async (store: Store, stream = STREAM): Promise<string[]> =>
  (await bodiesIn(store, stream)).map(([kind]) => kind)

async function bodiesIn(store: Store, stream = STREAM): Promise<[kind: string, body: JsonObject][]> {
  const bodies: [string, JsonObject][] = []
  for await (const { kind, body } of store.read(stream)) bodies.push([kind, body])
  return bodies
}

/** The numbers of the notes in a stream, in order, without the ledger's own entries. */
const numbersIn = async (store: Store, stream = STREAM): Promise<unknown[]> =>
  (await bodiesIn(store, stream)).filter(([kind]) => kind === 'note').map(([, body]) => body['n'])

async function expectClean(dir: string): Promise<void> {
  expect(await verifyFiles(dir)).toMatchObject({ ok: true, findings: [] })
}

describe('a stream that stays locked', () => {
  it('has its entries spooled durably, in a file that verify reports', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => {
      const id = spooled(await store.append(STREAM, [note(2), note(3)]))
      expect(waiting(dir)).toEqual([`${id}.spool`])
      expect(await numbersIn(store)).toEqual([1])
      expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [{ note: 'spool-pending', stream: STREAM }] })
    })
  })

  it('yields each of them once when read from the end, even if a chained file is left over or restored', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2), note(3)])))
    const recent = (): unknown[] =>
      [...recentEntries(home, STREAM)].filter(({ kind }) => kind === 'note').map(({ body }) => body['n'])
    expect(recent()).toEqual([3, 2, 1])
    const path = spoolFile(dir)
    const bytes = readFileSync(path)
    await store.append(STREAM, [note(4)])
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes, { mode: 0o600 })
    expect(recent()).toEqual([4, 3, 2, 1])
  })

  it('gets them from the next writer: in order, before its own, after a marker that names the file', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    const id = await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2), note(3)])))
    expect(await store.append(STREAM, [note(4), note(5)])).toMatchObject({
      kind: 'written',
      receipts: [{ seq: 5 }, { seq: 6 }],
    })
    expect(await numbersIn(store)).toEqual([1, 2, 3, 4, 5])
    expect((await bodiesIn(store))[1]).toEqual(['spool.chained', { spool: id, entries: 2 }])
    expect(waiting(dir)).toEqual([])
    await expectClean(dir)
  })

  it('gets them even if it had no entry yet', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(1)])))
    expect(await store.head(STREAM)).toBeNull()
    await store.append(STREAM, [note(2)])
    expect(await numbersIn(store)).toEqual([1, 2])
    await expectClean(dir)
  })

  it('gets them from a one-shot writer such as a hook, and spools for it too', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => spooled(appendSync(home, STREAM, [note(1)])))
    expect(appendSync(home, STREAM, [note(2)])).toMatchObject({ kind: 'written', receipts: [{ seq: 3 }] })
    expect(await numbersIn(store)).toEqual([1, 2])
    await expectClean(dir)
  })

  it('reports to each append in a group that its entries are spooled, and loses none', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => {
      const all = await Promise.all(Array.from({ length: 20 }, (_, n) => store.append(STREAM, [note(n)])))
      expect(new Set(all.map(spooled)).size).toBeLessThanOrEqual(20)
    })
    await store.append(STREAM, [note(20)])
    expect(await numbersIn(store)).toEqual(Array.from({ length: 21 }, (_, n) => n))
    await expectClean(dir)
  })

  it('keeps the order of consecutive spool files, even if the clock runs backwards', async () => {
    const times = Array.from({ length: 1000 }, (_, i) => 1_000_000 + i * 1000)
    const { dir, store, home } = open(undefined, { ...IMPATIENT, now: () => new Date(times.pop() ?? 0) })
    await whileLocked(home, async () => {
      for (let n = 1; n <= 6; n++) spooled(appendSync(home, STREAM, [note(n)]))
    })
    await store.append(STREAM, [note(7)])
    expect(await numbersIn(store)).toEqual([1, 2, 3, 4, 5, 6, 7])
    await expectClean(dir)
  })

  it('sorts by its own clock, independent of other homes in this process', async () => {
    const idAt = (at: string): Promise<string> => {
      const { home } = open(undefined, { ...IMPATIENT, now: () => new Date(at) })
      return whileLocked(home, async () => spooled(appendSync(home, STREAM, [note(1)])))
    }
    const late = await idAt('2100-01-01')
    expect((await idAt('2026-01-01')) < late).toBe(true)
  })

  it('is also spooled for if only the register is locked', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(1)])), REGISTER)
    await store.append(STREAM, [note(2)])
    expect(await numbersIn(store)).toEqual([1, 2])
    await expectClean(dir)
  })

  it('does not block other streams', async () => {
    const { store, home } = open()
    await store.append('session/b', [note(0)])
    await whileLocked(home, async () => {
      const [a, b] = await Promise.all([store.append(STREAM, [note(1)]), store.append('session/b', [note(1)])])
      expect([a.kind, b.kind]).toEqual(['spooled', 'written'])
    })
  })
})

/** A process that runs until it is killed. */
async function someProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1e6)'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  if (child.stdout !== null) await once(child.stdout, 'data')
  return child
}

/** Puts a lock in place as if that process had taken it. The system decides if its owner is alive. */
function lockFor(home: Home, pid: number, stream: string): void {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  const nonce = '0123456789abcdef01234567'
  const owner = { ...JSON.parse(readFileSync(home.ticket.path, 'utf8')), pid, start, nonce }
  const ticket = join(dirname(home.ticket.path), nonce)
  writeFileSync(ticket, JSON.stringify(owner), { mode: 0o600 })
  mkdirSync(dirname(lockPath(home.dir, stream)), { recursive: true, mode: 0o700 })
  linkSync(ticket, lockPath(home.dir, stream))
}

describe.skipIf(!existsSync('/proc/self/stat'))(
  'a lock of another process (checked through /proc, so on Linux only)',
  () => {
    it('makes appends spool while that process lives, and is taken over once it is killed', async () => {
      const { dir, store, home } = open()
      const owner = await someProcess()
      await store.append(STREAM, [note(1)])
      lockFor(home, owner.pid ?? 0, STREAM)
      spooled(await store.append(STREAM, [note(2)]))
      spooled(await store.append(STREAM, [note(3)]))
      owner.kill('SIGKILL')
      await once(owner, 'exit')
      expect(await store.append(STREAM, [note(4)])).toMatchObject({ kind: 'written' })
      expect(await numbersIn(store)).toEqual([1, 2, 3, 4])
      expect(existsSync(lockPath(dir, STREAM))).toBe(false)
      await expectClean(dir)
    })
  },
)

describe('a spool file is chained exactly once', () => {
  it('even if it is restored afterwards, once or more often', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2), note(3)])))
    const file = spoolFile(dir)
    copyFileSync(file, join(dir, 'kept'))
    await store.append(STREAM, [note(4)])
    for (const n of [5, 6]) {
      copyFileSync(join(dir, 'kept'), file)
      await store.append(STREAM, [note(n)])
      expect(waiting(dir)).toEqual([])
    }
    expect(await numbersIn(store)).toEqual([1, 2, 3, 4, 5, 6])
    expect((await kindsIn(store)).filter((kind) => kind === 'spool.chained')).toHaveLength(1)
    await expectClean(dir)
  })

  it('even if its entries have the maximum nesting depth', async () => {
    const { dir, store, home } = open()
    const deep = JSON.parse(`${'{"a":'.repeat(MAX_DEPTH - 1)}1${'}'.repeat(MAX_DEPTH - 1)}`)
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(1, { deep })])))
    const file = spoolFile(dir)
    copyFileSync(file, join(dir, 'kept'))
    await store.append(STREAM, [note(2)])
    copyFileSync(join(dir, 'kept'), file)
    await store.append(STREAM, [note(3)])
    expect(await numbersIn(store)).toEqual([1, 2, 3])
    await expectClean(dir)
  })

  it('even if the stream continues in other files', async () => {
    const { dir, store, home } = open(undefined, { ...IMPATIENT, segmentBytes: 600 })
    for (let n = 1; n <= 5; n++) await store.append(STREAM, [note(n)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(6)])))
    const file = spoolFile(dir)
    copyFileSync(file, join(dir, 'kept'))
    for (let n = 7; n <= 12; n++) await store.append(STREAM, [note(n)])
    copyFileSync(join(dir, 'kept'), file)
    await store.append(STREAM, [note(13)])
    expect(await numbersIn(store)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1))
    await expectClean(dir)
  })

  it('even if the process that chained it was killed before it could remove the file', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(1), note(2)])))
    const killed = spawnSync(process.execPath, [
      '--input-type=module',
      '-e',
      DIES_BEFORE_REMOVING,
      dir,
      resolve('dist/index.js'),
    ])
    expect(killed.signal, String(killed.stderr)).toBe('SIGKILL')
    expect(waiting(dir)).toHaveLength(1)
    expect(await numbersIn(store)).toEqual([1, 2, 'of the killed'])
    await store.append(STREAM, [note(3)])
    expect(waiting(dir)).toEqual([])
    expect(await numbersIn(store)).toEqual([1, 2, 'of the killed', 3])
    await expectClean(dir)
  })

  it('even if the process that chained it was killed at any point while writing', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    const streamPath = join(dir, 'ledger', `${STREAM}.jsonl`)
    const before = readFileSync(streamPath).length
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2), note(3), note(4)])))
    const snapshot = join(tempDir(), 'snapshot')
    copyHome(dir, snapshot)
    await store.append(STREAM, [note('of the killed')])
    const after = readFileSync(streamPath)
    for (const cut of cutsOf(after, before)) {
      const left = join(tempDir(), 'left')
      copyHome(snapshot, left)
      writeFileSync(join(left, 'ledger', `${STREAM}.jsonl`), after.subarray(0, cut))
      const next = openFileStore(left, IMPATIENT)
      await next.append(STREAM, [note('last')])
      const numbers = await numbersIn(next)
      await next.close()
      expect(
        numbers.filter((n) => n !== 'of the killed'),
        `cut at byte ${cut}`,
      ).toEqual([1, 2, 3, 4, 'last'])
      expect(waiting(left)).toEqual([])
      await expectClean(left)
    }
  })
})

describe('a partly chained spool file', () => {
  it('has its rest chained, even if other entries were written meanwhile', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2), note(3), note(4)])))
    const file = spoolFile(dir)
    copyFileSync(file, join(dir, 'kept'))
    const head = readFileSync(join(dir, 'heads', `${STREAM}.head`))
    await store.append(STREAM, [note('of the killed')])
    // The state after a crash that followed the marker and the first entry.
    const streamPath = join(dir, 'ledger', `${STREAM}.jsonl`)
    const lines = readFileSync(streamPath, 'utf8').split('\n')
    writeFileSync(streamPath, `${lines.slice(0, 3).join('\n')}\n`)
    writeFileSync(join(dir, 'heads', `${STREAM}.head`), head)
    await store.append(STREAM, [note('between')])
    copyFileSync(join(dir, 'kept'), file)
    await store.append(STREAM, [note('last')])
    expect(await numbersIn(store)).toEqual([1, 2, 'between', 3, 4, 'last'])
    await expectClean(dir)
  })
})

/** Every line end after `from`, the bytes around it, and some in between. */
function cutsOf(bytes: Buffer, from: number): number[] {
  const ends: number[] = []
  for (let at = bytes.indexOf('\n', from); at !== -1; at = bytes.indexOf('\n', at + 1)) ends.push(at)
  const around = [from, ...ends].flatMap((end) => [end - 1, end, end + 1, end + 2, end + 150])
  return [...new Set(around)].filter((cut) => cut >= from && cut <= bytes.length).sort((a, b) => a - b)
}

/** Appends in a process that dies when it is about to remove a spool file. */
const DIES_BEFORE_REMOVING = `
  import fs from 'node:fs'
  import { syncBuiltinESMExports } from 'node:module'
  const [dir, dist] = process.argv.slice(1)
  const real = fs.unlinkSync
  fs.unlinkSync = (path) => {
    if (String(path).endsWith('.spool')) process.kill(process.pid, 'SIGKILL')
    return real(path)
  }
  syncBuiltinESMExports()
  const { openFileStore } = await import(dist)
  await openFileStore(dir).append('session/a', [{ kind: 'note', actor: 'harness', body: { n: 'of the killed' } }])
`

describe('a spool file that is not ours', () => {
  async function withSpool(): Promise<Fixture & { file: string }> {
    const fixture = open()
    await fixture.store.append(STREAM, [note(1)])
    await whileLocked(fixture.home, async () => spooled(await fixture.store.append(STREAM, [note(2)])))
    return { ...fixture, file: spoolFile(fixture.dir) }
  }

  async function expectRefused({ dir, store }: Fixture): Promise<void> {
    await store.append(STREAM, [note(3)])
    expect(await numbersIn(store)).toEqual([1, 3])
    expect((await verifyFiles(dir)).findings).toMatchObject([{ reason: 'spool-forged', stream: STREAM }])
  }

  it('is set aside and found by verify: changed by a byte', async () => {
    const fixture = await withSpool()
    writeFileSync(fixture.file, readFileSync(fixture.file, 'utf8').replace('\\"n\\":2', '\\"n\\":9'))
    await expectRefused(fixture)
  })

  it('is set aside and found by verify: cut short', async () => {
    const fixture = await withSpool()
    writeFileSync(fixture.file, readFileSync(fixture.file).subarray(0, -10))
    await expectRefused(fixture)
  })

  it('is set aside and found by verify: renamed', async () => {
    const fixture = await withSpool()
    copyFileSync(fixture.file, join(dirname(fixture.file), '000000000000-0000000000000000.spool'))
    unlinkSync(fixture.file)
    await expectRefused(fixture)
  })

  it('is set aside and found by verify: of another stream', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append('session/b', [note(2)])), 'session/b')
    const file = spoolFile(dir, 'session/b')
    mkdirSync(spoolDir(dir, STREAM), { recursive: true, mode: 0o700 })
    copyFileSync(file, join(spoolDir(dir, STREAM), file.slice(dirname(file).length + 1)))
    unlinkSync(file)
    await expectRefused({ dir, store, home })
  })
})

describe('a key rotation', () => {
  it('first chains spooled entries: the old key is not accepted afterwards', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2)])))
    rotateKey(home)
    expect(waiting(dir)).toEqual([])
    await store.append(STREAM, [note(3)])
    expect(await numbersIn(store)).toEqual([1, 2, 3])
    await expectClean(dir)
  })

  it('also first chains spooled entries of a stream that has no entry yet', async () => {
    const { dir, store, home } = open()
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(1)])))
    rotateKey(home)
    await store.append(STREAM, [note(2)])
    expect(await numbersIn(store)).toEqual([1, 2])
    await expectClean(dir)
  })

  it('between choosing the key and writing the file loses no entry', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    let calls = 0
    const keyring = {
      ...home.keyring,
      current: () => {
        const key = home.keyring.current()
        if (++calls === 1) {
          unlock(lock)
          rotateKey(home)
          lock = take(home)
        }
        return key
      },
    }
    let lock = take(home)
    spooled(appendSync({ ...home, keyring }, STREAM, [note(2)]))
    unlock(lock)
    await store.append(STREAM, [note(3)])
    expect(await numbersIn(store)).toEqual([1, 2, 3])
    await expectClean(dir)
  })

  it('makes spool files under the old key invalid, so a thief of the key cannot get one chained', async () => {
    const { dir, store, home } = open()
    await store.append(STREAM, [note(1)])
    await whileLocked(home, async () => spooled(await store.append(STREAM, [note(2)])))
    const file = spoolFile(dir)
    const stolen = readFileSync(file)
    unlinkSync(file)
    rotateKey(home)
    writeFileSync(file, stolen)
    await store.append(STREAM, [note(3)])
    expect(await numbersIn(store)).toEqual([1, 3])
    expect((await verifyFiles(dir)).findings).toMatchObject([{ reason: 'spool-forged' }])
  })
})
