import { describe, expect, it } from 'vitest'
import { checkPolicy } from './policy.ts'

describe('the policy', () => {
  it('reports nothing if the active policy is the one that people see', () => {
    expect(checkPolicy({ notice: null, finding: null })).toEqual([])
  })

  it('only notes a policy that is not approved, with the command to run', () => {
    const notice = 'The policy is not approved on this machine. Run: bailiff policy approve'
    expect(checkPolicy({ notice, finding: null })).toEqual([
      {
        kind: 'note',
        code: 'POLICY_UNAPPROVED',
        what: 'The policy is not approved on this machine.',
        fix: 'Run: bailiff policy approve',
      },
    ])
  })

  it('finds a policy that was tampered with', () => {
    const notice = 'The approved policy was tampered with. Run: bailiff policy approve'
    expect(checkPolicy({ notice, finding: 'POLICY_TAMPERED' })).toMatchObject([
      { kind: 'finding', code: 'POLICY_TAMPERED' },
    ])
  })
})
