import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../ledger/kinds.ts'
import { parseBeginning } from './fields.ts'

const EVENT = {
  session_id: 'one',
  'odd "name"': 'a\\"b\u0001ü💥,}',
  list: [1, { a: '}' }, [',', ']']],
  agent_id: 'a7',
  number: -1.5e3,
  tool_input: { command: 'echo "{"', deep: { '"': [] } },
  prompt: 'Say "hello",\n{"session_id":"two"} \\',
}

const withoutMarks = ({ cut: _, unreadable: __, ...fields }: JsonObject): JsonObject => fields

describe('the beginning of an object that was cut off', () => {
  it.each([
    ['written closely', JSON.stringify(EVENT)],
    ['written widely', JSON.stringify(EVENT, null, 2)],
  ])('has its complete fields and no other, wherever it ends: %s', (_, text) => {
    const bytes = Buffer.from(text)
    let most = 0
    for (let end = 0; end < bytes.length - 1; end++) {
      const fields = Object.entries(withoutMarks(parseBeginning(bytes.subarray(0, end))))
      for (const [name, value] of fields) {
        const whole = EVENT[name as keyof typeof EVENT]
        const isOpen = typeof value === 'string' && typeof whole === 'string' && name === fields.at(0)?.[0]
        if (!isOpen || whole === value) expect(value).toEqual(whole)
        // Half of a character at the end is another one.
        else expect(whole.startsWith(value.replace(/\ufffd+$/, ''))).toBe(true)
      }
      most = Math.max(most, fields.length)
    }
    expect(most).toBe(Object.keys(EVENT).length)
  })

  it('is nothing of what is no object', () => {
    for (const text of ['', 'no', '[1,2]', '"a":1,', '}{,', '{"a"', '{,', '{"a":1}}}},"b":2,', '\\"', '{"a\\":1,'])
      expect(Object.keys(withoutMarks(parseBeginning(Buffer.from(text)))).filter((name) => name !== 'a')).toEqual([])
  })

  it.each(['"', '\\"', '\\\\', '{"a":"', '[', ',', '{"a":1,', 'x'])('is read to its end if it repeats %j', (part) => {
    const read = parseBeginning(Buffer.from(`{"session_id":"one","text":"${part.repeat((1 << 20) / part.length)}`))
    expect(read['session_id']).toBe('one')
    expect(String(read['unreadable']).length).toBeLessThanOrEqual(16 << 10)
  })
})
