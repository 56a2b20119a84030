import { type FoundTest, type TestInventory, worst } from './found-test.ts'
import { javascriptTests } from './javascript.ts'
import { METHOD_LANGUAGES } from './languages.ts'
import { methodTests } from './methods.ts'
import { pythonTests } from './python.ts'
import { rubyTests } from './ruby.ts'
import { wholeFile } from './whole-file.ts'

/** Lists the tests in a test file. If none can be read in it, the file counts as one. */
export function testsInFile(path: string, text: string): TestInventory {
  const tests = inventoryOf(path, text)
  return tests.some(({ body }) => body !== '') ? tests : [...tests, ...wholeFile(path, text)]
}

/**
 * Lists the tests that a file declares. Reads the text as a formatter would, not as a compiler: a file that does not
 * parse yields the tests that can be made out. Never throws, and takes time in proportion to the text.
 */
export function inventoryOf(path: string, text: string): TestInventory {
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

/** Go: a build constraint above the package may leave the file out. */
function buildState(text: string): FoundTest['state'] {
  const condition = /^\/\/(?:go:build| \+build) ([^\n]*)$/m.exec(text)?.[1]
  if (condition === undefined) return 'runs'
  return /^(?:ignore|never|none)\b/.test(condition) ? 'skipped' : 'conditional'
}
