import { describe, expect, it } from 'vitest'
import { finding } from '../../doctor/finding.ts'
import { builtInPolicy } from '../../policy/built-in.ts'
import { isSupervised, type LastTurn, type Status, statusLines } from './status.ts'

const NOW = new Date('2026-11-18T12:00:00.000Z')
const AT = '2026-11-18T11:30:00.000Z'
const last = (verdict: LastTurn['verdict'], at = AT): LastTurn => ({ session: 's', verdict, at, checking: null })
const host = (title: string) => ({ title, silent: null })
const blocking = { ...builtInPolicy(), modes: { ...builtInPolicy().modes, tests_pass: 'block' as const } }
const APPROVED = { policy: blocking, why: 'approved', finding: null, isMissing: false } as const
const BUILT_IN = { ...APPROVED, policy: builtInPolicy(), why: 'built-in' } as const
const FINE: Status = { hosts: [host('Claude Code')], ledger: null, paused: null, policy: APPROVED, last: null }
const lines = (more: Partial<Status>): string[] => statusLines({ ...FINE, ...more }, NOW)
const line = (more: Partial<Status>): string => lines(more).join('\n')

describe('the line of bailiff status', () => {
  it('says that nothing is wrong, with the time of the last turn today and its date before', () => {
    expect(line({ last: last('earned') })).toMatch(
      /^Supervised: Claude Code; policy approved; last turn earned, \d\d:\d\d \S+$/,
    )
    expect(line({ last: last('earned', '2026-11-10T12:00:00.000Z') })).toMatch(/; last turn earned, 2026-11-10$/)
  })

  it.each([
    [{ last: last('blocked') }, 'Supervised: Claude Code; policy approved; last turn blocked; run bailiff explain'],
    [{ policy: { ...APPROVED, policy: builtInPolicy() } }, 'Supervised: Claude Code; policy approved (warns only)'],
    [{ policy: { ...BUILT_IN, isMissing: true } }, 'Supervised: Claude Code; no policy (warns only); run bailiff init'],
    [
      { policy: { ...BUILT_IN, finding: 'POLICY_TAMPERED' as const } },
      'Supervised: Claude Code; policy tampered with (warns only)\nRun: bailiff policy approve',
    ],
    [
      { policy: { ...APPROVED, why: 'approved-copy' as const } },
      'Supervised: Claude Code; approved copy of the policy; run bailiff policy diff',
    ],
    [{ hosts: [] }, 'Not supervised: no agent program has our hooks; run bailiff init'],
    [
      { hosts: [{ title: 'Codex', silent: finding('LAUNCHER_MISSING', '', '') }] },
      'Not supervised: Codex (hook program missing); run bailiff doctor',
    ],
    [
      { hosts: [host('Claude Code'), { title: 'Codex', silent: finding('HOOKS_UNTRUSTED', '', '') }] },
      'Supervised: Claude Code, not Codex (hooks not approved); policy approved',
    ],
    [
      { ledger: finding('LEDGER_UNUSABLE', '', ''), policy: null },
      'Not supervised: the ledger cannot be used; run bailiff doctor',
    ],
  ] satisfies [Partial<Status>, string][])('says once what is wrong, and the next step: %#', (more, said) => {
    expect(line(more)).toBe(said)
  })

  it('fits 80 columns: it counts the programs before it breaks', () => {
    const hosts = ['Claude Code', 'Codex', 'Gemini CLI'].map(host)
    expect(line({ hosts, last: last('earned') })).toBe(
      'Supervised: Claude Code, Codex, Gemini CLI; policy approved; last turn earned',
    )
    const silent = { title: 'Codex', silent: finding('HOOKS_UNTRUSTED', '', '') }
    expect(line({ hosts: [host('Claude Code'), silent], last: last('earned') })).toBe(
      'Supervised: Claude Code, not Codex; policy approved; last turn earned',
    )
    expect(line({ hosts, last: last('blocked') })).toBe(
      'Supervised: 3 programs; policy approved; last turn blocked; run bailiff explain',
    )
  })

  it('counts an agent as supervised only if one program can work, nothing is paused and the ledger can be used', () => {
    const silent = { title: 'Codex', silent: finding('HOOKS_UNTRUSTED', '', '') }
    expect(isSupervised(FINE)).toBe(true)
    expect(isSupervised({ ...FINE, hosts: [silent, host('Claude Code')] })).toBe(true)
    expect(isSupervised({ ...FINE, hosts: [silent] })).toBe(false)
    expect(isSupervised({ ...FINE, paused: { since: AT, until: null } })).toBe(false)
    expect(isSupervised({ ...FINE, ledger: finding('LEDGER_UNUSABLE', '', '') })).toBe(false)
  })
})
