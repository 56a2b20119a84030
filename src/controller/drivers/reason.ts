/** Describes an error in a few words, such as `EACCES in open`. */
export function reasonOf(error: unknown): string {
  const { code, syscall, message } = error as NodeJS.ErrnoException
  if (typeof syscall === 'string') return `${code} in ${syscall}`
  // A connection that fails on every address of a host has no message.
  return message || (code ?? 'unknown error')
}
