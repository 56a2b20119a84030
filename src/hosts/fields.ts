import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'

/** Takes the fields of a payload one by one. A field of the wrong type stays, so `rest` holds everything we do not understand. */
export class Fields {
  readonly #left: JsonObject

  constructor(payload: JsonObject) {
    this.#left = { ...payload }
  }

  text(name: string): string | null {
    return this.#take(name, (value) => typeof value === 'string')
  }

  number(name: string): number | null {
    return this.#take(name, (value) => typeof value === 'number')
  }

  flag(name: string): boolean | null {
    return this.#take(name, (value) => typeof value === 'boolean')
  }

  list(name: string): Json[] | null {
    return this.#take(name, (value) => Array.isArray(value))
  }

  object(name: string): JsonObject | null {
    return this.#take(name, isObject)
  }

  /** A field of any type; null if it is missing. */
  any(name: string): Json {
    return this.#take(name, () => true)
  }

  rest(): JsonObject {
    return this.#left
  }

  #take<T extends Json>(name: string, isRight: (value: Json) => boolean): T | null {
    if (!Object.hasOwn(this.#left, name)) return null
    const value = this.#left[name] ?? null
    if (!isRight(value)) return null
    delete this.#left[name]
    return value as T
  }
}

/** The value if it is an object, or null. */
export const asObject = (value: Json | undefined): JsonObject | null => (isObject(value) ? (value as JsonObject) : null)

export const textIn = (object: JsonObject | null, name: string): string | null => {
  const value = object?.[name]
  return typeof value === 'string' ? value : null
}

/** The object under a key; empty if there is none. */
export const objectIn = (object: JsonObject, name: string): JsonObject => asObject(object[name]) ?? {}

/** Parses a JSON object. Returns null if the bytes are anything else. */
export function parseObject(bytes: Buffer): JsonObject | null {
  try {
    return asObject(JSON.parse(bytes.toString('utf8')))
  } catch {
    return null
  }
}
