import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../ledger/kinds.ts'
import { checkAgainst, schemaFault } from './io-schema.ts'

const FILE: JsonObject = {
  type: 'object',
  title: 'A file',
  properties: {
    content: { type: 'string', maxLength: 5, pattern: '^[a-z]*$' },
    mode: { enum: [420, 384, null] },
    owner: { $ref: '#/$defs/owner' },
    tags: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
    size: { type: ['integer', 'null'], minimum: 0 },
    at: { type: 'string', format: 'date-time' },
  },
  required: ['content'],
  additionalProperties: false,
  $defs: { owner: { anyOf: [{ type: 'string' }, { type: 'object', properties: { uid: { type: 'integer' } } }] } },
}

describe('checkAgainst', () => {
  it.each<[string, Json]>([
    ['the smallest value', { content: '' }],
    [
      'every field',
      { content: 'abc', mode: null, owner: { uid: 0 }, tags: ['x'], size: 3, at: '2026-01-01T00:00:00Z' },
    ],
    ['the other alternatives', { content: 'abc', mode: 420, owner: 'root', size: null }],
  ])('accepts %s', (_, value) => {
    expect(checkAgainst(FILE, value)).toBeNull()
  })

  it.each<[string, Json, RegExp]>([
    ['another type', [], /^Invalid input: expected object/],
    ['a missing field', {}, /^content: /],
    ['an unknown field', { content: '', extra: 1 }, /extra/],
    ['a prototype as a field', JSON.parse('{"content":"","__proto__":{"a":1}}'), /__proto__/],
    ['text that is too long', { content: 'abcdef' }, /^content: Too big/],
    ['text that breaks the pattern', { content: 'A' }, /^content: /],
    ['a value that is not listed', { content: '', mode: 0 }, /^mode: /],
    ['neither of two alternatives', { content: '', owner: 1 }, /^owner: /],
    ['an empty list', { content: '', tags: [] }, /^tags: /],
    ['a repeated item', { content: '', tags: ['a', 'a'] }, /^tags\.1: /],
    ['a negative number', { content: '', size: -1 }, /^size: /],
    ['half a number', { content: '', size: 0.5 }, /^size: /],
    ['a time that is none', { content: '', at: 'today' }, /^at: /],
  ])('refuses %s', (_, value, why) => {
    expect(checkAgainst(FILE, value)).toMatch(why)
  })

  it('names at most three faults', () => {
    const why = checkAgainst(FILE, { content: 1, mode: 1, owner: 1, size: 'x' })
    expect(why?.split('; ')).toHaveLength(3)
  })

  it('accepts everything for a name', () => {
    expect(checkAgainst('json', null)).toBeNull()
    expect(checkAgainst('file_v1', [1])).toBeNull()
  })

  it('refuses every value for a schema that cannot be used, or that never ends', () => {
    expect(checkAgainst({ type: 'objekt' }, {})).toMatch(/Unknown type/)
    expect(checkAgainst({ $ref: '#' }, {})).toMatch(/nested too deeply/)
  })

  it('checks data that is as deep as its schema', () => {
    const tree: JsonObject = { type: 'object', properties: { left: { $ref: '#' } }, additionalProperties: false }
    expect(checkAgainst(tree, { left: { left: {} } })).toBeNull()
    expect(checkAgainst(tree, { left: { left: { right: 1 } } })).toMatch(/^left\.left: /)
  })

  it('keeps the ids of two schemas apart', () => {
    expect(checkAgainst({ $id: 'a', type: 'string' }, 'x')).toBeNull()
    expect(checkAgainst({ $id: 'a', type: 'number' }, 1)).toBeNull()
  })
})

describe('a schema of which a part would not be checked', () => {
  it.each<[string, JsonObject, string | RegExp]>([
    ['a misspelt keyword', { type: 'string', minLenght: 3 }, 'Unknown keyword "minLenght". Did you mean "minLength"?'],
    ['no type', { properties: { a: true } }, '"properties" has no effect without "type: object". Add the type.'],
    [
      'the wrong type',
      { type: 'number', minLength: 1 },
      '"minLength" has no effect without "type: string". Add the type.',
    ],
    ['a bound that is text', { type: 'integer', minimum: '1' }, '"minimum" must be a number.'],
    ['a length below zero', { type: 'string', maxLength: -1 }, '"maxLength" must be a whole number, 0 or more.'],
    ['an unknown format', { type: 'string', format: 'emial' }, 'Unknown format "emial". Did you mean "email"?'],
    [
      'required without a property',
      { type: 'object', required: ['a'] },
      '"required" names "a", which is not in "properties". Add it there.',
    ],
    [
      'a count without items',
      { type: 'array', minItems: 1 },
      '"minItems" has no effect without "items". Add "items: true" if the items may be anything.',
    ],
    [
      'a constraint beside a reference',
      { $ref: '#/$defs/a', maxLength: 1, type: 'string', $defs: { a: true } },
      '"maxLength" has no effect beside "$ref". Remove one of them.',
    ],
    [
      'a type beside a reference',
      { $ref: '#/$defs/a', type: 'string', $defs: { a: true } },
      '"type" has no effect beside "$ref". Remove one of them.',
    ],
    [
      'a constraint beside a list of values',
      { type: 'string', enum: ['a'], minLength: 2 },
      '"minLength" has no effect beside "enum". Remove one of them.',
    ],
    ['two choices', { anyOf: [true], allOf: [true] }, 'A schema can have only one of anyOf, allOf. Nest them.'],
    [
      'rest and patterns',
      { type: 'object', patternProperties: { '^a': true }, additionalProperties: { type: 'string' } },
      '"additionalProperties" may only be true or false beside "patternProperties".',
    ],
    ['objects as values', { enum: [{}, []] }, /^"enum" must be/],
    ['a default, which is not filled in', { type: 'string', default: 'x' }, /^Unknown keyword "default"/],
    ['a negation', { not: { type: 'string' } }, /^Unknown keyword "not"/],
    ['a condition', { if: { type: 'string' } }, /^Unknown keyword "if"/],
    ['a keyword that objects inherit', { constructor: 1 }, /^Unknown keyword "constructor"/],
    [
      'a fault far below',
      { type: 'array', items: { anyOf: [{ type: 'object', properties: { a: { type: 'strin' } } }] } },
      'Unknown type "strin". Did you mean "string"?',
    ],
    ['a fault in a definition', { type: 'string', $defs: { a: { type: 'x' } } }, /^Unknown type "x"/],
    [
      'a list instead of a schema',
      { type: 'object', properties: { a: [] } },
      'A JSON Schema must consist of fields, or be true or false.',
    ],
    ['an invalid pattern', { type: 'string', pattern: '(' }, /^This JSON Schema cannot be used: /],
    ['a reference to nothing', { $ref: '#/$defs/a' }, /^This JSON Schema cannot be used: .*not found/],
    ['a reference to another file', { $ref: 'https://example.org/a.json' }, /^This JSON Schema cannot be used: /],
  ])('is refused: %s', (_, schema, why) => {
    if (typeof why === 'string') expect(schemaFault(schema)).toBe(why)
    else expect(schemaFault(schema)).toMatch(why)
    expect(checkAgainst(schema, 'x')).not.toBeNull()
  })

  it('is accepted once it is complete', () => {
    expect(schemaFault(FILE)).toBeNull()
    expect(schemaFault({})).toBeNull()
  })
})
