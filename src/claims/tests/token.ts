/** The smallest parts of a program's text, without layout and comments. Strings are kept without quotes. */
export type Token = { kind: 'word' | 'number' | 'string' | 'mark'; text: string }

/** Stands for a token before the first or after the last one. */
export const NO_TOKEN: Token = { kind: 'mark', text: '' }

const CLOSERS: { readonly [open: string]: string } = { '(': ')', '[': ']', '{': '}' }

/** The index of the closing bracket for each opening one; the end of the text if it is never closed. */
export type Closing = { get(at: number): number | undefined }

/** Finds the closing brackets. */
export function closings(tokens: readonly Token[]): Closing {
  // An array, not a map: a file may have a million brackets.
  const closing = new Int32Array(tokens.length)
  const open: { at: number; closer: string }[] = []
  const waiting: { [closer: string]: number } = { ')': 0, ']': 0, '}': 0 }
  const close = (at: number): string | null => {
    const last = open.pop()
    if (last === undefined) return null
    waiting[last.closer] = (waiting[last.closer] ?? 0) - 1
    closing[last.at] = at
    return last.closer
  }
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? NO_TOKEN
    if (kind !== 'mark') continue
    const closer = CLOSERS[text]
    if (closer !== undefined) {
      open.push({ at, closer })
      waiting[closer] = (waiting[closer] ?? 0) + 1
    } else if ((waiting[text] ?? 0) > 0) while (close(at) !== text);
  }
  while (close(tokens.length) !== null);
  // No bracket closes at 0.
  return { get: (at) => closing[at] || undefined }
}
