import { type Check, check, type Ecosystem, type Listing } from './checks.ts'

/** Projects whose tests run with pytest, or else with unittest. */
export const python: Ecosystem = {
  name: 'python',
  find(listing, dir) {
    const run = runnerOf(listing, dir)
    const tests = pytestIn(listing, dir)
    const unittest = tests === null ? unittestIn(listing, dir) : null
    const lint = lintIn(listing, dir)
    return [
      ...(tests === null ? [] : [check(dir, 'test', `${run}pytest`, tests)]),
      ...(unittest === null
        ? []
        : [check(dir, 'test', `${pythonOf(run)} -m unittest${unittest.where}`, unittest.file)]),
      ...(lint === null ? [] : [check(dir, 'lint', `${run}${lint.command}`, lint.file)]),
    ] satisfies Check[]
  },
}

/** Files that may configure pytest, and the text that shows they do. */
const CONFIGURED: readonly (readonly [string, RegExp])[] = [
  ['pytest.ini', /^/],
  ['.pytest.ini', /^/],
  ['pyproject.toml', /^\[tool\.pytest(?:\.ini_options)?\]/m],
  ['tox.ini', /^\[pytest\]/m],
  ['setup.cfg', /^\[tool:pytest\]/m],
]

/** Files that list a project's dependencies. */
const NEEDS = [
  'pyproject.toml',
  'requirements-dev.txt',
  'requirements.txt',
  'requirements-test.txt',
  'setup.cfg',
  'Pipfile',
]

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$/

/** The file that shows the project uses pytest; null if there is none, or if there are no tests. */
function pytestIn({ files, read }: Listing, dir: string): string | null {
  if (!files.some((file) => file.startsWith(dir) && TEST_FILE.test(file))) return null
  const says = (file: string, words: RegExp): boolean =>
    files.includes(dir + file) && words.test(read(dir + file) ?? '')
  const configured = CONFIGURED.find(([file, words]) => says(file, words))?.[0]
  if (configured !== undefined) return configured
  return (
    NEEDS.find((file) => says(file, /\bpytest\b/)) ??
    ['conftest.py', 'tests/conftest.py'].find((file) => files.includes(dir + file)) ??
    null
  )
}

/** The names that unittest itself discovers, in the usual places. */
const UNITTEST_FILE = /^(?:tests?\/(?:.+\/)?)?test[^/]*\.py$/

/** The first test file that uses unittest, and where discovery must start: a folder that is no package is not entered. */
function unittestIn({ files, read }: Listing, dir: string): { file: string; where: string } | null {
  const path = files.find(
    (one) =>
      one.startsWith(dir) &&
      UNITTEST_FILE.test(one.slice(dir.length)) &&
      /^[ \t]*(?:import|from) +unittest\b/m.test(read(one) ?? ''),
  )
  if (path === undefined) return null
  const file = path.slice(dir.length)
  const [folder = ''] = file.includes('/') ? file.split('/', 1) : []
  const isEntered = folder === '' || files.includes(`${dir}${folder}/__init__.py`)
  return { file, where: isEntered ? '' : ` discover -s ${folder}` }
}

/** Outside an environment of its own, many systems have no `python`. */
const pythonOf = (run: string): string => (run === '' ? 'python3' : `${run}python`)

function lintIn({ files, read }: Listing, dir: string): { command: string; file: string } | null {
  const ruff = ['ruff.toml', '.ruff.toml'].find((file) => files.includes(dir + file))
  if (ruff !== undefined) return { command: 'ruff check', file: ruff }
  if (/^\[tool\.ruff/m.test(read(`${dir}pyproject.toml`) ?? ''))
    return { command: 'ruff check', file: 'pyproject.toml' }
  return files.includes(`${dir}.flake8`) ? { command: 'flake8', file: '.flake8' } : null
}

const LOCKS: readonly (readonly [string, string])[] = [
  ['uv.lock', 'uv run '],
  ['poetry.lock', 'poetry run '],
  ['pdm.lock', 'pdm run '],
  ['Pipfile.lock', 'pipenv run '],
]

/** The command prefix that runs programs in the project's environment. */
const runnerOf = ({ files }: Listing, dir: string): string =>
  LOCKS.find(([file]) => files.includes(dir + file))?.[1] ?? ''
