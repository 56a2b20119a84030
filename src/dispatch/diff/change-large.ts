import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import type { Changed } from './changed.ts'

/** Finds a call that changes more than a person would review. */
export function changeLarge(changes: readonly Changed[], { policy }: CheckedCall): DispatchFinding[] {
  const files = new Set(changes.map(({ path, said }) => path ?? said)).size
  if (files > policy.maxFiles) return [finding('CHANGE_LARGE', `${files} files`)]
  const lines = changes.reduce((sum, { after }) => sum + linesIn(after ?? ''), 0)
  return lines > policy.maxLines ? [finding('CHANGE_LARGE', `${lines} lines`)] : []
}

function linesIn(text: string): number {
  let lines = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}
