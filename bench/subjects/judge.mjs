import { judgeClaims, parsePolicy } from '../../dist/index.js'
import { eachMicros } from './sample.mjs'

const A_ROUND = 2_000
const CLAIMS = 30
const TYPES = ['done', 'fixed', 'shipped', 'tests_pass', 'verified', 'blocked', 'delegation']

const POLICY = `version: 1
validators: { tests: npm test, lint: npm run lint, build: npm run build }
bindings: { done: [tests, lint, build], fixed: tests, shipped: build, tests_pass: tests, verified: { any: [tests, build] } }
`

/** Judges the claims of one message against the evidence of a turn. The limit is 20 µs. */
export const judge = {
  name: 'judge',
  what: `verdict on ${CLAIMS} claims`,
  baselineWhat: 'JSON.parse of the claims',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const { policy } = parsePolicy(Buffer.from(POLICY)).compiled
    const claims = Array.from({ length: CLAIMS }, (_, i) => ({
      type: TYPES[i % TYPES.length],
      ...(i % TYPES.length === 0 && { level: 'explicit' }),
      quote: `Claim ${i} of the message, in a sentence of ordinary length.`,
      start: i * 60,
      end: i * 60 + 58,
      segment: 'prose',
      hedged: false,
    }))
    const reading = {
      claims,
      shape: { empty: false, asks: false, plans: false, admits: false },
      considered: [],
      finding: null,
    }
    const validation = (seq, validator, result) => ({
      seq,
      validator,
      result,
      code: result === 'passed' ? null : 'COMMAND_FAILED',
      said: 'The command exited with code 1.',
      words: [],
      given: {},
      numbers: {},
      grade: 'executed',
      fingerprint: 'now',
      head: 'now',
      policy: 'now',
      failures: null,
    })
    const evidence = {
      validations: [
        validation(1, 'lint', 'failed'),
        validation(2, 'tests', 'passed'),
        validation(3, 'build', 'passed'),
      ],
      fingerprint: 'now',
      head: 'now',
      policy: 'now',
      scope: null,
      did: { changed: true, deployed: false, ran: true },
      waived: [],
    }
    const text = JSON.stringify(claims)
    const found = new Set()
    return {
      baseline: () => eachMicros(A_ROUND, () => JSON.parse(text)),
      subject: () =>
        eachMicros(A_ROUND, () => {
          for (const { code } of judgeClaims(reading, policy, evidence).findings) found.add(code)
        }),
      note: () => `findings: ${[...found].join(', ')}`,
      close: async () => {},
    }
  },
}
