import { describe, expect, it } from 'vitest'
import type { Json } from '../../ledger/kinds.ts'
import { textOf } from './text.ts'

const text = (tool: string, input: Json, command: string | null = null): string => textOf({ tool, input, command })

describe('the text of a call', () => {
  it('is the command line alone', () => {
    expect(text('Bash', { command: 'ls', description: 'List files' }, 'ls')).toBe('ls')
  })

  it('of another tool is its name and its fields', () => {
    expect(text('write_file', { path: '/x', mode: 7, isNew: true, note: null })).toBe(
      'write file\nisNew= true mode= 7 path= /x',
    )
  })

  it('does not depend on the order of fields', () => {
    expect(text('T', { a: 1, b: { d: 2, c: 3 } })).toBe(text('T', { b: { c: 3, d: 2 }, a: 1 }))
  })

  it('names each element of a list by the field that holds it', () => {
    expect(text('T', { edits: ['a', { from: 'b' }] })).toBe('T\nedits= a from= b')
  })

  it.each<[string, Json]>([
    ['nothing', null],
    ['an empty object', {}],
    ['an empty list', []],
  ])('has no field for %s', (_, input) => {
    expect(text('T', input)).toBe('T\n')
  })
})

describe('the text of a large call', () => {
  it('keeps its beginning and its end', () => {
    const long = text('Bash', {}, `first ${'x '.repeat(2_500_000)} last`)
    expect(long).toHaveLength(4_001)
    expect(long.startsWith('first ')).toBe(true)
    expect(long.endsWith(' last')).toBe(true)
  })

  it('is cut at the same length whatever is long: a value, a field name, the tool', () => {
    const million = 'a'.repeat(1_000_000)
    for (const one of [text('T', { x: million }), text('T', { [million]: 'x' }), text(million, {})])
      expect(one.length).toBeLessThanOrEqual(4_001)
  })

  it('leaves out values that are nested too deeply', () => {
    let deep: Json = 'bottom'
    for (let i = 0; i < 100_000; i++) deep = i % 2 === 0 ? [deep] : { x: deep }
    expect(text('T', { top: 'seen', deep })).toBe('T\ntop= seen')
  })

  it('leaves out fields beyond the first 256', () => {
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`f${String(i).padStart(6, '0')}`, 1]))
    expect(text('T', wide).split('= ')).toHaveLength(257)
  })
})
