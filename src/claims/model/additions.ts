import type { Added, Claim, ClaimType, Reading, StatedGap } from '../extract/claim.ts'
import type { GapKind } from '../extract/lexicon/gap-labels.ts'

/** Reads the reply of a model. Whatever is not an exact part of the message, or of an unknown type, adds nothing. */

type Span = { quote: string; start: number; end: number }

/** A claim, by its type, or a gap, by its kind. */
type Item = Span & { type: string }

/** The claims and gaps that a model added, as the ledger records them. */
export type Additions = { claims: readonly Item[]; gaps: readonly Item[] }

/** The reason why a part of a reply adds nothing. These names are stable. */
type Why = 'MALFORMED' | 'UNKNOWN_TYPE' | 'TOO_LONG' | 'NOT_IN_MESSAGE' | 'ALREADY_READ'

/** A part of a reply that adds nothing. */
type Dropped = { quote: string; why: Why }

/** The additions in a reply, or the reason why all of it is of no use. */
export type ReadReply = { ok: true; additions: Additions; dropped: Dropped[] } | { ok: false; why: string }

const MAX_REPLY = 64 << 10
/** Claims and gaps in one reply. */
const MAX_ITEMS = 40
const MAX_QUOTE = 500
/** Characters of a dropped quote that are recorded. */
const MAX_SHOWN = 100

const CLAIMS: readonly ClaimType[] = ['done', 'fixed', 'shipped', 'tests_pass', 'verified', 'blocked', 'delegation']
const GAPS: readonly GapKind[] = ['failing', 'unfinished', 'unverified']

/** Reads a reply about a message that the rules have read already. */
export function additionsIn(reply: string, message: string, read: Pick<Reading, 'claims' | 'gaps'>): ReadReply {
  if (reply.length > MAX_REPLY) return { ok: false, why: `The reply is longer than ${MAX_REPLY >> 10} KB.` }
  const lists = listsIn(reply)
  if (lists === null) return { ok: false, why: 'The reply is not a JSON object with the lists "claims" and "gaps".' }
  if (lists.claims.length + lists.gaps.length > MAX_ITEMS)
    return { ok: false, why: `The reply lists more than ${MAX_ITEMS} claims and gaps.` }
  const claims = taken(lists.claims, 'type', CLAIMS, message, read.claims)
  const known = read.gaps.map(({ kind: type, ...gap }) => ({ ...gap, type }))
  const gaps = taken(lists.gaps, 'kind', GAPS, message, known)
  const dropped = [...claims.dropped, ...gaps.dropped]
  return { ok: true, additions: { claims: claims.items, gaps: gaps.items }, dropped }
}

/** Parses a reply. Some models wrap JSON in a code fence. */
function listsIn(reply: string): { claims: unknown[]; gaps: unknown[] } | null {
  const bare = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```\s*$/.exec(reply)?.[1] ?? reply
  try {
    const { claims, gaps } = Object(JSON.parse(bare)) as { claims?: unknown; gaps?: unknown }
    return Array.isArray(claims) && Array.isArray(gaps) ? { claims, gaps } : null
  } catch {
    return null
  }
}

/** Takes each part of a list that adds something to what is known. */
function taken(
  list: readonly unknown[],
  field: 'type' | 'kind',
  types: readonly string[],
  message: string,
  known: readonly Item[],
): { items: Item[]; dropped: Dropped[] } {
  const items: Item[] = []
  const dropped: Dropped[] = []
  for (const one of list) {
    const { [field]: type, quote } = Object(one) as { [name: string]: unknown }
    const why = faultOf(type, quote, types, message)
    const item = why === null ? itemAt(String(type), String(quote), message) : null
    if (item !== null && ![...known, ...items].some((other) => isSame(item, other))) items.push(item)
    else
      dropped.push({
        quote: typeof quote === 'string' ? quote.slice(0, MAX_SHOWN).toWellFormed() : '',
        why: why ?? 'ALREADY_READ',
      })
  }
  return { items, dropped }
}

function faultOf(type: unknown, quote: unknown, types: readonly string[], message: string): Why | null {
  if (typeof type !== 'string' || typeof quote !== 'string' || quote.trim() === '') return 'MALFORMED'
  // Half a character could not be recorded.
  if (!quote.isWellFormed()) return 'MALFORMED'
  if (!types.includes(type)) return 'UNKNOWN_TYPE'
  if (quote.length > MAX_QUOTE) return 'TOO_LONG'
  return message.includes(quote) ? null : 'NOT_IN_MESSAGE'
}

function itemAt(type: string, quote: string, message: string): Item {
  const start = message.indexOf(quote)
  return { type, quote, start, end: start + quote.length }
}

/** True if both say the same in the same place. How the rules have read that place stands. */
const isSame = (one: Item, other: Item): boolean =>
  one.type === other.type && (one.quote.includes(other.quote) || other.quote.includes(one.quote))

/** Makes claims and gaps of recorded additions. A replay does the same, without the model. */
export const addedBy = (model: string, { claims, gaps }: Additions): Added => ({
  by: model,
  claims: claims.flatMap(toClaim),
  gaps: gaps.flatMap(toGap),
})

/** Its claims are as strong as they can be: what a doubt would weaken, the rules read. */
function toClaim({ type, quote, start, end }: Item): Claim[] {
  const common = { quote, start, end, segment: 'prose', hedged: false } as const
  const known = CLAIMS.find((one) => one === type)
  if (known === undefined) return []
  if (known === 'done') return [{ ...common, type: known, level: 'explicit' }]
  return known === 'blocked' ? [{ ...common, type: known, stops: 'task' }] : [{ ...common, type: known }]
}

function toGap({ type, quote, start, end }: Item): StatedGap[] {
  const kind = GAPS.find((one) => one === type)
  return kind === undefined ? [] : [{ kind, quote, start, end, form: 'sentence' }]
}
