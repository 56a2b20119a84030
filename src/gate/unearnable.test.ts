import { expect, it } from 'vitest'
import { TASK_TEXT, taskOf, taskWith } from '../../test/helpers/tasks.ts'
import { unearnable } from './unearnable.ts'

it('says why a task can never be earned, and nothing if it can', () => {
  expect(unearnable(taskOf(TASK_TEXT))).toEqual([])
  expect(unearnable(taskOf('version: 1'))).toEqual([
    'no action is marked as evidence',
    'no probe can rule out a posture',
  ])
  expect(unearnable(taskWith({ steps: 2, stability: 3 }))).toEqual(['limits.stability is greater than limits.steps'])
})
