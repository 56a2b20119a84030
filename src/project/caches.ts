import { isNamed } from '../policy/glob.ts'

/** Files that known tools leave behind in a project: caches, compiled files, reports. Each glob covers later files, too. */
const CACHES = [
  '**/__pycache__/**',
  '**/.pytest_cache/**',
  '**/.mypy_cache/**',
  '**/.ruff_cache/**',
  '**/.hypothesis/**',
  '**/.tox/**',
  '**/.nox/**',
  '**/*.egg-info/**',
  '**/.coverage',
  '**/.coverage.*',
  '**/htmlcov/**',
  '**/coverage/**',
  '**/.nyc_output/**',
  '**/node_modules/.*/**',
  '**/.vitest*/**',
  '**/.jest-cache/**',
  '**/.turbo/**',
  '**/.nx/**',
  '**/.cache/**',
  '**/.eslintcache',
  '**/*.tsbuildinfo',
  '**/.next/**',
  '**/dist/**',
  '**/build/**',
  '**/target/**',
  '**/test-results/**',
  '**/playwright-report/**',
  '**/.phpunit.result.cache',
  '**/.phpunit.cache/**',
  '**/.tap/**',
]

/** Caches that a runner may write at any time, even if it left none when it was tried. */
const OF_RUNNERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\b(?:pytest|python[\d.]*|tox|nox)\b/, ['**/__pycache__/**', '**/.pytest_cache/**']],
  [/\bruff\b/, ['**/.ruff_cache/**']],
  [/\bmypy\b/, ['**/.mypy_cache/**']],
  [/\bcargo\b/, ['**/target/**']],
  [/\bplaywright\b/, ['**/test-results/**', '**/playwright-report/**']],
  [/\bphpunit\b/, ['**/.phpunit.result.cache', '**/.phpunit.cache/**']],
  [/(?:^|[\s/])tap(?![^\s@])/, ['**/.tap/**']],
]

/** Maximum number of other files listed one by one. */
const MAX_NAMED = 10

/**
 * The globs that a check may write to: the caches of its runner, and the files it left behind when it was tried. Files
 * in a known cache are never listed by name.
 */
export function outputsFor(runs: string, left: readonly string[]): string[] {
  const cached = CACHES.filter((glob) => left.some((path) => isNamed(path, [glob])))
  const own = OF_RUNNERS.filter(([words]) => words.test(runs)).flatMap(([, globs]) => globs)
  const others = left.filter((path) => !isNamed(path, CACHES) && /^[\w@%+=:,./ -]+$/.test(path))
  return [...new Set([...own, ...cached, ...named(others)])].slice(0, 100)
}

/** The files, or their top-level folders if there are many. */
const named = (paths: readonly string[]): string[] =>
  paths.length <= MAX_NAMED
    ? [...paths]
    : paths.map((path) => (path.includes('/') ? `${path.slice(0, path.indexOf('/'))}/**` : path))
