import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chooseExpired, DEFAULT_RETENTION, type Retention, type StreamFacts } from './retention.ts'

const DAY = 24 * 3600_000
const NOW = 1000 * DAY
const NONE: ReadonlySet<string> = new Set()
const RUNS = { seed: 30, numRuns: 500 }

const KEEP_ALL: Retention = { maxAgeMs: Number.MAX_SAFE_INTEGER, maxBytes: Number.MAX_SAFE_INTEGER }

const facts = (stream: string, ageDays: number, bytes = 10, cites: string[] = []): StreamFacts => ({
  stream,
  lastAt: NOW - ageDays * DAY,
  bytes,
  cites,
})

const choose = (all: StreamFacts[], retention: Partial<Retention>, open: ReadonlySet<string> = NONE) =>
  chooseExpired(all, { ...KEEP_ALL, ...retention }, NOW, open)

describe('retention', () => {
  it('is thirty days and two gigabytes by default', () => {
    expect(DEFAULT_RETENTION).toEqual({ maxAgeMs: 30 * DAY, maxBytes: 2_147_483_648 })
  })

  it('removes streams whose last entry is past the maximum age, but none of exactly that age', () => {
    const all = [facts('session/old', 31), facts('session/edge', 30), facts('session/new', 1)]
    expect(choose(all, { maxAgeMs: 30 * DAY })).toEqual({ expired: ['session/old'], kept: [] })
  })

  it('removes the oldest until the rest fits, and no more', () => {
    const all = [facts('session/b', 2, 50), facts('session/c', 1, 40), facts('session/a', 3, 30)]
    expect(choose(all, { maxBytes: 120 }).expired).toEqual([])
    expect(choose(all, { maxBytes: 119 }).expired).toEqual(['session/a'])
    expect(choose(all, { maxBytes: 89 }).expired).toEqual(['session/a', 'session/b'])
    expect(choose(all, { maxBytes: 0 }).expired).toEqual(['session/a', 'session/b', 'session/c'])
  })

  it('never removes a controller: its effects could happen twice', () => {
    const all = [facts('controller/drift', 99), facts('session/old', 99)]
    const kept = [{ stream: 'controller/drift', why: 'its keys keep effects from happening twice' }]
    expect(choose(all, { maxAgeMs: 30 * DAY })).toEqual({ expired: ['session/old'], kept })
  })

  it('never removes what a project has learnt', () => {
    const all = [facts('trust/project-1', 999, 500), facts('session/old', 99)]
    const kept = [{ stream: 'trust/project-1', why: 'it holds what the project has learnt' }]
    expect(choose(all, { maxAgeMs: 30 * DAY })).toEqual({ expired: ['session/old'], kept })
    expect(choose(all, { maxBytes: 0 })).toEqual({ expired: ['session/old'], kept })
    // Only the prefix counts: a session cannot call itself that.
    expect(choose([facts('session/trust', 99)], { maxAgeMs: 30 * DAY }).expired).toEqual(['session/trust'])
  })

  it('never removes the streams the ledger itself needs', () => {
    const all = [facts('admin/streams', 900, 500), facts('admin/keys', 900), facts('session/a', 1)]
    expect(choose(all, { maxAgeMs: DAY, maxBytes: 100 }).expired).toEqual(['session/a'])
    expect(choose([facts('admin/streams', 900, 500)], { maxAgeMs: 0, maxBytes: 0 }).expired).toEqual([])
  })

  it('never removes an open stream, and says so', () => {
    const all = [facts('session/a', 900), facts('session/b', 800)]
    expect(choose(all, { maxAgeMs: DAY }, new Set(['session/a']))).toEqual({
      expired: ['session/b'],
      kept: [{ stream: 'session/a', why: 'its session is still open' }],
    })
  })

  it('keeps streams that a kept stream cites, transitively, and says so', () => {
    const all = [
      facts('session/now', 0, 10, ['worker/a', 'worker/gone']),
      facts('worker/a', 900, 10, ['worker/b']),
      facts('worker/b', 900),
      facts('worker/c', 900),
    ]
    const { expired, kept } = choose(all, { maxAgeMs: DAY })
    expect(expired).toEqual(['worker/c'])
    expect(kept).toEqual([
      { stream: 'worker/a', why: 'session/now cites it' },
      { stream: 'worker/b', why: 'worker/a cites it' },
    ])
  })

  it('does not count what stays as freed: others go, until the rest fits', () => {
    const all = [
      facts('worker/cited', 9, 90),
      facts('session/old', 5, 50),
      facts('session/newer', 4, 50),
      facts('session/now', 0, 10, ['worker/cited']),
    ]
    expect(choose(all, { maxBytes: 150 })).toEqual({ expired: ['session/old'], kept: [] })
    expect(choose(all, { maxBytes: 100 })).toEqual({ expired: ['session/old', 'session/newer'], kept: [] })
    expect(choose(all, { maxBytes: 99 }, new Set(['session/now']))).toEqual({
      expired: ['session/old', 'session/newer'],
      kept: [
        { stream: 'worker/cited', why: 'session/now cites it' },
        { stream: 'session/now', why: 'its session is still open' },
      ],
    })
  })

  it('removes what nobody cites any more, and what cited it before', () => {
    const all = [
      facts('worker/a', 9, 50, ['worker/b']),
      facts('worker/b', 8, 50),
      facts('session/c', 7, 50, ['worker/a']),
    ]
    expect(choose(all, { maxBytes: 100 }).expired).toEqual(['session/c'])
    expect(choose(all, { maxBytes: 50 }).expired).toEqual(['session/c', 'worker/a'])
    expect(choose(all, { maxBytes: 0 })).toEqual({ expired: ['session/c', 'worker/a', 'worker/b'], kept: [] })
  })

  it('removes streams that only cite each other', () => {
    const all = [facts('worker/a', 900, 10, ['worker/b']), facts('worker/b', 900, 10, ['worker/a'])]
    expect(choose(all, { maxAgeMs: DAY }).expired.sort()).toEqual(['worker/a', 'worker/b'])
  })

  it('removes a cited stream by its own age once what cited it is gone, and keeps a circle with a newer member', () => {
    const all = [
      facts('session/c', 7, 50, ['worker/new', 'worker/old']),
      facts('worker/new', 8, 50, []),
      facts('worker/old', 40, 50, []),
    ]
    expect(choose(all, { maxAgeMs: 30 * DAY, maxBytes: 120 }).expired.toSorted()).toEqual(['session/c', 'worker/old'])
    const circle = [
      facts('session/c', 40, 50, ['worker/old']),
      facts('worker/old', 50, 50, ['worker/new']),
      facts('worker/new', 8, 50, ['worker/old']),
    ]
    expect(choose(circle, { maxAgeMs: 30 * DAY })).toEqual({
      expired: ['session/c'],
      kept: [{ stream: 'worker/old', why: 'worker/new cites it' }],
    })
  })

  it.each<[string, (at: number, count: number) => number[]]>([
    ['the one before', (at) => (at === 0 ? [] : [at - 1])],
    ['the next, in a circle', (at, count) => [(at + 1) % count]],
    ['all, from the newest', (at, count) => (at === count - 1 ? Array.from({ length: at }, (_, other) => other) : [])],
  ])('chooses among ten thousand streams that cite %s, with the newest open or not', (_, cited) => {
    const count = 10_000
    const all = Array.from({ length: count }, (_, at) =>
      facts(
        `session/${at}`,
        count - at,
        10,
        cited(at, count).map((other) => `session/${other}`),
      ),
    )
    expect(choose(all, { maxBytes: 0 }, new Set([`session/${count - 1}`])).expired).toEqual([])
    expect(choose(all, { maxBytes: 0 }).expired).toHaveLength(count)
  })

  const stream: fc.Arbitrary<string> = fc.constantFrom(
    'session/a',
    'session/b',
    'run/c',
    'worker/d',
    'worker/e',
    'admin/keys',
  )
  const streams = fc.uniqueArray(
    fc.record({
      stream,
      lastAt: fc.integer({ min: 0, max: 50 }),
      bytes: fc.nat(100),
      cites: fc.array(stream, { maxLength: 2 }),
    }),
    { selector: (one) => one.stream },
  )
  const limits = fc.record({ maxAgeMs: fc.nat(50), maxBytes: fc.nat(600) })

  it('never removes an open, cited or administrative stream, whatever the limits', () => {
    fc.assert(
      fc.property(streams, limits, fc.uniqueArray(stream), (all, retention, open) => {
        const { expired } = chooseExpired(all, retention, 50, new Set(open))
        const staying = all.filter((one) => !expired.includes(one.stream))
        for (const gone of expired) {
          expect(gone.startsWith('admin/') || open.includes(gone)).toBe(false)
          expect(staying.some(({ cites }) => cites.includes(gone))).toBe(false)
        }
        expect(new Set(expired).size).toBe(expired.length)
      }),
      RUNS,
    )
  })

  it('removes nothing within the maximum age while everything fits', () => {
    fc.assert(
      fc.property(streams, (all) => {
        const total = all.reduce((sum, { bytes }) => sum + bytes, 0)
        expect(chooseExpired(all, { maxAgeMs: 50, maxBytes: total }, 50, NONE).expired).toEqual([])
      }),
      RUNS,
    )
  })

  it('keeps nothing past the age or size limit without a reason', () => {
    fc.assert(
      fc.property(streams, limits, fc.uniqueArray(stream), (all, retention, open) => {
        const { expired, kept } = chooseExpired(all, retention, 50, new Set(open))
        const excused = new Set(kept.map((one) => one.stream))
        const staying = all.filter((one) => !expired.includes(one.stream))
        const movable = staying.filter((one) => !excused.has(one.stream) && !one.stream.startsWith('admin/'))
        expect(movable.filter((one) => 50 - one.lastAt > retention.maxAgeMs)).toEqual([])
        const total = staying.reduce((sum, { bytes }) => sum + bytes, 0)
        if (movable.length > 0) expect(total).toBeLessThanOrEqual(retention.maxBytes)
      }),
      RUNS,
    )
  })
})
