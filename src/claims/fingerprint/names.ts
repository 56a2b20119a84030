/**
 * File names are bytes, not text. Here a name is a string with one character per byte, so different names stay different and
 * strings compare as their bytes do.
 */

export const nameOf = (text: string): string => (isAscii(text) ? text : Buffer.from(text).toString('latin1'))

/** Decodes a name for people and globs; invalid UTF-8 becomes U+FFFD. */
export const textOf = (name: string): string => (isAscii(name) ? name : Buffer.from(name, 'latin1').toString())

/** Converts a name to the form that file system calls accept. */
export const pathOf = (name: string): string | Buffer => (isAscii(name) ? name : Buffer.from(name, 'latin1'))

/** The parent folder of a name; empty at the top level. */
export function folderOf(name: string): string {
  const end = name.lastIndexOf('/')
  return end === -1 ? '' : name.slice(0, end)
}

/** Only ASCII characters take one byte each in UTF-8. Counting bytes is faster than a pattern. */
const isAscii = (text: string): boolean => Buffer.byteLength(text) === text.length
