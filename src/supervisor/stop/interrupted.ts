/**
 * Thrown if a check in the background must end without a result, or with one that does not count. `killed`: a signal ended
 * it. `superseded`: files may have changed meanwhile. `beside`: another session's checks run on the same content.
 */
export class CheckInterrupted extends Error {
  readonly why: 'killed' | 'superseded' | 'beside'

  constructor(why: CheckInterrupted['why'], message: string) {
    super(message)
    this.why = why
  }
}
