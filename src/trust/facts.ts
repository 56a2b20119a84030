import type { Draft, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { isObject } from '../ledger/kinds.ts'
import { type Category, isCategory } from './patterns.ts'

/**
 * The entries of a project's trust stream. Only the harness writes them: no tool and no command of an agent leads here.
 * Readers accept any body, because ledgers outlive versions.
 */

/** A remembered call as an entry keeps it. `weight` is the confidence, 0 to 1. */
export type RememberedFact = { id: string; tool: string; input: Json; about: string; weight: number }

/** The scored calls of one turn. A later count of the same turn replaces it. */
export type CallsCounted = {
  stream: string
  turn: number
  scored: number
  /** Of these, the calls that ran: their outcome can be known. */
  ran: number
  /** Of those that ran, the seqs of the calls above the threshold: false alarms, unless harm is observed later. */
  escalated: number[]
}

export type TrustFact =
  | { kind: 'calls.counted'; body: CallsCounted }
  | { kind: 'pattern.added'; body: RememberedFact & { category: Category } }
  | { kind: 'exemplar.added'; body: RememberedFact }
  /** Weight 0 archives a pattern. */
  | { kind: 'pattern.weighed'; body: { id: string; weight: number } }
  | { kind: 'exemplar.dropped'; body: { id: string } }

export const trustDraft = ({ kind, body }: TrustFact): Draft => ({ kind, actor: 'harness', body: body as JsonObject })

/** Returns null for an entry of another kind or with an unusable body. */
export function readTrustFact({ kind, body }: Pick<Entry, 'kind' | 'body'>): TrustFact | null {
  switch (kind) {
    case 'calls.counted': {
      const counted = countedIn(body)
      return counted === null ? null : { kind, body: counted }
    }
    case 'pattern.added': {
      const remembered = rememberedIn(body)
      const { category } = body
      return remembered !== null && isCategory(category) ? { kind, body: { ...remembered, category } } : null
    }
    case 'exemplar.added': {
      const remembered = rememberedIn(body)
      return remembered === null ? null : { kind, body: remembered }
    }
    case 'pattern.weighed': {
      const { id, weight } = body
      return typeof id === 'string' && isWeight(weight) ? { kind, body: { id, weight } } : null
    }
    case 'exemplar.dropped': {
      const { id } = body
      return typeof id === 'string' ? { kind, body: { id } } : null
    }
    default:
      return null
  }
}

function countedIn({ stream, turn, scored, ran, escalated }: JsonObject): CallsCounted | null {
  if (typeof stream !== 'string' || ![turn, scored, ran].every(isCount)) return null
  if (!Array.isArray(escalated) || !escalated.every(isCount)) return null
  return { stream, turn, scored, ran, escalated } as CallsCounted
}

function rememberedIn(body: JsonObject): RememberedFact | null {
  const { id, tool, input, about, weight } = body
  if (typeof id !== 'string' || typeof tool !== 'string' || !isObject(input) || !isWeight(weight)) return null
  return { id, tool, input, about: typeof about === 'string' ? about : '', weight }
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isWeight = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1
