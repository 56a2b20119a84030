import { spawn } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Child, type Fault, start, stateOf } from '../../../test/helpers/children.ts'
import { program } from '../../../test/helpers/programs.ts'
import { makeRandom } from '../../../test/helpers/random.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { tempDir } from '../../../test/helpers/temp.ts'
import { createTicket, dropTicket, lockWithin, sweepTickets, type Ticket, tryLock, unlock } from './lock.ts'

type Owner = { pid: number; start: string; boot: string; place: string; nonce: string }

/** A directory for one lock, with our ticket. */
function makePlace(): { dir: string; tickets: string; path: string; ticket: Ticket } {
  const dir = tempDir()
  const tickets = join(dir, 'tickets')
  mkdirSync(tickets)
  return { dir, tickets, path: join(dir, 'one.lock'), ticket: createTicket(tickets) }
}

const ownerIn = (path: string): Owner => JSON.parse(readFileSync(path, 'utf8'))

/** Puts a lock in place as another process would have left it. */
function plant(path: string, owner: Partial<Owner>, ticket: Ticket): void {
  const nonce = Math.random().toString(16).slice(2).padEnd(24, '0').slice(0, 24)
  writeFileSync(`${path}.planted`, JSON.stringify({ ...ownerIn(ticket.path), nonce, ...owner }))
  renameSync(`${path}.planted`, path)
}

/** The start time of a process that never existed. */
const OTHER_START = '1'

type Taking = { tickets: string; path: string; how: 'hold' | 'race' | 'loop'; rounds?: number }

/** A process that takes locks. */
const take = (taking: Taking, fault?: Fault): Child => start([program('lock-taker'), JSON.stringify(taking)], fault)

async function kill({ process: child, ended }: Child): Promise<void> {
  child.kill('SIGKILL')
  await ended
}

/** Waits for something the system does at its own pace without notice. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await sleep(1)
}

afterEach(() => {
  vi.useRealTimers()
})

describe('a lock', () => {
  it('is held by one process at a time, and is free again after release', () => {
    const { tickets, path, ticket } = makePlace()
    const other = createTicket(tickets)
    const lock = tryLock(path, ticket)
    expect(lock).not.toBeNull()
    expect(tryLock(path, other)).toBeNull()
    if (lock !== null) unlock(lock)
    expect(existsSync(path)).toBe(false)
    expect(tryLock(path, other)).not.toBeNull()
  })

  it('is waited for no longer than the time limit', () => {
    const { tickets, path, ticket } = makePlace()
    expect(tryLock(path, ticket)).not.toBeNull()
    expect(lockWithin(path, createTicket(tickets), 30)).toBeNull()
    expect(lockWithin(path, createTicket(tickets), 0)).toBeNull()
  })

  it('creates its directory', () => {
    const { dir, ticket } = makePlace()
    expect(tryLock(join(dir, 'session/deep/one.lock'), ticket)).not.toBeNull()
    expect(statSync(join(dir, 'session')).mode & 0o777).toBe(0o700)
  })

  it('that was taken from us after a long hold is not taken back from its new owner', () => {
    const { tickets, path, ticket } = makePlace()
    const lock = tryLock(path, ticket)
    if (lock === null) throw new Error('the lock should have been free')
    const other = createTicket(tickets)
    unlock(lock)
    expect(tryLock(path, other)).not.toBeNull()
    unlock({ ...lock, takenAt: lock.takenAt - 59_000 })
    expect(ownerIn(path).nonce).toBe(ownerIn(other.path).nonce)
  })
})

describe('the lock of a dead process', () => {
  it('is replaced at once when its owner was killed, and its ticket is removed', async () => {
    const { tickets, path, ticket } = makePlace()
    const holder = take({ tickets, path, how: 'hold' })
    await holder.said('held')
    expect(tryLock(path, ticket)).toBeNull()
    const { nonce } = ownerIn(path)
    await kill(holder)
    expect(existsSync(path)).toBe(true)
    expect(tryLock(path, ticket)).not.toBeNull()
    expect(readdirSync(tickets)).not.toContain(nonce)
  })

  it('is replaced when its owner is a zombie that its parent never reaps', async () => {
    const { tickets, path, ticket } = makePlace()
    const argument = JSON.stringify({ tickets, path, how: 'hold' })
    const neglectful = spawn('sh', [
      '-c',
      '"$0" "$1" "$2" & exec sleep 600',
      process.execPath,
      program('lock-taker'),
      argument,
    ])
    onTestFinished(() => void neglectful.kill('SIGKILL'))
    await until(() => existsSync(path))
    const { pid } = ownerIn(path)
    process.kill(pid, 'SIGKILL')
    await until(() => stateOf(pid) === 'Z')
    expect(tryLock(path, ticket)).not.toBeNull()
  })

  it('is replaced when its pid was reused', () => {
    const { path, ticket } = makePlace()
    plant(path, { pid: process.pid, start: OTHER_START }, ticket)
    expect(tryLock(path, ticket)).not.toBeNull()
  })

  it('is replaced when the system was rebooted since', () => {
    const { path, ticket } = makePlace()
    plant(path, { boot: 'another' }, ticket)
    expect(tryLock(path, ticket)).not.toBeNull()
  })

  it('is replaced when the process that was replacing it died at any step', async () => {
    const struck: string[] = []
    for (let at = 1; ; at++) {
      const { dir, tickets, path, ticket } = makePlace()
      plant(path, { start: OTHER_START }, ticket)
      const replacing = take({ tickets, path, how: 'race', rounds: 1 }, { home: dir, at, how: 'kill' })
      writeFileSync(`${path}.go-1`, '')
      const { signal, stderr } = await replacing.ended
      struck.push(stderr.replace(/-[0-9a-f]+\n$/, ''))
      expect(tryLock(path, ticket)).not.toBeNull()
      if (signal === null) break
    }
    expect(struck).toEqual(
      expect.arrayContaining(['hit link .guard', 'hit remove one.lock\n', 'hit remove .guard', 'hit link one.lock\n']),
    )
  })

  it('goes to exactly one process when many find it dead at the same moment', async () => {
    const { dir, tickets, path, ticket } = makePlace()
    const rounds = scaled(2_000)
    // Processes may reach the lock by different paths.
    const paths = Array.from({ length: 6 }, (_, i) => join(dir, `alias-${i}`, 'one.lock'))
    for (const alias of paths) symlinkSync(dir, dirname(alias))
    const takers = paths.map((alias) => take({ tickets, path: alias, how: 'race', rounds }))
    await Promise.all(takers.map(({ said }) => said('ready')))
    for (let round = 1; round <= rounds; round++) {
      plant(path, { start: OTHER_START }, ticket)
      writeFileSync(`${path}.go-${round}`, '')
      await Promise.all(takers.map(({ said }) => said(`round ${round}.`)))
    }
    const said = (await Promise.all(takers.map(({ ended }) => ended))).map(({ stdout }) => stdout).join('')
    expect(said).not.toMatch(/NOT ALONE|gave up/)
    expect(said.match(/round/g)).toHaveLength(6 * rounds)
  })

  it('is never held by two processes while its owners are killed over and over', async () => {
    const { tickets, path, ticket } = makePlace()
    const random = makeRandom(seed())
    const launch = (): Child => take({ tickets, path, how: 'loop' })
    const takers = Array.from({ length: 4 }, launch)
    const said: string[] = []
    for (let kills = 0; kills < scaled(200); kills++) {
      const place = random.below(takers.length)
      const victim = takers[place] as Child
      await victim.said('ready')
      await sleep(random.below(20))
      await kill(victim)
      said.push((await victim.ended).stdout)
      takers[place] = launch()
    }
    for (const taker of takers) await kill(taker)
    for (const { ended } of takers) said.push((await ended).stdout)
    expect(said.join('')).not.toMatch(/NOT ALONE|gave up/)
    expect(lockWithin(path, ticket, 0)).not.toBeNull()
  })
})

describe('the lock of a living process', () => {
  it('is left alone, however long it is held, and even while the process is stopped', async () => {
    const { tickets, path, ticket } = makePlace()
    const holder = take({ tickets, path, how: 'hold' })
    await holder.said('held')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 365 * 24 * 3600_000 })
    expect(tryLock(path, ticket)).toBeNull()
    holder.process.kill('SIGSTOP')
    while (stateOf(holder.pid) !== 'T');
    expect(tryLock(path, ticket)).toBeNull()
  })

  it.each([
    ['elsewhere', (path: string, ticket: Ticket) => plant(path, { place: 'another machine' }, ticket)],
    [
      'unknown, because the lock file holds something else',
      (path: string) => writeFileSync(path, 'not a lock of ours'),
    ],
    ['unknown, because the lock file is empty', (path: string) => writeFileSync(path, '')],
  ])('is judged by age alone if its owner is %s', (_, leave) => {
    const { path, ticket } = makePlace()
    leave(path, ticket)
    expect(tryLock(path, ticket)).toBeNull()
    const now = Date.now()
    vi.useFakeTimers({ toFake: ['Date'], now: now + 59_000 })
    expect(tryLock(path, ticket)).toBeNull()
    vi.setSystemTime(now + 61_000)
    expect(tryLock(path, ticket)).not.toBeNull()
  })

  it('cannot name a file to be removed that is not a ticket', () => {
    const { dir, path, ticket } = makePlace()
    writeFileSync(join(dir, 'precious'), '')
    plant(path, { start: OTHER_START, nonce: '../precious' }, ticket)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(tryLock(path, ticket)).not.toBeNull()
    expect(existsSync(join(dir, 'precious'))).toBe(true)
  })
})

describe('tickets', () => {
  it('of dead processes are swept, those of living ones stay', async () => {
    const { tickets, path, ticket } = makePlace()
    const [dead, living] = [
      take({ tickets, path: `${path}-1`, how: 'hold' }),
      take({ tickets, path: `${path}-2`, how: 'hold' }),
    ]
    await Promise.all([dead.said('held'), living.said('held')])
    await kill(dead)
    expect(readdirSync(tickets)).toHaveLength(3)
    sweepTickets(tickets)
    expect(
      readdirSync(tickets)
        .map((name) => ownerIn(join(tickets, name)).pid)
        .sort(),
    ).toEqual([process.pid, living.pid].sort())
    dropTicket(ticket)
    expect(readdirSync(tickets)).toHaveLength(1)
  })

  it('swept by a process that could not check their owner are written again', () => {
    const { tickets, path, ticket } = makePlace()
    dropTicket(ticket)
    const lock = tryLock(path, ticket)
    expect(lock).not.toBeNull()
    expect(readdirSync(tickets)).toHaveLength(1)
    expect(ownerIn(path)).toEqual(ownerIn(ticket.path))
    expect(lock?.inode).toBe(statSync(path).ino)
  })
})
