import type { Invocation } from '../shell/run.ts'
import { textOf } from '../shell/value.ts'

/** Programs that print the lines that match a pattern. */
const SEARCHERS = /^(?:[ef]|r|z|u|bz|xz|p)?grep$|^(?:rg|ag|ack)$/

const PATTERN_OPTION = /^(?:-e|--regexp)$/
/** Options that take a value in programs other than grep. */
const VALUED_ELSEWHERE = /^-[gGtTjrM]$/
const VALUED = /^(?:-[efmABCdD]|--(?:regexp|file|glob|iglob|type|max-count|include|exclude|exclude-dir|context))$/

/** True if a search would print the text of a key, so that searching a whole home directory would give it away. */
export function seeksKeys({ name, args, git }: Pick<Invocation, 'name' | 'args' | 'git'>): boolean {
  const isSearch = SEARCHERS.test(name ?? '') || git?.name === 'grep'
  if (!isSearch) return false
  const words = (git?.args ?? args).map((arg) => textOf(arg))
  const letters = words.map((word) => /^-(\w+)/.exec(word ?? '')?.[1] ?? '').join('')
  const isLiteral = name === 'fgrep' || letters.includes('F') || words.includes('--fixed-strings')
  const isExtended = name !== 'grep' && git === null ? true : /[EP]/.test(letters) || words.some(isExtending)
  const matches = patternsIn(words, SEARCHERS.test(name ?? '') && /grep$/.test(name ?? '') ? 'grep' : 'other').some(
    (pattern) => isLikeAKey(pattern, isLiteral ? 'literal' : isExtended ? 'extended' : 'basic'),
  )
  return letters.includes('v') || words.includes('--invert-match') ? !matches : matches
}

const isExtending = (word: string | null): boolean => /^--(?:extended-regexp|perl-regexp)$/.test(word ?? '')

/** The patterns of a search: those of its options, otherwise its first operand. */
function patternsIn(words: readonly (string | null)[], kind: 'grep' | 'other'): string[] {
  const named = words.flatMap((word, i) => {
    if (PATTERN_OPTION.test(words[i - 1] ?? '')) return word ?? []
    return /^(?:--regexp=|-e(?=.))(.*)/s.exec(word ?? '')?.[1] ?? []
  })
  if (named.length > 0) return named
  const isValue = (before: string): boolean =>
    VALUED.test(before) || (kind === 'other' && VALUED_ELSEWHERE.test(before))
  const operand = words.find((word, i) => word === null || (!word.startsWith('-') && !isValue(words[i - 1] ?? '')))
  return operand == null ? [] : [operand]
}

/** Texts as keys are stored: as 64 hexadecimal digits, and encoded. A pattern for keys matches all of them. */
const SAMPLES = [
  '3f9a1c5be07d2846f1b3c8e5a9d07264be318fc05a7d9e1246b0c3f8d57ea912',
  'e4170b9fd3a86c25be71f0c4d9386a5217ef0c9b4d8a3615f72e0bd9c84a6f13',
  '0a6d93f8c1e57b24d8f09a3c6e1b75420fd8a96c3be17250f4d8ac61937be50d',
]

type Syntax = 'literal' | 'basic' | 'extended'

/** True if a pattern matches any text that may be a key. */
export function isLikeAKey(pattern: string, syntax: Syntax = 'extended'): boolean {
  if (syntax === 'literal') return SAMPLES.every((one) => one.includes(pattern))
  const converted = convert(pattern, syntax)
  // Anything with more repetitions could take forever to match, so it is judged by what it repeats.
  if ((converted.match(/[*+{]/g)?.length ?? 0) > 2 || /\)[*+?{]/.test(converted) || converted.length > MAX_PATTERN)
    return /0-9|a-f|\\[dwh]|alnum|xdigit|\./i.test(converted) && !/[g-z]{3}/i.test(withoutClasses(converted))
  try {
    const compiled = new RegExp(converted, 'i')
    return SAMPLES.every((one) => compiled.test(one))
  } catch {
    return false
  }
}

const MAX_PATTERN = 300

function withoutClasses(pattern: string): string {
  // After the last bracket no class is closed, so none is looked for.
  const end = pattern.lastIndexOf(']') + 1
  return pattern.slice(0, end).replace(/\[[^\]]*\]|\\\w/g, '') + pattern.slice(end).replace(/\\\w/g, '')
}

const CLASSES: Readonly<Record<string, string>> = {
  xdigit: '0-9a-fA-F',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  lower: 'a-z',
  upper: 'A-Z',
}

/** The pattern as a JavaScript one, near enough. In basic syntax, operators have a backslash. */
function convert(pattern: string, syntax: Syntax): string {
  const classes = pattern.replace(/\[:(\w+):\]/g, (_, name: string) => CLASSES[name] ?? '')
  return syntax === 'basic'
    ? classes.replace(/\\([{}()|+?])|([{}()|+?])/g, (_, a?: string, b?: string) => a ?? `\\${b}`)
    : classes
}
