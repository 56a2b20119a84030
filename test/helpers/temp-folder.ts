import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { LONG } from './scale.ts'

/** A folder that Linux keeps in memory. */
const MEMORY = '/dev/shm'
const PREFIX = 'bailiff-run-'
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Gives this run a folder for temporary files, which is removed when it ends. It is in memory if the machine allows it: every
 * ledger entry is synced to disk before it is acknowledged, and those syncs would take most of the suite's time. `TMPDIR`
 * overrides where it is; `npm run test:long` and CI's second run use the disk.
 */
export function useOwnFolder(): void {
  // Vitest reads its settings once per project.
  if (basename(tmpdir()).startsWith(PREFIX)) return
  const dir = mkdtempSync(join(usesMemory() ? MEMORY : tmpdir(), PREFIX))
  process.env['TMPDIR'] = dir
  process.once('exit', () => rmSync(dir, { recursive: true, force: true }))
}

const usesMemory = (): boolean =>
  !LONG && process.env['TMPDIR'] === undefined && process.platform === 'linux' && hasRoom() && mayRunPrograms()

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > NEEDED_BYTES
  } catch {
    return false
  }
}

/** True if files there can be executed: containers often forbid it. */
function mayRunPrograms(): boolean {
  try {
    const dir = mkdtempSync(join(MEMORY, 'bailiff-try-'))
    try {
      writeFileSync(join(dir, 'try'), '#!/bin/sh\n', { mode: 0o700 })
      return spawnSync(join(dir, 'try')).status === 0
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  } catch {
    return false
  }
}
