import { expect, it } from 'vitest'
import type { Io } from '../command.ts'
import { progressOf } from './progress.ts'

function drawn(columns: number | null): string {
  let said = ''
  let time = 0
  const io = { columns, err: (text: string) => (said += text) } as unknown as Io
  const progress = progressOf(io, 'Checking streams', () => time)
  for (let done = 1; done <= 4; done++) {
    time += 60
    progress.step(done, 4)
  }
  progress.clear()
  return said
}

it('draws one line on a terminal, not at every step, and clears it', () => {
  expect(drawn(80)).toBe('\r\x1b[2KChecking streams: 2 of 4\r\x1b[2KChecking streams: 4 of 4\r\x1b[2K')
})

it('never wraps, and draws nothing without a terminal', () => {
  expect(drawn(10)).toContain('\r\x1b[2KChecking…\r')
  expect(drawn(null)).toBe('')
})
