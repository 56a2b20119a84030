import { LedgerError } from './errors.ts'
import type { Json } from './kinds.ts'

/** Deeper values are refused, so that no reader of the ledger can be made to overflow its stack. */
export const MAX_DEPTH = 128

/**
 * The one byte form of a JSON value (RFC 8785): keys sorted by UTF-16 code units, ECMAScript numbers, no white space.
 * What would not come back exactly as it went in is refused, never coerced: `undefined`, functions, class instances,
 * sparse arrays, NaN, infinities, lone surrogates, and -0, which the RFC would write as 0.
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

function writeString(value: string): string {
  if (!value.isWellFormed()) throw refusal('a string with a lone surrogate has no UTF-8 form')
  return JSON.stringify(value)
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw refusal(`${value} has no JSON form`)
  if (Object.is(value, -0)) throw refusal('-0 would come back as 0')
  return String(value)
}

function writeArray(value: unknown[], depth: number): string {
  let text = '['
  for (let i = 0; i < value.length; i++) {
    text += (i === 0 ? '' : ',') + at(i, () => write(value[i], depth))
  }
  if (Object.keys(value).length !== value.length) throw refusal('a sparse or decorated array has no JSON form')
  return `${text}]`
}

function writeObject(value: object, depth: number): string {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refusal('only plain objects have a JSON form')
  if (Object.getOwnPropertySymbols(value).length > 0) throw refusal('symbol keys have no JSON form')
  let text = '{'
  for (const key of Object.keys(value).sort()) {
    const separator = text === '{' ? '' : ','
    text += `${separator}${writeString(key)}:${at(key, () => write((value as Record<string, unknown>)[key], depth))}`
  }
  return `${text}}`
}

/** Names the place in a refusal, so that a person finds the value in a large body. */
function at(key: string | number, writeValue: () => string): string {
  try {
    return writeValue()
  } catch (error) {
    if (!(error instanceof LedgerError) || error.code !== 'NOT_JSON') throw error
    throw new LedgerError('NOT_JSON', `${JSON.stringify(key)} › ${error.message}`)
  }
}

const refusal = (reason: string): LedgerError => new LedgerError('NOT_JSON', reason)
