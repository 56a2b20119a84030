import { expect, it } from 'vitest'
import type { Session, Turn } from '../../session/state.ts'
import { startOfWork } from './start-of-work.ts'

const turn = (sha256: string | null, ...kinds: string[]): Turn =>
  ({
    start: sha256 === null ? null : { sha256, content: sha256 },
    steps: kinds.map((kind) => ({ kind })),
  }) as unknown as Turn
const startOf = (...turns: Turn[]): string | undefined => startOfWork({ turns } as Session)?.content

it('is that of the last turn, whether it was blocked or not', () => {
  expect(startOf(turn('a', 'judgement'), turn('b'))).toBe('b')
  expect(startOf(turn('a', 'judgement'), turn('b', 'judgement'))).toBe('b')
  expect(startOf()).toBe(undefined)
})

it('is that of the first turn that nobody judged', () => {
  expect(startOf(turn('a', 'judgement'), turn('b', 'call'), turn('c'), turn('d', 'judgement'))).toBe('b')
  expect(startOf(turn(null), turn('c'))).toBe('c')
})
