import { spawnSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempDir } from '../../test/helpers/temp.ts'
import { detectChecks } from './detect.ts'
import { lookAt } from './look.ts'
import { isPlaceholder } from './node.ts'

type Files = { [path: string]: string | object }

const textOf = (content: string | object): string => (typeof content === 'string' ? content : JSON.stringify(content))

/** The checks of a project with these files: kind, command, and folder if it is not the root. */
const found = (files: Files): string[] =>
  detectChecks({
    files: Object.keys(files),
    read: (path) => (files[path] === undefined ? null : textOf(files[path])),
  }).map(({ kind, command, cwd }) => `${kind}: ${command.join(' ')}${cwd === '' ? '' : ` in ${cwd}`}`)

const scripts = (...names: string[]): object => ({
  scripts: Object.fromEntries(names.map((name) => [name, `run-${name}`])),
})

const PROJECTS: readonly (readonly [string, Files, readonly string[]])[] = [
  [
    'npm',
    { 'package.json': scripts('test', 'lint', 'build', 'start') },
    ['test: npm test', 'lint: npm run lint', 'build: npm run build'],
  ],
  [
    'pnpm',
    { 'package.json': scripts('test', 'lint'), 'pnpm-lock.yaml': '' },
    ['test: pnpm test', 'lint: pnpm run lint'],
  ],
  ['yarn', { 'package.json': scripts('test', 'build'), 'yarn.lock': '' }, ['test: yarn test', 'build: yarn run build']],
  ['bun', { 'package.json': scripts('test', 'build'), 'bun.lock': '' }, ['test: bun run test', 'build: bun run build']],
  ['bun with its own runner', { 'package.json': {}, 'bun.lockb': '', 'src/a.test.ts': '' }, ['test: bun test']],
  [
    'the package manager named in the manifest',
    { 'package.json': { ...scripts('test'), packageManager: 'pnpm@9.1.0' }, 'package-lock.json': '' },
    ['test: pnpm test'],
  ],
  [
    'less common script names',
    { 'package.json': scripts('test:unit', 'check:lint', 'compile') },
    ['test: npm run test:unit', 'lint: npm run check:lint', 'build: npm run compile'],
  ],
  ['what npm init writes', { 'package.json': { scripts: { test: 'echo "Error: no test specified" && exit 1' } } }, []],
  ['an invalid manifest', { 'package.json': '{ broken' }, []],
  [
    'pytest in pyproject.toml',
    { 'pyproject.toml': '[tool.pytest.ini_options]\n[tool.ruff]\n', 'tests/test_a.py': '' },
    ['test: pytest', 'lint: ruff check'],
  ],
  [
    'pytest with uv',
    { 'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8"]\n', 'uv.lock': '', 'tests/test_a.py': '' },
    ['test: uv run pytest'],
  ],
  [
    'pytest with poetry',
    { 'pyproject.toml': '[tool.poetry.dev-dependencies]\npytest = "*"\n', 'poetry.lock': '', 'test_a.py': '' },
    ['test: poetry run pytest'],
  ],
  [
    'pytest in tox.ini',
    { 'tox.ini': '[pytest]\n', 'setup.py': '', 'a_test.py': '', '.flake8': '' },
    ['test: pytest', 'lint: flake8'],
  ],
  ['unittest at the root', { 'test_a.py': 'import unittest\n' }, ['test: python3 -m unittest']],
  [
    'unittest in a package of tests',
    {
      'pyproject.toml': '',
      'uv.lock': '',
      'tests/__init__.py': '',
      'tests/test_a.py': 'from unittest import TestCase\n',
    },
    ['test: uv run python -m unittest'],
  ],
  [
    'unittest in a folder of tests',
    { 'setup.py': '', 'tests/test_a.py': '# A\n\nimport unittest\n' },
    ['test: python3 -m unittest discover -s tests'],
  ],
  [
    'pytest, which also runs tests for unittest',
    { 'requirements.txt': 'pytest\n', 'test_a.py': 'import unittest\n' },
    ['test: pytest'],
  ],
  ['no unittest in other folders', { 'examples/test_a.py': 'import unittest\n', 'tests/test_b.py': '' }, []],
  ['Python without a test', { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'a.py': '' }, []],
  ['Python without a known test runner', { 'setup.py': '', 'tests/test_a.py': '' }, []],
  [
    'Go',
    { 'go.mod': 'module x\n', 'a.go': '', 'a_test.go': '' },
    ['test: go test ./...', 'lint: go vet ./...', 'build: go build ./...'],
  ],
  ['Go without a test', { 'go.mod': 'module x\n', 'a.go': '' }, ['lint: go vet ./...', 'build: go build ./...']],
  [
    'a Go workspace',
    { 'go.work': 'go 1.22\nuse (\n\t./a // first\n\t./b\n)\n', 'a/go.mod': '', 'a/x_test.go': '' },
    ['test: go test ./a/... ./b/...', 'lint: go vet ./a/... ./b/...', 'build: go build ./a/... ./b/...'],
  ],
  [
    'a Go workspace with one module',
    { 'go.work': 'use .\n', 'go.mod': '' },
    ['lint: go vet ./...', 'build: go build ./...'],
  ],
  ['cargo', { 'Cargo.toml': '[package]\nname = "x"\n' }, ['test: cargo test', 'build: cargo build']],
  [
    'a cargo workspace',
    { 'Cargo.toml': '[workspace]\nmembers = ["a"]\n[workspace.lints.clippy]\n' },
    ['test: cargo test --workspace', 'lint: cargo clippy --workspace --all-targets', 'build: cargo build --workspace'],
  ],
  [
    'make',
    { Makefile: 'CC := gcc\ntest_dir = x\nall: lib\n\ntest lint: build\n\t./run\n.PHONY: test\n' },
    ['test: make test', 'lint: make lint', 'build: make all'],
  ],
  ['make with check', { makefile: 'check::\n\ttrue\n' }, ['test: make check']],
  ['make without the usual targets', { Makefile: 'test := 1\ninstall:\n' }, []],
  [
    'make beside npm',
    { 'package.json': scripts('test'), Makefile: 'test:\n\tnpm test\nlint:\n' },
    ['test: npm test', 'lint: make lint'],
  ],
  [
    'two languages',
    { 'package.json': scripts('test'), 'pyproject.toml': '[tool.pytest.ini_options]\n', 'test_a.py': '' },
    ['test: npm test', 'test: pytest'],
  ],
  [
    'a workspace whose root tests everything',
    {
      'package.json': { ...scripts('test'), workspaces: ['packages/*'] },
      'packages/a/package.json': scripts('test', 'lint'),
    },
    ['test: npm test', 'lint: npm run lint --workspaces --if-present'],
  ],
  [
    'an npm workspace',
    {
      'package.json': { workspaces: ['packages/*'] },
      'packages/a/package.json': {},
      'packages/b/package.json': scripts('test'),
    },
    ['test: npm run test --workspaces --if-present'],
  ],
  [
    'a yarn 1 workspace',
    {
      'package.json': { workspaces: { packages: ['apps/**'] } },
      'yarn.lock': '',
      'apps/x/y/package.json': scripts('test'),
    },
    ['test: yarn workspaces run test'],
  ],
  [
    'a workspace of yarn 2 or later',
    { 'package.json': { workspaces: ['a'] }, 'yarn.lock': '', '.yarnrc.yml': '', 'a/package.json': scripts('test') },
    ['test: yarn workspaces foreach --all run test'],
  ],
  [
    'a pnpm workspace',
    {
      'package.json': {},
      'pnpm-workspace.yaml': 'packages:\n  # all\n  - \'libs/*\' # here\n  - "!libs/old"\n',
      'libs/a/package.json': scripts('test'),
      'libs/old/package.json': scripts('build'),
    },
    ['test: pnpm --recursive --if-present run test'],
  ],
  [
    'a bun workspace',
    { 'package.json': { workspaces: ['a'] }, 'bun.lock': '', 'a/package.json': scripts('test') },
    ['test: bun run --filter * test'],
  ],
  [
    'a package that is not a workspace member',
    { 'package.json': { workspaces: ['packages/*'] }, 'other/package.json': scripts('test') },
    ['test: npm test in other'],
  ],
  [
    'projects in a folder that is not a project',
    {
      'README.md': '',
      'web/package.json': scripts('test'),
      'web/yarn.lock': '',
      'api/go.mod': '',
      'api/x_test.go': '',
    },
    [
      'test: go test ./... in api',
      'lint: go vet ./... in api',
      'build: go build ./... in api',
      'test: yarn test in web',
    ],
  ],
  ['a project below the depth limit', { 'a/b/c/d/e/package.json': scripts('test') }, []],
  ['documents', { 'README.md': '# Docs', 'docs/guide.md': '', 'mkdocs.yml': '' }, []],
  ['nothing', {}, []],
]

describe('the checks of', () => {
  it.each(PROJECTS)('%s', (_, files, expected) => {
    expect(found(files)).toEqual(expected)
  })

  it('a project name the place that defines them', () => {
    const text = JSON.stringify(scripts('test'))
    const read = (path: string) => (path === 'web/package.json' ? text : null)
    expect(detectChecks({ files: ['web/package.json'], read })).toMatchObject([
      {
        kind: 'test',
        command: ['npm', 'test'],
        runs: 'run-test',
        cwd: 'web',
        source: 'web/package.json#/scripts/test',
      },
    ])
  })
})

it.each([
  ['echo "Error: no test specified" && exit 1', true],
  ['exit 0', true],
  ['true', true],
  ['echo ok; true', true],
  ['', true],
  ['vitest run', false],
  ['echo start && vitest run', false],
  ['exit-hook test', false],
])('recognises a script that checks nothing: %j', (script, expected) => {
  expect(isPlaceholder(script)).toBe(expected)
})

describe('looking at a folder', () => {
  function folder(files: Files): string {
    const root = tempDir()
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), textOf(content))
    }
    return root
  }
  const git = (cwd: string, ...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], { cwd })

  it('finds the git root and its remote', () => {
    const root = folder({
      'package.json': scripts('test'),
      'src/deep/a.ts': '',
      'node_modules/x/package.json': scripts('lint'),
    })
    git(root, 'init', '--quiet')
    expect(lookAt(join(root, 'src', 'deep'))).toMatchObject({
      root,
      git: 'local',
      checks: [{ command: ['npm', 'test'] }],
    })
    git(root, 'remote', 'add', 'origin', '/nowhere')
    expect(lookAt(root).git).toBe('remote')
  })

  it('finds the remote of a worktree', () => {
    const root = folder({ 'go.mod': '' })
    git(root, 'init', '--quiet')
    git(root, 'remote', 'add', 'origin', '/nowhere')
    git(root, 'add', '.')
    git(root, 'commit', '--quiet', '--message=one')
    const tree = join(tempDir(), 'tree')
    git(root, 'worktree', 'add', '--quiet', tree)
    expect(lookAt(tree)).toMatchObject({ root: tree, git: 'remote' })
  })

  it('accepts a folder without git, and finds no checks in documents', () => {
    const root = folder({ 'README.md': '# Docs' })
    expect(lookAt(root)).toEqual({ root, git: 'none', remote: null, checks: [], packages: [] })
    expect(lookAt(join(root, 'not-there'))).toMatchObject({ git: 'none', checks: [] })
  })

  it('does not follow symlinks in circles or out of the folder', () => {
    const root = folder({ 'a/package.json': scripts('test') })
    symlinkSync(root, join(root, 'a', 'again'))
    expect(lookAt(root).checks).toHaveLength(1)
  })
})
