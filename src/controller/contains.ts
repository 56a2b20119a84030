import type { Json, JsonObject } from '../ledger/kinds.ts'

/** True if `found` has every field of `wanted`, at every depth. Lists must be equal; other fields may be there too. */
export function contains(found: Json | undefined, wanted: Json): boolean {
  if (!isObject(wanted)) return equals(found, wanted)
  if (!isObject(found)) return false
  return Object.entries(wanted).every(([name, value]) => contains(fieldOf(found, name), value))
}

/** Returns the part of `found` that `contains` compares with `wanted`, so that people see both side by side. */
export function narrow(found: Json, wanted: Json): Json {
  if (!isObject(found) || !isObject(wanted)) return found
  const names = Object.keys(wanted).filter((name) => Object.hasOwn(found, name))
  return Object.fromEntries(names.map((name) => [name, narrow(found[name] as Json, wanted[name] as Json)]))
}

function equals(a: Json | undefined, b: Json): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && b.every((one, i) => equals(a[i], one))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(b)
  return Object.keys(a).length === names.length && names.every((name) => equals(fieldOf(a, name), b[name] as Json))
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldOf = (object: JsonObject, name: string): Json | undefined =>
  Object.hasOwn(object, name) ? object[name] : undefined
