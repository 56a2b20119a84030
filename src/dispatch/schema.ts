import { isObject, type Json } from '../ledger/kinds.ts'
import { type CheckedCall, type DispatchFinding, finding } from './call.ts'

/** No tool takes values nested deeper than this. */
const MAX_DEPTH = 32

/** Checks that a call to a known tool has the required fields in the right form. Never throws, whatever the input. */
export function schemaFindings({ tool, input, shape }: CheckedCall): DispatchFinding[] {
  const fault = depthOf(input) > MAX_DEPTH ? 'nested too deeply' : shape === null ? null : faultIn(input, shape)
  return fault === null ? [] : [finding('CALL_MALFORMED', `${tool}: ${fault}`)]
}

/** `shape` lists fields as `name:form`; optional ones end in `?`. Other fields are up to the tool. */
function faultIn(input: Json, shape: string): string | null {
  if (!isObject(input)) return 'the input must be an object'
  for (const field of shape.split(' ')) {
    const [name = '', form = ''] = field.split(':')
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    const isMissing = value === undefined || value === null
    if (isMissing && form.endsWith('?')) continue
    if (isMissing) return `${name} is missing`
    if (!hasForm(value, form)) return `${name} must be ${NAMES[form.replace('?', '')]}`
  }
  return null
}

const NAMES: Readonly<Record<string, string>> = {
  text: 'a string',
  word: 'a non-empty string',
  number: 'a number',
  flag: 'true or false',
  list: 'a list',
}

function hasForm(value: unknown, form: string): boolean {
  switch (form.replace('?', '')) {
    case 'text':
      return typeof value === 'string'
    case 'word':
      return typeof value === 'string' && value.trim() !== '' && !value.includes('\0')
    case 'number':
      return typeof value === 'number'
    case 'flag':
      return typeof value === 'boolean'
    default:
      return Array.isArray(value)
  }
}

/** Nesting depth of a value, counted only up to the limit. */
function depthOf(value: Json, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  let deepest = depth
  for (const one of Object.values(value)) {
    if (typeof one === 'object' && one !== null) deepest = Math.max(deepest, depthOf(one, depth + 1))
    if (deepest > MAX_DEPTH) break
  }
  return deepest
}
