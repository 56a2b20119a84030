import { expect, it } from 'vitest'
import { once, words } from './lazy.ts'

it('makes a value once, and not before it is needed', () => {
  let times = 0
  const value = once(() => ({ times: ++times }))
  expect(times).toBe(0)
  expect(value()).toBe(value())
  expect(times).toBe(1)
})

it('finds whole words of a list, however they are separated', () => {
  const list = words(`one two
    three`)
  expect(['one', 'two', 'three'].every(list.has)).toBe(true)
  expect(['', ' ', 'on', 'one two', 'four'].some(list.has)).toBe(false)
})
