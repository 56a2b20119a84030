import { describe, expect, it } from 'vitest'
import { isFollowUp } from './follow-up.ts'

describe('a prompt follows up on earlier work', () => {
  it.each([
    'What did you change so far?',
    'Is it done?',
    'why did you rename it',
    'Yes, go ahead.',
    'ok',
    'Danke!',
    'Weiter',
    '继续',
    'Они проходят?',
    'They were obsolete.\nbailiff: accept',
    '',
  ])('%j', (prompt) => {
    expect(isFollowUp(prompt)).toBe(true)
  })
})

describe('a prompt asks for work', () => {
  it.each([
    'Implement the login page.',
    'Can you implement the login page?',
    'Please fix it, ok?',
    'Kannst du das reparieren?',
    'Island support: add it',
    'Continue with the login page and add tests.',
    'bailiff needs a login page',
  ])('%j', (prompt) => {
    expect(isFollowUp(prompt)).toBe(false)
  })
})
