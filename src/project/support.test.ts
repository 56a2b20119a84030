import { expect, it } from 'vitest'
import { isSupportFile } from './support.ts'

it.each([
  'conftest.py',
  'tests/unit/conftest.py',
  'vitest.setup.ts',
  'src/setupTests.js',
  'test/setup.ts',
  'tests/fixtures/a.json',
  'test/helpers/world.ts',
  'src/__mocks__/fs.js',
  'src/__snapshots__/a.snap',
  'pkg/testdata/in.txt',
  'babel.config.cjs',
  'packages/a/.babelrc.json',
  '.swcrc',
  'tsconfig.test.json',
  'vite.config.mts',
  'postcss.config.js',
  'build.rs',
])('%s supports tests', (path) => expect(isSupportFile(path)).toBe(true))

it.each(['src/a.ts', 'tests/test_a.py', 'src/a.test.ts', 'package.json', 'vitest.config.ts', 'src/setup.py'])(
  '%s does not',
  (path) => expect(isSupportFile(path)).toBe(false),
)
