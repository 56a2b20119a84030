const MAX_SHOWN = 3
const MAX_NAME = 120

/** Renders the first few names of a list for a sentence. */
export function shown(names: readonly string[]): string {
  const some = names.slice(0, MAX_SHOWN).map(plainName)
  return names.length > MAX_SHOWN ? `${some.join(', ')} and ${names.length - MAX_SHOWN} more` : some.join(', ')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern exists to remove them
const CONTROL = /[\u0000-\u001f\u007f-\u009f]+/g

/** Makes an untrusted name safe to show. */
export const plainName = (name: string): string => name.replace(CONTROL, ' ').slice(0, MAX_NAME).toWellFormed()

export const amount = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
