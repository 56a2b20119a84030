import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'

const outcomes = (text: string): string[] => extractClaims(text).considered.map(({ outcome }) => outcome)

describe('a cue is cancelled by', () => {
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
    ['a hypothesis', 'Imagine the bug is fixed.', 'conditional'],
    ['indirect speech', 'The test asks two things: that the bug is fixed, that the page loads.', 'described'],
    ['a wish', 'Хотелось бы сказать, что всё готово.', 'planned'],
    ['an actor named after it', 'The fix was deployed to staging by the nightly workflow.', 'attributed'],
    ['a source named after it', 'The bug is fixed, according to the changelog.', 'attributed'],
    ['a release of something else', 'It has been fixed in version 5.', 'described'],
    ['a state that already existed', 'Paging is already implemented in `list.ts`.', 'described'],
    ['a time, in Chinese', '测试通过之后合并。', 'conditional'],
    ['a share', 'The project is 70% there:\n\n- Login implemented', 'partial'],
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
