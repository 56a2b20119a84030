import { expect, it } from 'vitest'
import { DEFAULT_THRESHOLD, routeOf } from './route.ts'

it.each([
  [0, 'proceed'],
  [DEFAULT_THRESHOLD, 'proceed'],
  [DEFAULT_THRESHOLD + 1e-9, 'escalate'],
  [1, 'escalate'],
])('a score of %d sends a call to: %s', (score, kind) => {
  expect(routeOf({ score }).kind).toBe(kind)
})

it('a call without a score goes to a person, and the route says why', () => {
  expect(routeOf({ score: null })).toEqual({ kind: 'escalate', why: 'quorum' })
  expect(routeOf({ score: null }, 1)).toEqual({ kind: 'escalate', why: 'quorum' })
  expect(routeOf({ score: 0.9 })).toEqual({ kind: 'escalate', why: 'risk' })
})

it('another threshold moves the line', () => {
  expect(routeOf({ score: 0.6 }, 0.7).kind).toBe('proceed')
  expect(routeOf({ score: 0.6 }, 0.1).kind).toBe('escalate')
})
