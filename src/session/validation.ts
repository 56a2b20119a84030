import type { Entry, JsonObject } from '../ledger/kinds.ts'
import { isText, listIn, numberIn, objectIn, objectsIn, wordIn } from './body.ts'
import type { Validation } from './state.ts'
import { weakenedIn } from './weakened.ts'

/** Reads a validator's result from an entry. */
export function validationIn(
  { seq, at, body }: Pick<Entry, 'seq' | 'at' | 'body'>,
  result: Validation['result'],
): Validation {
  const about = objectIn(body, 'fingerprint') ?? {}
  const grade = wordIn(body, 'grade')
  return {
    kind: 'validation',
    seq,
    at,
    claim: wordIn(body, 'claim') ?? 'unknown',
    validator: wordIn(body, 'validator') ?? 'unknown',
    result,
    code: wordIn(body, 'code'),
    said: wordIn(body, 'said') ?? '',
    words: listIn(body, 'words').filter(isText),
    given: objectIn(body, 'arguments') ?? {},
    numbers: numbersIn(objectIn(body, 'numbers') ?? {}),
    grade: grade === 'executed' || grade === 'reported' ? grade : null,
    fingerprint: wordIn(about, 'after'),
    head: wordIn(about, 'head'),
    policy: wordIn(body, 'policy'),
    reused: reusedIn(objectIn(body, 'reused')),
    failures: Array.isArray(body['failures']) ? body['failures'].filter(isText) : null,
    ...(Array.isArray(body['worse']) && { worse: body['worse'].filter(isText) }),
    ...(Array.isArray(body['added']) && { added: body['added'].filter(isText) }),
    ...(Array.isArray(body['inside']) && { inside: body['inside'].filter(isText) }),
    ...(Array.isArray(body['flaky']) && { flaky: body['flaky'].filter(isText) }),
    ...(Array.isArray(body['weakened']) && { weakened: weakenedIn(body, 'weakened') }),
    ...(Array.isArray(body['sinceStart']) && { sinceStart: body['sinceStart'].filter(isText) }),
    ...durationIn(body),
    isLate: body['late'] === true,
  }
}

function durationIn(body: JsonObject): { durationMs?: number } {
  const durations = objectsIn(body, 'attempts').flatMap((one) => numberIn(one, 'durationMs') ?? [])
  return durations.length === 0 ? {} : { durationMs: durations.reduce((sum, one) => sum + one, 0) }
}

const numbersIn = (numbers: JsonObject): { [name: string]: number } =>
  Object.fromEntries(Object.entries(numbers).filter((pair): pair is [string, number] => typeof pair[1] === 'number'))

function reusedIn(reused: JsonObject | null): Validation['reused'] {
  const [stream, seq] = reused === null ? [null, null] : [wordIn(reused, 'stream'), numberIn(reused, 'seq')]
  return stream === null || seq === null ? null : { stream, seq }
}
