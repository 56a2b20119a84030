import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256 } from '../ledger/digest.ts'
import { isObject, type JsonObject } from '../ledger/kinds.ts'
import { readTextIfThere, removeIfThere, writeDurably } from '../ledger/stores/files/disk.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { type Lock, lifeOf, tryLock, unlock } from '../ledger/stores/lock.ts'
import { killMarked } from '../process/survivors.ts'
import { objectIn, wordIn } from '../session/body.ts'
import { checkingIn } from '../session/judgement.ts'
import type { Checking, CheckProcess } from '../session/state.ts'

/** The checks that run in the background of a workspace: for which session, and on which content. */
type RunningChecks = { stream: string; fingerprint: string; checking: Checking }

/** Marks the processes that checks start, by the process that runs the checks, so that no one survives it. */
export const OWNER = 'CHECK_OWNER'

export const ownerMark = ({ pid, start }: Pick<CheckProcess, 'pid' | 'start'>): string => `${pid}.${start}`

/** The place of a workspace's background checks: at most one process holds it. */
export type CheckPlace = {
  /** The checks that run now; null if there are none. Ends whatever a killed process left running. */
  read(): RunningChecks | null
  /** Takes the place; false if another process holds it. */
  take(running: RunningChecks): boolean
  /** Ends the checks of another process and waits until they have ended. */
  end(running: RunningChecks): Promise<void>
  free(): void
}

/** A process that is asked to end gets this long to record it. */
const END_MS = 1_500
const PAUSE_MS = 20

export function checkPlace(home: Home, project: string): CheckPlace {
  const path = `${home.dir}/locks/checks/${sha256(project).slice(0, 32)}`
  let lock: Lock | null = null
  const read = (): RunningChecks | null => {
    const running = parse(readTextIfThere(`${path}.json`))
    const process = running?.checking.process ?? null
    if (running === null || process === null || lifeOf(process) !== 'dead') return running
    killMarked(OWNER, ownerMark(process))
    return null
  }
  return {
    read,
    take: (running) => {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      lock = tryLock(`${path}.lock`, home.ticket)
      if (lock === null) return false
      writeDurably(`${path}.json`, `${JSON.stringify(running)}\n`, 0o600)
      return true
    },
    end: async ({ checking: { process: owner } }) => {
      if (owner === null || lifeOf(owner) !== 'alive') return
      killQuietly(owner.pid, 'SIGTERM')
      const deadline = performance.now() + END_MS
      while (lifeOf(owner) === 'alive' && performance.now() < deadline) await pause(PAUSE_MS)
      if (lifeOf(owner) === 'alive') killQuietly(owner.pid, 'SIGKILL')
      killMarked(OWNER, ownerMark(owner))
    },
    free: () => {
      if (lock === null) return
      removeIfThere(`${path}.json`)
      unlock(lock)
      lock = null
    },
  }
}

function parse(text: string | null): RunningChecks | null {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isObject(value)) return null
    const body = value as JsonObject
    const [stream, fingerprint] = [wordIn(body, 'stream'), wordIn(body, 'fingerprint')]
    const checking = checkingIn(objectIn(body, 'checking'))
    return stream === null || fingerprint === null || checking === null ? null : { stream, fingerprint, checking }
  } catch {
    return null
  }
}

function killQuietly(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has already ended.
  }
}
