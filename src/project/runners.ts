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
  [/\bmocha\b/, 'mocha_pass'],
  [/\bplaywright test\b/, 'playwright_pass'],
  [/\bbun (?:--?\S+ )*test\b/, 'bun_test_pass'],
  [/\bdeno test\b/, 'deno_test_pass'],
  [/\brspec\b/, 'rspec_pass'],
  [/\bphpunit\b/, 'phpunit_pass'],
  [/(?:^|[\s/])ava(?![^\s@])/, 'ava_pass'],
  [/(?:^|[\s/])tap(?![^\s@])/, 'node_tap_pass'],
] as const

export type CountingKind = (typeof COUNTING)[number][1]

/** True if commands of this kind can be told by their words. */
export const isCountingKind = (kind: string): kind is CountingKind => COUNTING.some(([, one]) => one === kind)

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
 * The definitions of a program's run. All are pinned even if they do not exist, because creating one changes the run. `above`:
 * if a folder has none, the program looks in the folders above it; `every`: it reads them all. `~/` is a user's own setting.
 */
type Defined = { program: RegExp; files: readonly string[]; above?: 'nearest' | 'every' }

const DEFINED: readonly Defined[] = [
  {
    program: /\bvitest\b/,
    files: [
      ...of('vitest.config', ...SCRIPTED),
      ...of('vite.config', ...SCRIPTED),
      ...['vitest.workspace', 'vitest.projects'].flatMap((name) => of(name, ...SCRIPTED, '.json')),
    ],
    above: 'nearest',
  },
  {
    program: /\bjest\b|\breact-scripts\b/,
    files: [...of('jest.config', ...SCRIPTED, '.json'), 'package.json#/jest', 'package.json#/babel'],
  },
  {
    program: /\bmocha\b/,
    files: [
      ...of('.mocharc', '.js', '.cjs', '.mjs', '.json', '.jsonc', '.yaml', '.yml'),
      'package.json#/mocha',
      'test/mocha.opts',
    ],
    above: 'nearest',
  },
  { program: /\bava\b/, files: [...of('ava.config', '.js', '.mjs', '.cjs'), 'package.json#/ava'] },
  { program: /(?:^|[\s/])tap(?![^\s@])/, files: ['.taprc', 'package.json#/tap'] },
  { program: /\bplaywright\b/, files: of('playwright.config', ...SCRIPTED) },
  { program: /\bdeno test\b/, files: ['deno.json#/test', 'deno.jsonc'] },
  { program: /\brspec\b/, files: ['.rspec', '~/.rspec'] },
  { program: /\bphpunit\b/, files: of('phpunit', '.xml', '.dist.xml', '.xml.dist') },
  { program: /\bbun test\b/, files: ['bunfig.toml', '~/.bunfig.toml'] },
  {
    program: /\b(?:pytest|py\.test)\b/,
    files: [
      ...['pytest', '.pytest'].flatMap((name) => of(name, '.ini', '.toml')),
      'pyproject.toml#/tool/pytest',
      'setup.cfg#/tool:pytest',
      'tox.ini#/pytest',
      // "python -m pytest" imports these before the installed ones.
      ...['pytest', '_pytest', 'pluggy'].flatMap((name) => of(name, '.py', '/__init__.py')),
    ],
    above: 'nearest',
  },
  { program: /\bunittest\b/, files: of('unittest', '.py', '/__init__.py') },
  { program: /\btox\b/, files: [...of('tox', '.ini', '.toml'), 'setup.cfg#/tox:tox', 'pyproject.toml#/tool/tox'] },
  { program: /\bnox\b/, files: ['noxfile.py'] },
  {
    program: /\bgo (?:test|vet|build)\b/,
    files: ['go.work', '~/.config/go/env', '~/Library/Application Support/go/env'],
    above: 'nearest',
  },
  {
    program: /\bcargo\b/,
    files: ['Cargo.toml#/test', 'Cargo.toml#/lib', 'Cargo.toml#/package/autotests', 'Cargo.toml#/workspace'],
  },
  {
    program: /\bcargo\b/,
    files: [
      ...of('.cargo/config', '', '.toml'),
      ...of('rust-toolchain', '', '.toml'),
      ...of('~/.cargo/config', '', '.toml'),
    ],
    above: 'every',
  },
  { program: /\bcargo nextest\b/, files: ['.config/nextest.toml'] },
  { program: /\bcargo clippy\b/, files: of('clippy', '.toml').flatMap((file) => [file, `.${file}`]) },
  {
    program: /\beslint\b/,
    files: [
      ...of('eslint.config', ...SCRIPTED),
      ...of('.eslintrc', '', '.js', '.cjs', '.json', '.yml', '.yaml'),
      '.eslintignore',
      'package.json#/eslintConfig',
      'package.json#/eslintIgnore',
    ],
    above: 'nearest',
  },
  { program: /\bbiome\b/, files: ['biome', '.biome'].flatMap((name) => of(name, '.json', '.jsonc')), above: 'nearest' },
  {
    program: /\bruff\b/,
    files: ['ruff.toml', '.ruff.toml', 'pyproject.toml#/tool/ruff', '~/.config/ruff/ruff.toml'],
    above: 'nearest',
  },
  { program: /\bflake8\b/, files: ['.flake8', 'setup.cfg#/flake8', 'tox.ini#/flake8'] },
  {
    program: /\bmypy\b/,
    files: [
      ...['mypy.ini', '.mypy.ini', 'pyproject.toml#/tool/mypy', 'setup.cfg#/mypy'],
      ...['~/.config/mypy/config', '~/.mypy.ini'],
    ],
  },
]

/** Settings of package managers that change how a script runs. */
const OF_MANAGERS: readonly (readonly [program: RegExp, files: readonly string[]])[] = [
  [/^/, ['.npmrc']],
  [/^pnpm$/, ['~/.config/pnpm/rc']],
  [/^yarn$/, ['.yarnrc', '.yarnrc.yml', '~/.yarnrc', '~/.yarnrc.yml']],
  [/^bun$/, ['bunfig.toml', '~/.bunfig.toml']],
]

/** The files that define how a package manager runs a script of the package in `dir`. */
export const settingsOf = (manager: string, dir: string): string[] =>
  OF_MANAGERS.filter(([program]) => program.test(manager)).flatMap(([, files]) => [
    ...inFolder(dir, files),
    ...inFolder('', files),
  ])

/** The files, or parts of files, that define what a command runs. `dir` is '' or ends in a slash. */
export function definitionsOf(listing: Listing, dir: string, command: string): string[] {
  const named = [...command.matchAll(/(?:^|\s)(?:-c|--config|--config-file|--rcfile)[ =](\S+)/g)].map(
    ([, file = '']) => file,
  )
  const given = named.filter((file) => listing.files.includes(dir + file)).map((file) => dir + file)
  const all = DEFINED.filter(({ program }) => program.test(command)).flatMap((one) => {
    const starts = [dir, ...(/pytest|py\.test/.test(command) ? operandsOf(listing, dir, command) : [])]
    return starts.flatMap((start) => foldersOf(listing, start, one)).flatMap((folder) => inFolder(folder, one.files))
  })
  const pins = all.filter((pin) => !hasBabel(listing, pin)).map((pin) => partOfVite(listing, pin))
  return [...new Set([...pins, ...given])]
}

/** The folders in which a program looks for its definitions. */
function foldersOf({ files }: Listing, dir: string, { files: names, above }: Defined): string[] {
  if (above === undefined) return [dir]
  const folders = upwards(dir)
  const isThere = (folder: string): boolean => names.some((name) => files.includes(folder + name))
  return above === 'every' ? folders : folders.slice(0, folders.findIndex(isThere) + 1 || folders.length)
}

export const upwards = (dir: string): string[] => (dir === '' ? [''] : [dir, ...upwards(dir.replace(/[^/]+\/$/, ''))])

/** Pytest looks for its definitions from the folders in its arguments upwards. */
const operandsOf = ({ files }: Listing, dir: string, command: string): string[] =>
  command
    .split(/\s+/)
    .map((word) => `${dir}${word.replace(/^\.\//, '').replace(/::.*$|\/$/g, '')}`)
    .map((path) => (files.includes(path) ? path.replace(/[^/]+$/, '') : `${path}/`))
    .filter((folder) => folder !== dir && files.some((file) => file.startsWith(folder)))

const inFolder = (dir: string, files: readonly string[]): string[] =>
  files.map((file) => (file.startsWith('~/') ? file : dir + file))

/** Of a vite.config that exists, only "test" is pinned. A new one would take its place, so it is pinned whole. */
const partOfVite = ({ files }: Listing, pin: string): string =>
  /(?:^|\/)vite\.config\.\w+$/.test(pin) && files.includes(pin) ? `${pin}#/test` : pin

/** Babel's options may change, like any other that transform code, once they are in package.json: only adding them is pinned. */
const hasBabel = ({ read }: Listing, pin: string): boolean =>
  pin.endsWith('package.json#/babel') && /"babel"\s*:\s*\{/.test(read(pin.replace(/#.*$/, '')) ?? '')
