import { z } from 'zod'
import { globs, path, strict } from '../fields.ts'
import type { Slot } from '../policy.ts'

const fallback = z.string().min(1).max(500)

const slotObject = z.discriminatedUnion('type', [
  strict({
    type: z.literal('path'),
    under: globs.describe('globs that the path must match').default(['**']),
    default: path.exactOptional(),
  }),
  strict({
    type: z.literal('integer'),
    min: z.int().default(0),
    max: z.int().default(1_000_000),
    default: z.int().exactOptional(),
  }),
  strict({ type: z.literal('word'), default: fallback.exactOptional() }),
  strict({ type: z.literal('choice'), of: z.array(fallback).min(1).max(100), default: fallback.exactOptional() }),
])
type LongSlot = z.output<typeof slotObject>

/** Short form: `target: path`. */
export const slot = z.union([z.enum(['path', 'integer', 'word']), slotObject])
export type SlotSource = z.output<typeof slot>

const SHORT_SLOTS: { [short in Extract<SlotSource, string>]: LongSlot } = {
  path: { type: 'path', under: ['**'] },
  integer: { type: 'integer', min: 0, max: 1_000_000 },
  word: { type: 'word' },
}

export function toSlot(source: SlotSource): Slot {
  const given = typeof source === 'string' ? SHORT_SLOTS[source] : source
  switch (given.type) {
    case 'path':
      return { type: 'path', under: given.under, fallback: given.default ?? null }
    case 'integer':
      return { type: 'integer', min: given.min, max: given.max, fallback: given.default ?? null }
    case 'word':
      return { type: 'word', fallback: given.default ?? null }
    case 'choice':
      return { type: 'choice', of: given.of, fallback: given.default ?? null }
  }
}

/** Returns the reason why a default does not fit its slot, or null. */
export function defaultFault(slot: {
  type: string
  default?: string | number
  min?: number
  max?: number
  of?: string[]
}): string | null {
  const { default: value, min = 0, max = 0 } = slot
  if (slot.type === 'integer' && min > max) return 'min is greater than max.'
  if (value === undefined) return null
  if (typeof value === 'number') return value < min || value > max ? `default must be between ${min} and ${max}.` : null
  if (slot.of !== undefined && !slot.of.includes(value)) return `default must be one of ${slot.of.join(', ')}.`
  return value.startsWith('-')
    ? 'default must not start with "-", because the command would read it as an option.'
    : null
}
