import { assertionsIn } from './assertions.ts'
import { NO_TOKEN, type Token } from './token.ts'

const DEFINES = new Set(['function', 'def', 'fn', 'func', 'fun', 'const', 'let', 'var'])
const TESTS = new Set(['it', 'test', 'describe'])

/** Names the functions of a file that compare something: tests may leave their assertions to them. */
export function helpersIn(tokens: readonly Token[]): Set<string> {
  const asserting = assertionsIn(tokens)
  const helpers = new Set<string>()
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
    if (kind === 'word' && TESTS.has(text) && tokens[at + 1]?.text === '(') name = null
  }
  return helpers
}

function definedAt(tokens: readonly Token[], at: number): string | null {
  const name = tokens[at + 1]
  if (name?.kind !== 'word') return null
  const isValue = /^(?:const|let|var)$/.test(tokens[at]?.text ?? '')
  if (!isValue) return name.text
  const value = tokens.slice(at + 2, at + 5).map(({ text }) => text)
  return value[0] === '=' && /^(?:\(|async|function)$/.test(value[1] ?? '') ? name.text : null
}
