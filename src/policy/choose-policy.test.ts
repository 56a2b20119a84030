import { describe, expect, it } from 'vitest'
import {
  type Approval,
  type ApprovalFact,
  choosePolicy,
  type Facts,
  isApproval,
  type SourceFact,
} from './choose-policy.ts'

const A = 'a'.repeat(64)
const B = 'b'.repeat(64)
const read = (sha256: string): SourceFact => ({ kind: 'read', sha256 })
const approval: Approval = { project: '/p', source: A, compiled: B, at: '2026-03-01T00:00:00.000Z', pinned: {} }
const approved: ApprovalFact = { kind: 'approved', approval }
const none: ApprovalFact = { kind: 'none' }
const tamperedWith: ApprovalFact = { kind: 'tampered', why: 'it was' }

/** The facts (file, environment, signature, approval), then the expected choice and notice. */
const CASES: [what: string, facts: Facts, kind: string, notice: string | null][] = [
  [
    'nothing at all',
    { source: { kind: 'missing' }, named: null, signedBy: null, approval: none },
    'built-in',
    'This project has no policy',
  ],
  [
    'a file that is not approved',
    { source: read(A), named: null, signedBy: null, approval: none },
    'built-in',
    'is not approved on this machine',
  ],
  [
    'a link in place of the file',
    {
      source: { kind: 'unusable', what: 'policy', why: 'it is a symlink' },
      named: null,
      signedBy: null,
      approval: none,
    },
    'built-in',
    'cannot be used (it is a symlink)',
  ],
  [
    'the environment names the file',
    { source: read(A), named: A, signedBy: null, approval: none },
    'environment',
    null,
  ],
  [
    'the same in capitals',
    { source: read(A), named: A.toUpperCase(), signedBy: null, approval: none },
    'environment',
    null,
  ],
  [
    'the environment names another',
    { source: read(A), named: B, signedBy: null, approval: none },
    'built-in',
    'does not match this policy',
  ],
  [
    'the environment names nothing real',
    { source: { kind: 'missing' }, named: A, signedBy: null, approval: none },
    'built-in',
    'This project has no policy',
  ],
  ['a trusted key signed the file', { source: read(B), named: null, signedBy: 'k', approval: none }, 'signed', null],
  [
    'signed, though something else was approved',
    { source: read(B), named: null, signedBy: 'k', approval: approved },
    'signed',
    null,
  ],
  ['the approved file', { source: read(A), named: null, signedBy: null, approval: approved }, 'approved', null],
  [
    'the approved file, also named',
    { source: read(A), named: A, signedBy: null, approval: approved },
    'approved',
    null,
  ],
  [
    'the approved file, another named',
    { source: read(A), named: B, signedBy: null, approval: approved },
    'approved',
    'the approved policy is active',
  ],
  [
    'a changed file',
    { source: read(B), named: null, signedBy: null, approval: approved },
    'approved-copy',
    'differs from the approved one',
  ],
  [
    'a changed file that the environment names',
    { source: read(B), named: B, signedBy: null, approval: approved },
    'approved-copy',
    'differs from the approved one',
  ],
  [
    'a missing file',
    { source: { kind: 'missing' }, named: null, signedBy: null, approval: approved },
    'approved-copy',
    'or write and approve a new one. Run: bailiff init',
  ],
  [
    'a link in place of the approved file',
    {
      source: { kind: 'unusable', what: 'policy', why: 'it is a symlink' },
      named: null,
      signedBy: null,
      approval: approved,
    },
    'approved-copy',
    '(it is a symlink), so the approved copy is active',
  ],
  [
    'an approval tampered with',
    { source: read(A), named: null, signedBy: null, approval: tamperedWith },
    'built-in',
    'tampered with: it was.',
  ],
  [
    'the same, and the environment names the file',
    { source: read(A), named: A, signedBy: null, approval: tamperedWith },
    'built-in',
    'tampered with',
  ],
]

describe('the active policy', () => {
  it.each(CASES)('%s', (_, facts, kind, notice) => {
    const choice = choosePolicy(facts)
    expect(choice.kind).toBe(kind)
    if (notice === null) expect(choice.notice).toBeNull()
    else expect(choice.notice).toContain(notice)
    expect(choice.finding).toBe(facts.approval.kind === 'tampered' && kind === 'built-in' ? 'POLICY_TAMPERED' : null)
  })

  it('a notice about a file that cannot be read does not ask to compare it', () => {
    for (const [, facts] of CASES)
      if (facts.source.kind !== 'read') expect(choosePolicy(facts).notice ?? '').not.toContain('policy diff')
  })

  it('a notice is one line', () => {
    for (const [, facts] of CASES) expect(choosePolicy(facts).notice ?? '').not.toContain('\n')
  })

  it('accepts only complete approvals', () => {
    expect(isApproval(approval)).toBe(true)
    for (const key of Object.keys(approval)) expect(isApproval({ ...approval, [key]: 1 })).toBe(false)
  })
})
