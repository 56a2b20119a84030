import type { Entry, Json, JsonObject } from '../ledger/kinds.ts'
import type { Text } from './state.ts'

/** Reads fields of entry bodies, which may be missing or of another type: an entry outlives the version that wrote it. */

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const wordIn = (body: JsonObject, name: string): string | null => {
  const value = body[name]
  return typeof value === 'string' ? value : null
}

export const numberIn = (body: JsonObject, name: string): number | null => {
  const value = body[name]
  return typeof value === 'number' ? value : null
}

export const objectIn = (body: JsonObject, name: string): JsonObject | null => {
  const value = body[name]
  return isObject(value) ? value : null
}

export const listIn = (body: JsonObject, name: string): Json[] => {
  const value = body[name]
  return Array.isArray(value) ? value : []
}

export const objectsIn = (body: JsonObject, name: string): JsonObject[] => listIn(body, name).filter(isObject)

export const isText = (value: Json): value is string => typeof value === 'string'

/** Reads text from a body, or the reference to the artifact that holds it. */
export function textIn({ artifacts }: Pick<Entry, 'artifacts'>, body: JsonObject, name: string): Text | null {
  const value = body[name]
  if (typeof value === 'string') return value
  const stored = isObject(value) ? artifacts.find((one) => one.name === value['artifact']) : undefined
  return stored === undefined ? null : { artifact: stored.name, sha256: stored.sha256, bytes: stored.bytes }
}
