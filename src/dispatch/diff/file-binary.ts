import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { inProject } from '../where.ts'
import { saidOf } from '../words.ts'
import type { Changed } from './changed.ts'
import { isRemoving } from './removed.ts'
import { isBuildOutput } from './usual.ts'

const BINARY = ' exe dll so dylib o a lib jar war class pyc pyo wasm bin node dmg iso deb rpm msi apk ipa elf ko sys '

const isBinary = (path: string): boolean => BINARY.includes(` ${path.slice(path.lastIndexOf('.') + 1).toLowerCase()} `)

/** Finds files whose new content is binary. */
export const fileBinary = ({ said, after }: Changed): DispatchFinding[] =>
  after !== null && (after.includes('\0') || after.startsWith('GIT binary patch')) ? [finding('FILE_BINARY', said)] : []

/** Finds writes to project files with a binary extension, except build output. */
export function binaryWritten(call: CheckedCall): DispatchFinding[] {
  const isGone = (said: string): boolean =>
    call.attempt.runs.some(({ name, args }) => isRemoving(name ?? '') && args.some((arg) => saidOf(arg) === said))
  const aim = call.aims.find(({ how, below, path, said }) => {
    if (how !== 'write' || below === 'removed' || path.text === null || !isBinary(path.text) || isGone(said))
      return false
    const rest = inProject(path.text, call)
    return rest !== null && !isBuildOutput(rest, call.policy)
  })
  return aim === undefined ? [] : [finding('FILE_BINARY', aim.said)]
}
