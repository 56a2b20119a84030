import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract/extract.ts'
import { statusUnclear } from './status.ts'

const CHANGED = { changed: true, deployed: false }

const codeOf = (text: string, facts = CHANGED): string | undefined => statusUnclear(extractClaims(text), facts)?.code

describe('statusUnclear', () => {
  it.each(['Enjoy the new dashboard!', 'There you go.', 'You can take it from here.', '😌', ''])(
    'finds an ending that only implies success after a change: %s',
    (text) => {
      expect(codeOf(text)).toBe('STATUS_UNCLEAR')
    },
  )

  it.each([
    ['a claim', 'Fixed the crash.'],
    ['a report', 'I added a helper to `retry.ts`.'],
    ['a hedged claim', 'It should work now.'],
    ['a question', 'Which of the two names do you prefer?'],
    ['a plan', "I'll look at the parser next."],
    ['a refusal', "I can't reach the database from here."],
    ['a partial report', 'The tests were not run.'],
    ['a request', 'Please paste the log.'],
  ])('is silent about %s', (_, text) => {
    expect(codeOf(text)).toBeUndefined()
  })

  it('is silent if the turn changed and deployed nothing', () => {
    expect(codeOf('Enjoy!', { changed: false, deployed: false })).toBeUndefined()
  })

  it('says what the turn did', () => {
    expect(statusUnclear(extractClaims('Enjoy!'), { changed: true, deployed: true })?.message).toMatch(/deployed/)
  })
})
