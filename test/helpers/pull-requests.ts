import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { documentsOf } from '../../src/project/documents.ts'
import { type Around, type Ran, runCli } from './cli.ts'
import { quickNode } from './quick-node.ts'
import { LONG } from './scale.ts'
import { tempDir } from './temp.ts'
import { committed, git } from './workspace.ts'

/** A policy as `bailiff init` writes it for a project with Node's test runner. */
export const CI_POLICY = `version: 1
validators:
  tests:
    kind: node_test_pass
    command: npm test
    pins: [package.json#/scripts/test]
bindings:
  tests_pass: tests
  verified: tests
  done: { everywhere: tests, scopes: { docs: [] } }
  fixed: { everywhere: tests, scopes: { docs: [] } }
scopes: { docs: ${JSON.stringify(documentsOf([]))} }
`

const TESTS = `import { test } from 'node:test'
import assert from 'node:assert'
import { add } from './add.mjs'
test('adds', () => { assert.equal(add(1, 2), 3) })
test('adds nothing', () => { assert.equal(add(1, 0), 1) })
`

/** Prints what Node's test runner prints for these tests, without starting it. */
const AS_NODE = `case $(cat add.mjs) in *' + '*) failed=0 not= ;; *) failed=1 not='not ' ;; esac
echo "\${not}ok 1 - adds"
echo 'ok 2 - adds nothing'
printf '# pass %s\\n# fail %s\\n# cancelled 0\\n# skipped 0\\n# todo 0\\n' $((2 - failed)) $failed
exit $failed
`

const manifest = (test: string): string =>
  `${JSON.stringify({ name: 'a', type: 'module', scripts: { test } }, null, 2)}\n`

/** A base whose tests Node's test runner runs. */
export const WITH_NODE: { [path: string]: string } = { 'package.json': manifest('node --test --test-reporter=tap') }

const BASE_FILES: { [path: string]: string } = {
  '.bailiff/policy.yaml': CI_POLICY,
  ...(LONG ? WITH_NODE : { 'package.json': manifest('sh test.sh') }),
  'test.sh': AS_NODE,
  'add.mjs': 'export const add = (a, b) => a + b\n',
  'add.test.mjs': TESTS,
  'README.md': '# Adds\n',
  '.gitignore': 'node_modules\n',
}

/** A repository whose branch `main` is the base, with the branch of a pull request checked out. */
export type PullRequestRepo = {
  dir: string
  git(...args: string[]): string
  write(files: { [path: string]: string | null }): void
  commit(message: string, files?: { [path: string]: string | null }): string
  /** Runs `bailiff ci --base main` with its own ledger. */
  ci(args?: readonly string[], env?: NodeJS.ProcessEnv, around?: Around): Promise<Ran>
  home: string
}

export function pullRequestRepo(base: { [path: string]: string | null } = {}): PullRequestRepo {
  const dir = join(tempDir(), 'repo')
  const home = join(tempDir(), 'home')
  mkdirSync(dir)
  const run = (...args: string[]): string => git(dir, ...args)
  const write = (files: { [path: string]: string | null }): void => {
    for (const [path, text] of Object.entries(files)) {
      if (text === null) rmSync(join(dir, path))
      else {
        mkdirSync(dirname(join(dir, path)), { recursive: true })
        writeFileSync(join(dir, path), text)
      }
    }
  }
  const commit = (message: string, files: { [path: string]: string | null } = {}): string => {
    write(files)
    run('add', '--all')
    run('commit', '--quiet', '--allow-empty', '--message', message)
    // What "git rev-parse HEAD" prints on a branch, without starting it.
    return readFileSync(join(dir, '.git', readFileSync(join(dir, '.git/HEAD'), 'utf8').slice(5).trim()), 'utf8').trim()
  }
  const all = Object.entries({ ...BASE_FILES, ...base }).filter((one): one is [string, string] => one[1] !== null)
  committed(dir, Object.fromEntries(all), 'main')
  run('switch', '--quiet', '--create', 'feature')
  return {
    dir,
    git: run,
    write,
    commit,
    home,
    ci: (args = [], env = {}, around = {}) =>
      runCli(
        ['ci', '--base', 'main', '--project', dir, '--home', home, ...args],
        { PATH: quickNode(), HOME: process.env['HOME'], ...env },
        { cwd: dir, ...around },
      ),
  }
}

/** Checks the pull request out as `actions/checkout` does: a clone with the base as a remote branch, and no local branch. */
export function checkout(repo: PullRequestRepo): string {
  const dir = join(tempDir(), 'checkout')
  git(tempDir(), 'clone', '--quiet', '--no-local', repo.dir, dir)
  git(dir, 'checkout', '--quiet', '--detach', 'origin/feature')
  git(dir, 'branch', '--quiet', '-D', 'feature')
  return dir
}
