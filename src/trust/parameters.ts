import { HARMS, type Harm } from './outcome.ts'

/** The settings of an administrator. They change by a signed command only; nothing automatic is ever stricter. */
export type Parameters = {
  /** A risk above it escalates. The automatic threshold may be higher, never lower. */
  threshold: number
  /** How a score maps to a risk: from `elevated` on a category is named, from `high` on a person may be asked. */
  mapping: { elevated: number; high: number }
  /** The share left of a pattern's weight after a window in which no call matched it. */
  decay: number
  /** Calls between two recalibrations. */
  window: number
  /** Scorers that take part in the median. */
  scorers: number
  /** The outcomes that count as harm. */
  harms: readonly Harm[]
}

export const DEFAULT_PARAMETERS: Parameters = {
  threshold: 0.3,
  mapping: { elevated: 0.25, high: 0.5 },
  decay: 0.8,
  window: 1_000,
  scorers: 5,
  harms: HARMS,
}

export type ParameterName = keyof Parameters

/** The values that a parameter may have, as a person reads them. */
export const RANGES: { readonly [Name in ParameterName]: string } = {
  threshold: '0.1 to 0.9',
  mapping: 'two scores from 0.1 to 0.95, the lower one first',
  decay: '0.1 to 1',
  window: 'a whole number from 100 to 10000',
  scorers: '1, 3 or 5',
  harms: `one or more of ${HARMS.join(', ')}`,
}

export const isParameterName = (name: string): name is ParameterName => Object.hasOwn(RANGES, name)

/** Returns the parameter with that value; null if the value is out of range. */
export function parameterOf(name: ParameterName, value: unknown): Partial<Parameters> | null {
  switch (name) {
    case 'threshold':
      return isWithin(value, 0.1, 0.9) ? { threshold: value } : null
    case 'decay':
      return isWithin(value, 0.1, 1) ? { decay: value } : null
    case 'window':
      return isWithin(value, 100, 10_000) && Number.isInteger(value) ? { window: value } : null
    case 'scorers':
      return value === 1 || value === 3 || value === 5 ? { scorers: value } : null
    case 'mapping':
      return mappingOf(value)
    case 'harms':
      return harmsOf(value)
  }
}

const isWithin = (value: unknown, from: number, to: number): value is number =>
  typeof value === 'number' && value >= from && value <= to

function mappingOf(value: unknown): Pick<Parameters, 'mapping'> | null {
  if (typeof value !== 'object' || value === null) return null
  const { elevated, high } = value as { elevated?: unknown; high?: unknown }
  if (!isWithin(elevated, 0.1, 0.95) || !isWithin(high, 0.1, 0.95) || elevated > high) return null
  return { mapping: { elevated, high } }
}

function harmsOf(value: unknown): Pick<Parameters, 'harms'> | null {
  if (!Array.isArray(value) || value.length === 0 || !value.every((one) => HARMS.includes(one))) return null
  return { harms: HARMS.filter((harm) => value.includes(harm)) }
}
