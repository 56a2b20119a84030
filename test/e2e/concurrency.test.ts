import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DEFAULT_RETENTION } from '../../src/ledger/retention.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { collect } from '../../src/ledger/stores/files/gc.ts'
import { closeHome, type HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { listKeys } from '../../src/ledger/stores/files/keyring.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import {
  type Ack,
  acksOf,
  appending,
  type Child,
  type Ended,
  type Fault,
  type Job,
  rotating,
  run,
  startStopped,
} from '../helpers/children.ts'
import { expectHolds, verifyClean } from '../helpers/holds.ts'
import { program } from '../helpers/programs.ts'
import { LONG, scaled } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

const STREAM = 'session/a'
const MANY = LONG ? 64 : 16

const newHome = (): string => join(tempDir(), 'home')

/** Appends from this process, at once or to the spool, unless a longer wait is given. */
async function append(
  home: string,
  stream: string,
  ids: string[],
  options: HomeOptions = { lockWaitMs: 0 },
): Promise<Ack> {
  const store = openFileStore(home, options)
  const appended = await store.append(
    stream,
    ids.map((id) => ({ kind: 'note', actor: 'harness', body: { id } })),
  )
  await store.close()
  return { ids, stream, ...appended }
}

const idsOf = (name: string, count: number): string[] => Array.from({ length: count }, (_, i) => `${name}-${i + 1}`)

/** The acknowledgements of processes that all ended well. */
function acksOfAll(all: readonly Ended[]): Ack[] {
  expect(all.filter(({ code }) => code !== 0)).toEqual([])
  return all.flatMap(acksOf)
}

/** Expects that nothing is missing, duplicated or spooled, and that the audit has neither findings nor notes. */
async function expectSound(home: string, acks: readonly Ack[]): Promise<void> {
  const streams = [...new Set(acks.filter(({ kind }) => kind === 'spooled').map(({ stream }) => stream))]
  const last = await Promise.all(streams.map((stream) => append(home, stream, [`last of ${stream}`])))
  expect((await verifyClean(home)).notes).toEqual([])
  expectHolds(home, [...acks, ...last])
}

describe('many processes at once', () => {
  it(`append ${scaled(2_000)} entries each, eight of them, to one stream without a gap or a double`, async () => {
    const home = newHome()
    const hook = program('hook-like')
    const jobs = (name: string): Job[] => [{ stream: STREAM, ids: idsOf(name, scaled(2_000)), apart: true }]
    // Half of them like a long-lived store, half like the hook.
    const processes = Array.from({ length: 8 }, (_, i) =>
      run(appending(home, jobs(`p${i}`), {}, i % 2 === 0 ? undefined : hook)),
    )
    const acks = acksOfAll(await Promise.all(processes))
    expect(acks).toHaveLength(8 * scaled(2_000))
    await expectSound(home, acks)
  })

  it(`exit quickly, ${MANY} of them, and each leaves its entry`, async () => {
    const home = newHome()
    const hook = program('hook-like')
    await append(home, STREAM, ['first'])
    const processes = idsOf('p', MANY).map((id) => run(appending(home, [{ stream: STREAM, ids: [id] }], {}, hook)))
    await expectSound(home, acksOfAll(await Promise.all(processes)))
    expect(readdirSync(join(home, 'locks/tickets'))).toEqual([])
  })

  it(`set up one home that did not exist, ${MANY} of them, and begin a stream each`, async () => {
    const home = newHome()
    const hook = program('hook-like')
    const jobs = (id: string): Job[] => [
      { stream: `session/${id}`, ids: [id] },
      { stream: STREAM, ids: [`${id} too`] },
    ]
    const processes = idsOf('p', MANY).map((id) => run(appending(home, jobs(id), { lockWaitMs: 120_000 }, hook)))
    await expectSound(home, acksOfAll(await Promise.all(processes)))
    expect(listKeys(home)).toHaveLength(1)
  })

  it('append while the key is rotated repeatedly, and nothing is sealed with a retired key', async () => {
    const home = newHome()
    const hook = program('hook-like')
    await append(home, STREAM, ['first'])
    const jobs = (name: string): Job[] => [
      ...idsOf(name, scaled(1_500)).map((id) => ({ stream: `session/${id}`, ids: [id] })),
      { stream: STREAM, ids: idsOf(`${name} again`, scaled(1_500)), apart: true },
    ]
    let running = 3
    const processes = idsOf('p', running).map((name, i) =>
      run(appending(home, jobs(name), { lockWaitMs: i === 0 ? 1 : 5_000 }, i === 2 ? undefined : hook)).finally(
        () => running--,
      ),
    )
    let rotations = 0
    do {
      const { code, stderr } = await run(rotating(home))
      // A rotation that timed out on a busy stream may be repeated.
      expect(stderr).toMatch(/^$|LOCK_TIMEOUT/)
      if (code === 0) rotations++
      await verifyClean(home)
    } while (running > 0)
    await expectSound(home, acksOfAll(await Promise.all(processes)))
    expect(rotations).toBeGreaterThan(0)
  })
})

describe('writers in one process', () => {
  it('share a stream through two stores', async () => {
    const home = newHome()
    const stores = [openFileStore(home), openFileStore(home)]
    const appends = idsOf('n', 200).map(async (id, i): Promise<Ack> => {
      const appended = await stores[i % 2]?.append(STREAM, [{ kind: 'note', actor: 'harness', body: { id } }])
      if (appended === undefined) throw new Error('there are two stores')
      return { ids: [id], stream: STREAM, ...appended }
    })
    const acks = await Promise.all(appends)
    await Promise.all(stores.map((store) => store.close()))
    expect(acks.every(({ kind }) => kind === 'written')).toBe(true)
    await expectSound(home, acks)
  })

  it('may use different file size limits', async () => {
    const home = newHome()
    const [small, large] = [openFileStore(home, { segmentBytes: 500 }), openFileStore(home)]
    const acks: Ack[] = []
    for (const [i, id] of idsOf('n', 40).entries()) {
      const store = i % 4 < 2 ? small : large
      acks.push({
        ids: [id],
        stream: STREAM,
        ...(await store.append(STREAM, [{ kind: 'note', actor: 'harness', body: { id } }])),
      })
    }
    await Promise.all([small.close(), large.close()])
    await expectSound(home, acks)
  })

  it('have everything written when they close', async () => {
    const home = newHome()
    const store = openFileStore(home)
    const appends = idsOf('n', 50).map(async (id, i): Promise<Ack> => {
      const stream = `session/s${i % 5}`
      return { ids: [id], stream, ...(await store.append(stream, [{ kind: 'note', actor: 'harness', body: { id } }])) }
    })
    await store.close()
    await expectSound(home, await Promise.all(appends))
    await expect(store.append(STREAM, [])).rejects.toMatchObject({ code: 'STORE_CLOSED' })
  })
})

describe('while a stopped process holds the lock of a stream', () => {
  /** A ledger with one entry, and a stopped process that holds the lock of its stream. */
  async function stopped(
    fault: Omit<Fault, 'how' | 'home' | 'at'>,
  ): Promise<{ home: string; holder: Child; acks: Ack[] }> {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const holder = await startStopped(appending(home, [{ stream: STREAM, ids: ['held up'] }]), {
      home,
      at: 1,
      ...fault,
    })
    return { home, holder, acks }
  }

  it.each(['write ledger/session/', 'sync ledger/session/', 'write heads/session/', 'remove locks/session/'])(
    'others spool within their time limit, and everything is chained after it continues (stopped before: %s)',
    async (on) => {
      const { home, holder, acks } = await stopped({ on })
      acks.push(await append(home, STREAM, ['spooled'], { lockWaitMs: 20 }))
      const others = ['q1', 'q2'].map((id) => run(appending(home, [{ stream: STREAM, ids: [id] }], { lockWaitMs: 20 })))
      acks.push(...acksOfAll(await Promise.all(others)))
      expect(acks.map(({ kind }) => kind)).toEqual(['written', 'spooled', 'spooled', 'spooled'])
      expect((await verifyClean(home)).notes.filter(({ note }) => note === 'spool-pending')).toHaveLength(3)
      holder.process.kill('SIGCONT')
      acks.push(...acksOfAll([await holder.ended]))
      await expectSound(home, acks)
    },
  )

  it('and is then killed, its lock is free at once', async () => {
    const { home, holder, acks } = await stopped({ on: 'sync ledger/session/' })
    acks.push(await append(home, STREAM, ['spooled']))
    holder.process.kill('SIGKILL')
    await holder.ended
    acks.push(await append(home, STREAM, ['next']))
    expect(acks.map(({ kind }) => kind)).toEqual(['written', 'spooled', 'written'])
    await expectSound(home, acks)
  })
})

describe('while a stopped process holds the lock of the register', () => {
  it('new streams wait in the spool, and the others continue', async () => {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const holder = await startStopped(appending(home, [{ stream: 'session/new', ids: ['held up'] }]), {
      home,
      at: 1,
      on: 'write ledger/admin/streams',
    })
    acks.push(
      await append(home, STREAM, ['as ever']),
      await append(home, 'session/newer', ['spooled'], { lockWaitMs: 20 }),
    )
    expect(acks.map(({ kind }) => kind)).toEqual(['written', 'written', 'spooled'])
    holder.process.kill('SIGCONT')
    acks.push(...acksOfAll([await holder.ended]))
    await expectSound(home, acks)
  })

  it('of a home that is being set up, others say so after their time limit', async () => {
    const home = newHome()
    const holder = await startStopped(appending(home, [{ stream: STREAM, ids: ['first'] }]), {
      home,
      at: 1,
      on: 'write ledger/admin/streams',
    })
    await expect(append(home, STREAM, ['too early'])).rejects.toMatchObject({
      code: 'LOCK_TIMEOUT',
      message: expect.stringContaining('setting up'),
    })
    // Only the stopped process has a ticket: a process that gives up leaves nothing behind.
    expect(readdirSync(join(home, 'locks/tickets'))).toHaveLength(1)
    holder.process.kill('SIGCONT')
    await expectSound(home, [...acksOfAll([await holder.ended]), await append(home, STREAM, ['next'])])
  })
})

describe('a key rotation', () => {
  it.each([
    'rename heads/session/',
    'create ledger/session/',
    'write ledger/session/',
    'sync ledger/session/',
    'write heads/session/new.head',
  ])('in the middle of a first append does not leave its entry with a retired key (before: %s)', async (on) => {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const writer = await startStopped(appending(home, [{ stream: 'session/new', ids: ['new'] }]), { home, at: 1, on })
    const interrupted = tryToRotate(home)
    await verifyClean(home)
    writer.process.kill('SIGCONT')
    acks.push(...acksOfAll([await writer.ended]))
    // The holder of a stream's lock delays the rotation, which finishes when it is repeated.
    if (interrupted !== null) expect(interrupted).toMatchObject({ code: 'LOCK_TIMEOUT' })
    expect(tryToRotate(home)).toBeNull()
    acks.push(await append(home, 'session/new', ['newer']))
    await expectSound(home, acks)
  })

  it('while entries are being spooled does not make them invalid', async () => {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const holder = await startStopped(appending(home, [{ stream: STREAM, ids: ['lost'] }]), {
      home,
      at: 1,
      on: 'write ledger/session/',
    })
    const spooler = await startStopped(appending(home, [{ stream: STREAM, ids: ['spooled'] }], { lockWaitMs: 0 }), {
      home,
      at: 1,
      on: 'rename spool/',
    })
    holder.process.kill('SIGKILL')
    await holder.ended
    expect(tryToRotate(home)).toBeNull()
    spooler.process.kill('SIGCONT')
    acks.push(...acksOfAll([await spooler.ended]))
    expect(acks.at(-1)).toMatchObject({ ids: ['spooled'], kind: 'spooled' })
    await expectSound(home, acks)
  })

  it('chains spooled entries of a stream that has no file yet', async () => {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const holder = await startStopped(appending(home, [{ stream: 'session/new', ids: ['lost'] }]), {
      home,
      at: 1,
      on: 'create heads/session/',
    })
    acks.push(await append(home, 'session/new', ['spooled']))
    expect(acks.at(-1)).toMatchObject({ kind: 'spooled' })
    holder.process.kill('SIGKILL')
    await holder.ended
    expect(tryToRotate(home)).toBeNull()
    await expectSound(home, acks)
  })

  /** The error of a rotation with a short time limit; null if it finished. */
  function tryToRotate(home: string): unknown {
    const opened = openFiles(home, { lockWaitMs: 20 })
    try {
      rotateKey(opened)
      return null
    } catch (error) {
      return error
    } finally {
      closeHome(opened)
    }
  }
})

describe('a collection', () => {
  it('chains spooled entries of an idle stream, and keeps its artifacts', async () => {
    const home = newHome()
    const acks = [await append(home, STREAM, ['first'])]
    const holder = await startStopped(appending(home, [{ stream: STREAM, ids: ['lost'] }]), {
      home,
      at: 1,
      on: 'write ledger/session/',
    })
    const [spooled] = acksOfAll([
      await run(appending(home, [{ stream: STREAM, ids: ['spooled'], artifact: 'output' }], { lockWaitMs: 0 })),
    ])
    if (spooled?.kind !== 'spooled') throw new Error('the lock should have been held')
    holder.process.kill('SIGKILL')
    await holder.ended
    const nextDay = openFiles(home, { now: () => new Date(Date.now() + 24 * 3600_000) })
    expect(collect(nextDay, DEFAULT_RETENTION, 'remove')).toMatchObject({ streams: [], artifacts: 0 })
    closeHome(nextDay)
    expect((await verifyClean(home)).notes).toEqual([])
    expectHolds(home, [...acks, spooled])
  })
})
