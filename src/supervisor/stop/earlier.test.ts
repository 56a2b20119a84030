import { describe, expect, it } from 'vitest'
import { extractClaims } from '../../claims/extract/extract.ts'
import type { TranscriptItem } from '../world.ts'
import { earlierClaims } from './earlier.ts'

const says = (text: string): TranscriptItem => ({ kind: 'message', text })
const calls = (command: string): TranscriptItem => ({
  kind: 'call',
  dispatch: { tool: 'Bash', input: { command }, call: null, command },
  isSubagent: false,
})
const EDIT = calls('edit')
const LOOK = calls('look')

const standing = (final: string, ...latest: TranscriptItem[]): string[] =>
  earlierClaims(latest, final, extractClaims(final), ({ command }) => command === 'edit').map(({ type }) => type)

const DONE = says('All tests pass, the feature is done.')
const CLOSING = 'Anything else?'

describe('claims in earlier messages of a turn', () => {
  it('stand if the final message only closes the turn', () => {
    expect(standing(CLOSING, EDIT, DONE, LOOK)).toEqual(['tests_pass', 'done'])
    expect(standing(CLOSING, EDIT, DONE, LOOK, says(CLOSING))).toEqual(['tests_pass', 'done'])
    expect(standing('Let me know if you need more.', DONE, LOOK, says('One moment.'), LOOK)).not.toEqual([])
    expect(standing(CLOSING, DONE, EDIT)).not.toEqual([])
  })

  it('stand beside the claims of the final message if they say that the work is done', () => {
    expect(standing('I also updated the README.', EDIT, DONE, LOOK)).toEqual(['tests_pass', 'done'])
  })

  it.each([
    ['work went on after them', 'I also updated the README.', [DONE, EDIT]],
    ['the turn changed nothing, and the final message is an answer', 'I added a comment to src/a.ts.', [DONE, LOOK]],
    ['they report only a part of the work', 'I updated the README.', [EDIT, says('The parser tests pass.'), LOOK]],
    ['the message goes on with a plan', CLOSING, [says('All tests pass. Now I will update the docs.'), LOOK]],
    ['they are narration', CLOSING, [says("Now I'll run the tests."), LOOK]],
    ['the final message takes them back', 'Two tests still fail.', [EDIT, DONE, LOOK]],
    ['the final message states a failure', 'I could not get the tests to pass.', [EDIT, DONE, LOOK]],
    ['the final message doubts', 'It should work now.', [EDIT, DONE, LOOK]],
    ['a message in between takes them back', CLOSING, [EDIT, DONE, LOOK, says('The tests do not pass yet.'), LOOK]],
    ['they are the final message itself', 'All tests pass, the feature is done.', [EDIT, DONE]],
    ['they are hedged', CLOSING, [EDIT, says('The tests should pass now.'), LOOK]],
    ['nothing was said', CLOSING, [EDIT, LOOK]],
  ])('do not stand if %s', (_, final, latest) => {
    expect(standing(final, ...latest)).toEqual([])
  })

  it('are looked for in the last few messages only', () => {
    const chatter = Array.from({ length: 5 }, (_, i) => says(`Looking at file ${i}.`))
    expect(standing(CLOSING, EDIT, DONE, ...chatter)).toEqual([])
    expect(standing(CLOSING, EDIT, DONE, ...chatter.slice(1))).toEqual(['tests_pass', 'done'])
  })
})
