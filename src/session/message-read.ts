import type { Entry, JsonObject } from '../ledger/kinds.ts'
import { numberIn, objectsIn, wordIn } from './body.ts'
import type { MessageRead, ReadItem } from './state.ts'

/** Reads what a model added to a message. */
export const messageReadIn = ({ body }: Entry): MessageRead & { why: string | null } => ({
  model: wordIn(body, 'model') ?? 'unknown',
  promptHash: wordIn(body, 'promptHash') ?? '',
  why: wordIn(body, 'why'),
  claims: objectsIn(body, 'claims').map(itemIn),
  gaps: objectsIn(body, 'gaps').map(itemIn),
})

const itemIn = (item: JsonObject): ReadItem => ({
  type: wordIn(item, 'type') ?? 'unknown',
  quote: wordIn(item, 'quote') ?? '',
  start: numberIn(item, 'start') ?? 0,
  end: numberIn(item, 'end') ?? 0,
})
