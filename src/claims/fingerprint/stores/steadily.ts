import { textOf } from '../names.ts'
import { UnfinishedError } from '../unfinished.ts'

/** Gives a writer time to finish the file. */
const ATTEMPTS = 4
const PAUSE_MS = 25
const SLEEPER = new Int32Array(new SharedArrayBuffer(4))

/** Calls `look` until the file does not change during the call; throws if the file never settles. */
export function steadily<T>(name: string, look: () => { seen: T } | null): T {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const looked = look()
    if (looked !== null) return looked.seen
    if (attempt < ATTEMPTS) Atomics.wait(SLEEPER, 0, 0, PAUSE_MS)
  }
  throw new UnfinishedError('changing', `${textOf(name)} keeps changing while it is read.`, textOf(name))
}
