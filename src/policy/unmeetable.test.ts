import { describe, expect, it } from 'vitest'
import { parsePolicy } from './parse.ts'

const problems = (text: string): string[] => {
  const parsed = parsePolicy(Buffer.from(`version: 1\n${text}`))
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => `${line} ${message}`)
}

const validators = `validators:
  changed: { kind: file_diff_present }
  ran: { kind: observed_command, command: npm test }
  routes: { kind: fetch_attempt_proof, routes: [{ name: a, command: x }, { name: b, command: y }], distinct_routes_attempted: 2 }
  test: npm test
`

describe('a binding that can never be met', () => {
  it.each([
    ['bindings: { done: changed }', 'bindings.done: "changed" can never prove done: file_diff_present relies on'],
    ['bindings: { verified: [test, ran] }', 'bindings.verified: "ran" can never prove verified'],
    ['bindings: { fixed: { any: [changed, ran] } }', 'bindings.fixed: "changed" can never prove fixed'],
    ['bindings: { shipped: routes }', 'bindings.shipped: "routes" can never prove shipped'],
    [
      'bindings: { done: { everywhere: test, scopes: { docs: changed } } }\nscopes: { docs: docs/** }',
      'bindings.done.scopes.docs: ',
    ],
    ['bindings: { done: [{ validator: test, minimum: { required_runs: 101 } }] }', 'it runs at most 100 times'],
    [
      'bindings: { blocked: [{ validator: routes, minimum: { distinct_routes_attempted: 3 } }] }',
      'it has only 2 routes',
    ],
  ])('is named: %s', (bindings, said) => {
    const found = problems(validators + bindings)
    expect(found).toHaveLength(1)
    expect(found[0]).toContain(said)
    expect(found[0]).toContain('[BINDING_UNMEETABLE]')
  })

  it.each([
    'bindings: { done: changed }\naccept_reported: true',
    'bindings: { done: changed }\nmodes: { done: off }',
    'bindings: { done: { any: [changed, test] } }',
    'bindings: { blocked: routes, delegation: ran }',
    'bindings: { done: test }',
  ])('is not: %s', (bindings) => expect(problems(validators + bindings)).toEqual([]))
})

describe('a kind in the wrong place', () => {
  it.each([
    [
      'validators: { ladder: ladder_exhaustion_proof }',
      '2 validators.ladder: Command: "ladder_exhaustion_proof" is a kind of validator.',
    ],
    ['validators: { t: { kind: command_zero_exit, command: vitest_pass } }', '"vitest_pass" is a kind of validator.'],
    ['bindings: { done: vitest_pass }', '2 bindings.done: "vitest_pass" is a kind of validator.'],
  ])('is named: %s', (text, said) => {
    expect(problems(text)[0]).toContain(said)
    expect(problems(text)[0]).toContain('[KIND_MISPLACED]')
  })

  it('may be the name of a validator', () => {
    expect(problems('validators: { http_2xx: npm test }\nbindings: { done: http_2xx }')).toEqual([])
  })
})
