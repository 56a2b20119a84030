import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { ANY_CHAR } from '../../test/helpers/any.ts'
import { parseText, SMALL } from '../../test/helpers/policies.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { sha256 } from '../ledger/digest.ts'
import { builtInPolicy } from './built-in.ts'
import { compile } from './compile.ts'
import { CLAIM_TYPES, MODES, TEST_KINDS } from './policy.ts'
import { type PolicyText, policySchema } from './schema.ts'

const NAMES = ['tests', 'lint', 'unit_2', 'e2e', 'build']
const SCOPES = ['api', 'docs', 'web']
const some = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.subarray([...values])
const maybe = <T>(key: string, value: fc.Arbitrary<T>) =>
  fc.option(value, { nil: undefined }).map((one) => (one === undefined ? {} : { [key]: one }))
const word = fc
  .string({ unit: ANY_CHAR, minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !text.includes('\0'))
const paths = some(['a/b.ts', 'src/**', '!src/x', 'ü/é'])
const pins = some(['package.json', 'package.json#/scripts/test', 'a~b#/x~1y/0'])

const runFields = fc
  .tuple(
    maybe('cwd', fc.constantFrom('.', 'packages/api')),
    maybe('timeout_seconds', fc.integer({ min: 1, max: 3600 })),
    maybe('required_runs', fc.integer({ min: 1, max: 100 })),
    maybe('pins', pins),
    maybe('outputs', paths),
    maybe('env', fc.dictionary(fc.constantFrom('A', 'B_1'), word)),
    fc.constantFrom(
      { command: 'npm test' },
      { command: ['npm', 'run', 'a b', '$x'] },
      { command: 'p {x} {n}', arguments: { x: 'path', n: { type: 'integer', min: 2, max: 9, default: 3 } } },
      { command: ['p', '{x}'], arguments: { x: { type: 'choice', of: ['a', 'b'], default: 'b' } } },
    ),
  )
  .map((parts) => Object.assign({}, ...parts))

const runnable = fc.oneof(
  fc.constantFrom('npm test', 'make check'),
  fc
    .tuple(fc.constantFrom('command_zero_exit', ...TEST_KINDS.filter((kind) => kind !== 'junit_xml')), runFields)
    .map(([kind, rest]) => ({ kind, ...rest })),
  runFields.map((rest) => ({ kind: 'junit_xml', report: 'out/junit.xml', ...rest })),
)
const other = fc.oneof(
  fc.constant({ kind: 'file_diff_present' }),
  fc.constant({ kind: 'git_pushed', url: 'ssh://git@example.org/x.git' }),
  fc.constantFrom({ kind: 'http_2xx', url: 'https://example.org/' }, { kind: 'http_2xx', hosts: ['*.example.org'] }),
  fc.constant({ kind: 'red_green', of: 'tests' }),
  fc.constant({ kind: 'ladder_exhaustion_proof' }),
  fc.constant({ kind: 'fetch_attempt_proof', distinct_routes_attempted: 1 }),
  fc.constant({ kind: 'observed_command', command: 'npm run deploy' }),
)

const needs = fc
  .subarray(NAMES, { minLength: 1 })
  .chain((names) => fc.constantFrom<unknown>(names[0], names, { all: names }, { any: names }))
const binding = fc.oneof(
  needs,
  fc
    .tuple(fc.dictionary(fc.constantFrom(...SCOPES), needs), maybe('everywhere', needs))
    .map(([scopes, rest]) => ({ scopes, ...rest })),
)

/** Policies as people could write them; all of them pass the schema. */
const policies = fc
  .record({
    validators: fc
      .tuple(runnable, ...NAMES.slice(1).map(() => fc.oneof(runnable, other)))
      .map((all) => Object.fromEntries(all.map((one, i) => [NAMES[i], one]))),
    bindings: fc.dictionary(fc.constantFrom(...CLAIM_TYPES), binding),
    modes: fc.dictionary(fc.constantFrom(...CLAIM_TYPES), fc.constantFrom(...MODES)),
    rest: fc
      .tuple(
        maybe('pins', pins),
        maybe('outputs', paths),
        maybe('block_budget', fc.integer({ min: 1, max: 20 })),
        maybe('on_stop', fc.constantFrom('run', 'off')),
        // Otherwise some bindings could never be met.
        fc.constant({ accept_reported: true }),
        maybe('baseline', fc.constantFrom('none', 'no_worse')),
        maybe('retention', fc.record({ max_age_days: fc.integer({ min: 1, max: 3650 }) })),
        maybe(
          'dispatch',
          fc.record({
            codes: fc.dictionary(fc.constantFrom('WORK_DISCARDED', 'TESTS_DELETED'), fc.constantFrom('allow', 'deny')),
          }),
        ),
      )
      .map((parts) => Object.assign({}, ...parts)),
    keywords: fc.array(
      word.filter((text) => [...text].length > 1),
      { maxLength: 3 },
    ),
  })
  .map(({ validators, bindings, modes, rest, keywords }) => ({
    version: 1,
    validators,
    bindings,
    modes,
    scopes: Object.fromEntries(SCOPES.map((scope) => [scope, `${scope}/**`])),
    contract: { keywords, ladder: [{ name: 'web', tool: 'WebFetch' }] },
    ...rest,
  }))

describe('compiling', () => {
  it('any policy that passes the schema compiles, through YAML as well, and comes back equal', () => {
    fc.assert(
      fc.property(policies, (written) => {
        const { policy, bytes } = compile(policySchema.parse(written))
        expect(JSON.parse(bytes)).toEqual(policy)
        const parsed = parseText(stringify(written))
        expect(parsed).toMatchObject({ ok: true, compiled: { bytes, sha256: sha256(bytes) } })
      }),
      { numRuns: scaled(2000, 30), seed: seed() },
    )
  })

  it('gives the same bytes for the same meaning, however it is written', () => {
    const short = parseText(SMALL)
    const long = parseText(`# the same
bindings: { done: { all: [{ validator: tests }] }, tests_pass: ["tests"] }
version: 1
validators:
  tests:
    command: [npm, "test"]
    kind: command_zero_exit
on_stop: run
`)
    if (!short.ok || !long.ok) throw new Error('both are policies')
    expect(long.compiled).toEqual(short.compiled)
    expect(long.sourceSha256).not.toBe(short.sourceSha256)
  })

  it('compiles to the bytes of older versions if earned turns are told, which is the default', () => {
    const policyOf = (more: string): unknown => {
      const parsed = parseText(`version: 1\n${more}`)
      return parsed.ok ? parsed.compiled.policy : parsed
    }
    expect(policyOf('tell_earned: true\n')).toEqual(policyOf(''))
    expect(policyOf('')).not.toHaveProperty('tellEarned')
    expect(policyOf('tell_earned: false\n')).toHaveProperty('tellEarned', false)
  })

  it('binds work like done, except to a check that any change passes', () => {
    const workIn = (done: string): unknown => {
      const parsed = parseText(
        `version: 1\nvalidators: { tests: npm test, changed: { kind: file_diff_present } }\nbindings: { done: ${done} }\naccept_reported: true\n`,
      )
      if (!parsed.ok) throw new Error('it is a policy')
      return parsed.compiled.policy.bindings
        .filter(({ claim }) => claim === 'work')
        .map(({ demands }) => demands.length)
    }
    expect(workIn('tests')).toEqual([1])
    expect(workIn('[tests, changed]')).toEqual([2])
    expect(workIn('changed')).toEqual([])
    expect(workIn('{ any: [tests, changed] }')).toEqual([])
  })

  it('an empty policy equals the built-in one', () => {
    expect(parseText('version: 1')).toMatchObject({ ok: true, compiled: { policy: builtInPolicy() } })
  })

  it('has types for what people write', () => {
    const text: PolicyText = { version: 1, validators: { tests: 'npm test' }, bindings: { done: ['tests'] } }
    expect(policySchema.safeParse(text).success).toBe(true)
  })
})
