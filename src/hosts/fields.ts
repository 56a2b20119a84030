import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'

/**
 * The fields of a payload, taken one by one. A field that is not what it should be stays where it is, so that `rest`
 * holds everything nobody understood.
 */
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

  /** Whatever it is; null where it is not there. */
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

/** The value, if it is an object. */
export const asObject = (value: Json | undefined): JsonObject | null => (isObject(value) ? (value as JsonObject) : null)

export const textIn = (object: JsonObject | null, name: string): string | null => {
  const value = object?.[name]
  return typeof value === 'string' ? value : null
}

/** The object under a key; empty if there is none. */
export const objectIn = (object: JsonObject, name: string): JsonObject => asObject(object[name]) ?? {}
