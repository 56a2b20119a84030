import type { Line } from './lines.ts'
import type { Token } from './token.ts'

/** Resolves other names in a file: `from pytest import skip as later`, `needs_db = pytest.mark.skipif(…)`. */

const SKIP = /^(?:skip|skipif|skipIf|skipUnless|xfail|expectedFailure|importorskip|SkipTest)$/
const MODULE = /^(?:pytest|unittest|mark)$/
const MAX_VALUE = 30
const MAX_NAMES = 200

/** Writes out names that stand for a mark or a call that skips. */
export function withoutAliases(lines: readonly Line[]): readonly Line[] {
  const values = new Map<string, readonly Token[]>()
  for (const { indent, tokens } of lines) {
    if (values.size >= MAX_NAMES) break
    for (const [exported, local] of importsIn(tokens, MODULE))
      if (SKIP.test(exported)) values.set(local, memberOf(exported))
    const mark = indent === 0 ? markedAs(tokens, values) : null
    if (mark !== null) values.set(tokens[0]?.text ?? '', mark)
  }
  if (values.size === 0) return lines
  const written = (token: Token, before: Token | undefined): readonly Token[] =>
    (token.kind === 'word' && before?.text !== '.' && before?.text !== 'def' ? values.get(token.text) : undefined) ?? [
      token,
    ]
  return lines.map((line) =>
    line.tokens[0]?.text === 'from' || (values.has(line.tokens[0]?.text ?? '') && line.tokens[1]?.text === '=')
      ? line
      : { ...line, tokens: line.tokens.flatMap((token, at) => written(token, line.tokens[at - 1])) },
  )
}

const word = (text: string): Token => ({ kind: 'word', text })
const memberOf = (name: string): Token[] => [word('pytest'), { kind: 'mark', text: '.' }, word(name)]

/** The value of `name = pytest.mark.skip(…)`; null for any other statement. */
function markedAs(tokens: readonly Token[], values: ReadonlyMap<string, readonly Token[]>): readonly Token[] | null {
  const [name, equals, first] = tokens
  if (name?.kind !== 'word' || equals?.text !== '=' || name.text === 'pytestmark') return null
  const value = tokens.slice(2, 2 + MAX_VALUE)
  const known = values.get(first?.text ?? '')
  if (known !== undefined) return [...known, ...value.slice(1)].slice(0, MAX_VALUE)
  const isMark = MODULE.test(first?.text ?? '') && value.some(({ text }, at) => at > 1 && at < 6 && SKIP.test(text))
  return isMark ? value : null
}

/** Reads `from <module> import a, b as c`, if the module's name fits. */
export function importsIn(tokens: readonly Token[], module: RegExp): [exported: string, local: string][] {
  const start = tokens.findIndex(({ text }) => text === 'import')
  if (tokens[0]?.text !== 'from' || start < 2 || !module.test(tokens[start - 1]?.text ?? '')) return []
  const names: [string, string][] = []
  for (let at = start + 1; at < tokens.length; at++) {
    const { kind, text } = tokens[at] ?? word('')
    if (kind !== 'word') continue
    const hasAlias = tokens[at + 1]?.text === 'as'
    names.push([text, hasAlias ? (tokens[at + 2]?.text ?? text) : text])
    if (hasAlias) at += 2
  }
  return names
}
