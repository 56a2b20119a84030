import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Home } from '../ledger/stores/files/home.ts'
import { self } from '../ledger/stores/lock.ts'
import type { Checking } from '../session/state.ts'
import { stopChecksPath } from '../views/stop-checks.ts'

/** Shows other processes which checks a stop is waiting for. Never throws: the checks matter more. */
export type StopChecks = { show(checks: readonly string[], since: string): void; clear(): void }

/** The checks of a stop end within `seconds`, or continue in the background. */
export function stopChecks({ dir }: Home, stream: string, seconds: number): StopChecks {
  const path = stopChecksPath(dir, stream)
  return {
    show: (checks, since) => {
      const until = new Date(Date.parse(since) + seconds * 1000).toISOString()
      const checking: Checking = { checks: [...checks], since, until, process: { ...self() } }
      quietly(() => {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
        // Renamed into place, so that no reader sees half of it. Not durable: it means nothing after a crash.
        writeFileSync(`${path}.new`, `${JSON.stringify(checking)}\n`, { mode: 0o600 })
        renameSync(`${path}.new`, path)
      })
    },
    clear: () => quietly(() => rmSync(path, { force: true })),
  }
}

function quietly(act: () => void): void {
  try {
    act()
  } catch {
    // The screens then say that the stop has no verdict.
  }
}
