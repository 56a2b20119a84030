import { expect, it } from 'vitest'
import type { Session, Turn } from '../../session/state.ts'
import type { Reader } from './turn.ts'
import { startOfWork } from './unjudged.ts'

type Judged = { kind: 'judgement'; verdict: string; of: number | null }
const judged = (verdict = 'earned', of: number | null = null): Judged => ({ kind: 'judgement', verdict, of })

/** Steps get their place as seq. A call `write` may change files, a call `read` cannot. */
const turn = (sha256: string | null, ...steps: (Judged | 'write' | 'read')[]): Turn =>
  ({
    start: sha256 === null ? null : { sha256, content: sha256 },
    steps: steps.map((one, seq) =>
      typeof one === 'string'
        ? {
            kind: 'call',
            seq,
            tool: one,
            input: {},
            id: null,
            ranWith: null,
            end: { status: 'succeeded' },
            task: null,
            denied: null,
          }
        : { ...one, seq },
    ),
  }) as unknown as Turn

const READER = {
  root: '/p',
  endOf: () => '',
  tools: {
    actOf: ({ tool }: { tool: string }) => ({
      kind: 'shell',
      command: tool === 'write' ? 'make' : 'cat a.js',
      directory: null,
    }),
    shapeOf: () => null,
    isIdle: (tool: string) => tool === 'read',
  },
} as unknown as Reader

const startOf = (...turns: Turn[]): string | undefined =>
  startOfWork({ cwd: '/p', before: [], turns } as unknown as Session, READER)?.content

it('is that of the last turn if the turns before it were let go', () => {
  expect(startOf(turn('a', judged()), turn('b'))).toBe('b')
  expect(startOf(turn('a', judged('blocked'), judged('capped')), turn('b', judged('blocked')))).toBe('b')
  expect(startOf()).toBe(undefined)
})

it('is that of the first turn that nobody judged', () => {
  expect(startOf(turn('a', judged()), turn('b', 'write'), turn('c'), turn('d', judged()))).toBe('b')
  expect(startOf(turn(null), turn('c'))).toBe('c')
})

it('is that of the turn that was held back when the prompt came', () => {
  expect(startOf(turn('a', 'write', judged('blocked')), turn('b'))).toBe('a')
  expect(startOf(turn('a', 'write', judged('blocked')), turn('b', judged('blocked')), turn('c'))).toBe('a')
})

it('is that of a turn whose agent changed files after its end, not of one that only read', () => {
  expect(startOf(turn('a', judged(), 'write'), turn('b'))).toBe('a')
  expect(startOf(turn('a', judged(), 'read'), turn('b'))).toBe('b')
})

it('takes the late verdict on a check of an earlier turn for no verdict on the turn that it stands in', () => {
  expect(startOf(turn('a', judged()), turn('b', 'write', judged('earned', 3)), turn('c'))).toBe('b')
})
