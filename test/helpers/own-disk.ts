import { spawnSync } from 'node:child_process'
import { expect } from 'vitest'
import { helper, start } from './children.ts'
import { tempDir } from './temp.ts'

/** The command prefix that permits mounting: root in a mount namespace, otherwise root of a user namespace. */
export const NAMESPACE: string[] | undefined = [['--mount'], ['--user', '--map-root-user', '--mount']].find(
  (options) => spawnSync('unshare', [...options, 'mount', '-t', 'tmpfs', 'none', '/mnt']).status === 0,
)
export const noMounts: string =
  NAMESPACE === undefined ? ' — SKIPPED: this machine does not permit mounting a small disk (unshare --mount)' : ''

// biome-ignore lint/suspicious/noExplicitAny: each program prints its own kind of report, read in one place.
type Report = any

/** Runs a helper program on its own disk and returns its report. */
export async function onOwnDisk(program: string): Promise<Report> {
  const argv = [...(NAMESPACE ?? []), process.execPath, helper(program), tempDir()]
  const ended = await start(argv, undefined, 'unshare').ended
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  return JSON.parse(ended.stdout) as Report
}
