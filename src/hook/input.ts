import { read } from 'node:fs'

/** The bytes from standard input. `isStuck`: the host neither sent a complete event nor closed the pipe. */
export type Payload = { bytes: Buffer; isStuck: boolean }

/** Of a larger event, only the beginning counts. */
const MAX_PAYLOAD_BYTES = 64 << 20

/** Time limit for a host to go on sending an event. */
const WAIT_MS = 3_000

/** Maximum number of attempts to parse the bytes received so far as a complete event. */
const MAX_TRIES = 16

/**
 * Reads one event, to the end of input or until the JSON is complete, because some hosts leave the pipe open. Gives up
 * after a few seconds. Avoids `process.stdin`, which takes longer to load than everything else here.
 */
export function readInput(then: (payload: Payload) => void): void {
  const parts: Buffer[] = []
  let total = 0
  let tries = 0
  const finish = (isStuck: boolean): void => {
    clearTimeout(timer)
    then({ bytes: Buffer.concat(parts).subarray(0, MAX_PAYLOAD_BYTES), isStuck })
  }
  const timer = setTimeout(() => finish(true), WAIT_MS)
  const next = (): void => {
    const part = Buffer.allocUnsafe(1 << 16)
    read(0, part, 0, part.length, null, (error, got) => {
      if (error || got === 0) return finish(false)
      timer.refresh()
      total += got
      // Read to its end all the same: a host that cannot write the whole event takes the hook for failed, and goes on.
      if (total - got > MAX_PAYLOAD_BYTES) return next()
      parts.push(part.subarray(0, got))
      if (CLOSED.test(part.toString('latin1', Math.max(0, got - 8), got)) && tries++ < MAX_TRIES && isWhole(parts))
        return finish(false)
      next()
    })
  }
  next()
}

/** Matches the end of a complete event. */
const CLOSED = /\}\s*$/

function isWhole(parts: Buffer[]): boolean {
  try {
    JSON.parse(Buffer.concat(parts).toString('utf8'))
    return true
  } catch {
    return false
  }
}
