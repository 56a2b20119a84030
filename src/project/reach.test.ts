import { describe, expect, it } from 'vitest'
import type { Check } from './checks.ts'
import { detectChecks } from './detect.ts'
import { runnerOf } from './draft.ts'
import { passOn } from './pass-on.ts'

type Files = { [path: string]: string | object }

const test = (files: Files): Check => {
  const textOf = (content: string | object): string => (typeof content === 'string' ? content : JSON.stringify(content))
  const [found] = detectChecks({
    files: Object.keys(files),
    read: (path) => (files[path] === undefined ? null : textOf(files[path])),
  })
  if (found?.kind !== 'test') throw new Error('no test was found')
  return found
}

const npm = (script: string, more: Files = {}): Files => ({ 'package.json': { scripts: { test: script } }, ...more })
const PYTEST = { 'conftest.py': '', 'tests/test_a.py': '' }

describe('a check is followed to the runner it starts', () => {
  it.each<[string, Files, string | null]>([
    ['npm and vitest', npm('vitest run'), 'vitest_pass'],
    [
      'a shell script',
      npm('./run-tests.sh', { 'run-tests.sh': '#!/bin/sh\nset -e\nvitest run "$@"\n' }),
      'vitest_pass',
    ],
    ['a shell script by name', npm('bash ci/t', { 'ci/t': '#!/usr/bin/env bash\nexec npx jest\n' }), 'jest_pass'],
    [
      'a script of node',
      npm('node tools/test.js', { 'tools/test.js': "spawnSync('npx', ['vitest', 'run'])" }),
      'vitest_pass',
    ],
    [
      'a script that starts node',
      npm('node t.mjs', { 't.mjs': "spawn(process.execPath, ['--test'])" }),
      'node_test_pass',
    ],
    ['another script', { 'package.json': { scripts: { test: 'npm run unit', unit: 'jest --ci' } } }, 'jest_pass'],
    ['yarn with a script', { 'package.json': { scripts: { test: 'yarn unit', unit: 'jest' } } }, 'jest_pass'],
    ['yarn with a program', npm('yarn jest'), 'jest_pass'],
    ['pnpm exec', npm('pnpm exec vitest run'), 'vitest_pass'],
    ['pnpm exec in a package', npm('pnpm --filter a exec vitest run'), 'vitest_pass'],
    ['pnpm with a program and its own "run"', npm('pnpm vitest run -r dot'), 'vitest_pass'],
    ['yarn with a program and its own "run"', npm('yarn vitest run'), 'vitest_pass'],
    [
      'pnpm with a script of that name',
      { 'package.json': { scripts: { test: 'pnpm unit run', unit: 'jest' } } },
      'jest_pass',
    ],
    ['yarn run with a program', npm('yarn run vitest'), 'vitest_pass'],
    ['bun run with a program', npm('bun run --bun vitest run'), 'vitest_pass'],
    ['bun run with a file', npm('bun run tools/t.js', { 'tools/t.js': "spawn('npx', ['jest'])" }), 'jest_pass'],
    ['npm exec', npm('npm exec vitest run'), 'vitest_pass'],
    ['npm exec with options', npm('npm exec --yes -- vitest run'), 'vitest_pass'],
    ['npx -y', npm('npx -y vitest@3 run'), 'vitest_pass'],
    ['bunx', npm('bunx --bun vitest run'), 'vitest_pass'],
    ['mocha', npm('nyc mocha'), 'mocha_pass'],
    ['AVA after a linter', npm('xo && c8 ava'), 'ava_pass'],
    ['a linter of a folder called ava', npm('eslint src/ava.js'), null],
    ['tap', npm('tap test/*.js'), 'node_tap_pass'],
    ['Playwright', npm('playwright test'), 'playwright_pass'],
    ['Playwright that only installs', npm('playwright install'), null],
    ['bun test', npm('bun --bun test'), 'bun_test_pass'],
    ['deno test', { 'deno.json': '{}', 'src/sum_test.ts': '' }, 'deno_test_pass'],
    ['a task of Deno', { 'deno.json': { tasks: { test: { command: 'deno test -A' } } } }, 'deno_test_pass'],
    ['RSpec', { Gemfile: "gem 'rspec'", 'spec/sum_spec.rb': '' }, 'rspec_pass'],
    ['PHPUnit', { 'composer.json': '{}', 'phpunit.xml.dist': '' }, 'phpunit_pass'],
    [
      'Composer',
      { 'composer.json': { scripts: { test: ['@lint', '@php vendor/bin/phpunit'], lint: 'phpcs' } } },
      'phpunit_pass',
    ],
    ['cross-env', npm('cross-env NODE_ENV=test vitest run'), 'vitest_pass'],
    [
      'several scripts',
      { 'package.json': { scripts: { test: 'run-s lint unit', lint: 'eslint .', unit: 'node --test' } } },
      'node_test_pass',
    ],
    ['bash -c', npm("bash -c 'cd app && vitest run'"), 'vitest_pass'],
    [
      'make and pytest',
      { Makefile: 'PY ?= python3\ntest: lint\n\t@$(PY) -m pytest -q\nlint:\n\truff check\n', 'a.py': '' },
      'pytest_pass',
    ],
    ['make and uv', { Makefile: 'test:\n\tuv run pytest\n' }, 'pytest_pass'],
    ['make and a script', { Makefile: 'test:\n\t./t.sh\n', 't.sh': 'poetry run pytest\n' }, 'pytest_pass'],
    ['make and go', { Makefile: 'test:\n\tgo test ./...\n' }, 'go_test_pass'],
    ['pytest', PYTEST, 'pytest_pass'],
    ['two runners', npm('vitest run && jest'), null],
    ['no runner', npm('node check.js', { 'check.js': 'process.exit(0)' }), null],
    ['a circle', { 'package.json': { scripts: { test: 'npm run a', a: 'npm test' } } }, null],
  ])('%s', (_, files, kind) => expect(runnerOf(test(files))).toBe(kind))

  it.each<[string, Files]>([
    ['npm', { 'package.json': { workspaces: ['packages/*'] } }],
    [
      'npm by a script',
      { 'package.json': { workspaces: ['packages/*'], scripts: { test: 'npm test -ws --if-present' } } },
    ],
    [
      'pnpm',
      { 'package.json': { scripts: { test: 'pnpm -r test' } }, 'pnpm-workspace.yaml': 'packages:\n  - packages/*\n' },
    ],
    [
      'yarn',
      { 'package.json': { workspaces: ['packages/*'], scripts: { test: 'yarn workspaces foreach -A run test' } } },
    ],
    [
      'turbo',
      { 'package.json': { workspaces: ['packages/*'], scripts: { test: 'turbo run test' } }, 'turbo.json': {} },
    ],
    ['nx', { 'package.json': { workspaces: ['packages/*'], scripts: { test: 'nx run-many -t test' } }, 'nx.json': {} }],
    ['lerna', { 'package.json': { workspaces: ['packages/*'], scripts: { test: 'lerna run test' } } }],
  ])('in each package of a workspace: %s', (_, root) => {
    const check = test({
      ...root,
      'packages/a/package.json': { name: 'a', scripts: { test: 'vitest run' } },
      'packages/b/package.json': { name: 'b', scripts: { test: 'vitest run' } },
      'packages/c/package.json': { name: 'c' },
    })
    expect(runnerOf(check)).toBe('vitest_pass')
    expect(check.pins).toEqual(
      expect.arrayContaining([
        'package.json#/workspaces',
        'packages/a/package.json#/scripts/test',
        'packages/a/package.json#/scripts/pretest',
        'packages/b/package.json#/scripts/test',
        'packages/b/vitest.config.ts',
      ]),
    )
    expect(check.pins).not.toContain('packages/c/package.json#/scripts/test')
  })

  it('counts no tests if packages use different runners', () => {
    const check = test({
      'package.json': { workspaces: ['packages/*'] },
      'packages/a/package.json': { scripts: { test: 'vitest run' } },
      'packages/b/package.json': { scripts: { test: 'jest' } },
    })
    expect(runnerOf(check)).toBeNull()
  })
})

describe('the definitions of a check', () => {
  it.each<[string, Files, string[]]>([
    [
      'npm',
      npm('./t.sh', { 't.sh': 'node --test' }),
      [
        '.npmrc',
        'package.json#/scripts/posttest',
        'package.json#/scripts/pretest',
        'package.json#/scripts/test',
        't.sh',
      ],
    ],
    ['vitest', npm('vitest run'), ['vitest.config.ts', 'vitest.config.mjs', 'vite.config.mts', 'vite.config.cjs']],
    ['jest', npm('jest'), ['jest.config.js', 'package.json#/jest']],
    ['mocha', npm('mocha'), ['.mocharc.json', 'package.json#/mocha']],
    ['pytest', PYTEST, ['pytest.ini', 'pyproject.toml#/tool/pytest', 'setup.cfg#/tool:pytest', 'tox.ini#/pytest']],
    ['make', { Makefile: 'include a.mk\ntest:\n\tpytest\n' }, ['Makefile', 'a.mk', 'pytest.ini']],
    ['go', { 'go.mod': 'module x', 'a_test.go': '' }, ['go.work']],
    [
      'cargo',
      { 'Cargo.toml': '[package]\n' },
      ['Cargo.toml#/test', 'Cargo.toml#/package/autotests', '.cargo/config.toml'],
    ],
  ])('are pinned for %s, even those that do not exist yet', (_, files, pins) =>
    expect(test(files).pins).toEqual(expect.arrayContaining(pins)),
  )

  it('include a new vite.config in any ending, but of the one that exists only "test"', () => {
    const { pins } = test(npm('vitest run', { 'vite.config.ts': '' }))
    expect(pins).toEqual(expect.arrayContaining(['vite.config.ts#/test', 'vite.config.mts', 'vite.config.js']))
    expect(pins).not.toContain('vite.config.ts')
  })

  it('include those in the folders above, up to the first that has one', () => {
    const files = { 'packages/a/package.json': { scripts: { test: 'vitest run' } } }
    const of = (more: Files): readonly string[] =>
      test({ 'package.json': { workspaces: ['packages/*'] }, ...files, ...more }).pins
    expect(of({})).toEqual(expect.arrayContaining(['packages/a/vitest.config.ts', 'vitest.config.ts']))
    expect(of({ 'packages/a/vitest.config.ts': '' })).not.toContain('vitest.config.ts')
  })

  it('include those in the folders that pytest is given', () => {
    const files = { Makefile: 'test:\n\tpytest tests/unit\n', 'tests/unit/test_a.py': '' }
    expect(test(files).pins).toEqual(expect.arrayContaining(['tests/unit/pytest.ini', 'tests/pytest.ini', 'pytest.py']))
  })

  it('include settings of the user that no variable keeps out', () => {
    expect(test({ 'Cargo.toml': '[package]\n' }).pins).toContain('~/.cargo/config.toml')
    expect(test({ 'go.mod': 'module x', 'a_test.go': '' }).pins).toContain('~/.config/go/env')
    expect(test({ ...npm('jest'), 'yarn.lock': '' }).pins).toEqual(expect.arrayContaining(['.yarnrc.yml', '~/.yarnrc']))
  })

  it('leave out how code is transformed, unless it would be new in package.json', () => {
    const babel = { scripts: { test: 'jest' }, babel: { plugins: [] } }
    expect(test(npm('jest', { 'babel.config.js': '', '.swcrc': '' })).pins).toContain('package.json#/babel')
    expect(test({ 'package.json': babel }).pins.filter((pin) => /babel|swc|tsconfig/.test(pin))).toEqual([])
  })

  it('do not include the code under test, which the script of a check sources or starts', () => {
    const { pins } = test({
      Makefile: 'test:\n\t@sh check.sh\n',
      'check.sh': 'set -e\n. ./lib.sh\nsh bin/greet.sh\nnode src/cli.js\nsh ci/setup.sh\nsh run.sh\n',
      'lib.sh': 'greet() { echo hello; }\n',
      'bin/greet.sh': 'echo hello\n',
      'src/cli.js': '',
      'ci/setup.sh': 'true\n',
      'run.sh': 'node --test\n',
    })
    expect(pins).toEqual(expect.arrayContaining(['Makefile', 'check.sh', 'ci/setup.sh', 'run.sh']))
    for (const pin of ['lib.sh', 'bin/greet.sh', 'src/cli.js']) expect(pins).not.toContain(pin)
  })

  it('do not include whole manifests, tests or support files', () => {
    const files = { ...npm('vitest run'), ...PYTEST, 'pyproject.toml': '[tool.pytest.ini_options]\n' }
    for (const pin of ['package.json', 'pyproject.toml', 'conftest.py', 'tests/test_a.py'])
      expect(test(files).pins).not.toContain(pin)
  })
})

describe('a script that hides a failure of the tests', () => {
  it.each<[string, Files, string[]]>([
    ['npm', npm('vitest run || true'), ['npx', 'vitest', 'run']],
    ['a pipe', npm('npx jest --ci 2>&1 | tail -5'), ['npx', 'jest', '--ci']],
    ['a script of npm', npm('./t.sh', { 't.sh': 'node --test\necho done\n' }), ['node', '--test']],
    ['make', { Makefile: 'test:\n\t-pytest -q\n' }, ['pytest', '-q']],
    ['only the tests', npm('npm run build && (vitest run || true)'), ['npx', 'vitest', 'run']],
  ])('is replaced by the tests themselves: %s', (_, files, command) =>
    expect(test(files)).toMatchObject({ command, fault: null }),
  )

  it('is left out if the tests cannot be run without it', () => {
    expect(test(npm('./check || true')).fault).toBe(
      'a failure of "./check" does not show in the exit code (what follows || succeeds), so it proves nothing.',
    )
  })

  it.each([
    'eslint .; vitest run',
    'vitest run --passWithNoTests',
    'set -o pipefail; jest | tee log',
    'vitest run || exit 1',
  ])('is not seen in: %s', (script) =>
    expect(test(npm(script))).toMatchObject({ command: ['npm', 'test'], fault: null }),
  )
})

describe('words for a runner', () => {
  const scripts = {
    test: 'mocha',
    unit: 'mocha',
    nested: 'npm run unit',
    after: 'eslint . && NODE_ENV=test mocha test/**/*.js',
  }
  const others = {
    before: 'mocha; echo',
    piped: 'mocha | tee log',
    shell: 'sh -c "mocha"',
    ended: 'mocha -- a',
    all: 'run-s unit',
    short: 'pnpm test',
  }
  const listing = {
    files: [],
    read: (path: string) => (path === 'package.json' ? JSON.stringify({ scripts: { ...scripts, ...others } }) : null),
  }

  it.each([
    ['mocha', 'mocha --x'],
    ['npx -y mocha', 'npx -y mocha --x'],
    ['node node_modules/.bin/mocha', 'node node_modules/.bin/mocha --x'],
    ['npm exec mocha', 'npm exec mocha -- --x'],
    ['npm run unit', 'npm run unit -- --x'],
    ['npm run unit -- a', 'npm run unit -- a --x'],
    ['pnpm run unit', 'pnpm run unit --x'],
    ['pnpm test', 'pnpm run test --x'],
    ['yarn unit', 'yarn unit --x'],
    ['npm run nested', 'npm run nested -- -- --x'],
    ['npm run after', 'npm run after -- --x'],
  ])('reach it through %s', (command, expected) => {
    expect(passOn(listing, '', command.split(' '), 'mocha_pass', ['--x'])?.join(' ')).toBe(expected)
  })

  it.each(['before', 'piped', 'shell', 'ended', 'all', 'none', 'short'])(
    'are not added where something else would get them: %s',
    (name) => {
      expect(passOn(listing, '', ['npm', 'run', name], 'mocha_pass', ['--x'])).toBe(null)
    },
  )

  it('are not added to another runner, nor to a script that calls itself', () => {
    expect(passOn(listing, '', ['jest'], 'mocha_pass', ['--x'])).toBe(null)
    const circle = { files: [], read: () => JSON.stringify({ scripts: { test: 'npm test' } }) }
    expect(passOn(circle, '', ['npm', 'test'], 'mocha_pass', ['--x'])).toBe(null)
  })
})
