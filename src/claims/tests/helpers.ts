import { assertionsIn } from './assertions.ts'
import { NO_TOKEN, type Token } from './token.ts'

const DEFINES = new Set(['function', 'def', 'fn', 'func', 'fun', 'const', 'let', 'var'])
/** Modules that exist for tests. What they export is taken to compare: a helper that does not is a changed support file. */
const OF_TESTS = /help|support|assert|expect|matcher|fixture|harness|test[-_]?util|testing/i
const TESTS = new Set(['it', 'test', 'describe'])

/**
 * Names the functions that compare something, of the file or of a module for tests: tests may leave their assertions to them.
 * `declaring` are other names that declare tests.
 */
export function helpersIn(tokens: readonly Token[], declaring: ReadonlySet<string> = new Set()): Set<string> {
  const asserting = assertionsIn(tokens)
  const helpers = importedIn(tokens)
  let name: string | null = null
  let next = 0
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? NO_TOKEN
    if (asserting[next] === at) {
      if (name !== null) helpers.add(name)
      next++
    }
    if (kind === 'word' && DEFINES.has(text)) name = definedAt(tokens, at) ?? name
    // The helper ends where the first test begins.
    if (kind === 'word' && (TESTS.has(text) || declaring.has(text)) && tokens[at + 1]?.text === '(') name = null
  }
  return helpers
}

const MAX_IMPORT = 60

/** The names that a file imports from modules for tests: `import { a } from './helpers.js'`, `from .helpers import a`. */
function importedIn(tokens: readonly Token[]): Set<string> {
  const names = new Set<string>()
  for (let at = 0; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? NO_TOKEN
    if (kind !== 'word' || (text !== 'import' && text !== 'from')) continue
    for (const name of text === 'from' ? pythonImport(tokens, at) : moduleImport(tokens, at)) names.add(name)
  }
  return names
}

/** Reads `import … from '<module>'`; the module comes last. */
function moduleImport(tokens: readonly Token[], at: number): string[] {
  const part = tokens.slice(at + 1, at + MAX_IMPORT)
  const from = part.findIndex(({ kind, text }) => kind === 'word' && text === 'from')
  const module = part[from + 1]
  const isOurs = from > 0 && module?.kind === 'string' && isOfTests(module.text.split('/'))
  return isOurs ? wordsIn(part.slice(0, from)) : []
}

/** Reads `from <module> import …`; the module comes first, and the names end with the line or its parentheses. */
function pythonImport(tokens: readonly Token[], at: number): string[] {
  const part = tokens.slice(at + 1, at + MAX_IMPORT)
  const start = part.findIndex(({ text }) => text === 'import')
  if (start < 1 || !isOfTests(wordsIn(part.slice(0, start)))) return []
  const names: string[] = []
  // Names follow each other only with a comma, a parenthesis or "as" between them.
  for (const [i, { kind, text }] of part.entries()) {
    if (i <= start || /^(?:[(),]|as)$/.test(text)) continue
    if (kind !== 'word' || (i > start + 1 && !/^(?:[(,]|as)$/.test(part[i - 1]?.text ?? ''))) break
    names.push(text)
  }
  return names
}

const isOfTests = (module: readonly string[]): boolean => module.slice(-2).some((part) => OF_TESTS.test(part))

const wordsIn = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(({ kind, text }) => (kind === 'word' ? [text] : []))

function definedAt(tokens: readonly Token[], at: number): string | null {
  const name = tokens[at + 1]
  if (name?.kind !== 'word') return null
  const isValue = /^(?:const|let|var)$/.test(tokens[at]?.text ?? '')
  if (!isValue) return name.text
  const value = tokens.slice(at + 2, at + 5).map(({ text }) => text)
  return value[0] === '=' && /^(?:\(|async|function)$/.test(value[1] ?? '') ? name.text : null
}
