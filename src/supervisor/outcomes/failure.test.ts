import { describe, expect, it } from 'vitest'
import { OPENED, type Said, STOPPED } from '../../../test/helpers/entries.ts'
import { bash, denied, ended, flagged, outcomes, START, validated, write } from '../../../test/helpers/outcomes.ts'

const DESTROYED: Said[] = [bash('a', 'rm -rf src'), flagged('a', 'TREE_REMOVED'), ended('a')]
const EDITED: Said[] = [write('b', 'add.js'), ended('b')]
const LOOKED: Said[] = [bash('c', 'git status'), ended('c')]

describe('a failure', () => {
  it('is a destructive call after which a validator fails that was never known to fail', () => {
    expect(outcomes([START, OPENED, ...DESTROYED, STOPPED, validated('failed')])).toEqual(['3 failure'])
  })

  it('is a destructive call after which a validator fails that passed before', () => {
    const said = [START, OPENED, STOPPED, validated('passed'), OPENED, ...DESTROYED, STOPPED, validated('failed')]
    expect(outcomes(said)).toEqual(['6 failure'])
  })

  it('may be the last of several validators, and comes with reading calls around it', () => {
    const said = [START, OPENED, ...LOOKED, ...DESTROYED, STOPPED, validated('passed', { validator: 'lint' })]
    expect(outcomes([...said, validated('failed')])).toEqual(['5 failure'])
  })

  it('is not blamed on a call if the validator failed before it', () => {
    const said = [START, OPENED, STOPPED, validated('failed'), OPENED, ...DESTROYED, STOPPED, validated('failed')]
    expect(outcomes(said)).toEqual([])
  })

  it('is not blamed on ordinary edits', () => {
    expect(outcomes([START, OPENED, ...EDITED, STOPPED, validated('failed')])).toEqual([])
  })

  it.each<[string, Said[]]>([
    ['before', [...EDITED, ...DESTROYED]],
    ['after', [...DESTROYED, ...EDITED]],
    ['in a script after', [...DESTROYED, bash('d', 'node break.mjs'), ended('d')]],
    ['in an earlier turn, since the validator passed, before', [...EDITED, OPENED, ...DESTROYED]],
  ])('is not blamed on a harmless call if the agent broke the code %s it', (_, calls) => {
    const said = [START, OPENED, STOPPED, validated('passed'), ...calls, STOPPED, validated('failed')]
    expect(outcomes(said)).toEqual([])
  })

  it.each(['VALIDATION_UNFINISHED', 'COMMAND_TIMED_OUT', 'WORKSPACE_UNKNOWN', 'REMOTE_UNREACHABLE', 'NOT_CHANGED'])(
    'is not a validator that failed with %s, which says nothing about the content',
    (code) => {
      expect(outcomes([START, OPENED, ...DESTROYED, STOPPED, validated('failed', { code })])).toEqual([])
    },
  )

  it('is not a call that never ran, or a failure in a later turn', () => {
    const denial = [bash('a', 'rm -rf src'), flagged('a', 'TREE_REMOVED'), denied('a', 'TREE_REMOVED')]
    expect(outcomes([START, OPENED, ...denial, STOPPED, validated('failed')])).toEqual([])
    expect(outcomes([START, OPENED, ...DESTROYED, STOPPED, OPENED, STOPPED, validated('failed')])).toEqual([])
  })

  it('does not trust an entry that no validator wrote', () => {
    const forged: Said = ['validator.failed', { validator: 'tests', code: 'TESTS_FAILED' }, 'agent']
    expect(outcomes([START, OPENED, ...DESTROYED, STOPPED, forged])).toEqual([])
  })
})
