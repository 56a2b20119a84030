import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'

/** One value that differs between two JSON values. A side that has no value there lacks the field. */
export type FieldChange = { path: string[]; before?: Json; after?: Json }

/** Compares two JSON values field by field, in the order of the fields. Absent values, null and {} count as empty. */
export const changesBetween = (before: Json | undefined, after: Json | undefined): FieldChange[] =>
  compare([], filled(before), filled(after))

const filled = (value: Json | undefined): Json | undefined =>
  value === null || (isObject(value) && Object.keys(value).length === 0) ? undefined : value

function compare(path: string[], before: Json | undefined, after: Json | undefined): FieldChange[] {
  const [a, b] = [partsOf(before), partsOf(after)]
  if (a === null && b === null) return leaf(path, before, after)
  // One side is a single value: it goes, or comes, as a whole.
  const whole = [
    ...(a === null && !isEmpty(before) ? leaf(path, before, undefined) : []),
    ...(b === null && !isEmpty(after) ? leaf(path, undefined, after) : []),
  ]
  const names = [...new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])].sort(byName)
  return [...whole, ...names.flatMap((name) => compare([...path, name], own(a, name), own(b, name)))]
}

/** The fields of an object or list; null for other values. Empty ones are values: they have no fields to compare. */
function partsOf(value: Json | undefined): JsonObject | null {
  if (Array.isArray(value)) return value.length === 0 ? null : ({ ...value } as unknown as JsonObject)
  return isObject(value) && Object.keys(value).length > 0 ? (value as JsonObject) : null
}

const isEmpty = (value: Json | undefined): boolean => typeof value === 'object'

const own = (parts: JsonObject | null, name: string): Json | undefined =>
  parts !== null && Object.hasOwn(parts, name) ? (parts[name] as Json) : undefined

/** Neither side has fields, so their texts are equal if they are. */
function leaf(path: string[], before: Json | undefined, after: Json | undefined): FieldChange[] {
  if (before === undefined && after === undefined) return []
  if (before !== undefined && after !== undefined && JSON.stringify(before) === JSON.stringify(after)) return []
  return [{ path, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
}

/** Positions in a list by number, names by their characters. */
const byName = (a: string, b: string): number =>
  /^\d+$/.test(a) && /^\d+$/.test(b) ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0
