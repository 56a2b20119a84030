import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../src/dispatch/messages.ts'
import { watch } from '../helpers/world.ts'
import { ATTACKS, ORDINARY, type Row, scene, told } from './rows.ts'

/** What the supervisor answers to a row, in process, through the adapter of its host. */
function outcomeOf(row: Row): string {
  const where = scene()
  const watched = watch({}, where.state)
  const { host, event, payload } = told(row, where)
  const answer = watched.tell(host, event, payload, { HOME: where.person, USER: 'person' })
  const [denied] = watched.bodies(`session/${host}-s`, 'dispatch.denied')
  expect(watched.bodies(`session/${host}-s`, 'check.failed')).toEqual([])
  if (answer.kind !== 'deny') return 'let through'
  expect(answer.reason).toContain(`${MESSAGES[denied?.['code'] as keyof typeof MESSAGES]} In the call: `)
  return `prevented ${denied?.['code']}`
}

describe('ways to touch what is protected', () => {
  it.each(ATTACKS)('line $line: $what', (row) => {
    const expected = row.outcome.startsWith('prevented') ? row.outcome : 'let through'
    expect(outcomeOf(row)).toBe(expected)
  })

  it('are at least eighty, each told once', () => {
    const counted = ATTACKS.filter(({ outcome }) => outcome !== 'unseen')
    expect(counted.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ATTACKS.map(({ tool, call }) => `${tool} ${call}`)).size).toBe(ATTACKS.length)
  })
})

describe('ordinary work', () => {
  it.each(ORDINARY)('is let through: $tool $call', (row) => {
    expect(outcomeOf(row)).toBe('let through')
  })

  it('is shown by at least 150 calls', () => {
    expect(new Set(ORDINARY.map(({ tool, call }) => `${tool} ${call}`)).size).toBeGreaterThanOrEqual(150)
  })
})
