import { describe, expect, it } from 'vitest'
import { desiredSchema, deviations } from './desired.ts'

const REF = 'resource:config:a.conf'

const found = (entry: object, environment: object): number =>
  deviations(
    desiredSchema.parse({ desired: [{ effect_ref: REF, observed: ['files', 'a.conf'], ...entry }] }),
    environment as never,
  ).length

describe('deviations', () => {
  const content = { target_state: { content: 'a = 1' } }

  it('are targets that do not show every field of their desired state', () => {
    expect(found(content, { files: { 'a.conf': { exists: true, content: 'a = 1' } } })).toBe(0)
    expect(found(content, { files: { 'a.conf': { exists: true, content: 'a = 2' } } })).toBe(1)
    expect(found(content, { files: {} })).toBe(1)
    expect(found(content, {})).toBe(1)
  })

  it('can expect nothing to be there', () => {
    const absent = { target_state: { absent: true }, expected: null }
    expect(found(absent, { files: {} })).toBe(0)
    expect(found(absent, { files: { 'a.conf': { exists: true, content: '' } } })).toBe(1)
  })

  it('do not confuse own fields with those that every object has', () => {
    expect(found({ observed: ['files', 'constructor'], target_state: {} }, { files: {} })).toBe(1)
  })
})
