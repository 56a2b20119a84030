import fs, { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempDir } from '../../../../test/helpers/temp.ts'
import type { Draft, Entry } from '../../kinds.ts'
import type { Range, Store } from '../../store.ts'
import { storeConformance } from '../conformance/conformance.ts'
import { openFileStore } from './files.ts'
import type { HomeOptions } from './home.ts'
import { closeHome } from './home.ts'
import { openFiles } from './open.ts'
import { rotateKey } from './rotate.ts'
import { verifyFiles } from './verify.ts'

storeConformance('file store', () => openFileStore(join(tempDir(), 'home')))

const STREAM = 'session/a'

const note = (n: number | string): Draft => ({ kind: 'note', actor: 'harness', body: { n } })

/** A state directory that does not exist yet. */
const newHome = (): string => join(tempDir(), 'home')

function open(dir: string, options?: HomeOptions): Store {
  const store = openFileStore(dir, options)
  onTestFinished(() => store.close())
  return store
}

async function entriesOf(store: Store, stream = STREAM, range?: Range): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of store.read(stream, range)) entries.push(entry)
  return entries
}

const numbersIn = async (store: Store, stream = STREAM): Promise<unknown[]> =>
  (await entriesOf(store, stream)).map(({ body }) => body['n'])

const streamFile = (dir: string, segment = ''): string => join(dir, 'ledger', 'session', `a${segment}.jsonl`)

/** All paths under a directory, including directories. */
const walk = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))

/** Counts the calls of a node:fs function, in every module, while `act` runs. */
async function countCalls(name: 'fdatasyncSync' | 'writeSync', act: () => Promise<unknown>): Promise<number> {
  const real = fs[name] as (...args: unknown[]) => unknown
  let calls = 0
  const patch = (replacement: unknown): void => {
    Object.assign(fs, { [name]: replacement })
    syncBuiltinESMExports()
  }
  patch((...args: unknown[]) => {
    calls++
    return real(...args)
  })
  try {
    await act()
  } finally {
    patch(real)
  }
  return calls
}

describe('a state directory', () => {
  it('is created with a first key and a register, and verifies from the start', async () => {
    const dir = newHome()
    const store = open(dir)
    expect(await store.list()).toEqual(['admin/streams'])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, streams: 1, entries: 1, notes: [] })
  })

  it('keeps entries when the store is closed and opened again', async () => {
    const dir = newHome()
    const first = open(dir)
    await first.append(STREAM, [note(1), note(2)])
    await first.close()
    const second = open(dir)
    expect(await numbersIn(second)).toEqual([1, 2])
    expect(await second.append(STREAM, [note(3)])).toMatchObject({ receipts: [{ seq: 3 }] })
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })

  it('is shared: a second store sees at once what the first writes, and they take turns without gaps', async () => {
    const dir = newHome()
    const stores = [open(dir), open(dir)] as const
    for (let n = 1; n <= 20; n++) {
      await stores[n % 2]?.append(STREAM, [note(n)])
      const other = stores[(n + 1) % 2] as Store
      expect((await other.head(STREAM))?.seq).toBe(n)
      expect((await numbersIn(other)).at(-1)).toBe(n)
    }
    expect(await stores[0].list()).toEqual(await stores[1].list())
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, entries: 20 + 2, notes: [] })
  })

  it('accepts concurrent appends of two stores, each in the order of its calls', async () => {
    const dir = newHome()
    const stores = [open(dir), open(dir)]
    await Promise.all(
      stores.flatMap((store, i) => Array.from({ length: 50 }, (_, n) => store.append(STREAM, [note(i * 100 + n)]))),
    )
    const numbers = (await numbersIn(open(dir))) as number[]
    expect(numbers.filter((n) => n < 100)).toEqual(Array.from({ length: 50 }, (_, n) => n))
    expect(numbers.filter((n) => n >= 100)).toEqual(Array.from({ length: 50 }, (_, n) => 100 + n))
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })

  it('is accessible only to its owner, down to the last file, whatever the umask', async () => {
    const dir = newHome()
    const umask = process.umask(0)
    try {
      const holder = openFiles(dir, { segmentBytes: 300, lockWaitMs: 1 })
      const store = open(dir, { segmentBytes: 300, lockWaitMs: 1 })
      for (let n = 0; n < 3; n++) await store.append(STREAM, [note(n)])
      await store.putArtifact({ name: 'a', media: 'text/plain' }, [Buffer.from('x')])
      const { lockWithin, unlock } = await import('../lock.ts')
      const lock = lockWithin(join(dir, 'locks', `${STREAM}.lock`), holder.ticket, 1)
      if (lock === null) throw new Error('The lock is free, and must be had.')
      expect(await store.append(STREAM, [note('spooled')])).toMatchObject({ kind: 'spooled' })
      const seen = [dir, ...walk(dir)]
      unlock(lock)
      rotateKey(holder)
      closeHome(holder)
      const modes = [...seen, dir, ...walk(dir)].map(
        (path) => [path, statSync(path, { throwIfNoEntry: false })?.mode ?? 0] as const,
      )
      expect(modes.filter(([, mode]) => (mode & 0o077) !== 0)).toEqual([])
      expect(seen.some((path) => path.endsWith('.spool')) && seen.some((path) => path.endsWith('.lock'))).toBe(true)
      const keys = walk(join(dir, 'keys')).filter((path) => path.endsWith('.key'))
      expect(keys.map((path) => statSync(path).mode & 0o777)).toEqual([0o400, 0o400])
    } finally {
      process.umask(umask)
    }
  })

  it('refuses appends to its own streams', async () => {
    const store = open(newHome())
    for (const stream of ['admin/streams', 'admin/keys']) {
      await expect(store.append(stream, [note(1)])).rejects.toThrow(expect.objectContaining({ code: 'ENTRY_INVALID' }))
    }
    expect(await store.append('admin/people', [note(1)])).toMatchObject({ kind: 'written' })
  })

  it('uses the given clock', async () => {
    const store = open(newHome(), { now: () => new Date('2026-01-02T03:04:05.678Z') })
    await store.append(STREAM, [note(1)])
    expect((await entriesOf(store))[0]?.at).toBe('2026-01-02T03:04:05.678Z')
  })
})

describe('an incomplete last line', () => {
  const unfinished = ['{', '{"entry":{"actor":"harn', '\0\0\0\0', '"', 'x'.repeat(5000), '{"entry":'.repeat(300_000)]

  it.each(unfinished.map((text) => [text.slice(0, 30), text]))('such as %j is ignored by readers', async (_, text) => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1), note(2)])
    const head = await store.head(STREAM)
    appendFileSync(streamFile(dir), text)
    for (const reader of [store, open(dir)]) {
      expect(await numbersIn(reader)).toEqual([1, 2])
      expect(await reader.head(STREAM)).toEqual(head)
    }
  })

  it('is set aside by the next writer, which records that and continues the chain', async () => {
    const dir = newHome()
    await open(dir).append(STREAM, [note(1)])
    const half = readFileSync(streamFile(dir)).subarray(0, 100)
    appendFileSync(streamFile(dir), half)
    const store = open(dir)
    expect(await store.append(STREAM, [note(2)])).toMatchObject({ receipts: [{ seq: 3 }] })
    const [, repaired, last] = await entriesOf(store)
    expect(repaired).toMatchObject({ kind: 'tail.repaired', body: { bytes: 100 } })
    expect(last?.body).toEqual({ n: 2 })
    const chunks: Uint8Array[] = []
    for await (const chunk of store.getArtifact(repaired?.artifacts[0]?.sha256 ?? '')) chunks.push(chunk)
    expect(Buffer.concat(chunks).equals(half)).toBe(true)
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [{ note: 'tail-repaired', seq: 2 }] })
  })

  it('is also set aside by a store that was open all along', async () => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1)])
    appendFileSync(streamFile(dir), 'half')
    await store.append(STREAM, [note(2)])
    expect((await entriesOf(store)).map(({ kind }) => kind)).toEqual(['note', 'tail.repaired', 'note'])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true })
  })
})

describe('a stream that was tampered with', () => {
  it('is read up to the first line that does not verify, and no further', async () => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1), note(2), note(3)])
    const lines = readFileSync(streamFile(dir), 'utf8').split('\n')
    writeFileSync(streamFile(dir), lines.map((line, i) => (i === 1 ? line.replace('"n":2', '"n":9') : line)).join('\n'))
    const seen: unknown[] = []
    const reading = async (): Promise<void> => {
      for await (const { body } of store.read(STREAM)) seen.push(body['n'])
    }
    await expect(reading()).rejects.toThrow(expect.objectContaining({ code: 'CHAIN_BROKEN' }))
    expect(seen).toEqual([1])
  })

  it.each([
    [2, 'is broken if an entry of the range was changed'],
    [3, 'is broken if an entry after the range was changed'],
  ])('read from entry 2 on, up to entry 2, with entry %i changed, %s', async (changed) => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1), note(2), note(3)])
    const lines = readFileSync(streamFile(dir), 'utf8').split('\n')
    const edited = lines.map((line, i) => (i === changed - 1 ? line.replace(`"n":${changed}`, '"n":9') : line))
    writeFileSync(streamFile(dir), edited.join('\n'))
    await expect(entriesOf(store, STREAM, { start: 2, end: 3 })).rejects.toThrow(
      expect.objectContaining({ code: 'CHAIN_BROKEN' }),
    )
  })

  it('read from entry 2 on is checked backwards from the head: a rewritten end is not taken for ours', async () => {
    const [dir, other] = [newHome(), newHome()]
    for (const home of [dir, other]) await open(home).append(STREAM, [note(1), note(2), note(3)])
    const [ours, foreign] = [dir, other].map((home) => readFileSync(streamFile(home), 'utf8').split('\n'))
    writeFileSync(streamFile(dir), [ours?.[0], ...(foreign?.slice(1) ?? [])].join('\n'))
    await expect(entriesOf(open(dir), STREAM, { start: 2 })).rejects.toThrow(
      expect.objectContaining({ code: 'CHAIN_BROKEN' }),
    )
  })
})

describe('group commit', () => {
  it('writes a hundred concurrent appends in the order of the calls, with one sync', async () => {
    const store = open(newHome())
    await store.append(STREAM, [note('first')])
    let all: number[] = []
    const syncs = await countCalls('fdatasyncSync', async () => {
      const appended = await Promise.all(Array.from({ length: 100 }, (_, n) => store.append(STREAM, [note(n)])))
      all = appended.flatMap((one) => (one.kind === 'written' ? one.receipts.map(({ seq }) => seq) : []))
    })
    expect(syncs).toBe(1)
    expect(all).toEqual(Array.from({ length: 100 }, (_, n) => n + 2))
    expect((await numbersIn(store)).slice(1)).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  it('syncs before it acknowledges, once for a single append', async () => {
    const store = open(newHome())
    await store.append(STREAM, [note('first')])
    expect(await countCalls('fdatasyncSync', () => store.append(STREAM, [note(1), note(2)]))).toBe(1)
  })

  it('limits a group, so that thousands of appends take a few syncs and stay in order', async () => {
    const store = open(newHome())
    await store.append(STREAM, [note('first')])
    const syncs = await countCalls('fdatasyncSync', () =>
      Promise.all(Array.from({ length: 3000 }, (_, n) => store.append(STREAM, [note(n)]))),
    )
    expect(syncs).toBe(3)
    expect((await numbersIn(store)).slice(1)).toEqual(Array.from({ length: 3000 }, (_, n) => n))
  })

  it('never splits the drafts of one call, however many they are', async () => {
    const store = open(newHome())
    await store.append(STREAM, [note('first')])
    const drafts = Array.from({ length: 5000 }, (_, n) => note(n))
    expect(await countCalls('fdatasyncSync', () => store.append(STREAM, drafts))).toBe(1)
    expect((await store.head(STREAM))?.seq).toBe(5001)
  })

  it('continues after a failed group', async () => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1)])
    const real = fs.fdatasyncSync
    const failing = (error: NodeJS.ErrnoException | null): void => {
      fs.fdatasyncSync =
        error === null
          ? real
          : () => {
              throw error
            }
      syncBuiltinESMExports()
    }
    failing(Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'fdatasync' }))
    try {
      const settled = await Promise.allSettled([2, 3].map((n) => store.append(STREAM, [note(n)])))
      expect(settled.map((one) => one.status === 'rejected' && one.reason.code)).toEqual(['DISK_FULL', 'DISK_FULL'])
    } finally {
      failing(null)
    }
    expect(await numbersIn(store)).toEqual([1])
    await store.append(STREAM, [note(4)])
    expect(await numbersIn(store)).toEqual([1, 4])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })
})

const openFds = (): number => readdirSync('/proc/self/fd').length

describe('closing', () => {
  it('waits until all pending appends are on disk, and leaves neither lock nor ticket', async () => {
    const dir = newHome()
    const store = open(dir)
    const pending = Array.from({ length: 30 }, (_, n) => store.append(`session/${n % 3}`, [note(n)]))
    await store.close()
    const other = open(dir)
    const numbers = [
      ...(await numbersIn(other, 'session/0')),
      ...(await numbersIn(other, 'session/1')),
      ...(await numbersIn(other, 'session/2')),
    ]
    expect(numbers.sort((a, b) => Number(a) - Number(b))).toEqual(Array.from({ length: 30 }, (_, n) => n))
    await other.close()
    expect(walk(join(dir, 'locks')).filter((path) => statSync(path).isFile())).toEqual([])
    expect((await Promise.all(pending)).every(({ kind }) => kind === 'written')).toBe(true)
  })

  it.skipIf(!existsSync('/proc/self/fd'))('closes every file (checked through /proc, so on Linux only)', async () => {
    const dir = newHome()
    const before = openFds()
    const store = openFileStore(dir)
    for (let n = 0; n < 100; n++) await store.append(`session/${n}`, [note(n)])
    expect(openFds() - before).toBeLessThanOrEqual(2 * 64 + 2)
    await store.close()
    expect(openFds()).toBe(before)
  })
})

describe('a stream that outgrows a file', () => {
  const SMALL = { segmentBytes: 1000 }

  async function grown(dir: string, count: number): Promise<Store> {
    const store = open(dir, SMALL)
    for (let n = 1; n <= count; n++) await store.append(STREAM, [note(n)])
    return store
  }

  const numbers = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

  it('continues in a new file, chained, and reads and verifies as one', async () => {
    const dir = newHome()
    const store = await grown(dir, 40)
    const files = readdirSync(join(dir, 'ledger', 'session')).length
    expect(files).toBeGreaterThan(8)
    expect(await numbersIn(store)).toEqual(numbers(40))
    expect((await entriesOf(store, STREAM, { start: 17, end: 20 })).map(({ seq }) => seq)).toEqual([17, 18, 19])
    expect((await store.list()).filter((stream) => stream.startsWith('session/'))).toEqual([STREAM])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [], entries: 40 + 2 })
  })

  it('continues where it was when the store is opened again, after any number of entries', async () => {
    const dir = newHome()
    for (let n = 1; n <= 20; n++) {
      const store = openFileStore(dir, SMALL)
      expect(await store.append(STREAM, [note(n)])).toMatchObject({ receipts: [{ seq: n }] })
      await store.close()
    }
    expect(await numbersIn(open(dir, SMALL))).toEqual(numbers(20))
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })

  it('is written by two stores in turn, both of which notice the new file', async () => {
    const dir = newHome()
    const stores = [open(dir, SMALL), open(dir, SMALL)]
    for (let n = 1; n <= 30; n++) await stores[n % 2]?.append(STREAM, [note(n)])
    expect(await numbersIn(stores[0] as Store)).toEqual(numbers(30))
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })

  it('is broken if a file in the middle is missing, and readers stop there', async () => {
    const dir = newHome()
    const store = await grown(dir, 20)
    fs.rmSync(streamFile(dir, '~3'))
    await expect(entriesOf(store)).rejects.toThrow(expect.objectContaining({ code: 'CHAIN_BROKEN' }))
    expect((await verifyFiles(dir)).ok).toBe(false)
  })

  it('is repaired in its last file if a crash left an incomplete line', async () => {
    const dir = newHome()
    await grown(dir, 7)
    const last = readdirSync(join(dir, 'ledger', 'session')).length
    appendFileSync(streamFile(dir, `~${last}`), '{"entry":')
    const store = open(dir, SMALL)
    await store.append(STREAM, [note(8)])
    expect((await numbersIn(store)).filter((n) => n !== undefined)).toEqual(numbers(8))
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [{ note: 'tail-repaired' }] })
  })

  it('writes a call of many drafts into one file', async () => {
    const dir = newHome()
    const store = open(dir, SMALL)
    await store.append(STREAM, [note(0)])
    await store.append(STREAM, numbers(50).map(note))
    await store.append(STREAM, [note('last')])
    expect(await numbersIn(store)).toEqual([0, ...numbers(50), 'last'])
    expect(readdirSync(join(dir, 'ledger', 'session')).sort()).toEqual(['a.jsonl', 'a~2.jsonl'])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })
})

describe('a key rotation while a store is open', () => {
  const keysIn = (dir: string): string[] =>
    readFileSync(streamFile(dir), 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).key)

  it('is noticed by the next append, and old and new entries verify', async () => {
    const dir = newHome()
    const store = open(dir)
    await store.append(STREAM, [note(1)])
    const home = openFiles(dir)
    const { from, to } = rotateKey(home)
    await store.append(STREAM, [note(2)])
    const second = rotateKey(home)
    closeHome(home)
    await store.append(STREAM, [note(3)])
    expect(second.from).toBe(to)
    expect(keysIn(dir)).toEqual([from, to, second.to])
    expect(await numbersIn(store)).toEqual([1, 2, 3])
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })

  it('may happen between appends: each is sealed with the current key, and all verify', async () => {
    const dir = newHome()
    const store = open(dir)
    const home = openFiles(dir)
    const pending: Promise<unknown>[] = []
    for (let n = 0; n < 40; n++) {
      pending.push(store.append(STREAM, [note(n)]))
      if (n % 10 === 5) {
        await pending.at(-1)
        rotateKey(home)
      }
    }
    await Promise.all(pending)
    closeHome(home)
    expect(new Set(keysIn(dir)).size).toBe(5)
    expect(await numbersIn(store)).toEqual(Array.from({ length: 40 }, (_, n) => n))
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [] })
  })
})

describe('a stream whose name looks like a secret', () => {
  it('is listed, noted by a rotation and audited under its own name', async () => {
    const dir = newHome()
    const store = open(dir)
    const name = `session/${'sk-'}${'abcdefgh12345678'.repeat(2)}`
    await store.append(name, [note(1)])
    rotateNow(dir)
    await store.append(name, [note(2)])
    expect(await store.list()).toContain(name)
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, notes: [], streams: 3 })
  })
})

describe('a state directory that others can reach', () => {
  const refused = (code: string) => expect.objectContaining({ name: 'LedgerError', code })

  it('is refused with the command that fixes it', () => {
    const dir = newHome()
    mkdirSync(dir, { mode: 0o700 })
    fs.chmodSync(dir, 0o777)
    expect(() => openFileStore(dir)).toThrow(refused('HOME_EXPOSED'))
    expect(() => openFileStore(dir)).toThrow(/chmod go-w/)
    expect(walk(dir).filter((path) => statSync(path).isFile())).toEqual([])
  })

  it('is refused if others can read a key', async () => {
    const dir = newHome()
    await openFileStore(dir).close()
    const [key = ''] = walk(join(dir, 'keys')).filter((path) => path.endsWith('.key'))
    fs.chmodSync(key, 0o444)
    const store = open(dir)
    await expect(store.append(STREAM, [note(1)])).rejects.toThrow(refused('KEY_EXPOSED'))
  })
})

function rotateNow(dir: string): void {
  const home = openFiles(dir)
  rotateKey(home)
  closeHome(home)
}
