import type { Json, JsonObject } from '../ledger/kinds.ts'

/**
 * Replaces `{1}`, `{2}` … in every text of a driver's settings by the parts of the ref. A number without a part stays as it
 * is. Parts need no quoting: refs allow only letters, digits, `.`, `_` and `-`, which mean themselves in paths, URLs and
 * command lines.
 */
export function fillSettings(settings: JsonObject, parts: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, fill(value, parts)]))
}

function fill(value: Json, parts: readonly string[]): Json {
  if (typeof value === 'string') return value.replace(/\{([1-9]\d*)\}/g, (slot, n) => parts[Number(n) - 1] ?? slot)
  if (Array.isArray(value)) return value.map((one) => fill(one, parts))
  return typeof value === 'object' && value !== null ? fillSettings(value, parts) : value
}
