import { describe, expect, it } from 'vitest'
import { OPENED, type Said } from '../../../test/helpers/entries.ts'
import { asked, bash, denied, ended, outcomes, START } from '../../../test/helpers/outcomes.ts'

const CALL: Said[] = [START, OPENED, bash('a', 'rm -rf src')]
const REFUSED = { status: 'refused', exit: null, refusedBy: 'person' }
const TOLD = { ...REFUSED, shownBy: 'transcript' }

describe('a rejection', () => {
  it('is a call that a person was asked about and refused', () => {
    expect(outcomes([...CALL, asked('a', 3), ended('a', TOLD)])).toEqual(['3 rejection'])
  })

  it('is known when the next turn begins, if the host reports it late', () => {
    expect(outcomes([...CALL, asked('a', 3), OPENED, ended('a', TOLD)])).toEqual(['3 rejection'])
  })

  it('names a call without an id by the seq of its proposal', () => {
    const call = { tool: 'run_shell_command', input: { command: 'rm -rf src' } }
    const said: Said[] = [
      START,
      OPENED,
      ['dispatch.proposed', call, 'agent'],
      ['person.asked', { tool: call.tool, of: 3 }],
      ['dispatch.observed', { ...call, ...TOLD, output: {} }],
    ]
    expect(outcomes(said)).toEqual(['3 rejection'])
  })

  it('is not a call that nobody was asked about', () => {
    expect(outcomes([...CALL, ended('a', TOLD)])).toEqual([])
  })

  it('is not a call that ran and printed the words of a refusal', () => {
    expect(outcomes([...CALL, asked('a', 3), ended('a', { ...REFUSED, status: 'failed' })])).toEqual([])
  })

  it('is not a call that ended before its transcript said otherwise', () => {
    expect(outcomes([...CALL, asked('a', 3), ended('a'), ended('a', TOLD)])).toEqual([])
  })

  it('is not a question without an answer, an interruption, or our own denial', () => {
    expect(outcomes([...CALL, asked('a', 3)])).toEqual([])
    expect(outcomes([...CALL, asked('a', 3), ended('a', { status: 'interrupted', shownBy: 'transcript' })])).toEqual([])
    expect(outcomes([...CALL, asked('a', 3), denied('a', 'DATA_DROPPED'), ended('a', TOLD)])).toEqual([])
  })
})
