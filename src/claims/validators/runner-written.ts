import { installs, keepsContents, reinstalls } from '../../shell/installs.ts'
import { SLACK_MS } from '../changes/writers.ts'
import type { SeenCall } from '../turn.ts'

/** Decides whether calls of an agent changed a test runner itself. Pure. */

/** A file of a runner: its package's folder, its path, and when it last changed. */
export type RunnerFile = { folder: string; path: string; changedAt: number }

type CallThatWrites = SeenCall & { writer: NonNullable<SeenCall['writer']> }

/** The files of runners that a call changed and no package manager put there. A file that no call can have written is the person's. */
export function writtenRunners(files: readonly RunnerFile[], calls: readonly SeenCall[]): string[] {
  const began = calls.find(({ writer }) => writer !== null)?.writer?.at.from ?? Number.POSITIVE_INFINITY
  const recent = files.filter(({ changedAt }) => changedAt >= began - SLACK_MS)
  if (recent.length === 0) return []
  const writing = calls.filter(
    (call): call is CallThatWrites => call.writer !== null && !keepsContents(call.command ?? '-'),
  )
  const whole = new Map<CallThatWrites, boolean>()
  const isInstall = (call: CallThatWrites): boolean => {
    const known = whole.get(call) ?? ((call.command !== null && installs(call.command)) || replacesOne(call, files))
    whole.set(call, known)
    return known
  }
  return recent.filter((file) => isForeign(file, writing, isInstall)).map(({ path }) => path)
}

function isForeign(
  { folder, path, changedAt }: RunnerFile,
  calls: readonly CallThatWrites[],
  isInstall: (call: CallThatWrites) => boolean,
): boolean {
  const at = calls.filter(({ writer }) => isDuring(writer.at, changedAt))
  const naming = at.findLast(({ writer }) => writer.named.some((one) => isAtOrBelow(one, folder)))
  const culprits = at.filter(
    ({ writer }) =>
      (writer.ran !== null && isDuring(writer.ran, changedAt)) || writer.named.some((one) => isAtOrBelow(path, one)),
  )
  if (naming === undefined) return culprits.length > 0 && !culprits.some(isInstall)
  const isAfter = (call: CallThatWrites): boolean => call.seq > naming.seq || reinstalls(call.command ?? '-')
  return !culprits.some((call) => isAfter(call) && isInstall(call))
}

/** An install that the command does not show (`make setup`) writes all files of a package, not one of them. */
const LEAST_FILES = 3

function replacesOne({ writer }: CallThatWrites, files: readonly RunnerFile[]): boolean {
  const { ran } = writer
  if (ran === null) return false
  const byFolder = new Map<string, boolean[]>()
  for (const { folder, changedAt } of files)
    byFolder.set(folder, [...(byFolder.get(folder) ?? []), isDuring(ran, changedAt)])
  return [...byFolder.values()].some((all) => all.length >= LEAST_FILES && all.every(Boolean))
}

const isDuring = ({ from, to }: { from: number; to: number }, at: number): boolean =>
  at >= from - SLACK_MS && at <= to + SLACK_MS

const isAtOrBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`)
