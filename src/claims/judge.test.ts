import { describe, expect, it } from 'vitest'
import { evidenceOf, NOTHING, passedRun } from '../../test/helpers/evidence.ts'
import { builtInPolicy } from '../policy/built-in.ts'
import { type Binding, CLAIM_TYPES, type ClaimType, type Mode, type Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { Claim, Reading, StatedGap } from './extract/claim.ts'
import { type ClaimFinding, isBlocking, type Judgement } from './finding.ts'
import { judgeClaims, noteWritten } from './judge.ts'
import type { SeenValidation } from './turn.ts'
import { NO_PAST } from './turn-effects.ts'

/** The full matrix: every claim, mode, binding and evidence state, with the expected verdict. */

const DID = { ...NOTHING, changed: true, acted: true }

const run = (seq: number, more: Partial<SeenValidation> = {}): SeenValidation =>
  passedRun({
    seq,
    code: more.result === undefined || more.result === 'passed' ? null : 'SEEN',
    said: 'It was seen.',
    ...more,
  })

/** Possible ledger states for one validator, with the resulting gap; null if the claim is supported. */
const STATES: {
  [name: string]: { validations: SeenValidation[]; gap: ClaimFinding['code'] | null; shipped?: ClaimFinding['code'] }
} = {
  'never run': { validations: [], gap: 'NOT_RUN' },
  passed: { validations: [run(1)], gap: null },
  'passed twice': { validations: [run(1), run(2)], gap: null },
  failed: { validations: [run(1, { result: 'failed' })], gap: 'FAILED' },
  refused: { validations: [run(1, { result: 'refused' })], gap: 'REFUSED' },
  'failed, then passed': { validations: [run(1, { result: 'failed' }), run(2)], gap: null },
  'passed, then failed': { validations: [run(1), run(2, { result: 'failed' })], gap: 'FAILED' },
  'passed on other content': { validations: [run(1, { fingerprint: 'f-old' })], gap: 'STALE' },
  'failed on other content, passed on this': {
    validations: [run(1, { result: 'failed', fingerprint: 'f-old' }), run(2)],
    gap: null,
  },
  'passed, then failed on other content': {
    validations: [run(1), run(2, { result: 'failed', fingerprint: 'f-old' })],
    gap: null,
  },
  'passed on unknown content': { validations: [run(1, { fingerprint: null })], gap: 'STALE' },
  'passed under another policy': { validations: [run(1, { policy: 'p-old' })], gap: 'NOT_RUN' },
  'passed for another validator': { validations: [run(1, { validator: 'lint' })], gap: 'NOT_RUN' },
  'passed, reported by a host': { validations: [run(1, { grade: 'reported' })], gap: 'REPORTED_ONLY' },
  'passed, then requested with invalid arguments': { validations: [run(1), run(2, { result: 'refused' })], gap: null },
  'passed, then the check was changed': {
    validations: [run(1), run(2, { result: 'refused', code: 'CHECK_CHANGED', fingerprint: null })],
    gap: 'REFUSED',
  },
  'passed again after the check was changed back': {
    validations: [run(1, { result: 'refused', code: 'CHECK_CHANGED', fingerprint: null }), run(2)],
    gap: null,
  },
  'timed out': {
    validations: [run(1, { result: 'failed', code: 'VALIDATION_UNFINISHED' })],
    gap: 'VALIDATION_UNFINISHED',
  },
  'timed out, then passed': {
    validations: [run(1, { result: 'failed', code: 'VALIDATION_UNFINISHED' }), run(2)],
    gap: null,
  },
  'failed on unknown content': { validations: [run(1, { result: 'failed', fingerprint: null })], gap: 'FAILED' },
  'passed at another commit': { validations: [run(1, { head: 'h-old' })], gap: null, shipped: 'STALE' },
}

const MODES_USED: Mode[] = ['off', 'warn', 'block']
const BINDINGS = ['bound', 'unbound', 'bound elsewhere'] as const

function policyWith(claim: ClaimType, mode: Mode, bound: (typeof BINDINGS)[number]): Policy {
  const policy = builtInPolicy()
  const demands = [{ validator: 'tests', minimum: {}, given: [] }]
  const binding: Binding = { claim, scope: bound === 'bound elsewhere' ? 'docs' : null, match: 'all', demands }
  return { ...policy, modes: { ...policy.modes, [claim]: mode }, bindings: bound === 'unbound' ? [] : [binding] }
}

const say = (type: ClaimType, more: object = {}): Claim =>
  ({
    type,
    ...(type === 'done' && { level: 'explicit' }),
    quote: 'It is so.',
    start: 0,
    end: 9,
    segment: 'prose',
    hedged: false,
    ...more,
  }) as Claim

const reading = (...claims: Claim[]): Reading => ({
  claims,
  shown: [],
  gaps: [],
  shape: { empty: false, asks: false, plans: false, admits: false, retracts: false },
  company: { language: 'en', length: 9, sentences: 1, acts: 0, explains: 0, asksLast: false },
  considered: [],
  finding: null,
})

const evidence = (validations: readonly SeenValidation[], more: Partial<Evidence> = {}): Evidence =>
  evidenceOf(validations, { did: DID, ...more })

const isHeldBack = ({ findings }: Judgement): boolean => findings.some(isBlocking)

const codes = ({ findings }: Judgement): string[] => findings.map(({ code }) => code)

/** Attempts prove "blocked" and "delegation", and only hosts see them. "shipped" also depends on the commit. */
function wantedOf(
  claim: ClaimType,
  gap: ClaimFinding['code'] | null,
  shipped: ClaimFinding['code'] | null,
): typeof gap {
  if (claim === 'shipped') return shipped
  return gap === 'REPORTED_ONLY' && (claim === 'blocked' || claim === 'delegation') ? null : gap
}

/** Work is never said. */
const SAID = CLAIM_TYPES.filter((type) => type !== 'work')

const MATRIX = SAID.flatMap((claim) =>
  MODES_USED.flatMap((mode) =>
    BINDINGS.flatMap((bound) => Object.keys(STATES).map((state) => ({ claim, mode, bound, state }))),
  ),
)

describe('a claim', () => {
  it.each(MATRIX)('$claim, $mode, $bound, $state', ({ claim, mode, bound, state }) => {
    const { validations, gap, shipped } = STATES[state] ?? { validations: [], gap: null }
    const policy = policyWith(claim, mode, bound)
    const wanted = bound !== 'bound' ? 'NO_VALIDATOR' : wantedOf(claim, gap, shipped ?? gap)
    const judged = judgeClaims(reading(say(claim)), policy, evidence(validations))
    expect(codes(judged)).toEqual(mode === 'off' || wanted === null ? [] : [wanted])
    expect(isHeldBack(judged)).toBe(mode === 'block' && wanted !== null)
    // A hedged or waived claim gets no findings.
    const doubted = judgeClaims(reading(say(claim, { hedged: true })), policy, evidence(validations))
    const waived = judgeClaims(reading(say(claim)), policy, evidence(validations, { waived: [claim] }))
    expect([doubted.findings, waived.findings]).toEqual([[], []])
  })
})

const POLICY = policyWith('done', 'block', 'bound')

describe('the rules', () => {
  it('check every claim against its own validators and list everything missing', () => {
    const policy: Policy = {
      ...POLICY,
      modes: { ...POLICY.modes, tests_pass: 'block', fixed: 'block', shipped: 'block' },
    }
    const claims = [say('done'), say('tests_pass'), say('fixed'), say('done', { quote: 'Again.' }), say('shipped')]
    const judged = judgeClaims(reading(...claims), policy, evidence([run(1)]))
    expect(judged.findings.map(({ subject, code }) => [subject, code])).toEqual([
      ['tests_pass', 'NO_VALIDATOR'],
      ['fixed', 'NO_VALIDATOR'],
      ['shipped', 'NO_VALIDATOR'],
    ])
    expect(judged.notes).toEqual([{ code: 'EARNED', subject: 'done', quote: 'It is so.', seqs: [1] }])
  })

  it('accept a host report only if the policy allows it', () => {
    const validations = [run(1, { grade: 'reported' })]
    expect(
      codes(judgeClaims(reading(say('done')), { ...POLICY, acceptReported: true }, evidence(validations))),
    ).toEqual([])
  })

  it('count no evidence if the current content is unknown', () => {
    const judged = judgeClaims(reading(say('done')), POLICY, evidence([run(1)], { fingerprint: null }))
    expect(codes(judged)).toEqual(['WORKSPACE_UNKNOWN'])
    const both = evidence([run(1, { fingerprint: null })], { fingerprint: null })
    expect(codes(judgeClaims(reading(say('done')), POLICY, both))).toEqual(['WORKSPACE_UNKNOWN'])
  })

  it('require as much as the binding requires', () => {
    const demands = [{ validator: 'tests', minimum: { required_runs: 3 }, given: ['target'] }]
    const policy: Policy = { ...POLICY, bindings: [{ claim: 'done', scope: null, match: 'all', demands }] }
    const codesFor = (given: object) =>
      codes(
        judgeClaims(reading(say('done')), policy, evidence([run(1, { given: { ...given }, numbers: { ...given } })])),
      )
    expect(codesFor({ required_runs: 3, target: 'a' })).toEqual([])
    expect(codesFor({ required_runs: 2, target: 'a' })).toEqual(['WEAK'])
    expect(codesFor({ required_runs: 3 })).toEqual(['WEAK'])
    expect(codesFor({ target: 'a' })).toEqual(['WEAK'])
  })

  it('accept one validator if the binding says any, and require all if it says all', () => {
    const demands = ['tests', 'lint'].map((validator) => ({ validator, minimum: {}, given: [] }))
    const judged = (match: 'any' | 'all', ...validations: SeenValidation[]) =>
      codes(
        judgeClaims(
          reading(say('done')),
          { ...POLICY, bindings: [{ claim: 'done', scope: null, match, demands }] },
          evidence(validations),
        ),
      )
    const lint = run(2, { validator: 'lint' })
    expect([judged('any', lint), judged('all', lint), judged('all', run(1), lint)]).toEqual([[], ['NOT_RUN'], []])
    const unknown = (...validations: SeenValidation[]) =>
      codes(
        judgeClaims(
          reading(say('done')),
          { ...POLICY, bindings: [{ claim: 'done', scope: null, match: 'all', demands }] },
          { ...evidence(validations), fingerprint: null },
        ),
      )
    // The unknown workspace is reported once, whatever other gaps come before or after it.
    const refused = (validator: string) => run(1, { validator, result: 'refused', code: 'CHECK_CHANGED' })
    expect([unknown(), unknown(refused('tests')), unknown(refused('lint'))]).toEqual([
      ['WORKSPACE_UNKNOWN'],
      ['REFUSED', 'WORKSPACE_UNKNOWN'],
      ['WORKSPACE_UNKNOWN', 'REFUSED'],
    ])
    // "all" reports both gaps; "any" reports one.
    expect([judged('all'), judged('any')]).toEqual([['NOT_RUN', 'NOT_RUN'], ['NOT_RUN']])
  })

  it('use the binding of the scope that contains all changes', () => {
    const binding = (scope: string | null, validator: string): Binding => ({
      claim: 'done',
      scope,
      match: 'all',
      demands: [{ validator, minimum: {}, given: [] }],
    })
    const policy = { ...POLICY, bindings: [binding(null, 'tests'), binding('docs', 'lint')] }
    const lint = [run(1, { validator: 'lint' })]
    expect(codes(judgeClaims(reading(say('done')), policy, evidence(lint, { scope: 'docs' })))).toEqual([])
    expect(codes(judgeClaims(reading(say('done')), policy, evidence(lint)))).toEqual(['NOT_RUN'])
  })

  it('require only a change for a report', () => {
    const report = say('done', { level: 'report' })
    expect(codes(judgeClaims(reading(report), POLICY, evidence([])))).toEqual([])
    expect(codes(judgeClaims(reading(report), POLICY, evidence([], { did: NOTHING })))).toEqual(['NO_CHANGE'])
    const tested = evidence([], { did: { ...NOTHING, ran: true } })
    const ofRun = { ...report, quote: 'I ran the tests.' }
    expect(codes(judgeClaims(reading(ofRun), POLICY, tested))).toEqual([])
    expect(codes(judgeClaims(reading(ofRun), POLICY, evidence([], { did: NOTHING })))).toEqual(['NO_CHANGE'])
    expect(codes(judgeClaims(reading({ ...report, quote: 'I added it.' }), POLICY, tested))).toEqual(['NO_CHANGE'])
    const past = () => ({ ...NO_PAST(), changed: true })
    expect(codes(judgeClaims(reading(report), POLICY, evidence([], { did: NOTHING, past })))).toEqual([])
  })

  it('are free in a scope that requires nothing, and nowhere else', () => {
    const docs: Binding = { claim: 'done', scope: 'docs', match: 'all', demands: [] }
    const policy = { ...POLICY, bindings: [...POLICY.bindings, docs] }
    expect(judgeClaims(reading(say('done')), policy, evidence([], { scope: 'docs' }))).toEqual({
      findings: [],
      notes: [],
    })
    expect(codes(judgeClaims(reading(say('done')), policy, evidence([], { scope: null })))).toEqual(['NOT_RUN'])
    expect(codes(judgeClaims(reading(say('done')), policy, evidence([], { scope: 'src' })))).toEqual(['NOT_RUN'])
  })

  it('require nothing for an honest failure, where "blocked" blocks', () => {
    const policy = policyWith('blocked', 'block', 'bound')
    const judgedAs = (stops: 'task' | 'step') => judgeClaims(reading(say('blocked', { stops })), policy, evidence([]))
    expect(codes(judgedAs('task'))).toEqual(['NOT_RUN'])
    expect(judgedAs('step').notes.map(({ code }) => code)).toEqual(['FAILURE_STATED'])
    expect(judgedAs('step').findings).toEqual([])
  })

  describe('if tests were removed or disabled', () => {
    const weakened = [{ test: 'adds', how: 'gone' }] as const
    const ran = evidence([run(1)], { weakened })
    const bind = (claim: ClaimType, validator = 'tests'): Binding => ({
      claim,
      scope: null,
      match: 'all',
      demands: [{ validator, minimum: {}, given: [] }],
    })
    const bound = (...bindings: Binding[]): Policy => ({
      ...POLICY,
      validators: { tests: { kind: 'command_zero_exit' }, lint: { kind: 'command_zero_exit' } } as never,
      bindings,
    })
    const judge = (claim: Claim, policy: Policy): Judgement => judgeClaims(reading(claim), policy, ran)

    it.each(['done', 'fixed', 'tests_pass', 'verified'] as const)('are not earned by a passing check: %s', (claim) => {
      const { findings, notes } = judge(say(claim, { level: 'explicit' }), bound(bind('tests_pass'), bind(claim)))
      expect(findings).toMatchObject([{ code: 'TESTS_WEAKENED', subject: claim, detail: '"adds" (gone).' }])
      expect(notes).toEqual([])
    })

    it('name the failure of the check as well', () => {
      const failed = evidence([run(1, { result: 'failed', code: 'TESTS_FAILED' })], { weakened })
      expect(codes(judgeClaims(reading(say('done')), bound(bind('tests_pass'), bind('done')), failed))).toEqual([
        'TESTS_WEAKENED',
        'FAILED',
      ])
    })

    it.each([
      ['without a check of tests', say('done'), bound(bind('tests_pass'), bind('done', 'lint')), ['NOT_RUN']],
      ['about other things', say('shipped'), bound(bind('tests_pass'), bind('shipped')), []],
      ['that only report work', say('done', { level: 'report' }), bound(bind('tests_pass'), bind('done')), []],
      ['that are hedged', say('done', { hedged: true }), bound(bind('tests_pass'), bind('done')), []],
    ])('are judged as ever: claims %s', (_, claim, policy, expected) => {
      expect(codes(judge(claim, policy))).toEqual(expected)
    })
  })

  it('do not let "done" and "fixed" pass if nothing was done since the work was asked for', () => {
    const judged = (type: ClaimType, more: Partial<Evidence>) => {
      const { findings, notes } = judgeClaims(reading(say(type)), POLICY, evidence([run(1)], more))
      return [...findings.map(({ code, mode }) => `${code} ${mode}`), ...notes.map(({ code }) => code)]
    }
    expect(judged('done', { did: NOTHING })).toEqual(['NOTHING_DONE block'])
    // To run the tests may be all that was asked for.
    expect(judged('done', { did: { ...NOTHING, ran: true } })).toEqual(['NOTHING_DONE warn'])
    expect(judged('fixed', { did: NOTHING })).toContain('NOTHING_DONE warn')
    expect(judged('verified', { did: NOTHING })).not.toContain('NOTHING_DONE warn')
    expect(judged('done', { did: { ...NOTHING, acted: true } })).toEqual(['EARNED'])
    expect(judged('done', { did: { ...NOTHING, acted: true, undone: true } })).toEqual(['EARNED'])
    const undone = evidence([run(1)], { did: { ...NOTHING, acted: true, undone: true } })
    const restored = judgeClaims(reading(say('fixed')), policyWith('fixed', 'block', 'bound'), undone)
    expect(codes(restored)).toEqual(['NOTHING_DONE'])
    expect(judged('done', { did: NOTHING, past: () => ({ ...NO_PAST(), changed: true, acted: true }) })).toEqual([
      'EARNED',
    ])
    expect(judged('done', { did: NOTHING, past: () => ({ ...NO_PAST(), changed: true }) })).toContain(
      'NOTHING_DONE block',
    )
  })

  describe('with a failed check', () => {
    const RED = [run(1, { result: 'failed', failures: ['calc > divides'] })]
    const gap = (quote: string): StatedGap => ({
      kind: 'failing',
      quote,
      start: 0,
      end: quote.length,
      form: 'sentence',
    })
    const modes = (type: ClaimType, quote: string, more: Partial<Evidence> = {}): string[] => {
      const said = { ...reading(say(type)), gaps: quote === '' ? [] : [gap(quote)] }
      const policy = policyWith(type, 'block', 'bound')
      const tests = { ...policy, validators: { tests: { kind: 'node_test_pass' } } } as unknown as Policy
      return judgeClaims(said, tests, evidence(RED, more)).findings.map(({ code, mode }) => `${code} ${mode}`)
    }

    it('only warn if the message says that tests fail, or names the failed test', () => {
      expect(modes('done', 'One test still fails.')).toEqual(['FAILED warn'])
      expect(modes('fixed', '"divides" fails.')).toEqual(['FAILED warn'])
      expect(modes('done', 'The link in the README is broken.')).toEqual(['FAILED block'])
      expect(modes('done', 'The page subdivides wrongly, which is broken.')).toEqual(['FAILED block'])
      expect(modes('done', '')).toEqual(['FAILED block'])
    })

    it.each(['tests_pass', 'verified'] as const)('block "%s", which contradicts a stated gap', (type) => {
      expect(modes(type, 'One test still fails.')).toEqual(['FAILED block'])
    })

    it('only warn about "done" in a turn that touched no file, unless the session left work unproven', () => {
      const did = { ...NOTHING, acted: true, untouched: true }
      const proven = () => ({ ...NO_PAST(), unproven: false })
      expect(modes('done', '', { did, past: proven })).toEqual(['FAILED warn'])
      expect(modes('done', '', { did })).toEqual(['FAILED block'])
      expect(modes('done', '', { did: { ...did, changed: true }, past: NO_PAST })).toEqual(['FAILED block'])
      expect(modes('done', '', { did: DID, past: proven })).toEqual(['FAILED block'])
    })
  })

  it('need nothing more than the recorded call if they only say that it was made', () => {
    const judged = (more: Partial<Evidence>): string[] => {
      const said = reading(say('shipped', { act: 'commit' }))
      const { findings, notes } = judgeClaims(said, policyWith('shipped', 'block', 'bound'), evidence([], more))
      return [...findings, ...notes].map(({ code }) => code)
    }
    expect(judged({ did: { ...DID, made: (act) => act === 'commit' } })).toEqual(['SEEN'])
    expect(judged({ past: () => ({ ...NO_PAST(), made: () => true }) })).toEqual(['SEEN'])
    expect(judged({ did: { ...DID, made: (act) => act === 'start' } })).toEqual(['NOT_RUN'])
  })

  it('block an unreadable message if any claim blocks', () => {
    const finding = { code: 'EXTRACTION_UNFINISHED', message: 'Too long.' } as const
    expect(isHeldBack(judgeClaims({ ...reading(), finding }, POLICY, evidence([])))).toBe(true)
    const judged = judgeClaims({ ...reading(), finding }, builtInPolicy(), evidence([]))
    expect([codes(judged), isHeldBack(judged)]).toEqual([['EXTRACTION_UNFINISHED'], false])
  })
})

describe('a claim in a commit message', () => {
  const written = (claim: Claim) => [{ seq: 7, claims: [claim] }]

  it('is noted if evidence is missing', () => {
    const notes = noteWritten(written(say('done')), POLICY, evidence([run(3, { result: 'failed' })]))
    expect(notes).toEqual([{ code: 'WRITTEN', subject: 'done', quote: 'It is so.', seqs: [7, 3] }])
  })

  it.each([
    ['it is earned', say('done'), [run(1)]],
    ['nothing is bound to it', say('fixed'), []],
    ['it is hedged', say('done', { hedged: true }), []],
    ['it only reports work', say('done', { level: 'report' }), []],
  ] as const)('is not noted if %s', (_, claim, validations) => {
    expect(noteWritten(written(claim), POLICY, evidence([...validations]))).toEqual([])
  })
})
