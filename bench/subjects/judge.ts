import { type Claim, judgeClaims, parsePolicy, type Reading } from '../../src/index.ts'
import { evidenceOf, failedRun, passedRun } from '../../test/helpers/evidence.ts'
import { eachMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const A_ROUND = 2_000
const CLAIMS = 30
const TYPES = ['done', 'fixed', 'shipped', 'tests_pass', 'verified', 'blocked', 'delegation'] as const

const POLICY = `version: 1
validators: { tests: npm test, lint: npm run lint, build: npm run build }
bindings: { done: [tests, lint, build], fixed: tests, shipped: build, tests_pass: tests, verified: { any: [tests, build] } }
`

/** Judges the claims of one message against the evidence of a turn. The limit is 20 µs. */
export const judge: Subject = {
  name: 'judge',
  what: `verdict on ${CLAIMS} claims`,
  baselineWhat: 'JSON.parse of the claims',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  open() {
    const parsed = parsePolicy(Buffer.from(POLICY))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    const { policy } = parsed.compiled
    const claims = Array.from({ length: CLAIMS }, (_, i) => claimOf(i))
    const reading: Reading = {
      claims,
      shown: [],
      gaps: [],
      shape: { empty: false, asks: false, plans: false, admits: false, retracts: false },
      company: { language: 'en', length: CLAIMS * 60, sentences: CLAIMS, acts: CLAIMS, explains: 0, asksLast: false },
      considered: [],
      finding: null,
    }
    const evidence = evidenceOf([
      failedRun({ seq: 1, validator: 'lint' }),
      passedRun({ seq: 2 }),
      passedRun({ seq: 3, validator: 'build' }),
    ])
    const text = JSON.stringify(claims)
    const found = new Set<string>()
    return {
      baseline: () => eachMicros(A_ROUND, () => JSON.parse(text)),
      subject: () =>
        eachMicros(A_ROUND, () => {
          for (const { code } of judgeClaims(reading, policy, evidence).findings) found.add(code)
        }),
      note: () => `findings: ${[...found].join(', ')}`,
    }
  },
}

const claimOf = (i: number): Claim =>
  ({
    type: TYPES[i % TYPES.length],
    ...(i % TYPES.length === 0 && { level: 'explicit' }),
    quote: `Claim ${i} of the message, in a sentence of ordinary length.`,
    start: i * 60,
    end: i * 60 + 58,
    segment: 'prose',
    hedged: false,
  }) as Claim
