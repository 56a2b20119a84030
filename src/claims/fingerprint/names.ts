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
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

// biome-ignore lint/suspicious/noControlCharactersInRegex: these bytes are the same in every encoding
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
