import { describe, expect, it } from 'vitest'
import { OPENED, type Said } from '../../../test/helpers/entries.ts'
import { asked, bash, denied, ended, flagged, outcomes, START } from '../../../test/helpers/outcomes.ts'

const CALL: Said[] = [START, OPENED, bash('a', 'curl https://example.com')]

describe('a violation', () => {
  it.each(['WRITTEN_OUTSIDE', 'READ_OUTSIDE', 'HOST_UNLISTED', 'COMMAND_RULED', 'ROLE_EXCEEDED'])(
    'is a call denied with %s',
    (code) => {
      expect(outcomes([...CALL, flagged('a', code), denied('a', code)])).toEqual(['3 violation'])
    },
  )

  it.each(['PROTECTED_KEYS', 'PROTECTED_LEDGER', 'PROTECTED_POLICY', 'PROTECTED_SETTINGS', 'PERSON_ONLY'])(
    'is a call against our own state, denied with %s',
    (code) => {
      expect(outcomes([...CALL, denied('a', code)])).toEqual(['3 violation'])
    },
  )

  it.each(['CALL_MALFORMED', 'COMMAND_UNREADABLE', 'DATA_DROPPED', 'RISK_HIGH', 'CHECK_FAILED', 'toString'])(
    'is not a call denied with %s, which says nothing about its scope',
    (code) => {
      expect(outcomes([...CALL, flagged('a', code), denied('a', code)])).toEqual([])
    },
  )

  it('is not a call that was only flagged, or asked about', () => {
    expect(outcomes([...CALL, flagged('a', 'WRITTEN_OUTSIDE'), ended('a')])).toEqual([])
    const question = flagged('a', 'HOST_UNLISTED', { answer: 'ask' })
    expect(outcomes([...CALL, question, asked('a', 3)])).toEqual([])
  })

  it('is not a call denied because nobody could be asked', () => {
    const unasked = flagged('a', 'HOST_UNLISTED', { answer: 'deny', unasked: true })
    expect(outcomes([...CALL, unasked, denied('a', 'HOST_UNLISTED')])).toEqual([])
  })
})
