/** The parts of regular expressions that all secrets share: markers, references, quotes and values. */

/** A secret in a text: where it starts and ends, without its quotes. */
export type Spot = { kind: string; start: number; end: number }

export const MARK = '\\[redacted:'

/**
 * `cue` ends in one of the characters in `ends`. If `kept` is null, the cue is part of the secret. Otherwise the cue and
 * `kept` stay readable, and only the secret is removed.
 */
export type SecretShape = { kind: string; ends: string; cue: string; kept: string | null; secret: string }

export const after = (kind: string, ends: string, cue: string, kept: string | null, secret: string): SecretShape => ({
  kind,
  ends,
  cue,
  kept,
  secret,
})
export const whole = (kind: string, ends: string, cue: string, secret: string): SecretShape =>
  after(kind, ends, cue, null, secret)

/** Matches unless inside a longer word. An escape such as `\n` or `%3D`, or a colour code, does not count as part of a word. */
export const startOf = (word: string): string =>
  `(?<!${word}(?<!\\\\[nrt]|\\\\u[0-9a-f]{4}|%[0-9A-F]{2}|(?:\\x1b|\\\\u001[bB])\\[[0-9;]{0,8}m)|${MARK}[a-z-]{1,20}\\])`
export const WORD_START = startOf('\\w')

/** Excludes values that are not secrets themselves: a variable, a template, a mask, or a key block, which has its own shape. */
export const NO_REFERENCE = `(?!${MARK}|\\$[A-Za-z_{(]|[<=]|\\*{3}|\\.{3}|%[A-Zs(]|\\{\\{?[ \\w.]{1,64}\\}|-----BEGIN)`

// For four or more repetitions, the engine compiles a loop instead of copies, which keeps the first call cheap.
export const QUOTE = '\\\\{0,4}["\']'
export const MAY_QUOTE = `(?:${QUOTE})?`
export const MAX_VALUE = 8192

/** Matches a value up to its closing quote, escaped or not; without quotes, up to the end of the shell word. */
export function value(min: number, max = MAX_VALUE): string {
  const times = `{${min},${max}}`
  const escaped = `(?<=\\\\")(?:(?!${MARK})[^"\\\\\\r\\n]|\\\\(?!\\\\{0,4}"|${MARK}))${times}`
  const double = `(?<=(?<!\\\\)")(?:(?!${MARK})[^"\\\\\\r\\n]|\\\\(?!${MARK})[^\\r\\n])${times}`
  const single = `(?<=')(?:(?!${MARK})[^'\\\\\\r\\n]|\\\\(?!${MARK})[^\\r\\n])${times}`
  const bare = `(?<!["'])(?:(?!${MARK})[^\\x00-\\x20"'\`\\\\;&|()<>]|\\\\(?![nrt"'\`\\\\]|${MARK}))${times}`
  // Never splits a surrogate pair: a lone surrogate would make the entry unwritable.
  return `${NO_REFERENCE}(?:${escaped}|${double}|${single}|${bare})(?![\\udc00-\\udfff])`
}

/** Compiles a regular expression so that its first use on a long text is not slow. */
export function compiled(source: string, flags: string): RegExp {
  const regExp = new RegExp(source, flags)
  // For a long subject, V8 compiles to machine code at once; for a short one, to bytecode first, at four times the cost.
  regExp.test(' '.repeat(1000))
  return regExp
}
