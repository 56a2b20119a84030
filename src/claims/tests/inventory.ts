import { type FoundTest, MAX_TESTS, type ReadInventory, worst } from './found-test.ts'
import { javascriptTests } from './javascript.ts'
import { METHOD_LANGUAGES } from './languages.ts'
import { methodTests } from './methods.ts'
import { pythonTests } from './python.ts'
import { rubyTests } from './ruby.ts'
import { wholeFile } from './whole-file.ts'

/** Lists the tests in a test file. If none can be read in it, the file counts as one. */
export function testsInFile(path: string, text: string): ReadInventory {
  const tests = inventoryOf(path, text)
  return tests === 'unread' || tests.some(({ body }) => body !== '') ? tests : [...tests, ...wholeFile(path, text)]
}

/**
 * Lists the tests that a file declares. Reads the text as a formatter would, not as a compiler: a file that does not
 * parse yields the tests that can be made out. Never throws, and takes time in proportion to the text: a file that would take
 * longer is unread.
 */
export function inventoryOf(path: string, text: string): ReadInventory {
  const tests = testsIn(path, text)
  return tests !== 'unread' && tests.length > MAX_TESTS ? 'unread' : tests
}

function testsIn(path: string, text: string): ReadInventory {
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? ''
  if (ending === 'py') return pythonTests(text)
  if (ending === 'rb') return rubyTests(text)
  const language = METHOD_LANGUAGES[ending]
  if (language === undefined) return javascriptTests(text)
  const tests = methodTests(text, language)
  // Pest declares tests as JavaScript's runners do.
  if (ending === 'php' && tests.length === 0) return javascriptTests(text)
  return ending === 'go' ? tests.map((test) => ({ ...test, state: worst(test.state, buildState(text)) })) : tests
}

/** Larger files are not searched for tests. */
export const MAX_TEST_BYTES = 1 << 20

/** The tests in a file that is too large to search. Any file of Rust may have tests, so a large one of them is not taken for a test file. */
export const inventoryOfLarge = (path: string): 'unread' | null => (path.endsWith('.rs') ? null : 'unread')

/** Go: a build constraint above the package may leave the file out. */
function buildState(text: string): FoundTest['state'] {
  const condition = /^\/\/(?:go:build| \+build) ([^\n]*)$/m.exec(text)?.[1]
  if (condition === undefined) return 'runs'
  return /^(?:ignore|never|none)\b/.test(condition) ? 'skipped' : 'conditional'
}
