import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { objectIn, wordIn } from './body.ts'
import type { Session } from './state.ts'

/** What the first entry of a session says of where it comes from. */

export function environmentIn(body: JsonObject): Session['environment'] {
  const environment = objectIn(body, 'environment')
  const isVariable = (one: [string, Json]): one is [string, string] => typeof one[1] === 'string'
  return environment === null ? null : Object.fromEntries(Object.entries(environment).filter(isVariable))
}

export function agentIn(body: JsonObject): Session['agent'] {
  const id = wordIn(body, 'agent')
  return id === null ? null : { id, type: wordIn(body, 'agentType') ?? '' }
}

export function parentIn(body: JsonObject): Session['parent'] {
  const parent = objectIn(body, 'parent')
  return parent === null ? null : { host: wordIn(parent, 'host') ?? '', stream: wordIn(parent, 'stream') }
}
