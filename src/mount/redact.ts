import { redactText } from '../ledger/redact.ts'

/** Length of the raw text kept before a piece, because a secret may begin in it. */
const CONTEXT_CHARS = 8 << 10

/**
 * Redacts the next piece of an output, given the text before it, so that a secret across two pieces is found. The part that
 * was already written stays; the rest is redacted. Text is latin1, one character per byte.
 */
export function redactNext(context: string, fresh: string): { text: string; context: string } {
  const before = redactText(context).text
  const all = redactText(context + fresh).text
  return { text: all.slice(commonLength(before, all)), context: (context + fresh).slice(-CONTEXT_CHARS) }
}

/**
 * Moves the end of a piece so that it does not cut a secret: to the start of the secret, or to the end of `text` if the
 * piece begins with it.
 */
export function wholeSecrets(context: string, text: string, end: number): number {
  const piece = redactText(context + text.slice(0, end)).text
  const all = redactText(context + text).text
  // The redacted piece is the same with and without the text after it, unless that text completes a secret.
  const cut = piece.length - commonLength(piece, all)
  return cut < end ? end - cut : text.length
}

function commonLength(a: string, b: string): number {
  let same = 0
  while (same < a.length && a[same] === b[same]) same++
  return same
}
