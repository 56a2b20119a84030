/** Thrown for an unknown host name. */
export class HostError extends Error {
  readonly code = 'HOST_UNKNOWN'

  constructor(name: string, known: readonly string[]) {
    super(`Unknown host "${name}". Hosts: ${known.join(', ')}.`)
  }
}
