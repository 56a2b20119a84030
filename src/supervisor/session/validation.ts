import type { Entry, Json } from '../../ledger/kinds.ts'
import { listIn, objectIn, wordIn } from './body.ts'
import type { Validation } from './state.ts'

/** What an entry tells of a validator's word. */
export function validationIn({ seq, at, body }: Entry, result: Validation['result']): Validation {
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
    fingerprint: wordIn(objectIn(body, 'fingerprint') ?? {}, 'after'),
    failures: Array.isArray(body['failures']) ? body['failures'].filter(isText) : null,
  }
}

const isText = (value: Json): value is string => typeof value === 'string'
