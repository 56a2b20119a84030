import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'

const outcomes = (text: string): string[] => extractClaims(text).considered.map(({ outcome }) => outcome)

describe('what takes a cue back', () => {
  it.each([
    ['negation', 'The bug is not fixed.', 'negated'],
    ['a plan', 'The bug will be fixed.', 'planned'],
    ['a requirement', 'The bug must be fixed.', 'required'],
    ['a condition', 'Once the bug is fixed, merge.', 'conditional'],
    ['a question', 'Is the bug fixed?', 'question'],
    ["another's words", 'The ticket says the bug is fixed.', 'attributed'],
    ["another's act", 'You have fixed the bug.', 'attributed'],
    ['a property', 'The header has a fixed width.', 'described'],
    ['a habit', 'Orders are shipped once they are packed.', 'described'],
    ['another time', 'Last year the bug was fixed.', 'described'],
    ['a part', '3 of 5 tests pass.', 'partial'],
    ['a draft', 'Suggested commit message:\n\nFixed the bug', 'draft'],
  ])('%s', (_, text, outcome) => {
    expect(outcomes(text)).toContain(outcome)
    expect(outcomes(text)).not.toContain('claimed')
  })

  it('a heading governs its list', () => {
    expect(outcomes('## Next steps\n- Bug fixed')).toEqual(['planned'])
    expect(outcomes('## Done\n- Bug fixed')).toEqual(['claimed', 'claimed'])
  })

  it('doubt is not denial', () => {
    expect(outcomes('The bug should be fixed.')).toEqual(['hedged'])
  })
})
