import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** An entry of ordinary size: the stored line is about 600 bytes. */
export const DRAFT = {
  kind: 'tool.called',
  actor: 'agent',
  body: {
    tool: 'Bash',
    command: 'npm test -- --run src/ledger',
    cwd: '/home/someone/project',
    exit: 0,
    durationMs: 1234,
    note: 'All files pass the check; two warnings were printed and ignored as before.',
  },
} as const

export const LINE_BYTES = 600

export const JSON_10_KB: string = JSON.stringify(Array.from({ length: 640 }, (_, i) => ({ n: i, s: 'ab' })))

const folders: string[] = []

/** Creates a folder that is deleted after the subject. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
  folders.push(folder)
  return folder
}

export function removeTempFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
}

/** Wall time of one call, in microseconds. */
export async function wallMicros(act: () => unknown): Promise<number> {
  const from = process.hrtime.bigint()
  await act()
  return Number(process.hrtime.bigint() - from) / 1000
}

/** Wall time of one call, in microseconds, for calls too short to measure alone. */
export const eachMicros = async (times: number, act: () => unknown): Promise<number> =>
  (await wallMicros(() => {
    for (let i = 0; i < times; i++) act()
  })) / times
