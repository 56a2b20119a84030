import { canonical } from '../ledger/canonical.ts'
import type { Json } from '../ledger/kinds.ts'

/** True if the new value asks less of the agent than the old one. */
export type IsWeaker = (from: unknown, to: unknown) => boolean

export const isLess: IsWeaker = (from, to) => Number(to) < Number(from)

/** True if the list lost an item or gained an exclusion (`!`). */
export const hasLost: IsWeaker = (from, to) =>
  missingIn(to, from).some((one) => !isTakenAway(one)) || missingIn(from, to).some(isTakenAway)

export const hasGained: IsWeaker = (from, to) => hasLost(to, from)

const missingIn = (list: unknown, from: unknown): unknown[] => {
  const there = new Set(listOf(list).map(textOf))
  return listOf(from).filter((one) => !there.has(textOf(one)))
}

const isTakenAway = (one: unknown): boolean => typeof one === 'string' && one.startsWith('!')

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
export const textOf = (value: unknown): string => canonical(value as Json)
