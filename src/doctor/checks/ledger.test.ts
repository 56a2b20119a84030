import { describe, expect, it } from 'vitest'
import type { LedgerFacts, Permission } from '../facts/ledger.ts'
import { checkLedger } from './ledger.ts'

type Open = Extract<LedgerFacts, { kind: 'open' }>

const AUDIT: Open['audit'] = { ok: true, streams: 2, entries: 9, artifacts: 0, findings: [], notes: [], unlisted: 0 }

const sound = (more: Partial<Open> = {}): LedgerFacts => ({
  kind: 'open',
  home: '/home/x/ledger',
  permissions: [],
  audit: AUDIT,
  pause: null,
  now: new Date('2026-01-02T00:00:00.000Z'),
  keys: ['k'],
  ...more,
})

const permission = (more: Partial<Permission>): Permission => ({
  path: '/home/x/ledger/heads',
  isOurs: true,
  mode: 0o700,
  isUsable: true,
  isKey: false,
  ...more,
})

const said = (facts: LedgerFacts): string[] => checkLedger(facts).map(({ code, fix }) => `${code} ${fix}`)

describe('the ledger', () => {
  it('reports nothing if it is sound', () => {
    expect(said(sound({ permissions: [permission({}), permission({ isKey: true, mode: 0o400 })] }))).toEqual([])
  })

  it('reports that there is none', () => {
    expect(said({ kind: 'absent', home: '/x' })).toEqual(['LEDGER_ABSENT Run: bailiff init'])
  })

  it('passes on the command from the ledger error', () => {
    const message = 'Other users can write to /x, so the ledger would prove nothing. Run: chmod go-w /x'
    expect(said({ kind: 'unusable', home: '/x', code: 'HOME_EXPOSED', message })).toEqual([
      'LEDGER_UNUSABLE Run: chmod go-w /x',
    ])
    expect(said({ kind: 'unusable', home: '/x', code: 'KEY_DAMAGED', message: 'It was cut short.' })).toEqual([
      'LEDGER_UNUSABLE For KEY_DAMAGED, see: bailiff docs errors',
    ])
  })

  it.each([
    [{ isOurs: false }, 'sudo chown -R "$(id -u)" /home/x/ledger/heads'],
    [{ mode: 0o770 }, 'chmod go-w /home/x/ledger/heads'],
    [{ mode: 0o500, isUsable: false }, 'chmod u+rwx /home/x/ledger/heads'],
    [{ isKey: true, mode: 0o440 }, 'chmod 400 /home/x/ledger/heads'],
    [{ isKey: true, mode: 0o000, isUsable: false }, 'chmod u+r /home/x/ledger/heads'],
  ])('names the command that fixes %j', (more, fix) => {
    expect(said(sound({ permissions: [permission(more)] }))).toEqual([`FILES_EXPOSED Run: ${fix}`])
  })

  it('points to verify if the audit found something', () => {
    const findings = [{ stream: 'session/a', seq: 3, reason: 'edited' as const, detail: '' }]
    const [first] = checkLedger(sound({ audit: { ...AUDIT, ok: false, findings, unlisted: 4 } }))
    expect(first).toMatchObject({ code: 'LEDGER_BROKEN', fix: 'Run: bailiff verify' })
    expect(first?.what).toContain('edited in session/a (the first of 5 findings)')
  })

  it('finds an active pause, but not one that is over', () => {
    const since = '2026-01-01T00:00:00.000Z'
    expect(said(sound({ pause: { since, until: null } }))).toEqual(['RECORDING_PAUSED Run: bailiff resume'])
    expect(checkLedger(sound({ pause: { since, until: '2026-01-03T00:00:00.000Z' } }))).toMatchObject([
      { what: expect.stringContaining(' since 2026-01-01 00:00 UTC, until 2026-01-03 00:00 UTC: ') },
    ])
    expect(said(sound({ pause: { since, until: '2026-01-01T01:00:00.000Z' } }))).toEqual([])
  })

  it('only notes entries in the spool', () => {
    const notes = [{ stream: 'session/a', seq: 0, note: 'spool-pending' as const, detail: '' }]
    expect(checkLedger(sound({ audit: { ...AUDIT, notes } }))).toMatchObject([{ kind: 'note', code: 'SPOOL_WAITING' }])
  })
})
