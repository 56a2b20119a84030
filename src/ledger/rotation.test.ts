import { describe, expect, it } from 'vitest'
import { fold } from './fold.ts'
import { type ArtifactRef, type Entry, GENESIS, type JsonObject } from './kinds.ts'
import {
  keyRules,
  noRotations,
  type RetiredHeads,
  ROTATION_FOLDS,
  type Rotations,
  type RuleSources,
} from './rotation.ts'

const HEADS = 'a'.repeat(64)
const LATER_HEADS = 'b'.repeat(64)

const heads = (sha256: string): ArtifactRef => ({ name: 'heads.jsonl', sha256, bytes: 1, media: 'application/jsonl' })

type Fact = { kind: string; body: JsonObject; artifacts?: ArtifactRef[] }

function rotationsOf(...facts: Fact[]): Rotations {
  const entries = facts.map(
    ({ kind, body, artifacts = [] }, i): Entry => ({
      v: 1,
      stream: 'admin/keys',
      seq: i + 1,
      at: '2026-01-01T00:00:00.000Z',
      kind,
      actor: 'admin',
      body,
      artifacts,
      prev: GENESIS,
    }),
  )
  return fold(entries, noRotations(), ROTATION_FOLDS)
}

const announced = (from: string, to: string): Fact => ({ kind: 'key.announced', body: { from, to } })
const retired = (keys: string[], sha256 = HEADS): Fact => ({
  kind: 'key.retired',
  body: { keys },
  artifacts: [heads(sha256)],
})

const FIVE = { seq: 5, hash: '5'.repeat(64) }
const NINE = { seq: 9, hash: '9'.repeat(64) }
const TWO = { seq: 2, hash: '2'.repeat(64) }

/** The ends of streams at each retirement; every stream began with the register's third entry. */
const sources: RuleSources = {
  headsOf: (sha256) => LISTS.get(sha256) ?? null,
  beganAt: () => 3,
  register: 'admin/streams',
}

const LISTS = new Map<string, RetiredHeads>([
  [HEADS, new Map(Object.entries({ 'admin/streams': FIVE, 'session/a': FIVE }))],
  [LATER_HEADS, new Map(Object.entries({ 'admin/streams': NINE, 'session/a': NINE, 'session/b': TWO }))],
])

describe('rotations', () => {
  it('keep the order in which keys came into use, each once', () => {
    expect(rotationsOf(announced('k1', 'k2'), announced('k2', 'k3')).order).toEqual(['k1', 'k2', 'k3'])
    expect(rotationsOf(announced('k1', 'k2'), announced('k1', 'k2')).order).toEqual(['k1', 'k2'])
  })

  it('keep which keys were retired, and the list of stream ends at that time', () => {
    expect(rotationsOf(announced('k1', 'k2'), retired(['k1'])).retired).toEqual([{ keys: ['k1'], headsSha256: HEADS }])
  })

  it('survive a retirement without keys or without its list', () => {
    expect(rotationsOf({ kind: 'key.retired', body: {} }).retired).toEqual([{ keys: [], headsSha256: '' }])
  })
})

describe('the rules for keys', () => {
  it('let the only key seal anything if it was never rotated', () => {
    const rules = keyRules(noRotations(), sources)
    expect(rules.lastSeq('session/a', 'k1')).toBe(Number.POSITIVE_INFINITY)
    expect(rules.rank('k1')).toBe(rules.rank('k2'))
  })

  it('rank keys by the order of rotation, with a key announced since as the newest', () => {
    const rules = keyRules(rotationsOf(announced('k1', 'k2'), announced('k2', 'k3')), sources)
    expect(['k1', 'k2', 'k3'].map(rules.rank)).toEqual([0, 1, 2])
    expect(rules.rank('k4')).toBeGreaterThan(rules.rank('k3'))
  })

  it('rank a retired key without an announcement before all others', () => {
    const rules = keyRules(rotationsOf(retired(['k1']), announced('k2', 'k3')), sources)
    expect(rules.rank('k1')).toBeLessThan(rules.rank('k2'))
  })

  it('let a retired key seal up to the recorded end of each stream, and nothing in later streams', () => {
    const rules = keyRules(rotationsOf(announced('k1', 'k2'), retired(['k1'])), sources)
    expect(rules.lastSeq('session/a', 'k1')).toBe(5)
    expect(rules.lastSeq('session/new', 'k1')).toBe(0)
    expect(rules.lastSeq('session/new', 'k2')).toBe(Number.POSITIVE_INFINITY)
  })

  it('limit a key by its first retirement: a later one cannot widen the limit', () => {
    const rules = keyRules(
      rotationsOf(announced('k1', 'k2'), retired(['k1']), announced('k2', 'k3'), retired(['k1', 'k2'], LATER_HEADS)),
      sources,
    )
    expect(rules.lastSeq('session/a', 'k1')).toBe(5)
    expect(rules.lastSeq('session/b', 'k1')).toBe(0)
    expect(rules.lastSeq('session/a', 'k2')).toBe(9)
  })

  it('record the end of streams at every retirement', () => {
    const rules = keyRules(rotationsOf(retired(['k1']), retired(['k1', 'k2'], LATER_HEADS)), sources)
    expect(rules.stood('session/a')).toEqual([FIVE, NINE])
    expect(rules.stood('session/b')).toEqual([TWO])
    expect(rules.stood('session/new')).toEqual([])
  })

  it('ignore earlier ends of a stream that was collected and began again', () => {
    const rules = keyRules(rotationsOf(announced('k1', 'k2'), retired(['k1'])), { ...sources, beganAt: () => 6 })
    expect(rules.lastSeq('session/a', 'k1')).toBe(0)
    expect(rules.stood('session/a')).toEqual([])
  })

  it('ignore a missing list; the audit reports the list itself', () => {
    const rules = keyRules(rotationsOf(announced('k1', 'k2'), retired(['k1'], 'c'.repeat(64))), sources)
    expect(rules.lastSeq('session/a', 'k1')).toBe(Number.POSITIVE_INFINITY)
  })
})
