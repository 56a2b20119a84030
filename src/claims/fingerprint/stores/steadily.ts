import { textOf } from '../names.ts'
import { UnfinishedError } from '../unfinished.ts'

/** A file that is written to at this moment gets time to be finished. */
const ATTEMPTS = 4
const PAUSE_MS = 25
const SLEEPER = new Int32Array(new SharedArrayBuffer(4))

/** Looks at a file until it stood still for as long as that took; where it never does, that is said. */
export function steadily<T>(name: string, look: () => { seen: T } | null): T {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const looked = look()
    if (looked !== null) return looked.seen
    if (attempt < ATTEMPTS) Atomics.wait(SLEEPER, 0, 0, PAUSE_MS)
  }
  throw new UnfinishedError('changing', `${textOf(name)} changes while it is read.`, textOf(name))
}
