import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/helpers/cli.ts'
import { quickNode } from '../../test/helpers/quick-node.ts'
import { quickPytest } from '../../test/helpers/quick-pytest.ts'
import { nameOnFailure, type Probe, starts } from '../../test/helpers/starts.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { committed } from '../../test/helpers/workspace.ts'
import { watch } from '../../test/helpers/world.ts'

type Files = { [path: string]: string }

/** A project under git with a policy from init, and a session that has begun. */
async function begun(files: Files, path = quickNode(), person = process.env['HOME']) {
  const home = tempDir()
  const dir = join(home, 'project')
  const write = (more: Files): void => {
    for (const [name, text] of Object.entries(more)) writeFileSync(join(dir, name), text)
  }
  committed(dir, files)
  const env = { HOME: person, PATH: path, BAILIFF_HOME: join(home, 'ledger') }
  const run = (line: string) => runCli(line.split(' '), env, { cwd: dir })
  const { err, exit } = await run('init --yes --host claude-code')
  expect(exit).toBe(0)
  const { tell } = watch({}, join(home, 'ledger'))
  tell('claude-code', 'SessionStart', { session_id: 's', cwd: dir, source: 'startup' }, env)
  const validate = async (): Promise<string> => {
    const { out } = await run('validate tests_pass --with test --session claude-code-s --json')
    return JSON.parse(out).code
  }
  return { err, write, validate, policy: readFileSync(join(dir, '.bailiff/policy.yaml'), 'utf8') }
}

const manifest = (scripts: Files, more: object = {}): string => JSON.stringify({ private: true, scripts, ...more })
const passing = (...names: string[]): string =>
  `const { it } = require('node:test')\n${names.map((name) => `it('${name}', () => {})\n`).join('')}`

describe('the definitions that init pins', () => {
  const SCRIPT = '#!/bin/sh\nset -e\nnode --test\n'
  const FILES = {
    'package.json': manifest({ test: './run-tests.sh' }),
    'run-tests.sh': SCRIPT,
    'a.test.js': passing('a'),
  }

  it('are those behind a local script, and its tests are counted', async () => {
    const { policy, write, validate } = await begun(FILES)
    expect(policy).toContain('kind: node_test_pass')
    write({
      'package.json': manifest({ test: './run-tests.sh', start: 'node .' }, { dependencies: { left: '1' } }),
      'b.test.js': passing('b'),
    })
    expect(await validate()).toBe('PASSED')
    write({ 'run-tests.sh': '#!/bin/sh\nexit 0\n' })
    expect(await validate()).toBe('CHECK_CHANGED')
    write({ 'run-tests.sh': SCRIPT, '.npmrc': 'node-options=--test-name-pattern=a\n' })
    expect(await validate()).toBe('CHECK_CHANGED')
  })

  it('include scripts that do not exist yet', async () => {
    const { write, validate } = await begun(FILES)
    write({ 'package.json': manifest({ test: './run-tests.sh', pretest: 'rm b.test.js' }) })
    expect(await validate()).toBe('CHECK_CHANGED')
  })

  it('include the script of each package in a workspace', async () => {
    const { policy, write, validate } = await begun(
      {
        'package.json': manifest({}, { workspaces: ['packages/*'] }),
        'packages/a/package.json': JSON.stringify({ name: 'a', version: '1.0.0', scripts: { test: 'node --test' } }),
        'packages/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0', scripts: { test: 'node --test' } }),
        'packages/a/a.test.js': passing('a'),
        'packages/b/b.test.js': passing('b'),
      },
      process.env['PATH'],
    )
    expect(policy).toContain('kind: node_test_pass')
    expect(policy).toContain('command: npm run test --workspaces --if-present')
    expect(await validate()).toBe('PASSED')
    write({ 'packages/b/package.json': JSON.stringify({ name: 'b', version: '1.0.0', scripts: { test: 'true' } }) })
    expect(await validate()).toBe('CHECK_CHANGED')
  })
})

const PYTEST: Probe = ['pytest', '--version']
const hasPytest = starts(PYTEST)
const PYTHON = spawnSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], {
  encoding: 'utf8',
}).stdout?.trim()
const withoutPytest = hasPytest ? '' : ' — SKIPPED: "pytest" does not start here'

describe('a Python project', () => {
  nameOnFailure(PYTEST)
  const FILES = {
    'pyproject.toml': '[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
    'tests/test_a.py': 'def test_a(): pass\n',
  }

  it('pins the options of pytest', async () => {
    const { write, validate } = await begun(FILES, quickPytest())
    write({ 'pyproject.toml': FILES['pyproject.toml'].replace(']\n', ']\naddopts = "--deselect tests/test_a.py"\n') })
    expect(await validate()).toBe('CHECK_CHANGED')
  })

  it.skipIf(!hasPytest)(
    `lets the next new test write its cache, and a dependency be added${withoutPytest}`,
    async () => {
      const { policy, write, validate } = await begun(FILES, quickPytest())
      expect(policy).toContain('outputs: ["**/__pycache__/**", "**/.pytest_cache/**"]')
      write({
        'tests/test_b.py': 'def test_b(): pass\n',
        'tests/conftest.py': '',
        'pyproject.toml': `[project]\nname = "x"\nversion = "1"\ndependencies = ["a"]\n${FILES['pyproject.toml']}`,
      })
      expect(await validate()).toBe('PASSED')
    },
  )
})

describe('the settings of the user', () => {
  const own = (files: Files): string => {
    const home = tempDir()
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(home, name)), { recursive: true })
      writeFileSync(join(home, name), text, { mode: 0o755 })
    }
    return home
  }
  const FILES = { 'package.json': manifest({ test: 'node --test' }), 'a.test.js': passing('a') }
  const failing = FILES['a.test.js'].replace('{}', '{ throw 1 }')

  it('do not reach a check that npm starts', async () => {
    const home = own({ shell: "#!/bin/sh\nprintf 'ok 1 - a\\n# tests 1\\n# pass 1\\n# fail 0\\n'\n" })
    const { policy, validate, write } = await begun(FILES, process.env['PATH'], home)
    expect(policy).toContain('npm_config_userconfig: /dev/null')
    writeFileSync(join(home, '.npmrc'), `script-shell=${join(home, 'shell')}\n`)
    write({ 'a.test.js': failing })
    expect(await validate()).toBe('TESTS_FAILED')
  })

  it('stay for a check that needs them, and changing what decides is a change of the check', async () => {
    const home = own({ 'set.cjs': 'global.set = 1\n' })
    const npmrc = `node-options=--require=${join(home, 'set.cjs')}\n`
    writeFileSync(join(home, '.npmrc'), npmrc)
    const needing = "const { it } = require('node:test')\nit('a', () => { if (global.set !== 1) throw 1 })\n"
    const { err, policy, validate } = await begun({ ...FILES, 'a.test.js': needing }, process.env['PATH'], home)
    expect(err).toContain('It needs your own settings')
    expect(policy).not.toContain('npm_config_userconfig')
    writeFileSync(join(home, '.npmrc'), `${npmrc}//registry.example.org/:_authToken=x\n`)
    expect(await validate()).toBe('PASSED')
    writeFileSync(join(home, '.npmrc'), `${npmrc}script-shell=/bin/echo\n`)
    expect(await validate()).toBe('CHECK_CHANGED')
  })

  it.skipIf(!hasPytest)(`do not reach Python${withoutPytest}`, async () => {
    const site = `.local/lib/python${PYTHON}/site-packages/usercustomize.py`
    const home = own({ [site]: '' })
    const files = { 'pytest.ini': '[pytest]\n', 'test_a.py': 'def test_a(): pass\n' }
    const { validate, write } = await begun(files, quickPytest(), home)
    const forged = 'import os, sys\nprint("=== 1 passed in 0.01s ===")\nsys.stdout.flush()\nos._exit(0)\n'
    writeFileSync(join(home, site), forged)
    write({ 'test_a.py': 'def test_a(): assert False\n' })
    expect(await validate()).toBe('TESTS_FAILED')
    write({ 'pytest.toml': '[pytest]\naddopts = ["--deselect=test_a.py"]\n' })
    expect(await validate()).toBe('CHECK_CHANGED')
  })
})

describe('init', () => {
  it('runs tests without CI=1 if they differ with it, and says so', async () => {
    const { err, policy, validate, write } = await begun({
      'package.json': manifest({ test: 'node --test' }),
      'a.test.js':
        "const { it } = require('node:test')\nit('a', () => {})\nit('b', { skip: 'CI' in process.env }, () => {})\n",
    })
    expect(err).toContain(
      'With CI=1: passed, 1 run, 1 skipped. Without: passed, 2 run, 0 skipped. Bailiff runs it without CI=1.',
    )
    expect(policy).toContain('CI: "" }')
    expect(await validate()).toBe('PASSED')
    write({
      'a.test.js':
        "const { it } = require('node:test')\nit('a', () => {})\nit('b', () => { if (!('CI' in process.env)) throw 1 })\n",
    })
    expect(await validate()).toBe('TESTS_FAILED')
  })

  it('runs the tests behind a script that hides their failure', async () => {
    const { policy } = await begun({
      'package.json': manifest({ test: 'node --test || true' }),
      'a.test.js': passing('a'),
    })
    expect(policy).toContain('command: node --test\n')
  })
})
