/**
 * Names of files are bytes, not text. Here a name is a string with one character a byte: every name can be told from every
 * other, and strings compare as their bytes do.
 */

export const nameOf = (text: string): string => (isAscii(text) ? text : Buffer.from(text).toString('latin1'))

/** For people and globs; bytes that are no UTF-8 show as U+FFFD. */
export const textOf = (name: string): string => (isAscii(name) ? name : Buffer.from(name, 'latin1').toString())

/** As the system takes it. */
export const pathOf = (name: string): string | Buffer => (isAscii(name) ? name : Buffer.from(name, 'latin1'))

/** The folder a name is in; empty for what is at the top. */
export const folderOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')))

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the bytes that are the same in every encoding
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)
