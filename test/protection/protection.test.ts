import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../src/dispatch/messages.ts'
import { closeHome, type Home } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { readChain } from '../../src/ledger/stores/files/read.ts'
import { tellHome } from '../helpers/world.ts'
import { ATTACKS, ORDINARY, type Row, type Scene, scene, told } from './rows.ts'

/** One home for all rows, with a session for each: calls are only judged, never run. */
let where: Scene
let home: Home

beforeAll(() => {
  where = scene(mkdtempSync(join(tmpdir(), 'bailiff-protection-')))
  home = openFiles(where.state)
})

afterAll(() => {
  closeHome(home)
  rmSync(dirname(where.person), { recursive: true, force: true })
})

/** The supervisor's answer to a row, in process, through the adapter of its host. */
function outcomeOf(row: Row): string {
  const { host, event, payload } = told(row, where)
  const session = `${row.outcome}-${row.line}`.replace(/\W/g, '-')
  const env = { HOME: where.person, USER: 'person' }
  const answer = tellHome(home, { host, event, payload: { ...payload, session_id: session }, env })
  const entries = [...readChain(home, `session/${host}-${session}`)]
  const denied = entries.find(({ kind }) => kind === 'dispatch.denied')
  expect(entries.filter(({ kind }) => kind === 'check.failed')).toEqual([])
  if (answer.kind !== 'deny') return 'let through'
  const code = denied?.body['code']
  expect(answer.reason).toContain(`${MESSAGES[code as keyof typeof MESSAGES]} In the call: `)
  return `prevented ${code}`
}

describe('ways to touch what is protected', () => {
  it.each(ATTACKS)('line $line: $what', (row) => {
    const expected = row.outcome.startsWith('prevented') ? row.outcome : 'let through'
    expect(outcomeOf(row)).toBe(expected)
  })

  it('are at least eighty, each listed once', () => {
    const counted = ATTACKS.filter(({ outcome }) => outcome !== 'unseen')
    expect(counted.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ATTACKS.map(({ tool, call }) => `${tool} ${call}`)).size).toBe(ATTACKS.length)
  })
})

describe('ordinary work', () => {
  it.each(ORDINARY)('is let through: $tool $call', (row) => {
    expect(outcomeOf(row)).toBe('let through')
  })

  it('is covered by at least 150 calls', () => {
    expect(new Set(ORDINARY.map(({ tool, call }) => `${tool} ${call}`)).size).toBeGreaterThanOrEqual(150)
  })
})
