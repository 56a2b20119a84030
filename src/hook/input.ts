import { read } from 'node:fs'

/** What came on standard input. `isStuck`: the host neither finished nor closed it. */
export type Payload = { bytes: Buffer; isCut: boolean; isStuck: boolean }

/** No event of a host is larger. Of one that is, the beginning is recorded, and that it was cut. */
const MAX_PAYLOAD_BYTES = 64 << 20

/** How long a host may take to hand over an event. */
const WAIT_MS = 3_000

/** How often it is tried whether what came so far is a whole event. */
const MAX_TRIES = 16

/**
 * Reads one event: to its end, or until it is whole, because some hosts leave the pipe open; and never longer than a few
 * seconds. Not by `process.stdin`, which would take longer to load than all else here.
 */
export function readInput(then: (payload: Payload) => void): void {
  const parts: Buffer[] = []
  let total = 0
  let tries = 0
  const finish = (isCut: boolean, isStuck = false): void => {
    clearTimeout(timer)
    then({ bytes: Buffer.concat(parts).subarray(0, MAX_PAYLOAD_BYTES), isCut, isStuck })
  }
  const timer = setTimeout(() => finish(true, true), WAIT_MS)
  const next = (): void => {
    const part = Buffer.allocUnsafe(1 << 16)
    read(0, part, 0, part.length, null, (error, got) => {
      if (error || got === 0) return finish(false)
      parts.push(part.subarray(0, got))
      total += got
      if (total > MAX_PAYLOAD_BYTES) return finish(true)
      if (CLOSED.test(part.toString('latin1', Math.max(0, got - 8), got)) && tries++ < MAX_TRIES && isWhole(parts))
        return finish(false)
      next()
    })
  }
  next()
}

/** How a whole event ends. */
const CLOSED = /\}\s*$/

function isWhole(parts: Buffer[]): boolean {
  try {
    JSON.parse(Buffer.concat(parts).toString('utf8'))
    return true
  } catch {
    return false
  }
}
