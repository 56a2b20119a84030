/** Describes an error of the system in a few words, such as `EACCES in open`. */
export function reasonOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (typeof syscall === 'string') return `${code} in ${syscall}`
  // A connection that fails on every address of a host has no message.
  return message || (code ?? 'unknown error')
}

const MAX_WHY = 500

/** The message of anything that can be thrown, on one line. */
export function messageOf(error: unknown): string {
  return textOf(error).toWellFormed().replace(/\s+/g, ' ').trim().slice(0, MAX_WHY) || 'no reason given'
}

/** Anything can be thrown, even a value that cannot be turned into text. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error)
  } catch {
    return 'an error without a message'
  }
}
