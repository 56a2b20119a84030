import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import { unknownWord } from '../policy/suggest.ts'

/**
 * The part of JSON Schema that is fully checked. The compiler silently ignores the rest: misspelt keywords, `properties`
 * without a type, `minItems` without `items` … Nobody should rely on a check that does not happen, so these are refused.
 */

type ValueKind = 'count' | 'number' | 'text' | 'flag' | 'names' | 'values' | 'schema' | 'schemas' | 'named schemas'
type Keywords = { readonly [keyword: string]: ValueKind }

const OBJECT: Keywords = {
  properties: 'named schemas',
  required: 'names',
  additionalProperties: 'schema',
  patternProperties: 'named schemas',
  propertyNames: 'schema',
  minProperties: 'count',
  maxProperties: 'count',
}
const ARRAY: Keywords = {
  items: 'schema',
  prefixItems: 'schemas',
  minItems: 'count',
  maxItems: 'count',
  uniqueItems: 'flag',
  contains: 'schema',
  minContains: 'count',
  maxContains: 'count',
}
const NUMBER: Keywords = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
}
const BY_TYPE: ReadonlyMap<string, Keywords> = new Map([
  ['object', OBJECT],
  ['array', ARRAY],
  ['string', { minLength: 'count', maxLength: 'count', pattern: 'text', format: 'text' }],
  ['number', NUMBER],
  ['integer', NUMBER],
  ['boolean', {}],
  ['null', {}],
])
const CHOICES: Keywords = { anyOf: 'schemas', oneOf: 'schemas', allOf: 'schemas' }
const FOR_ANY_TYPE: Keywords = { type: 'names', enum: 'values', const: 'values', $ref: 'text', ...CHOICES }
const DEFINITIONS: Keywords = { $defs: 'named schemas', definitions: 'named schemas' }
const NOTES = ['title', 'description', 'examples', 'deprecated', '$comment', '$schema', '$id']
const KNOWN: Keywords = Object.assign({}, FOR_ANY_TYPE, DEFINITIONS, ...BY_TYPE.values())

const FORMATS = ['email', 'uri', 'uuid', 'date-time', 'date', 'time', 'duration', 'hostname', 'ipv4', 'ipv6']

/** Returns why some part of a schema would not be checked, or null. */
export function subsetFault(schema: Json): string | null {
  if (typeof schema === 'boolean') return null
  if (!isFields(schema)) return 'A JSON Schema must consist of fields, or be true or false.'
  const keywords = Object.keys(schema).filter((keyword) => !NOTES.includes(keyword))
  return (
    first(keywords, (keyword) => keywordFault(schema, keyword)) ??
    besideFault(schema, keywords) ??
    first(
      keywords.flatMap((keyword) => subschemas(schema, keyword)),
      subsetFault,
    )
  )
}

const isFields = (value: unknown): value is JsonObject => isObject(value)

function first<T>(values: readonly T[], faultOf: (value: T) => string | null): string | null {
  for (const value of values) {
    const fault = faultOf(value)
    if (fault !== null) return fault
  }
  return null
}

function keywordFault(schema: JsonObject, keyword: string): string | null {
  if (!Object.hasOwn(KNOWN, keyword)) return unknownWord('keyword', keyword, Object.keys(KNOWN))
  const value = schema[keyword] ?? null
  const kind = KNOWN[keyword] ?? 'text'
  if (!FITS[kind](value)) return `"${keyword}" must be ${NAMES[kind]}.`
  if (keyword === 'type') return first([value].flat().map(String), typeFault)
  if (keyword === 'format' && !FORMATS.includes(String(value))) return unknownWord('format', String(value), FORMATS)
  const types = [...BY_TYPE].flatMap(([type, own]) => (Object.hasOwn(own, keyword) ? [type] : []))
  const given = [schema['type'] ?? []].flat()
  return types.length === 0 || types.some((type) => given.includes(type))
    ? null
    : `"${keyword}" has no effect without "type: ${types.join('" or "type: ')}". Add the type.`
}

const typeFault = (type: string): string | null =>
  BY_TYPE.has(type) ? null : unknownWord('type', type, [...BY_TYPE.keys()])

const isScalar = (value: Json): boolean => value === null || typeof value !== 'object'

const FITS: { readonly [kind in ValueKind]: (value: Json) => boolean } = {
  count: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  flag: (value) => typeof value === 'boolean',
  names: (value) => [value].flat().every((name) => typeof name === 'string'),
  values: (value) => [value].flat().every(isScalar),
  // Checked when the walk reaches it.
  schema: () => true,
  schemas: (value) => Array.isArray(value) && value.length > 0,
  'named schemas': isFields,
}

const NAMES: { readonly [kind in ValueKind]: string } = {
  count: 'a whole number, 0 or more',
  number: 'a number',
  text: 'text',
  flag: 'true or false',
  names: 'text or a list of texts',
  values: 'text, a number, true, false, null or, for "enum", a list of these',
  schema: 'a JSON Schema',
  schemas: 'a list of JSON Schemas',
  'named schemas': 'JSON Schemas by name',
}

/** Finds keywords that the compiler ignores because of other keywords of the same schema. */
function besideFault(schema: JsonObject, keywords: readonly string[]): string | null {
  const has = (keyword: string): boolean => keywords.includes(keyword)
  const alone = ['$ref', 'enum', 'const'].find(has)
  // The values of an enum have types of their own; a type that says so, too, does no harm.
  const idle = (one: string): boolean => Object.hasOwn(DEFINITIONS, one) || (one === 'type' && alone !== '$ref')
  const other = keywords.find((one) => one !== alone && !idle(one))
  if (alone !== undefined && other !== undefined)
    return `"${other}" has no effect beside "${alone}". Remove one of them.`
  const choices = keywords.filter((keyword) => Object.hasOwn(CHOICES, keyword))
  if (choices.length > 1) return `A schema can have only one of ${choices.join(', ')}. Nest them.`
  const count = ['minItems', 'maxItems'].find(has)
  if (count !== undefined && !has('items') && !has('prefixItems'))
    return `"${count}" has no effect without "items". Add "items: true" if the items may be anything.`
  if (has('patternProperties') && isFields(schema['additionalProperties']))
    return '"additionalProperties" may only be true or false beside "patternProperties".'
  const properties = isFields(schema['properties']) ? Object.keys(schema['properties']) : []
  const missing = [schema['required'] ?? []].flat().find((name) => !properties.includes(String(name)))
  return missing === undefined
    ? null
    : `"required" names ${JSON.stringify(missing)}, which is not in "properties". Add it there.`
}

function subschemas(schema: JsonObject, keyword: string): Json[] {
  const value = schema[keyword] ?? null
  switch (KNOWN[keyword]) {
    case 'schema':
      return [value]
    case 'schemas':
      return [value].flat()
    case 'named schemas':
      return isFields(value) ? Object.values(value) : []
    default:
      return []
  }
}
