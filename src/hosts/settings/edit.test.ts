import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import type { Json } from '../../ledger/kinds.ts'
import { addItem, addMember, removeItem, removeMember } from './edit.ts'
import { type ArrayNode, type JsoncError, type ObjectNode, parseJsonc, plainOf } from './jsonc.ts'

const holds = (text: string): Json => plainOf(parseJsonc(text))

describe('settings', () => {
  it.each([
    [
      'plain JSON',
      '{"a":[1,2.5e3,-0.1,true,false,null,"x\\n\\u00e9"]}',
      { a: [1, 2500, -0.1, true, false, null, 'x\né'] },
    ],
    ['comments', '// one\n{ /* two */ "a": 1, // three\n "b": [ /* four */ ] }\n// five', { a: 1, b: [] }],
    ['trailing commas', '{"a": [1, 2,], "b": {"c": 1,},}', { a: [1, 2], b: { c: 1 } }],
    ['a mark before everything', '\ufeff{"a":1}', { a: 1 }],
    ['comment signs in texts', '{"a":"// no /* no"}', { a: '// no /* no' }],
    ['a key twice', '{"a":1,"a":2}', { a: 2 }],
    ['a dangerous key', '{"__proto__":{"a":1}}', JSON.parse('{"__proto__":{"a":1}}')],
  ])('are read with %s', (_, text, expected) => {
    expect(holds(text)).toEqual(expected)
  })

  it.each([
    ['nothing at all', '', 1, 1, 'it ends too early'],
    ['an end that is missing', '{\n  "a": 1\n', 3, 1, 'a "," or "}" is missing'],
    ['a comma that is missing', '{\n  "a": 1\n  "b": 2\n}', 3, 3, 'a "," or "}" is missing'],
    ['single quotes', "{'a': 1}", 1, 2, 'a string in double quotes is missing or not closed'],
    ['a word without quotes', '{"a": yes}', 1, 7, 'a value is missing'],
    ['a comment that does not end', '{ /* ', 1, 3, 'a comment is not closed'],
    ['two values', '{} {}', 1, 4, 'there is text after the end of the settings'],
    ['a number of no JSON', '[01]', 1, 2, 'a value is missing'],
    ['a colon that is missing', '{"a" 1}', 1, 6, 'a ":" is missing'],
    ['excessive depth', '['.repeat(100), 1, 66, 'it is nested too deeply'],
  ])('are refused with line and column for %s', (_, text, line, column, why) => {
    const error = (() => {
      try {
        return void parseJsonc(text)
      } catch (thrown) {
        return thrown as JsoncError
      }
    })()
    expect(error).toMatchObject({ line, column, message: why })
  })

  it('agree with JSON.parse on all JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space)
        expect(holds(text)).toEqual(JSON.parse(text))
      }),
      { seed: seed() },
    )
  })
})

const root = (text: string): ObjectNode => {
  const node = parseJsonc(text)
  if (node.kind !== 'object') throw new Error('no object')
  return node
}
const arrayOf = (text: string, key: string): ArrayNode => {
  const node = root(text).members.find((member) => member.key === key)?.value
  if (node?.kind !== 'array') throw new Error('no array')
  return node
}

describe('a change', () => {
  it.each([
    ['to an object on several lines', '{\n  "a": 1\n}\n', '{\n  "a": 1,\n  "new": {\n    "x": 1\n  }\n}\n'],
    ['to an empty object', '{}\n', '{\n  "new": {\n    "x": 1\n  }\n}\n'],
    ['with tabs', '{\n\t"a": 1\n}', '{\n\t"a": 1,\n\t"new": {\n\t\t"x": 1\n\t}\n}'],
    ['with four spaces', '{\n    "a": 1\n}', '{\n    "a": 1,\n    "new": {\n        "x": 1\n    }\n}'],
    [
      'with the line ends of Windows',
      '{\r\n  "a": 1\r\n}\r\n',
      '{\r\n  "a": 1,\r\n  "new": {\r\n    "x": 1\r\n  }\r\n}\r\n',
    ],
    ['after a comment', '{\n  "a": 1 // one\n}', '{\n  "a": 1, // one\n  "new": {\n    "x": 1\n  }\n}'],
    ['after a comment and a comma', '{\n  "a": 1, // b\n}', '{\n  "a": 1, // b\n  "new": {\n    "x": 1\n  },\n}'],
    ['after a trailing comma', '{\n  "a": 1,\n}\n', '{\n  "a": 1,\n  "new": {\n    "x": 1\n  },\n}\n'],
    ['to an object on one line', '{"a": 1}', '{"a": 1,"new": {"x":1}}'],
    ['to an object with a comment after it', '{} // mine', '{"new": {"x":1}} // mine'],
  ])('adds a member %s', (_, before, after) => {
    const changed = addMember(before, root(before), 'new', { x: 1 })
    expect(changed).toBe(after)
    expect(holds(changed)).toEqual({ ...(holds(before) as object), new: { x: 1 } })
  })

  it('adds an item and removes it again', () => {
    const before = '{\n  // ours\n  "list": [\n    "a", // first\n    "b"  // second\n  ]\n}\n'
    const added = addItem(before, arrayOf(before, 'list'), { c: 1 })
    expect(added).toBe(
      '{\n  // ours\n  "list": [\n    "a", // first\n    "b",  // second\n    {\n      "c": 1\n    }\n  ]\n}\n',
    )
    expect(removeItem(added, arrayOf(added, 'list'), 2)).toBe(before)
  })

  it.each([
    ['the first', 0],
    ['one in the middle', 1],
    ['the last', 2],
  ])('removes %s with its comma', (_, at) => {
    const before = '{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n'
    const object = root(before)
    const member = object.members[at]
    if (member === undefined) throw new Error('none')
    const { [member.key]: _gone, ...rest } = holds(before) as { [key: string]: Json }
    const lines = before.split('\n').filter((line) => !line.includes(`"${member.key}"`))
    expect(
      removeMember(before, object, at)
        .split('\n')
        .map((line) => line.replace(/,$/, '')),
    ).toEqual(lines.map((line) => line.replace(/,$/, '')))
    expect(holds(removeMember(before, object, at))).toEqual(rest)
  })

  it('never breaks settings, whatever they contain and however they are written', () => {
    const settings = fc.dictionary(fc.string(), fc.jsonValue())
    fc.assert(
      fc.property(settings, fc.jsonValue(), fc.constantFrom(undefined, 1, 4, '\t'), (value, added, space) => {
        const before = JSON.stringify({ ...value, list: [value] }, null, space)
        const wanted = JSON.parse(before) as { list: Json[] }
        const withItem = addItem(before, arrayOf(before, 'list'), JSON.parse(JSON.stringify(added)) as Json)
        expect(holds(withItem)).toEqual({ ...wanted, list: [...wanted.list, JSON.parse(JSON.stringify(added))] })
        expect(removeItem(withItem, arrayOf(withItem, 'list'), 1)).toBe(before)
      }),
      { seed: seed() },
    )
  })

  it('removes any item, wherever people put comments and commas', () => {
    const gap = fc.constantFrom('', ' ', '\n  ', ' // "x", [\n', ' /* , ] */ ', '\n\t// last\n')
    const list = fc.array(fc.tuple(gap, fc.constantFrom('1', '"a,]"', '{"k": [1,]}', '[]'), gap), {
      minLength: 1,
      maxLength: 5,
    })
    fc.assert(
      fc.property(list, gap, fc.boolean(), fc.nat(), (items, end, hasTrailing, pick) => {
        const text = `{"list": [${items.map((parts) => parts.join('')).join(',')}${hasTrailing ? ',' : ''}${end}]}`
        const array = arrayOf(text, 'list')
        const at = pick % items.length
        const { list: wanted } = holds(text) as { list: Json[] }
        const removed = removeItem(text, array, at)
        expect(holds(removed)).toEqual({ list: wanted.toSpliced(at, 1) })
        // No comma is left over.
        if (!hasTrailing) expect(arrayOf(removed, 'list').commas.length).toBe(Math.max(0, items.length - 2))
        const added = addItem(text, array, 'new')
        expect(holds(added)).toEqual({ list: [...wanted, 'new'] })
        expect(holds(removeItem(added, arrayOf(added, 'list'), items.length))).toEqual({ list: wanted })
      }),
      { seed: seed() },
    )
  })

  it('reads a long text', () => {
    const long = 'x"'.repeat(scaled(4 << 20))
    const text = JSON.stringify({ long, list: Array.from({ length: scaled(50_000) }, (_, i) => `${i}`) })
    expect(holds(addItem(text, arrayOf(text, 'list'), 1))).toMatchObject({ list: expect.arrayContaining([1]) })
  })
})
