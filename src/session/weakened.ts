import type { JsonObject } from '../ledger/kinds.ts'
import { objectsIn, wordIn } from './body.ts'
import { HOWS, type WeakenedTest } from './state.ts'

/** Reads a list of weakened tests from a body. */
export function weakenedIn(body: JsonObject, name: string): WeakenedTest[] {
  return objectsIn(body, name).flatMap((one) => {
    const test = wordIn(one, 'test')
    return test === null ? [] : [{ test, how: HOWS.find((how) => how === one['how']) ?? 'gone' }]
  })
}
