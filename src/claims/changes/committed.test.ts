import { describe, expect, it } from 'vitest'
import { readInventory } from '../../../test/helpers/inventories.ts'
import type { ReadInventory } from '../tests/found-test.ts'
import { isByOthers, isWrittenBy, withMove, withTheirs } from './committed.ts'

const call = (from: number, to: number, more: object = {}) => ({
  writer: { named: [], ran: { from, to }, at: { from, to } },
  committed: false,
  messages: [],
  input: {},
  ...more,
})
const move = (at: number, subject = 'commit: Test') => ({ at: { from: at, to: at }, subject })
const tests = (...names: string[]) =>
  readInventory('a.test.ts', names.map((name, i) => `it('${name}', () => { expect(f(${i})).toBe(${i}) })`).join('\n'))
const named = (all: ReadInventory | null | undefined): string[] =>
  all === 'unread' ? [] : (all?.map(({ name }) => name) ?? [])

describe('a commit is', () => {
  it('of a call that ran anything at that time, and else of others', () => {
    expect(isByOthers(move(5_000), [call(4_000, 6_000)])).toBe(false)
    expect(isByOthers(move(5_000), [call(1_000, 4_000), call(5_200, 6_000)])).toBe(true)
    expect(isByOthers(move(5_000), [call(4_000, Number.POSITIVE_INFINITY)])).toBe(false)
    expect(
      isByOthers(move(5_000), [{ ...call(0, 0), writer: { named: ['/p/a'], ran: null, at: { from: 0, to: 9_000 } } }]),
    ).toBe(true)
  })

  it('of a call that commits if it is recorded a moment later', () => {
    expect(isByOthers(move(5_000), [call(5_500, 6_000, { committed: true })])).toBe(false)
    expect(isByOthers(move(5_000), [call(5_500, 6_000, { committed: true, messages: ['Test\n\nMore.'] })])).toBe(false)
    expect(isByOthers(move(5_000), [call(5_500, 6_000, { committed: true, messages: ['Own'] })])).toBe(true)
  })
})

describe('tests that others commit', () => {
  const isOwn = () => false
  const added = withMove(new Map(), [{ name: 'a.test.ts', before: tests('a'), after: tests('a', 'b') }], isOwn)

  it('count beside those of the start', () => {
    expect(named(added.get('a.test.ts')?.added)).toEqual(['b'])
    expect(named(withTheirs(tests('a'), added.get('a.test.ts'), false))).toEqual(['a', 'b'])
    expect(named(withTheirs(null, added.get('a.test.ts'), false))).toEqual(['b'])
    expect(withTheirs(null, undefined, false)).toBeNull()
  })

  it('do not count after others took them away or renamed them', () => {
    const gone = withMove(added, [{ name: 'a.test.ts', before: tests('a', 'b'), after: tests('a') }], isOwn)
    expect(gone.get('a.test.ts')).toEqual({ added: [], removed: new Set(['b']) })
    const renamed = withMove(new Map(), [{ name: 'a.test.ts', before: tests('a', 'b'), after: tests('a', 'c') }], isOwn)
    expect(named(withTheirs(tests('a', 'b'), renamed.get('a.test.ts'), false))).toEqual(['a', 'c'])
  })

  it('take others away only from files that the turn itself did not change', () => {
    const moved = withMove(new Map(), [{ name: 'a.test.ts', before: tests('a', 'b'), after: tests('a') }], isOwn)
    expect(named(withTheirs(tests('a', 'b'), moved.get('a.test.ts'), true))).toEqual(['a'])
    expect(named(withTheirs(tests('a', 'b'), moved.get('a.test.ts'), false))).toEqual(['a', 'b'])
  })

  it('take no test off the floor that has the same body as theirs', () => {
    const [one] = tests('a')
    const twin = one === undefined ? [] : [one, { ...one, name: 'a more' }]
    const moved = withMove(new Map(), [{ name: 'a.test.ts', before: tests('a'), after: twin }], isOwn)
    expect(named(withTheirs(tests('a'), moved.get('a.test.ts'), false))).toEqual(['a', 'a more'])
  })

  it('do not count if a call of the turn wrote them before', () => {
    const [test] = tests('adds "two" numbers')
    const written = call(0, 1, { input: { file_path: '/p/test/a.test.ts', content: 'it(\'adds "two" numbers\', …)' } })
    expect(test && isWrittenBy([written], 'test/a.test.ts', test)).toBe(true)
    expect(test && isWrittenBy([written], 'test/b.test.ts', test)).toBe(false)
    expect(test && isWrittenBy([call(0, 1, { input: 'cat a.test.ts' })], 'test/a.test.ts', test)).toBe(false)
  })
})
