import { isNamed } from '../../policy/glob.ts'
import { expandBraces } from '../../policy/paths.ts'
import { documentsOf } from '../../project/documents.ts'
import { filesIn, type SinceStart } from './since-start.ts'

/** Decides whether a failure was there to be fixed, or was made in order to be undone. Pure. */

/** Some content of the workspace, and its files that differ from the turn's start; null if they are unknown. */
type SeenContent = { fingerprint: string | null; since: SinceStart | null }

/** A failure of the check; its content is unknown if only the host reported it. */
export type Red = SeenContent & {
  /** True if the check passed on the present content before this failure. */
  isAfterGreen: boolean
}

/** The passing run, and what is known about the turn's start. */
export type Green = SeenContent & {
  /** The fingerprint of the turn's starting content; null if it was not recorded. */
  start: string | null
  /** True if the check is known to pass on the starting content. */
  passedAtStart: boolean
  /** True if a change to documents can make the check pass. */
  readsDocuments: boolean
}

/** Returns null if the turn's own changes turned the failure into a pass, or a sentence that says why not. */
export function faultOf(red: Red, green: Green): string | null {
  if (red.fingerprint !== null && red.fingerprint === green.fingerprint) return SAME
  if (green.start !== null && green.fingerprint === green.start) return PUT_BACK
  if (isOfStart(red, green)) return null
  if (red.isAfterGreen) return PASSED_BEFORE
  return isPutBack(red, green) ? PUT_BACK : null
}

const SAME = 'The check failed and passed on the same workspace content.'
const PUT_BACK = 'The check passes because files are as they were when the turn began; nothing was fixed.'
const PASSED_BEFORE = 'The check had already passed on this content before it failed.'

/** True if every file that changed between the failure and the pass still had its starting content at the failure. */
function isOfStart({ fingerprint, since }: Red, green: Green): boolean {
  if (green.start !== null && fingerprint === green.start) return true
  if (since === null || green.since === null) return false
  const then = filesIn(since)
  return differing(then, filesIn(green.since)).every((path) => !then.has(path))
}

/** True if nothing that could matter differs from the start, apart from what was the same at the failure. */
function isPutBack({ fingerprint, since }: Red, green: Green): boolean {
  if (green.since === null) return false
  const now = filesIn(green.since)
  const then = since === null || fingerprint === null ? null : filesIn(since)
  const paths = then === null ? [...now.keys()] : differing(then, now)
  const isFix = (path: string): boolean => now.has(path) && (green.readsDocuments || !isNamed(path, DOCUMENTS))
  // A passing start, changed and put back: whatever else was changed since has fixed nothing.
  const isUndone = then !== null && green.passedAtStart && [...then.keys()].every((path) => !now.has(path))
  return isUndone || !paths.some(isFix)
}

const DOCUMENTS = documentsOf([]).flatMap(expandBraces)

const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((path) => a.get(path) !== b.get(path))
