import { describe, expect, it } from 'vitest'
import { type RulingFacts, rulingFor, type Written } from './ruling.ts'

const [OLD, NEW] = ['a'.repeat(64), 'b'.repeat(64)]
const written = (sha256: string, isSigned = false): Written => ({ sha256, isSigned })
const facts = (some: Partial<RulingFacts>): RulingFacts => ({
  base: written(OLD),
  start: written(OLD),
  head: written(OLD),
  pin: null,
  hasKey: false,
  approved: null,
  ...some,
})
const ruling = (some: Partial<RulingFacts>) => {
  const found = rulingFor(facts(some))
  if (found.kind === 'none') return 'none'
  const held = found.kind === 'ruled' ? found.held : [found.held]
  const who = found.kind === 'ruled' ? `${found.by} ${found.from}` : 'nobody'
  return [who, ...held.map(({ code }) => code)].join(' ')
}

describe('rulingFor', () => {
  it('lets the policy of the base judge', () => {
    expect(ruling({})).toBe('base base')
  })

  it('holds a pull request that changes or removes the policy, and one that adds the first', () => {
    expect(ruling({ head: written(NEW) })).toBe('base base POLICY_CHANGED')
    expect(ruling({ head: null })).toBe('base base POLICY_CHANGED')
    expect(ruling({ base: null, start: null })).toBe('nobody POLICY_ADDED')
    expect(ruling({ base: null, start: null, head: null })).toBe('none')
  })

  it('holds nothing against a branch that has an older policy of the base', () => {
    expect(ruling({ base: written(NEW) })).toBe('base base')
  })

  it('lets the policy judge that a hash names, in the head before the base', () => {
    expect(ruling({ pin: OLD })).toBe('hash head')
    expect(ruling({ head: written(NEW), pin: NEW })).toBe('hash head')
    expect(ruling({ head: written(NEW), pin: OLD })).toBe('hash base POLICY_CHANGED')
    expect(ruling({ base: null, start: null, head: written(NEW), pin: NEW })).toBe('hash head')
    expect(ruling({ pin: NEW })).toBe('nobody POLICY_UNPINNED')
  })

  it('lets a signed policy judge, and no unsigned one', () => {
    expect(ruling({ hasKey: true, head: written(NEW, true) })).toBe('signature head')
    expect(ruling({ hasKey: true, base: written(OLD, true), head: written(NEW) })).toBe('signature base POLICY_CHANGED')
    expect(ruling({ hasKey: true })).toBe('nobody POLICY_UNSIGNED')
    expect(ruling({ hasKey: true, pin: NEW, head: written(OLD, true) })).toBe('signature head')
  })

  it('lets a policy judge that a person approved here, but not before the decisions of a workflow', () => {
    expect(ruling({ approved: OLD })).toBe('approval machine')
    expect(ruling({ approved: OLD, head: written(NEW) })).toBe('approval machine POLICY_CHANGED')
    expect(ruling({ approved: NEW, head: written(NEW) })).toBe('approval machine')
    expect(ruling({ approved: NEW, pin: OLD })).toBe('hash head')
  })
})
