import { describe, expect, it } from 'vitest'
import { policyOf, problemsOf, SMALL } from '../../test/helpers/policies.ts'
import { scaled } from '../../test/helpers/scale.ts'
import { MAX_POLICY_BYTES } from './project.ts'

describe('a policy file', () => {
  it('of six lines has a test command that "tests pass" and "done" must earn', () => {
    const { validators, bindings, modes, blockBudget, onStop } = policyOf(SMALL)
    expect(validators).toMatchObject({
      tests: { kind: 'command_zero_exit', command: ['npm', 'test'], timeoutSeconds: 120 },
    })
    expect(bindings.map(({ claim, match, demands }) => [claim, match, demands[0]?.validator])).toEqual([
      ['done', 'all', 'tests'],
      ['tests_pass', 'all', 'tests'],
      ['work', 'all', 'tests'],
    ])
    expect(modes).toMatchObject({ done: 'block', work: 'block', tests_pass: 'block', fixed: 'warn', verified: 'warn' })
    expect({ blockBudget, onStop }).toEqual({ blockBudget: 3, onStop: 'run' })
  })

  it('binds work like "done", unless it says otherwise', () => {
    const { bindings, modes } = policyOf(`version: 1
validators: { tests: npm test, quick: npm run quick }
bindings: { done: tests, work: quick }
modes: { done: warn, work: block }
`)
    expect(bindings.map(({ claim, demands }) => [claim, demands[0]?.validator])).toEqual([
      ['done', 'tests'],
      ['work', 'quick'],
    ])
    expect([modes.done, modes.work]).toEqual(['warn', 'block'])
    expect(policyOf(`${SMALL}modes: { done: warn }`).modes.work).toBe('warn')
    expect(policyOf(`${SMALL}modes: { work: off }`).modes).toMatchObject({ done: 'block', work: 'off' })
  })

  it('of one line means that claims only get warnings', () => {
    expect(new Set(Object.values(policyOf('version: 1').modes))).toEqual(new Set(['warn']))
  })

  it('keeps the modes that a person sets', () => {
    expect(policyOf(`${SMALL}modes: { done: off, verified: block }`).modes).toMatchObject({
      done: 'off',
      tests_pass: 'block',
      verified: 'block',
    })
  })

  it('resolves pins and outputs of all checks into each of them', () => {
    const { validators } = policyOf(`version: 1
pins: [package.json#/scripts/test]
outputs: [coverage/**]
validators:
  tests: { kind: vitest_pass, command: npx vitest run, pins: [vitest.config.ts], outputs: [dist/**] }
  lint: npm run lint
`)
    expect(validators['tests']).toMatchObject({
      pins: [
        { file: 'package.json', pointer: '/scripts/test' },
        { file: 'vitest.config.ts', pointer: null },
      ],
      outputs: ['coverage/**', 'dist/**'],
    })
    expect(validators['lint']).toMatchObject({ pins: [{ file: 'package.json' }], outputs: ['coverage/**'] })
  })

  it('binds per scope, with any or all, and with minimum values', () => {
    const { bindings } = policyOf(`version: 1
scopes: { api: packages/api/**, docs: ['docs/**', '!docs/old/**'] }
validators:
  unit: { kind: pytest_pass, command: 'pytest {target}', arguments: { target: path } }
  lint: npm run lint
bindings:
  tests_pass: { any: [unit, { validator: unit, minimum: { required_runs: 3 }, given: [target] }] }
  done: { everywhere: [unit, lint], scopes: { docs: lint } }
`)
    expect(bindings).toEqual([
      { claim: 'done', scope: null, match: 'all', demands: [demand('unit'), demand('lint')] },
      { claim: 'done', scope: 'docs', match: 'all', demands: [demand('lint')] },
      {
        claim: 'tests_pass',
        scope: null,
        match: 'any',
        demands: [demand('unit'), { validator: 'unit', minimum: { required_runs: 3 }, given: ['target'] }],
      },
      { claim: 'work', scope: null, match: 'all', demands: [demand('unit'), demand('lint')] },
      { claim: 'work', scope: 'docs', match: 'all', demands: [demand('lint')] },
    ])
  })

  const demand = (validator: string) => ({ validator, minimum: {}, given: [] })
})

/** Each mistake, and the expected problems with their positions. */
const WRONG: [what: string, text: string, said: string[]][] = [
  [
    'an unknown field',
    'version: 1\nvalidatrs: {}\n',
    ['2:1 validatrs: Unknown field "validatrs". Did you mean "validators"?'],
  ],
  [
    'a field of nothing known',
    'version: 1\nxyzzy: 1\n',
    ['2:1 xyzzy: Unknown field "xyzzy". Known: version, validators'],
  ],
  [
    'two slips at once',
    'version: 1\nblok_budget: 1\nmodes: { don: warn }\n',
    ['2:1 ', '3:10 modes.don: Unknown field "don". Did you mean "done"?'],
  ],
  [
    'a wrong kind',
    'version: 1\nvalidators:\n  t: { kind: pytest_pas }\n',
    ['3:14 validators.t.kind: Unknown value "pytest_pas". Did you mean "pytest_pass"?'],
  ],
  [
    'a kind left out',
    'version: 1\nvalidators:\n  t: { command: x }\n',
    ['3:3 validators.t.kind: This field is required. Use one of: command_zero_exit'],
  ],
  [
    'a command left out',
    'version: 1\nvalidators:\n  t: { kind: pytest_pass }\n',
    ['3:3 validators.t.command: This field is required.'],
  ],
  [
    'a wrong mode',
    'version: 1\nmodes:\n  done: blok\n',
    ['3:9 modes.done: Unknown value "blok". Did you mean "block"?'],
  ],
  [
    'a mode that is not text',
    'version: 1\nmodes: { done: true }\n',
    ['2:16 modes.done: Expected off or warn or block, found true.'],
  ],
  ['a wrong type', 'version: 1\nblock_budget: many\n', ['2:1 block_budget: Expected a number, found the text "many".']],
  ['a number too large', 'version: 1\nblock_budget: 99\n', ['2:15 block_budget: Too large: at most 20.']],
  ['half a number', 'version: 1\nblock_budget: 1.5\n', ['2:1 block_budget: Expected a whole number, found 1.5.']],
  [
    'text instead of a list',
    'version: 1\npins: package.json\n',
    ['2:1 pins: Expected a list, found the text "package.json".'],
  ],
  [
    'a number instead of one of several forms',
    'version: 1\nvalidators: { t: 3 }\n',
    ['2:15 validators.t: Expected text or a list or fields, found 3.'],
  ],
  [
    'a shell line',
    'version: 1\nvalidators:\n  t: npm test || true\n',
    ['3:6 validators.t: Command: commands run without a shell'],
  ],
  [
    'a check that proves nothing',
    'version: 1\nvalidators:\n  t: "true"\n',
    ['3:6 validators.t: Command: "true" always succeeds'],
  ],
  [
    'a weak check in a list',
    'version: 1\nvalidators:\n  t: { kind: command_zero_exit, command: [bash, -c, "x || true"] }\n',
    ['3:42 validators.t.command: Command: a failure of "x" does not show in the exit code'],
  ],
  [
    'a name in capitals',
    'version: 1\nvalidators: { Tests: x }\n',
    ['2:15 validators.Tests: A name must start with a lowercase letter'],
  ],
  [
    'an unknown validator',
    `${SMALL}  fixed: tets\n`,
    ['7:10 bindings.fixed: Unknown validator "tets". Did you mean "tests"?'],
  ],
  [
    'an inherited name for a validator',
    `${SMALL}  fixed: constructor\n`,
    ['7:10 bindings.fixed: Unknown validator "constructor"'],
  ],
  [
    'an unknown scope',
    `${SMALL}  fixed: { scopes: { api: tests } }\n`,
    ['7:27 bindings.fixed.scopes.api: Unknown scope "api".'],
  ],
  [
    'a number the validator has not',
    `${SMALL}  fixed: { all: [{ validator: tests, minimum: { min_tests: 3 } }] }\n`,
    ['7:10 bindings.fixed: Unknown tests minimum "min_tests". Known: required_runs.'],
  ],
  [
    'a slot without a type',
    'version: 1\nvalidators:\n  t: { kind: pytest_pass, command: "pytest {x}" }\n',
    ['3:36 validators.t.command: {x} is not declared.'],
  ],
  [
    'an argument without a slot',
    'version: 1\nvalidators:\n  t: { kind: pytest_pass, command: pytest, arguments: { x: path } }\n',
    ['3:60 validators.t.arguments.x: "x" is not used in the command'],
  ],
  [
    'a default outside its limits',
    'version: 1\nvalidators:\n  t: { kind: pytest_pass, command: "p {x}", arguments: { x: { type: integer, max: 3, default: 9 } } }\n',
    ['validators.t.arguments.x: Default must be between 0 and 3.'],
  ],
  [
    'a default that is an option',
    'version: 1\nvalidators:\n  t: { kind: pytest_pass, command: "p {x}", arguments: { x: { type: word, default: -q } } }\n',
    ['must not start with "-"'],
  ],
  [
    'red_green of what does not run',
    'version: 1\nvalidators: { d: { kind: file_diff_present }, r: { kind: red_green, of: d } }\n',
    ['validators.r.of: "d" does not run a command'],
  ],
  [
    'http_2xx without an address',
    'version: 1\nvalidators: { h: { kind: http_2xx } }\n',
    ['validators.h: Set either url:'],
  ],
  ['an invalid address', 'version: 1\nvalidators: { h: { kind: http_2xx, url: example.org } }\n', ['Write a full URL']],
  [
    'a ladder proof without a ladder',
    'version: 1\nvalidators: { l: { kind: ladder_exhaustion_proof } }\n',
    ['The contract has no ladder'],
  ],
  [
    'fewer routes than asked for',
    'version: 1\nvalidators: { f: { kind: fetch_attempt_proof, routes: [{ name: web, tool: WebFetch }] } }\n',
    ['requires 3 different routes'],
  ],
  [
    'a route known by nothing',
    'version: 1\ncontract: { ladder: [{ name: web }] }\n',
    ['2:22 contract.ladder.0: Set at least one of'],
  ],
  [
    'a path that leaves',
    'version: 1\nvalidators: { t: { kind: command_zero_exit, command: x, cwd: ../y } }\n',
    ['it leads out of the project'],
  ],
  ['an absolute glob', 'version: 1\noutputs: [/etc/**]\n', ['2:11 outputs.0: "/etc/**": use a path relative']],
  ['a pin that is a glob', 'version: 1\npins: ["*.json"]\n', ['in a pin, * stands for a whole folder']],
  ['a pin without a pointer', 'version: 1\npins: [package.json#scripts]\n', ['JSON pointer']],
  [
    'one of our variables',
    'version: 1\nvalidators: { t: { kind: command_zero_exit, command: x, env: { BAILIFF_HOME: y } } }\n',
    [
      'env.BAILIFF_HOME: The name of a variable may contain only letters, digits and _, and must not begin with BAILIFF_.',
    ],
  ],
  ['a later version', 'version: 2\n', ['1:10 version: Expected 1, found 2.']],
  ['no version', 'modes: {}\n', ['version: This field is required.']],
  ['a key twice', 'version: 1\nversion: 1\n', ['2:1 Duplicate key.']],
  ['a tab', 'version: 1\nmodes:\n\tdone: warn\n', ['3:1 This line is indented with a tab.']],
  ['two documents', 'version: 1\n---\nversion: 1\n', ['A second YAML document']],
  ['an open bracket', 'version: [1\n', ['Check quotes, brackets']],
  ['a tag', 'version: !!binary aGk=\n', ['1:']],
  ['an unknown tag', 'version: !secret 1\n', ['Remove the tag']],
  ['a key that is a list', 'version: 1\n? [a]\n: 1\n', ['2:3 A key must be text.']],
  ['a key that is a number', 'version: 1\n1: 2\n', ['2:1 1: Unknown field "1".']],
  ['no number', 'version: .nan\n', ['1:10 This value is not text, a number']],
  ['a prototype', 'version: 1\n__proto__: { version: 1 }\n', ['2:1 Unknown field "__proto__".']],
  ['a prototype deeper down', 'version: 1\nvalidators: { __proto__: x }\n', ['2:15 Unknown field "__proto__".']],
  ['a merge key', 'version: 1\nmodes: &m { done: warn }\ncontract: { <<: *m }\n', ['Unknown field "<<"']],
  ['an anchor in itself', 'version: 1\nmodes: &m { done: *m }\n', ['The file is nested more than 24 levels deep']],
  ['an alias of nothing', 'version: *x\n', ['1:10 ']],
  [
    'a lone surrogate',
    'version: 1\ncontract: { keywords: ["\\ud800x"] }\n',
    ['2:24 This text contains a NUL character or a lone surrogate'],
  ],
  [
    'a lone surrogate in a key',
    'version: 1\n"\\udc00": 1\n',
    ['2:1 This text contains a NUL character or a lone surrogate'],
  ],
  ['a NUL', 'version: 1\ncontract: { keywords: ["a\\0b"] }\n', ['2:24 This text contains a NUL']],
  ['a list', '- version: 1\n', ['1:1 Expected fields, found a list.']],
  ['nothing', '', ['1:1 The file is empty.']],
  ['only a comment', '# nothing\n', ['1:1 The file is empty.']],
  ['nothing but brackets', '['.repeat(scaled(100_000, 20_000)), ['1:1 The file is nested more than 24 levels deep']],
  ['too much', ' '.repeat(MAX_POLICY_BYTES + 1), ['1:1 The file is larger than 256 KB.']],
]

describe('problems in a policy file', () => {
  it.each(WRONG)('%s is reported with line, column and what to do', (_, text, said) => {
    const problems = problemsOf(text)
    expect(problems).toHaveLength(Math.max(said.length, problems.length > 0 ? 1 : 2))
    said.forEach((part, i) => {
      expect(problems[i]).toContain(part)
    })
  })

  it('aliases that would expand beyond memory are reported quickly', () => {
    const levels = 'abcdefgh'.split('').map((name, i, all) => {
      const inner = i === 0 ? 'x' : `*${all[i - 1]}`
      return `${name}: &${name} [${Array.from({ length: 10 }, () => inner).join(', ')}]`
    })
    expect(problemsOf(levels.join('\n'))).toEqual([expect.stringContaining('The file expands to too much data')])
  })

  it('invalid UTF-8 is reported with its position', () => {
    const bytes = Buffer.concat([Buffer.from('version: 1\n# caf'), Buffer.from([0xe9]), Buffer.from('\n')])
    expect(problemsOf(bytes)).toEqual(['2:6 The file is not valid UTF-8 here. Save it as UTF-8.'])
  })

  it('anchors that a person uses are fine', () => {
    expect(problemsOf('version: 1\nvalidators:\n  a: &run npm test\n  b: *run\n')).toEqual([])
  })
})
