import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { policyOf, SMALL } from '../../test/helpers/policies.ts'
import { renderChange } from './approve.ts'
import { describePolicy } from './describe.ts'
import { changesFrom } from './diff.ts'

const changes = (before: string, after: string): string[] =>
  changesFrom(policyOf(before), policyOf(after)).map(renderChange)

describe('what changes from one policy to another', () => {
  it.each([
    ['a weaker mode', 'modes: { tests_pass: warn }\n', ['mode of tests_pass: block → warn (weaker)']],
    ['a stricter mode', 'modes: { verified: block }\n', ['mode of verified: warn → block']],
    ['a larger budget', 'block_budget: 5\n', ['block_budget: 3 → 5']],
    ['a smaller budget', 'block_budget: 1\n', ['block_budget: 3 → 1 (weaker)']],
    ['reported evidence', 'accept_reported: true\n', ['accept_reported: false → true (weaker)']],
    ['nothing at stop', 'on_stop: off\n', ['on_stop: run → off (weaker)']],
    ['no line for earned turns', 'tell_earned: false\n', ['tell_earned: nothing → false']],
    ['old failures', 'baseline: no_worse\n', ['baseline: none → no_worse (weaker)']],
    ['a code', 'dispatch: { codes: { TESTS_DELETED: deny } }\n', ['dispatch.codes.TESTS_DELETED: nothing → deny']],
    [
      'a pin',
      'pins: [package.json]\n',
      [
        'validator tests: runs `npm test`, which must exit with code 0 → runs `npm test`, which must exit with code 0, with package.json as approved',
      ],
    ],
    ['what shows in no sentence', 'outputs: [x/**]\n', ['validator tests: outputs [] → ["x/**"] (weaker)']],
    [
      'a name that people gave',
      'dispatch: { roles: { codeReviewer: { write: deny } } }\n',
      ['dispatch.roles.codeReviewer.write: nothing → deny'],
    ],
    ['layout', '# nothing\n', []],
  ])('%s is one line', (_, added, expected) => expect(changes(SMALL, SMALL + added)).toEqual(expected))

  /** Returns whether the first policy is weaker than the second, and the second than the first. */
  const weaker = (one: string, other: string): [boolean, boolean] => {
    const isWeaker = (from: string, to: string): boolean => changes(from, to).some((line) => line.endsWith(' (weaker)'))
    return [isWeaker(other, one), isWeaker(one, other)]
  }
  const checks = (options: string, binding = 'tests'): string => `version: 1
validators:
  tests: { kind: vitest_pass, command: npx vitest run${options} }
  lint: npx eslint .
bindings: { done: ${binding} }
`

  it.each([
    ['one more keyword', 'contract: { keywords: [add, remove] }', 'contract: { keywords: [add] }'],
    ['no keyword', '', 'contract: { keywords: [add] }'],
    [
      'a shorter ladder',
      'contract: { ladder: [{ name: a, command: x }] }',
      'contract: { ladder: [{ name: a, command: x }, { name: b, command: y }] }',
    ],
    [
      'a code that only tells',
      'dispatch: { codes: { TESTS_DELETED: flag } }',
      'dispatch: { codes: { TESTS_DELETED: deny } }',
    ],
    ['a code that is left to its default', '', 'dispatch: { codes: { TESTS_DELETED: ask } }'],
    ['a code below its default', 'dispatch: { codes: { WORK_DISCARDED: flag } }', ''],
    ['less time', 'on_stop_seconds: 1', ''],
    ['a root further up', '', 'dispatch: { roots: [src] }'],
    ['another root', 'dispatch: { roots: [., ~/other] }', ''],
    ['any host', '', 'dispatch: { hosts: [a.example] }'],
    ['one more host', 'dispatch: { hosts: [a.example, b.example] }', 'dispatch: { hosts: [a.example] }'],
    ['any place to read', '', 'dispatch: { read_roots: [src] }'],
    [
      'a command that is asked about',
      'dispatch: { commands: { ask: [git push] } }',
      'dispatch: { commands: { deny: [git push] } }',
    ],
    ['a command that is left to the checks', '', 'dispatch: { commands: { ask: [git push] } }'],
    ['a command that is always allowed', 'dispatch: { commands: { allow: [git push] } }', ''],
    [
      'a role that may more',
      'dispatch: { roles: { main: { write: flag } } }',
      'dispatch: { roles: { main: { write: deny } } }',
    ],
    ['a role without a row', '', 'dispatch: { roles: { main: { write: deny } } }'],
    ['fewer protected files', '', 'dispatch: { protected_files: [a] }'],
    ['a protected file taken away', "dispatch: { protected_files: [a, '!b'] }", 'dispatch: { protected_files: [a] }'],
    [
      'a row of a role in the place of that of all',
      "dispatch: { roles: { '*': { write: deny }, reviewer: { read: allow } } }",
      "dispatch: { roles: { '*': { write: deny } } }",
    ],
    ['more that may be removed', 'dispatch: { build_outputs: [a] }', ''],
    ['larger changes', 'dispatch: { max_lines: 9000, max_files: 90 }', ''],
    ['nobody to ask', '', 'dispatch: { nobody_to_ask: deny }'],
  ])('says that %s is weaker, and the other way round is not', (_, one, other) =>
    expect(weaker(`version: 1\n${one}`, `version: 1\n${other}`)).toEqual([true, false]),
  )

  it.each([
    ['a pin less', checks(''), checks(', pins: [package.json]')],
    ['an output more', checks(', outputs: [x/**]'), checks('')],
    ['fewer tests', checks(', min_tests: 2'), checks(', min_tests: 3')],
    ['fewer runs', checks(''), checks(', required_runs: 2')],
    [
      'a runner of tests that becomes a command',
      checks('').replace('{ kind: vitest_pass, command: npx vitest run }', 'npx vitest run'),
      checks(''),
    ],
    [
      'a command that is only observed',
      checks('').replace('lint: npx eslint .', 'lint: { kind: observed_command, command: npx eslint . }'),
      checks(''),
    ],
    [
      'any change',
      'version: 1\nvalidators: { c: { kind: file_diff_present, paths: [src, docs] } }\nbindings: { blocked: c }\n',
      'version: 1\nvalidators: { c: { kind: file_diff_present, paths: [src] } }\nbindings: { blocked: c }\n',
    ],
    [
      'a scope that requires nothing',
      `${checks('', '{ everywhere: { any: [tests, lint] }, scopes: { docs: [] } }')}scopes: { docs: docs/** }`,
      `${checks('', '{ any: [tests, lint] }')}scopes: { docs: docs/** }`,
    ],
    [
      'less in a scope',
      checks('', '{ everywhere: [tests, lint], scopes: { docs: lint } }').replace(
        'version: 1',
        'version: 1\nscopes: { docs: [docs] }',
      ),
      checks('', '[tests, lint]').replace('version: 1', 'version: 1\nscopes: { docs: [docs] }'),
    ],
    ['one check of two', checks('', 'tests'), checks('', '[tests, lint]')],
    ['either of two checks', checks('', '{ any: [tests, lint] }'), checks('', '[tests, lint]')],
    ['either instead of one', checks('', '{ any: [tests, lint] }'), checks('', 'tests')],
  ])('says that %s is weaker, and the other way round is not', (_, one, other) =>
    expect(weaker(one, other)).toEqual([true, false]),
  )

  it('shows routes, rules and pins as people would say them', () => {
    const ladder = (rungs: string): string => `version: 1\ncontract: { ladder: [${rungs}] }`
    const [web, curl] = ['{ name: web, tool: WebFetch }', '{ name: curl, command: curl, host: example.org }']
    expect(changes(ladder(`${web}, ${curl}`), ladder(web))).toEqual([
      'contract.ladder: [web (tool WebFetch), curl (command curl, host example.org)] → [web (tool WebFetch)] (weaker)',
    ])
    expect(
      changes('version: 1', 'version: 1\ndispatch: { commands: { deny: [npm publish], ask: [git push] } }'),
    ).toEqual(['dispatch.commands: [] → [deny npm publish, ask git push]'])
  })

  it('leaves undecidable changes to the person', () => {
    expect(weaker(checks(' src'), checks(' test'))).toEqual([false, false])
    expect(weaker('version: 1\nscopes: { a: [x] }', 'version: 1\nscopes: { a: [y] }')).toEqual([false, false])
    expect(weaker('version: 1\nretention: { max_age_days: 9 }', 'version: 1')).toEqual([false, false])
  })

  it('names every setting as the policy file spells it', () => {
    const written = `version: 1
block_budget: 4
on_stop: off
on_stop_seconds: 9
accept_reported: true
baseline: no_worse
tell_earned: false
contract: { keywords: [add] }
dispatch: { read_roots: [a], protected_files: [b], build_outputs: [c], max_lines: 9, max_files: 9, nobody_to_ask: deny }
retention: { max_age_days: 9, max_size_gb: 9 }
`
    const schema = JSON.parse(readFileSync('docs/policy.schema.json', 'utf8'))
    const isKey = (path: string): boolean => {
      const [first = '', second] = path.split('.')
      const field = schema.properties[first]
      return second === undefined ? field !== undefined : field?.properties[second] !== undefined
    }
    const keys = changes('version: 1', written).map((line) => line.split(':')[0] ?? '')
    expect(keys).toHaveLength(15)
    expect(keys.filter((key) => !isKey(key))).toEqual([])
  })

  it('reports a changed command, additions and removals', () => {
    expect(changes(SMALL, SMALL.replace('npm test', 'npm run quick'))).toEqual([
      'validator tests: runs `npm test`, which must exit with code 0 → runs `npm run quick`, which must exit with code 0',
    ])
    const patient = '{ kind: command_zero_exit, command: npm test, timeout_seconds: 7 }'
    expect(changes(SMALL, SMALL.replace('npm test', patient))).toEqual(['validator tests: timeout_seconds 120 → 7'])
    expect(changes(SMALL, SMALL.replace('  done: tests\n', ''))).toEqual([
      'mode of done: block → warn (weaker)',
      'mode of work: block → warn (weaker)',
      'binding done removed: tests has passed (weaker)',
      'binding work removed: tests has passed (weaker)',
    ])
    expect(changes('version: 1', SMALL)).toEqual([
      'mode of done: warn → block',
      'mode of tests_pass: warn → block',
      'mode of work: warn → block',
      'new validator tests: runs `npm test`, which must exit with code 0',
      'new binding done: tests has passed',
      'new binding tests_pass: tests has passed',
      'new binding work: tests has passed',
    ])
  })
})

describe('what a policy means', () => {
  it('is described in sentences', () => {
    expect(describePolicy(policyOf(`${SMALL}modes: { delegation: off }`))).toEqual([
      '"done" is blocked until tests has passed.',
      '"tests pass" is blocked until tests has passed.',
      'A turn that changes files is blocked until tests has passed.',
      '"fixed", "shipped", "verified", "blocked": always warned about, because no validator is bound.',
      '"please send me …": not checked.',
      'tests: runs `npm test`, which must exit with code 0',
      'When the agent stops, Bailiff runs the bound validators; the stop waits for at most 120 seconds.',
      'Bailiff blocks a turn at most 3 times.',
    ])
  })

  it('describes every kind of validator', () => {
    const said = describePolicy(
      policyOf(`version: 1
contract: { keywords: [login], ladder: [{ name: web, tool: WebFetch }, { name: api, host: example.org }] }
validators:
  unit: { kind: pytest_pass, command: 'pytest {target}', arguments: { target: path }, min_tests: 5, required_runs: 2, cwd: api }
  pushed: { kind: git_pushed, url: 'git@example.org:x.git' }
  up: { kind: http_2xx, url: 'https://example.org/health' }
  page: { kind: http_2xx, hosts: [example.org] }
  fixed: { kind: red_green, of: unit }
  changed: { kind: file_diff_present }
  seen: { kind: observed_command, command: npm run deploy }
  tried: { kind: fetch_attempt_proof, distinct_routes_attempted: 2 }
  ladder: { kind: ladder_exhaustion_proof }
scopes: { docs: docs/** }
bindings:
  fixed: { any: [fixed, { validator: unit, minimum: { min_tests: 9 }, given: [target] }] }
  done: { scopes: { docs: [changed, unit] } }
accept_reported: true
baseline: no_worse
tell_earned: false
on_stop: off
dispatch: { codes: { SECRET_INTRODUCED: deny }, hosts: [example.org] }
`),
    ).join('\n')
    for (const part of [
      '"done" in docs is blocked until changed and unit have passed.',
      '"fixed" is blocked until fixed or unit (min_tests at least 9, target given) has passed.',
      '"done": always blocked outside the scopes above, because no validator is bound.',
      'unit: runs `pytest {target}` (pytest_pass), in which at least 5 tests must run and none may fail, in api, 2 times in a row, with target given',
      'pushed: the commit is on its branch of origin (git@example.org:x.git)',
      'up: https://example.org/health answers with 2xx',
      'page: an address on example.org answers with 2xx',
      'fixed: unit failed before and passes now',
      'Bailiff shows no line when a turn is earned.',
      'changed: something under ** changed in this turn',
      'seen: the agent ran `npm run deploy`, which exited with code 0',
      'tried: 2 of web, api were tried and failed',
      'ladder: every rung',
      'though they can be forged',
      'may still fail',
      'Bailiff runs no validators',
      'login',
      'A tool call with SECRET_INTRODUCED: deny.',
    ])
      expect(said).toContain(part)
  })
})
