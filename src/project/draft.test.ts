import { describe, expect, it } from 'vitest'
import { isNamed } from '../policy/glob.ts'
import { parsePolicy } from '../policy/parse.ts'
import { readPin } from '../policy/paths.ts'
import type { Policy } from '../policy/policy.ts'
import { type Check, check } from './checks.ts'
import { renderDraft, type Trial } from './draft.ts'
import { remoteIn } from './remote.ts'

const TEST = check('', 'test', 'npm test', 'package.json#/scripts/test', 'vitest run')
const LINT = check('', 'lint', 'npm run lint', 'package.json#/scripts/lint', 'eslint .')
const BUILD = check('', 'build', 'make', 'Makefile')
/** The variables with which npm ignores a person's own settings. */
const OWN = { npm_config_userconfig: '/dev/null', npm_config_globalconfig: '/dev/null/none' }
const REMOTE = { name: 'origin', url: 'git@example.org:a/b.git' }

const trial = (one: Check, more: Partial<Trial> = {}): Trial => ({
  check: one,
  ended: 'passed',
  seconds: 2,
  left: [],
  changed: [],
  isCounted: true,
  env: {},
  ...more,
})

/** The compiled policy of a draft. */
function draft(trials: Trial[], more: Partial<Parameters<typeof renderDraft>[0]> = {}): Policy {
  const parsed = parsePolicy(Buffer.from(renderDraft({ trials, remote: null, packages: [], mode: 'block', ...more })))
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.compiled.policy
}

const bound = ({ bindings }: Policy, claim: string): string[] =>
  bindings.filter((one) => one.claim === claim).flatMap(({ demands }) => demands.map(({ validator }) => validator))

describe('a first policy', () => {
  it('binds claims to the checks that passed', () => {
    const policy = draft([trial(TEST), trial(LINT), trial(BUILD)], { remote: REMOTE })
    expect(bound(policy, 'tests_pass')).toEqual(['test'])
    expect(bound(policy, 'fixed')).toEqual(['test'])
    expect(bound(policy, 'done')).toEqual(['test', 'lint', 'build'])
    expect(bound(policy, 'shipped')).toEqual(['pushed'])
    expect(policy.modes).toMatchObject({ tests_pass: 'block', done: 'block', fixed: 'block', shipped: 'block' })
    expect(policy.validators['test']).toMatchObject({
      kind: 'vitest_pass',
      command: ['npm', 'test'],
      pins: [{ file: 'package.json', pointer: '/scripts/test' }],
    })
    expect(policy.validators['build']).toMatchObject({ kind: 'command_zero_exit', pins: [{ file: 'Makefile' }] })
    expect(policy.validators['pushed']).toMatchObject({ kind: 'git_pushed', url: REMOTE.url })
  })

  it('only warns if the person chooses so', () => {
    const { modes } = draft([trial(TEST)], { mode: 'warn' })
    expect(modes).toMatchObject({ tests_pass: 'warn', done: 'warn', fixed: 'warn' })
  })

  it('binds claims about tests to tests that fail now, with warnings only', () => {
    const policy = draft([trial(TEST, { ended: 'failed' }), trial(LINT)])
    expect(bound(policy, 'tests_pass')).toEqual(['test'])
    expect(bound(policy, 'fixed')).toEqual(['test'])
    expect(bound(policy, 'done')).toEqual(['lint'])
    expect(policy.modes).toMatchObject({ done: 'block', tests_pass: 'warn', fixed: 'warn' })
    const slow = draft([trial(TEST, { ended: 'timed-out' }), trial(LINT)])
    expect(bound(slow, 'tests_pass')).toEqual([])
    const other = check('api', 'test', 'npm test', 'api/package.json#/scripts/test', 'vitest run')
    expect(bound(draft([trial(TEST), trial(other, { ended: 'failed' })]), 'tests_pass')).toEqual(['test'])
  })

  it.each([
    [[]],
    [[trial(TEST)]],
    [[trial(TEST), trial(LINT)]],
    [[trial(BUILD)]],
    [[trial(TEST, { ended: 'failed' })]],
  ])('never blocks in warn mode: %#', (trials) => {
    for (const remote of [null, REMOTE]) {
      const { modes } = draft(trials, { mode: 'warn', remote })
      expect(Object.values(modes)).not.toContain('block')
    }
  })

  it.each(['failed', 'timed-out', 'not-started', 'not-run'] as const)(
    'leaves out a check with the result %s, if another passed',
    (ended) => {
      const policy = draft([trial(TEST), trial(LINT, { ended })])
      expect(bound(policy, 'done')).toEqual(['test'])
      expect(Object.keys(policy.validators)).toEqual(['test'])
    },
  )

  it('names the first check if none passed, with warnings only', () => {
    const policy = draft([trial(TEST, { ended: 'failed' }), trial(LINT, { ended: 'failed' })], { mode: 'warn' })
    expect(bound(policy, 'done')).toEqual(['test'])
    expect(policy.modes.done).toBe('warn')
  })

  it('leaves out a check that changes project files', () => {
    const policy = draft([trial(TEST), trial(LINT, { changed: ['src/a.ts'] })])
    expect(Object.keys(policy.validators)).toEqual(['test'])
  })

  it('binds a build to "done", but not to claims about tests', () => {
    const policy = draft([trial(BUILD)])
    expect([bound(policy, 'done'), bound(policy, 'tests_pass'), bound(policy, 'fixed')]).toEqual([['build'], [], []])
    expect(policy.modes).toMatchObject({ done: 'block', tests_pass: 'warn' })
  })

  it.each(['vitest run || true', 'echo fine', 'pytest; exit 0', 'vitest run --passWithNoTests || :'])(
    'leaves out a check that cannot fail: %s',
    (runs) => {
      const idle = check('', 'test', 'npm test', 'package.json#/scripts/test', runs)
      expect(Object.keys(draft([trial(idle), trial(LINT)]).validators)).toEqual(['lint'])
      expect(bound(draft([trial(idle)]), 'done')).toEqual(['changed'])
    },
  )

  it('requires a change if there is no check at all', () => {
    const policy = draft([], { mode: 'warn', remote: REMOTE })
    expect(bound(policy, 'done')).toEqual(['changed'])
    expect(policy.modes).toMatchObject({ done: 'warn', shipped: 'warn' })
  })

  it('names checks in several folders after their folders', () => {
    const of = (dir: string): Trial => trial(check(`${dir}/`, 'test', 'go test ./...', 'go.mod'))
    const policy = draft([of('api'), of('web ui/Core'), of('web-ui/core')])
    expect(Object.keys(policy.validators).sort()).toEqual(['test_api', 'test_web_ui_core', 'test_web_ui_core_2'])
    expect(policy.validators['test_api']).toMatchObject({ kind: 'go_test_pass', cwd: 'api', pins: [] })
  })

  it('waits longer for slow checks, and leaves out those over the time limit', () => {
    const policy = draft([trial(TEST, { seconds: 95 }), trial(LINT, { seconds: 61 }), trial(BUILD, { seconds: 200 })])
    expect(bound(policy, 'done')).toEqual(['test', 'lint'])
    expect(policy.onStopSeconds).toBe(320)
    expect(policy.validators['test']).toMatchObject({ timeoutSeconds: 290 })
    expect(draft([trial(TEST, { seconds: 3000 })])).toMatchObject({
      onStopSeconds: 480,
      validators: { test: { timeoutSeconds: 3600 } },
    })
  })

  it('lists files that a check leaves behind as its outputs', () => {
    const many = Array.from({ length: 30 }, (_, i) => `coverage/${i}.html`)
    expect(draft([trial(TEST, { left: ['report.xml', 'odd[1]*.txt'] })]).validators['test']).toMatchObject({
      outputs: ['report.xml'],
    })
    expect(draft([trial(TEST, { left: many })]).validators['test']).toMatchObject({ outputs: ['**/coverage/**'] })
  })

  it('lists the caches of known runners as globs, even if none was left behind', () => {
    const pytest = check('', 'test', 'pytest', 'pytest.ini')
    const left = ['tests/__pycache__/test_a.cpython-313.pyc', '.pytest_cache/CACHEDIR.TAG', '.coverage', 'out.txt']
    const outputs = ['**/.coverage', '**/.pytest_cache/**', '**/__pycache__/**', 'out.txt']
    expect(draft([trial(pytest, { left })]).validators['test']).toMatchObject({ outputs })
    expect(draft([trial(pytest)]).validators['test']).toMatchObject({
      outputs: ['**/.pytest_cache/**', '**/__pycache__/**'],
    })
  })

  it('requires nothing if only documents changed, except for "tests pass"', () => {
    const { bindings } = draft([trial(TEST), trial(LINT)])
    const free = bindings.filter(({ scope, demands }) => scope === 'docs' && demands.length === 0)
    expect(free.map(({ claim }) => claim)).toEqual(['done', 'fixed', 'verified', 'work'])
  })

  describe('the scope of documents', () => {
    const { scopes } = draft([trial(TEST)], { packages: ['packages/*', 'web'] })
    const isDocument = (path: string): boolean => isNamed(path, scopes['docs'] ?? [])

    it.each([
      'README.md',
      'CONTRIBUTING.md',
      'LICENSE',
      'docs/testing.md',
      'docs/a/b.png',
      'docs/a/b/c.txt',
      'packages/a/CHANGELOG.md',
      'packages/a/docs/use.md',
      'web/README.md',
    ])('has %s', (path) => {
      expect(isDocument(path)).toBe(true)
    })

    it.each([
      'src/a.ts',
      'src/prompts/system.md',
      'templates/mail.md',
      'app/about/page.mdx',
      'content/posts/one.markdown',
      'index.mdx',
      'lib/README.md',
      'other/CHANGELOG.md',
      'packages/a/src/prompt.md',
      'packages/a/b/README.md',
      'web/templates/welcome.rst',
      'tests/data/a.md',
      'docs/fixtures/b.md',
      'docs/conf.py',
      'docs/src/plugin.mjs',
      'docs/src/App.tsx',
      'docs/package.json',
      'docs/guide.mdx',
      'a.md/index.js',
      'CMakeLists.txt',
    ])('does not have %s', (path) => {
      expect(isDocument(path)).toBe(false)
    })
  })

  it('names the definitions of many packages by a glob, and shares variables', () => {
    const folders = Array.from({ length: 50 }, (_, i) => `packages/p${i}`)
    const pins = folders.flatMap((folder) =>
      [
        ...['pretest', 'test', 'posttest'].map((name) => `package.json#/scripts/${name}`),
        'vite.config.ts',
        'vite.config.js',
      ].map((file) => `${folder}/${file}`),
    )
    const trials = [TEST, LINT].map((one) =>
      trial({ ...one, pins: [...pins, 'package.json#/workspaces'] }, { env: OWN }),
    )
    const of = { trials, remote: null, packages: ['packages/*'], mode: 'block' } as const
    const text = renderDraft(of)
    expect(text.split('\n').length).toBeLessThan(40)
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120)
    const { test, lint } = draft([...trials], of).validators
    expect(test).toMatchObject({
      env: OWN,
      pins: [
        'package.json#/workspaces',
        ...['posttest', 'pretest', 'test'].map((name) => `packages/*/package.json#/scripts/${name}`),
        ...['js', 'ts'].map((end) => `packages/*/vite.config.${end}`),
      ].map(readPin),
    })
    expect(lint).toMatchObject({ env: OWN })
  })

  it('names the definitions of a few packages exactly, and never by a glob that covers others', () => {
    const pins = ['packages/a/.npmrc', 'packages/b/.npmrc', 'other/c/.npmrc']
    const { test } = draft([trial({ ...TEST, pins })], { packages: ['packages/*'] }).validators
    expect(test).toMatchObject({ pins: [...pins].sort().map(readPin) })
    const many = Array.from({ length: 9 }, (_, i) => `other/p${i}/.npmrc`)
    expect(draft([trial({ ...TEST, pins: many })], { packages: ['packages/*'] }).validators['test']).toMatchObject({
      pins: many.map(readPin),
    })
  })

  it('writes no scope for documents if a check reads them', () => {
    const lint = check('', 'lint', 'npm run lint', 'package.json#/scripts/lint', 'markdownlint .')
    expect(draft([trial(TEST), trial(lint)])).toMatchObject({ scopes: {} })
  })

  it('binds "verified" to what "done" needs', () => {
    const policy = draft([trial(TEST), trial(LINT)])
    expect(bound(policy, 'verified')).toEqual(['test', 'lint'])
    expect(policy.modes.verified).toBe('block')
    expect(draft([trial(TEST)], { mode: 'warn' }).modes.verified).toBe('warn')
  })

  it('keeps words that a shell would change', () => {
    const policy = draft([trial(check('', 'test', 'bun run --filter * test', 'package.json'))])
    expect(policy.validators['test']).toMatchObject({ command: ['bun', 'run', '--filter', '*', 'test'], pins: [] })
  })
})

describe('the remote', () => {
  it.each([
    ['', null],
    ['[core]\n\tbare = false\n', null],
    ['[remote "origin"]\n\tfetch = x\n\turl = git@example.org:a/b.git\n', 'git@example.org:a/b.git'],
    ['[remote "fork"]\n\turl = /srv/fork\n[remote "origin"]\n\turl = ssh://git@h/x\n', 'ssh://git@h/x'],
    ['[remote "fork"]\n\turl = /srv/fork\n', '/srv/fork'],
    ['[remote "origin"]\n\turl = https://me:secret@example.org/a.git\n', 'https://example.org/a.git'],
    ['[remote "origin"]\n\tfetch = x\n[branch "main"]\n\turl = no\n', null],
  ])('of %j is %j', (config, url) => expect(remoteIn(config)?.url ?? null).toBe(url))
})
