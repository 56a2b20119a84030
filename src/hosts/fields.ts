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

/** Longer texts are not kept of an incomplete object. */
const MAX_REMAINDER_BYTES = 16 << 10
const OPEN_TEXT = /^[,{]\s*"(\w+)"\s*:\s*"((?:[^"\\]|\\.)*)/s

/** The complete fields of an object that was cut off, and the beginning of a text after them. `unreadable` is what follows. */
export function parseBeginning(bytes: Buffer): JsonObject {
  const end = endOfFields(bytes)
  const fields = parseObject(Buffer.concat([bytes.subarray(0, end), Buffer.from('}')])) ?? {}
  const unreadable = bytes.toString('utf8', end, end + MAX_REMAINDER_BYTES)
  const [, name, text] = OPEN_TEXT.exec(unreadable) ?? []
  const open = name === undefined ? {} : (parseObject(Buffer.from(`{"${name}":"${text}"}`)) ?? {})
  return { ...open, ...fields, cut: true, unreadable }
}

/** The place of the comma after the last complete field of an object; 0 if there is none. */
function endOfFields(bytes: Buffer): number {
  let depth = 0
  let end = 0
  for (let at = 0; at < bytes.length; at++) {
    const char = bytes[at]
    if (char === QUOTE) {
      at = closingQuote(bytes, at)
      if (at === -1) return end
    } else if (char === 0x7b || char === 0x5b) depth++
    else if (char === 0x7d || char === 0x5d) depth--
    else if (char === 0x2c && depth === 1) end = at
  }
  return end
}

const QUOTE = 0x22

/** The place of the quote that ends the text that begins at another; -1 if it does not end. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at !== -1; at = bytes.indexOf(QUOTE, at + 1)) {
    let before = at
    while (bytes[before - 1] === 0x5c) before--
    if ((at - before) % 2 === 0) return at
  }
  return -1
}
