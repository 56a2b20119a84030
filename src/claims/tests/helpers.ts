import { assertionsIn } from './assertions.ts'
import type { Token } from './token.ts'

const DEFINES = /^(?:function|def|fn|func|fun|const|let|var)$/

/** Names the functions of a file that compare something: tests may leave their assertions to them. */
export function helpersIn(tokens: readonly Token[]): Set<string> {
  const asserting = assertionsIn(tokens)
  const helpers = new Set<string>()
  let name: string | null = null
  let next = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (asserting[next] === at) {
      if (name !== null) helpers.add(name)
      next++
    }
    if (kind === 'word' && DEFINES.test(text)) name = definedAt(tokens, at) ?? name
    // The helper ends where the first test begins.
    if (kind === 'word' && /^(?:it|test|describe)$/.test(text) && tokens[at + 1]?.text === '(') name = null
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
