import { describe, expect, it } from 'vitest'
import { segmentsOf, unwrapped } from './segments.ts'

const kinds = (text: string): string[] =>
  segmentsOf(text).segments.map(({ kind, quoted, checked, level }) =>
    [kind, quoted && 'quoted', checked !== undefined && (checked ? 'ticked' : 'open'), level].filter(Boolean).join(' '),
  )

describe('segmentsOf', () => {
  it('recognises the parts of a message', () => {
    const text =
      '# Title\n\nProse.\n- bullet\n- [x] ticked\n- [ ] open\n> quoted\n\n| a | b |\n|---|---|\n| c | d |\n```\ncode\n```\nList:'
    expect(kinds(text)).toEqual([
      'heading 1',
      'prose',
      'bullet',
      'checklist ticked',
      'checklist open',
      'prose quoted',
      'table',
      'fence',
      'prose 8',
    ])
  })

  it('joins a line that continues, and separates one that begins something new', () => {
    expect(kinds('The bug\nis fixed.')).toEqual(['prose'])
    expect(kinds('Fixed the bug.\nUpdated the docs.')).toEqual(['prose', 'prose'])
  })

  it('reads a message that is one fence', () => {
    const text = '```\nAll tests pass.\n```'
    expect(unwrapped(segmentsOf(text).segments, text)).toMatchObject([{ kind: 'fence', read: true }])
  })

  it('reports a message with too many segments', () => {
    expect(segmentsOf('- a\n'.repeat(9_000)).unfinished).toBe(true)
  })
})
