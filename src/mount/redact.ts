import { redactText } from '../ledger/redact.ts'

/** Raw text before a piece that a secret may begin in. */
const CONTEXT_CHARS = 8 << 10

/**
 * Redacts the next piece of an output, given the text before it, so that a secret across two pieces is found. What was
 * written of it before stays; its rest does not follow. Text is latin1, one character per byte.
 */
export function redactNext(context: string, fresh: string): { text: string; context: string } {
  const before = redactText(context).text
  const all = redactText(context + fresh).text
  let same = 0
  while (same < before.length && before[same] === all[same]) same++
  return { text: all.slice(same), context: (context + fresh).slice(-CONTEXT_CHARS) }
}
