import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { sha256 } from '../digest.ts'
import { hasProc, processStart, readUnless } from './processes.ts'

/**
 * The file store's lock: a file that exists while a process holds it. `link()` creates it, so it appears complete or not
 * at all. It names its owner, so that other processes replace it once the owner is dead, and not before.
 */

/** The holder of a lock. `place` is the host and pid namespace: a pid means something only within one place. */
type Owner = { pid: number; start: string; boot: string; place: string; nonce: string }

/** This process's identity on disk, ready to be linked into place as a lock. */
export type Ticket = { path: string; inode: number }

/** The file name of an owner's ticket. */
const NONCE = /^[0-9a-f]{24}$/

/** A held lock. */
export type Lock = { path: string; inode: number; takenAt: number }

/** Time after which an owner counts as dead if it cannot be checked from here (in another container or on another machine). */
const UNJUDGED_OWNER_MS = 60_000

/** Writes a ticket into `dir`; remove it with `dropTicket` when done. */
export function createTicket(dir: string): Ticket {
  const ticket = { path: join(dir, newNonce()), inode: 0 }
  writeTicket(ticket)
  return ticket
}

let tickets = 0

/** Returns a unique id: no two processes share place, boot, pid and start. It is not a secret, so it need not be random. */
function newNonce(): string {
  const { pid, start, boot, place } = self()
  return sha256([place, boot, pid, start, process.hrtime.bigint(), ++tickets].join('\0')).slice(0, 24)
}

function writeTicket(ticket: Ticket): void {
  const owner: Owner = { ...self(), nonce: basename(ticket.path) }
  // Not `writeFileSync`: these functions are needed anyway, and a hook pays for the first call to each function.
  const fd = openSync(ticket.path, 'wx', 0o600)
  try {
    writeSync(fd, JSON.stringify(owner))
  } finally {
    closeSync(fd)
  }
  ticket.inode = statSync(ticket.path).ino
}

export const dropTicket = (ticket: Ticket): void => unlinkIfThere(ticket.path)

/** Removes the tickets of dead processes. */
export function sweepTickets(dir: string): void {
  for (const name of readdirSync(dir)) {
    const path = join(dir, name)
    const owner = readOwner(path)
    if (owner !== null && isDead(owner, path)) unlinkIfThere(path)
  }
}

/** Takes the lock if it is free or its owner is dead; never waits. */
export function tryLock(path: string, ticket: Ticket): Lock | null {
  if (tryLink(ticket, path)) return lockAt(path, ticket)
  const owner = readOwner(path)
  if (owner === null || !isDead(owner, path)) return null
  removeStale(path, owner, ticket)
  return tryLink(ticket, path) ? lockAt(path, ticket) : null
}

const lockAt = (path: string, { inode }: Ticket): Lock => ({ path, inode, takenAt: monotonicMs() })

/** Takes the lock, retrying with growing pauses; returns null after `waitMs`. Blocks the thread. */
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

/** The pause before the next attempt: grows to about 20 ms, with jitter so that waiters spread out. */
export const backoffMs = (attempt: number): number => Math.min(20, 0.5 * 1.5 ** attempt) * (0.5 + Math.random())

/**
 * Releases the lock. After a long hold, a process that could not check us may have declared us dead and taken the lock,
 * so the inode shows whether it is still ours.
 */
export function unlock(lock: Lock): void {
  const isFresh = monotonicMs() - lock.takenAt < UNJUDGED_OWNER_MS / 2
  if (isFresh || statSync(lock.path, { throwIfNoEntry: false })?.ino === lock.inode) unlinkIfThere(lock.path)
}

/** Milliseconds on a clock that never runs backwards. Loading `performance` would cost the hook a millisecond. */
export const monotonicMs = (): number => process.uptime() * 1000

const SLEEPER = new Int32Array(new SharedArrayBuffer(4))

/**
 * Removes a dead owner's lock, and only that lock. It reads the lock again under a guard lock named after the dead owner.
 * No process removes a stale lock without the guard, so the lock cannot change hands between the second read and the
 * removal. A guard whose owner died is removed in the same way.
 */
function removeStale(path: string, owner: Owner, ticket: Ticket): void {
  // Only the base name: processes may reach the home by different paths.
  const guard = join(dirname(path), `.guard-${sha256(`${basename(path)}\0${owner.nonce}`).slice(0, 32)}`)
  const held = tryLock(guard, ticket)
  if (held === null) return
  try {
    const found = readOwner(path)
    if (found?.nonce === owner.nonce && isDead(found, path)) {
      unlinkIfThere(path)
      unlinkIfThere(join(dirname(ticket.path), owner.nonce))
    }
  } finally {
    unlock(held)
  }
}

function tryLink(ticket: Ticket, path: string, isLast = false): boolean {
  try {
    linkSync(ticket.path, path)
    return true
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST') return false
    if (code !== 'ENOENT' || isLast) throw error
    // If nothing is missing any more, another process has just made the directory.
    return tryLink(ticket, path, !replaceMissing(ticket, path))
  }
}

/** Recreates the lock's directory, or our ticket if a process that could not check us swept it. False if both exist. */
function replaceMissing(ticket: Ticket, path: string): boolean {
  if (isMissing(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  else if (isMissing(ticket.path)) writeTicket(ticket)
  else return false
  return true
}

function readOwner(path: string): Owner | null {
  try {
    const owner = JSON.parse(readFileSync(path, 'utf8'))
    // Checked, because the nonce becomes part of a path.
    if (NONCE.test(owner?.nonce)) return owner
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    if (!(error instanceof SyntaxError)) throw error
  }
  // Not written by us: treated as an owner that we cannot check.
  return { pid: 0, start: '', boot: '', place: 'unknown', nonce: 'unreadable' }
}

function isDead(owner: Owner, path: string): boolean {
  const life = lifeOf(owner)
  return life === 'elsewhere' ? lockAgeMs(path) > UNJUDGED_OWNER_MS : life === 'dead'
}

/** Tells whether a process still runs; `elsewhere` if it belongs to another machine or container. */
export function lifeOf(owner: Self): 'alive' | 'dead' | 'elsewhere' {
  const me = self()
  if (owner.place !== me.place) return 'elsewhere'
  return owner.boot === me.boot && processStart(owner.pid) === owner.start ? 'alive' : 'dead'
}

/** `link()` updates the inode's ctime, so ctime is when the lock was taken. */
function lockAgeMs(path: string): number {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 0 : Date.now() - stat.ctimeMs
}

/** A process, as other processes recognise it. */
export type Self = Omit<Owner, 'nonce'>

let identity: Self | undefined

/** This process. */
export function self(): Self {
  identity ??= { pid: process.pid, start: processStart(process.pid), ...whereabouts() }
  return identity
}

/** Identifies our place; we check only lock owners in it. A system or sandbox that hides the boot id is a separate place. */
function whereabouts(): Pick<Self, 'boot' | 'place'> {
  const boot = readUnless(['ENOENT', 'EACCES', 'EPERM'], '/proc/sys/kernel/random/boot_id')?.trim() ?? ''
  const namespace = hasProc() ? readlinkSync('/proc/self/ns/pid') : ''
  return { boot, place: [hostname(), namespace, ...(boot === '' ? ['boot unknown'] : [])].join(' ') }
}

const isMissing = (path: string): boolean => statSync(path, { throwIfNoEntry: false }) === undefined

function unlinkIfThere(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
