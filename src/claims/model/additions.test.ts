import { describe, expect, it } from 'vitest'
import { extractClaims } from '../extract/extract.ts'
import { addedBy, additionsIn, type ReadReply } from './additions.ts'

const MESSAGE = 'Every last one of them is green. The CSV part is for another day. I think it is done.'

const item = (quote: string, type = 'tests_pass') => ({ type, quote })
const gap = (quote: string, kind = 'unfinished') => ({ kind, quote })

function read(reply: unknown, message = MESSAGE): ReadReply {
  return additionsIn(typeof reply === 'string' ? reply : JSON.stringify(reply), message, extractClaims(message))
}

const reasons = (reply: unknown, message?: string): unknown => {
  const found = read(reply, message)
  return found.ok ? found.dropped.map(({ why }) => why) : found.why
}

describe('the reply of a model', () => {
  it('adds claims and gaps that are exact parts of the message', () => {
    const reply = {
      claims: [item('Every last one of them is green.')],
      gaps: [gap('The CSV part is for another day.')],
    }
    const found = read(reply)
    expect(found).toEqual({
      ok: true,
      additions: {
        claims: [{ type: 'tests_pass', quote: 'Every last one of them is green.', start: 0, end: 32 }],
        gaps: [{ type: 'unfinished', quote: 'The CSV part is for another day.', start: 33, end: 65 }],
      },
      dropped: [],
    })
  })

  it('may be wrapped in a code fence', () => {
    expect(read('```json\n{"claims": [], "gaps": []}\n```')).toMatchObject({ ok: true })
  })

  it('adds nothing by paraphrase, in other letters or across a gap in the text', () => {
    const claims = ['Every one of them is green.', 'every last one', 'Every last one. I think'].map((quote) =>
      item(quote),
    )
    expect(reasons({ claims, gaps: [] })).toEqual(['NOT_IN_MESSAGE', 'NOT_IN_MESSAGE', 'NOT_IN_MESSAGE'])
  })

  it('adds nothing of a type that does not exist', () => {
    const claims = [item('green', 'work'), item('green', 'remove'), item('green', '__proto__')]
    expect(reasons({ claims, gaps: [gap('another day', 'done')] })).toEqual(Array(4).fill('UNKNOWN_TYPE'))
  })

  it.each([
    ['no JSON', 'Sure! The message claims that all is green.'],
    ['half a JSON object', '{"claims": [{"type": "done", "quo'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['one list only', '{"claims": []}'],
    ['lists of another shape', '{"claims": {"done": "green"}, "gaps": []}'],
  ])('is of no use if it is %s', (_, reply) => {
    expect(reasons(reply)).toBe('The reply is not a JSON object with the lists "claims" and "gaps".')
  })

  it('drops what is malformed, and takes the rest', () => {
    const claims = [null, 7, 'green', {}, { type: 'done' }, { type: 7, quote: 'green' }, item(' '), item('green')]
    const found = read({ claims, gaps: [] })
    expect(found).toMatchObject({ ok: true, additions: { claims: [{ quote: 'green' }] } })
    expect(reasons({ claims, gaps: [] })).toEqual(Array(7).fill('MALFORMED'))
  })

  it('adds no half of a character', () => {
    expect(reasons({ claims: [item('\ud83d')], gaps: [] }, 'All 😀 here.')).toEqual(['MALFORMED'])
    expect(read({ claims: [item('😀'.repeat(70))], gaps: [] })).toMatchObject({ dropped: [{ quote: '😀'.repeat(50) }] })
  })

  it('is of no use if it lists too much, or is too long', () => {
    const many = Array.from({ length: 41 }, () => item('green'))
    expect(reasons({ claims: many, gaps: [] })).toBe('The reply lists more than 40 claims and gaps.')
    expect(reasons(`{"claims": [], "gaps": []${' '.repeat(70_000)}}`)).toBe('The reply is longer than 64 KB.')
    expect(reasons({ claims: [item('a'.repeat(501))], gaps: [] }, 'a'.repeat(600))).toEqual(['TOO_LONG'])
  })

  it('does not say again what the rules have read, so it cannot take their doubt away', () => {
    expect(extractClaims(MESSAGE).claims).toMatchObject([{ type: 'done', hedged: true }])
    const claims = [item('it is done.', 'done'), item('done', 'done'), item('green'), item('is green.')]
    expect(reasons({ claims, gaps: [] })).toEqual(['ALREADY_READ', 'ALREADY_READ', 'ALREADY_READ'])
  })

  it('cannot remove or weaken anything: other fields mean nothing', () => {
    const reply = {
      claims: [{ ...item('green'), hedged: true, level: 'report', act: 'commit' }],
      gaps: [],
      remove: ['done'],
    }
    const found = read(reply)
    const added = found.ok ? addedBy('m', found.additions) : null
    expect(added?.claims).toEqual([
      { type: 'tests_pass', quote: 'green', start: 26, end: 31, segment: 'prose', hedged: false },
    ])
  })
})

describe('recorded additions', () => {
  it('become claims as strong as they can be, and gaps that name no check', () => {
    const at = { quote: 'x', start: 0, end: 1 }
    const { claims, gaps } = addedBy('m', {
      claims: ['done', 'blocked', 'shipped', 'invented'].map((type) => ({ ...at, type })),
      gaps: ['failing', 'invented'].map((type) => ({ ...at, type })),
    })
    expect(claims).toMatchObject([
      { type: 'done', level: 'explicit' },
      { type: 'blocked', stops: 'task' },
      { type: 'shipped' },
    ])
    expect(gaps).toMatchObject([{ kind: 'failing', form: 'sentence' }])
  })
})
