import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { sha256 } from '../digest.ts'

/**
 * The one lock of the file store: a file that exists while somebody holds it, made with `link()` so that it appears
 * whole or not at all. It names its owner, so a lock whose owner was killed is replaced at once and no other ever is.
 */

/** Who holds a lock. `place` is host and process namespace: only within one can a pid be judged. */
type Owner = { pid: number; start: string; boot: string; place: string; nonce: string }

/** This process's identity on disk, ready to be linked into place as a lock. */
export type Ticket = { path: string; inode: number }

/** A lock that is held. */
export type Lock = { path: string; inode: number; takenAt: number }

/** A lock whose owner cannot be judged from here (another container or machine) is dead after this long. */
const UNJUDGED_OWNER_MS = 60_000

/** Writes a ticket into `dir`; remove it with `dropTicket` when done. */
export function createTicket(dir: string): Ticket {
  const owner = self()
  const path = join(dir, owner.nonce)
  writeFileSync(path, JSON.stringify(owner), { mode: 0o600, flag: 'wx' })
  return { path, inode: statSync(path).ino }
}

export const dropTicket = (ticket: Ticket): void => unlinkIfThere(ticket.path)

/** Removes the tickets of processes that are dead. */
export function sweepTickets(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name)
    const owner = readOwner(path)
    if (owner !== null && isDead(owner, path)) unlinkIfThere(path)
  }
}

/** Takes the lock if it is free or its owner is dead; never waits. */
export function tryLock(path: string, ticket: Ticket): Lock | null {
  if (tryLink(ticket.path, path)) return lockAt(path, ticket)
  const owner = readOwner(path)
  if (owner === null || !isDead(owner, path)) return null
  removeStale(path, owner, ticket)
  return tryLink(ticket.path, path) ? lockAt(path, ticket) : null
}

const lockAt = (path: string, { inode }: Ticket): Lock => ({ path, inode, takenAt: monotonicMs() })

/** Takes the lock, trying again with growing pauses; null when `waitMs` have passed. Blocks the thread. */
export function lockWithin(path: string, ticket: Ticket, waitMs: number): Lock | null {
  const giveUpAt = monotonicMs() + waitMs
  for (let attempt = 0; ; attempt++) {
    const lock = tryLock(path, ticket)
    if (lock !== null) return lock
    const pauseMs = backoffMs(attempt)
    if (monotonicMs() + pauseMs > giveUpAt) return null
    Atomics.wait(SLEEPER, 0, 0, pauseMs)
  }
}

/** How long to pause before the next attempt: grows to about 20 ms, with jitter so that waiters spread out. */
export const backoffMs = (attempt: number): number => Math.min(20, 0.5 * 1.5 ** attempt) * (0.5 + Math.random())

/**
 * Gives the lock back. Held for long, it may have been taken for dead by somebody who could not judge us: then the inode
 * says whether it is still ours.
 */
export function unlock(lock: Lock): void {
  const isFresh = monotonicMs() - lock.takenAt < UNJUDGED_OWNER_MS / 2
  if (isFresh || statSync(lock.path, { throwIfNoEntry: false })?.ino === lock.inode) unlinkIfThere(lock.path)
}

/** Milliseconds that never run backwards. `performance` would cost the hook a millisecond to load. */
export const monotonicMs = (): number => process.uptime() * 1000

const SLEEPER = new Int32Array(new SharedArrayBuffer(4))

/**
 * Removes a dead owner's lock, and only that: under a guard of its own, named after the dead owner, the lock is read
 * again. Nobody removes a stale lock without the guard, so between the second look and the removal it cannot become
 * somebody else's. A guard whose owner died is removed in the same way.
 */
function removeStale(path: string, owner: Owner, ticket: Ticket): void {
  const guard = join(dirname(path), `.guard-${sha256(`${path}\0${owner.nonce}`).slice(0, 32)}`)
  const held = tryLock(guard, ticket)
  if (held === null) return
  try {
    if (readOwner(path)?.nonce === owner.nonce) {
      unlinkIfThere(path)
      unlinkIfThere(join(dirname(ticket.path), owner.nonce))
    }
  } finally {
    unlock(held)
  }
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return false
    if (code !== 'ENOENT' || !isMissing(dirname(to))) throw error
    mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
    return tryLink(from, to)
  }
}

function readOwner(path: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof owner?.nonce === 'string') return owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
  }
  // Not written by us; it counts as somebody we cannot judge.
  return { pid: 0, start: '', boot: '', place: 'unknown', nonce: 'unreadable' }
}

function isDead(owner: Owner, path: string): boolean {
  const me = self()
  if (owner.place !== me.place) return lockAgeMs(path) > UNJUDGED_OWNER_MS
  return owner.boot !== me.boot || processStart(owner.pid) !== owner.start
}

/** `link()` changes the inode's ctime, so ctime is when the lock was taken. */
function lockAgeMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 0 : Date.now() - stat.ctimeMs
}

let identity: Owner | undefined

function self(): Owner {
  identity ??= {
    pid: process.pid,
    start: processStart(process.pid),
    boot: readOr('', () => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    place: `${hostname()} ${readOr('', () => readlinkSync('/proc/self/ns/pid'))}`,
    nonce: '',
  }
  return { ...identity, nonce: randomBytes(12).toString('hex') }
}

/**
 * When a process started, as its system counts it; empty where there is no such process, or only a zombie.
 * Where there is no /proc, a living process is known only by its pid.
 */
function processStart(pid: number): string {
  const stat = readOr(null, () => readFileSync(`/proc/${pid}/stat`, 'latin1'))
  if (stat === null) return existsSync('/proc/self/stat') || !isRunning(pid) ? '' : 'running'
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? '' : (fields[19] ?? '')
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readOr<T>(fallback: T, read: () => T): T {
  try {
    return read()
  } catch {
    return fallback
  }
}

const isMissing = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
