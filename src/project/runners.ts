import type { Listing } from './checks.ts'

/** Test runners and linters, and the files that define what they run. Pure. */

/** Validators that count tests, by test runner. */
const COUNTING = [
  [/\bvitest\b/, 'vitest_pass'],
  [/\bjest\b|\breact-scripts test\b/, 'jest_pass'],
  [/\bnode\b.*\s--test\b/, 'node_test_pass'],
  [/\b(?:pytest|py\.test)\b/, 'pytest_pass'],
  [/\bgo test\b/, 'go_test_pass'],
  [/\bcargo (?:nextest run|test)\b/, 'cargo_test_pass'],
] as const

export type CountingKind = (typeof COUNTING)[number][1]

/** The validators that count the tests in these commands. */
export const countingKinds = (commands: readonly string[]): CountingKind[] => [
  ...new Set(
    commands.flatMap((command) =>
      COUNTING.filter(([words]) => words.test(command))
        .map(([, kind]) => kind)
        .slice(0, 1),
    ),
  ),
]

const of = (name: string, ...ends: string[]): string[] => ends.map((end) => name + end)

const SCRIPTED = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/**
 * Definitions by program: `pinned` are pinned even if they do not exist, because creating one changes the check; `present`
 * only if they exist.
 */
const DEFINED: readonly (readonly [program: RegExp, pinned: readonly string[], present: readonly string[]])[] = [
  [
    /\bvitest\b/,
    [...of('vitest.config', ...SCRIPTED), 'vite.config.ts#/test', 'vite.config.js#/test'],
    [...of('vitest.workspace', ...SCRIPTED, '.json'), 'vite.config.mts#/test', 'vite.config.mjs#/test'],
  ],
  [/\bjest\b|\breact-scripts\b/, [...of('jest.config', ...SCRIPTED, '.json'), 'package.json#/jest'], []],
  [
    /\bmocha\b/,
    [...of('.mocharc', '.js', '.cjs', '.json', '.jsonc', '.yaml', '.yml'), 'package.json#/mocha'],
    ['test/mocha.opts'],
  ],
  [/\bava\b/, ['package.json#/ava'], of('ava.config', '.js', '.mjs', '.cjs')],
  [/\bplaywright\b/, [], of('playwright.config', '.ts', '.js')],
  [/\bbun test\b/, ['bunfig.toml'], []],
  [
    /\b(?:pytest|py\.test)\b/,
    ['pytest.ini', '.pytest.ini', 'pyproject.toml#/tool/pytest', 'setup.cfg#/tool:pytest', 'tox.ini#/pytest'],
    [],
  ],
  [/\btox\b/, ['tox.ini'], []],
  [/\bnox\b/, ['noxfile.py'], []],
  [/\bgo (?:test|vet|build)\b/, ['go.work'], []],
  [
    /\bcargo\b/,
    [
      '.cargo/config.toml',
      'Cargo.toml#/test',
      'Cargo.toml#/lib',
      'Cargo.toml#/package/autotests',
      'Cargo.toml#/workspace',
    ],
    [],
  ],
  [/\bcargo clippy\b/, ['clippy.toml', '.clippy.toml'], []],
  [
    /\beslint\b/,
    ['package.json#/eslintConfig'],
    [
      ...of('eslint.config', ...SCRIPTED),
      ...of('.eslintrc', '', '.js', '.cjs', '.json', '.yml', '.yaml'),
      '.eslintignore',
    ],
  ],
  [/\bbiome\b/, [], ['biome.json', 'biome.jsonc']],
  [/\bruff\b/, ['ruff.toml', '.ruff.toml', 'pyproject.toml#/tool/ruff'], []],
  [/\bflake8\b/, ['.flake8', 'setup.cfg#/flake8', 'tox.ini#/flake8'], []],
  [/\bmypy\b/, ['mypy.ini', '.mypy.ini', 'pyproject.toml#/tool/mypy'], []],
]

/** The files, or parts of files, that define what a command runs. `dir` is '' or ends in a slash. */
export function definitionsOf({ files }: Listing, dir: string, command: string): string[] {
  const exists = (pin: string): boolean => files.includes(dir + pin.replace(/#.*$/, ''))
  const named = [...command.matchAll(/(?:^|\s)(?:-c|--config|--config-file|--rcfile)[ =](\S+)/g)].map(
    ([, file = '']) => file,
  )
  const all = DEFINED.filter(([program]) => program.test(command)).flatMap(([, pinned, present]) => [
    ...pinned,
    ...present.filter(exists),
  ])
  return [...all, ...named.filter(exists)].map((pin) => dir + pin)
}
