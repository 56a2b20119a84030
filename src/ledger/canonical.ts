import { LedgerError } from './errors.ts'
import type { Json } from './kinds.ts'

/** Maximum nesting depth. Deeper values are refused, because they could overflow a reader's stack. */
export const MAX_DEPTH = 128

/**
 * Serialises a JSON value to its canonical form (RFC 8785): keys sorted by UTF-16 code units, ECMAScript numbers, no
 * whitespace. Values that would not survive a round trip are refused, never coerced: `undefined`, functions, class
 * instances, sparse arrays, NaN, infinities, lone surrogates, and -0, which the RFC would write as 0.
 */
export function canonical(value: Json): string {
  return write(value, 0)
}

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return writeString(value)
    case 'number':
      return writeNumber(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'object':
      if (value === null) return 'null'
      if (depth >= MAX_DEPTH) throw new LedgerError('TOO_DEEP', `Nested deeper than ${MAX_DEPTH} levels.`)
      return Array.isArray(value) ? writeArray(value, depth + 1) : writeObject(value, depth + 1)
    case 'undefined':
    case 'function':
    case 'symbol':
    case 'bigint':
      throw refusal(`${typeof value} has no JSON form`)
  }
}

/** Matches strings that need no escaping. Most need none, and testing is cheaper than serialising. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/

function writeString(value: string): string {
  if (PLAIN.test(value)) return `"${value}"`
  if (!value.isWellFormed()) throw refusal('a string with a lone surrogate has no UTF-8 form')
  return JSON.stringify(value)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw refusal(`${value} has no JSON form`)
  if (Object.is(value, -0)) throw refusal('-0 would come back as 0')
  return String(value)
}

function writeArray(value: unknown[], depth: number): string {
  if (Object.getPrototypeOf(value) !== Array.prototype) throw refusal('only plain arrays have a JSON form')
  const isBare = Object.keys(value).length === value.length && Object.getOwnPropertySymbols(value).length === 0
  if (!isBare) throw refusal('a sparse or decorated array has no JSON form')
  let text = ''
  let i = 0
  try {
    for (; i < value.length; i++) text += `${i === 0 ? '' : ','}${write(value[i], depth)}`
  } catch (error) {
    throw located(error, i)
  }
  return `[${text}]`
}

function writeObject(value: object, depth: number): string {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refusal('only plain objects have a JSON form')
  const keys = Object.keys(value)
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal('symbol keys have no JSON form')
  if (Object.getOwnPropertyNames(value).length !== keys.length) throw refusal('non-enumerable keys have no JSON form')
  let text = ''
  let key = ''
  try {
    for (key of keys.sort()) {
      text += `${text === '' ? '' : ','}${writeString(key)}:${write((value as Record<string, unknown>)[key], depth)}`
    }
  } catch (error) {
    throw located(error, key)
  }
  return `{${text}}`
}

/** Adds the value's path to a refusal, so that a person can find it in a large body. */
function located(error: unknown, key: string | number): unknown {
  if (!(error instanceof LedgerError) || error.code !== 'NOT_JSON') return error
  return new LedgerError('NOT_JSON', `${JSON.stringify(key)} \u203a ${error.message}`)
}

const refusal = (reason: string): LedgerError => new LedgerError('NOT_JSON', reason)
