/** Decodes bytes as text. Returns null if they are binary: they contain NUL, or too many are not valid UTF-8. */
export function textOf(bytes: Uint8Array): string | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.includes(0)) return null
  const text = buffer.toString('utf8')
  return text.includes(REPLACEMENT) ? withoutInvalid(buffer) : text
}

const REPLACEMENT = '\ufffd'

/** A file counts as binary if more than one byte in this many is invalid. */
const MIN_VALID_SHARE = 10

/** Replaces each invalid byte with `?`, so that the text is no longer than the file. */
function withoutInvalid(buffer: Buffer): string | null {
  const fixed = Buffer.from(buffer)
  let invalid = 0
  for (let at = 0; at < fixed.length; ) {
    const length = characterAt(fixed, at)
    if (length === 0) {
      fixed[at] = 0x3f
      invalid++
    }
    at += Math.max(1, length)
  }
  return invalid * MIN_VALID_SHARE > buffer.length ? null : fixed.toString('utf8')
}

/** The length of the character that begins here, or 0 if none does. */
function characterAt(buffer: Buffer, at: number): number {
  const length = lengthFrom(buffer[at] ?? 0)
  const bytes = buffer.subarray(at, at + length)
  return length > 0 && bytes.length === length && bytes.toString('utf8').charCodeAt(0) !== 0xfffd
    ? length
    : length === 3 && bytes.equals(REPLACEMENT_BYTES)
      ? length
      : 0
}

const REPLACEMENT_BYTES = Buffer.from(REPLACEMENT)

const lengthFrom = (first: number): number =>
  first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80

/** Drops the remains of a character that was cut at the start. */
export function trimStart(bytes: Uint8Array): Uint8Array {
  let at = 0
  while (at < 3 && isContinuation(bytes[at])) at++
  return bytes.subarray(at)
}

/** Drops a character that was cut at the end. */
export function trimEnd(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]
    if (isContinuation(byte)) continue
    return lengthFrom(byte ?? 0) > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

const NEWLINE = 0x0a
/** A cut line longer than this is shown rather than dropped. */
const MAX_CUT_LINE_BYTES = 160

/** Drops the remains of a line that was cut at the start, if they are short. */
export function fromLineStart(bytes: Uint8Array): Uint8Array {
  const at = bytes.subarray(0, MAX_CUT_LINE_BYTES).indexOf(NEWLINE)
  return at === -1 || at === bytes.length - 1 ? bytes : bytes.subarray(at + 1)
}

/** Drops a line that was cut at the end, if it is short. */
export function untilLineEnd(bytes: Uint8Array): Uint8Array {
  const from = Math.max(0, bytes.length - MAX_CUT_LINE_BYTES)
  const at = bytes.subarray(from).lastIndexOf(NEWLINE)
  return at === -1 ? bytes : bytes.subarray(0, from + at + 1)
}

/** Shortens text to at most `bytes` bytes without splitting a character. */
export const firstBytes = (text: string, bytes: number): string =>
  Buffer.byteLength(text) <= bytes
    ? text
    : Buffer.from(trimEnd(Buffer.from(text).subarray(0, Math.max(0, bytes)))).toString('utf8')

/** Puts text on one line: whitespace and control characters become spaces. */
export const oneLine = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: replacing them is the point
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
