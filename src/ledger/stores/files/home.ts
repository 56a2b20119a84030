import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { LedgerError } from '../../errors.ts'
import { createTicket, dropTicket, lockWithin, type Ticket, unlock } from '../lock.ts'
import { ensureDir, explainDisk, fileSize } from './disk.ts'
import { createKey, type Keyring, listKeys, makeCurrent, openKeyring, wrapPlainKeys } from './keyring.ts'
import { currentKeyPath, DIRS, headPath, keysDir, lockPath, REGISTER, segmentPath, ticketsDir } from './layout.ts'

/** An open state directory: its keys, this process's lock ticket, and its limits. */
export type Home = {
  dir: string
  keyring: Keyring
  ticket: Ticket
  now: () => Date
  /** Time an append waits for a lock before it spools. */
  lockWaitMs: number
  /** A stream continues in a new file after this many bytes; the same for all writers of a home. */
  segmentBytes: number
}

export type HomeOptions = Partial<Pick<Home, 'now' | 'lockWaitMs' | 'segmentBytes'>>

const DEFAULTS = { now: () => new Date(), lockWaitMs: 5_000, segmentBytes: 64 << 20 }

/** Opens a state directory for writing. Creates it and its first key if needed. */
export function openHome(path: string, openRegister: (home: Home) => void, options: HomeOptions = {}): Home {
  if (path === '') throw new LedgerError('HOME_UNUSABLE', 'No state directory was given.')
  const dir = resolve(path)
  try {
    const isBegun = existsSync(currentKeyPath(dir))
    if (!isBegun) ensureDir(dir)
    requireOwnerOnly(dir)
    if (!isBegun) for (const part of DIRS) ensureDir(join(dir, part))
    ensureDir(ticketsDir(dir))
    const home: Home = {
      ...DEFAULTS,
      ...options,
      dir,
      keyring: openKeyring(dir, wrapPlainKeys),
      ticket: createTicket(ticketsDir(dir)),
    }
    if (!isBegun) beginOrClose(home, openRegister)
    return home
  } catch (error) {
    throw explainDisk(error, dir)
  }
}

/** Drops our lock ticket. Never throws: the work is already done, and `gc` removes the tickets of dead processes. */
export function closeHome(home: Home): void {
  try {
    dropTicket(home.ticket)
  } catch {
    // The directory may have been removed, or the disk may have become read-only.
  }
}

/** Throws if other users can write to the state directory or read its keys. */
export function requireOwnerOnly(dir: string): void {
  const home = statSync(dir)
  const uid = process.getuid?.() ?? home.uid
  if (home.uid !== uid) {
    throw new LedgerError(
      'HOME_EXPOSED',
      `${dir} belongs to user ${home.uid}, but you are user ${uid}. Use a directory of your own.`,
    )
  }
  if ((home.mode & 0o022) !== 0) {
    throw new LedgerError(
      'HOME_EXPOSED',
      `Other users can write to ${dir}, so the ledger would prove nothing. Run: chmod go-w ${dir}`,
    )
  }
  const keys = statSync(keysDir(dir), { throwIfNoEntry: false })
  if (keys !== undefined && (keys.mode & 0o077) !== 0) {
    throw new LedgerError(
      'KEY_EXPOSED',
      `Other users can access ${keysDir(dir)}: anyone who reads a key can forge entries. Run: chmod 700 ${keysDir(dir)}`,
    )
  }
}

/** Minimum wait for the setup of a home. Without a key nothing can be spooled, so giving up too soon would lose entries. */
const SETUP_WAIT_MS = 2_000

function beginOrClose(home: Home, openRegister: (home: Home) => void): void {
  try {
    beginLedger(home, openRegister)
  } catch (error) {
    closeHome(home)
    throw error
  }
}

/**
 * Creates the first key, then the register, then `keys/current`. If `keys/current` exists, the register was written, so
 * a register missing later is a finding and not an interrupted start.
 */
function beginLedger(home: Home, openRegister: (home: Home) => void): void {
  const lock = lockWithin(lockPath(home.dir, 'home'), home.ticket, Math.max(home.lockWaitMs, SETUP_WAIT_MS))
  if (lock === null) {
    // The setup may be complete, with the lock held only by other processes checking that.
    if (fileSize(currentKeyPath(home.dir)) !== null) return
    throw new LedgerError('LOCK_TIMEOUT', `Another process is still setting up ${home.dir}. Try again.`)
  }
  try {
    if (fileSize(currentKeyPath(home.dir)) !== null) return
    const [id, ...others] = listKeys(home.dir)
    const begun =
      fileSize(headPath(home.dir, REGISTER)) !== null || fileSize(segmentPath(home.dir, REGISTER, 1)) !== null
    if (others.length > 0 || (id === undefined && begun)) {
      throw new LedgerError(
        'KEY_MISSING',
        `${home.dir} holds a ledger, but ${currentKeyPath(home.dir)} or its key is missing. Restore keys/ from a backup.`,
      )
    }
    const key = id === undefined ? createKey(home.dir) : home.keyring.find(id)
    if (key === null) throw new LedgerError('KEY_MISSING', `Key ${id} disappeared while it was being read.`)
    openRegister({ ...home, keyring: { ...home.keyring, current: () => key } })
    makeCurrent(home.dir, key.id)
  } finally {
    unlock(lock)
  }
}
