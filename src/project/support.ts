import { isNamed } from '../policy/glob.ts'

/** Files that tests stand on without being tests: setup, fixtures, helpers, mocks, snapshots, and what transforms code for them. */
const SUPPORT = [
  '**/conftest.py',
  '**/setupTests.*',
  '**/setup-tests.*',
  '**/test-setup.*',
  '**/*.setup.*',
  '**/jest.setup*',
  '**/vitest.setup*',
  '**/global-setup.*',
  '**/globalSetup.*',
  '**/test-utils.*',
  '**/test_utils.*',
  '**/test-helpers.*',
  '**/testutil/**',
  '**/testdata/**',
  '**/test/helpers/**',
  '**/tests/helpers/**',
  '**/test/support/**',
  '**/tests/support/**',
  '**/tests/common/**',
  '**/test/setup*',
  '**/tests/setup*',
  '**/fixtures/**',
  '**/__fixtures__/**',
  '**/factories/**',
  '**/__mocks__/**',
  '**/mocks/**',
  '**/__snapshots__/**',
  '**/*.snap',
  '**/babel.config.*',
  '**/.babelrc*',
  '**/.swcrc',
  '**/postcss.config.*',
  '**/.postcssrc*',
  '**/tsconfig*.json',
  '**/jsconfig*.json',
  '**/vite.config.*',
  '**/.pnp.*',
  '**/pnpm-workspace.yaml',
  '**/pytest_plugins/**',
  '**/build.rs',
]

/**
 * True for a support file of tests. A change to one never refuses a check, because ordinary work changes them too, but the
 * person is told about it.
 */
export const isSupportFile = (path: string): boolean => isNamed(path, SUPPORT)

const MAX_NAMED = 3

/** Says which support files changed. */
export function saySupport(files: readonly string[]): string {
  const more = files.length - MAX_NAMED
  return `support files changed: ${files.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
