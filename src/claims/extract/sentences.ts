import type { Language } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { LIMITS } from './limits.ts'
import type { Unit } from './scan.ts'
import { has, type Token } from './tokens.ts'

/** A part of a sentence that is judged on its own. */
export type Clause = {
  tokens: Token[]
  /** The sign or word that separates it from the previous clause. */
  opener: string
  order: Language['order']
}

export type Sentence = { clauses: Clause[]; from: number; to: number; asks: boolean }

const ENDS = new Set(['.', '!', '?', '。', '¿', '¡'])
const BREAKS = new Set([';', '—', '–', '(', ')', ':', '→', '|', '-', '=', '~', '•', '·'])

/** Splits units after full stops. `sentencesOf` splits again once the words are known. */
export function stretchesOf(units: readonly Unit[]): Unit[][] {
  const stretches: Unit[][] = [[]]
  for (const [i, unit] of units.entries()) {
    stretches.at(-1)?.push(unit)
    const next = units[i + 1]
    const ends = unit.kind === 'sign' && ENDS.has(unit.text) && next !== undefined && next.from > unit.to
    if (ends) stretches.push([])
  }
  return stretches
}

/** Splits tokens into sentences at full stops. */
export function sentencesOf(tokens: readonly Token[], order: Language['order']): Sentence[] {
  const sentences: Sentence[] = []
  let current: Token[] = []
  for (const [i, token] of tokens.entries()) {
    current.push(token)
    const next = tokens[i + 1]
    const ends =
      isEnd(token) && !(next !== undefined && (isEnd(next) || (token.text === '.' && next.from === token.to)))
    if (!ends && current.length < LIMITS.sentenceTokens) continue
    sentences.push(...sentenceOf(current, order))
    current = []
  }
  return [...sentences, ...sentenceOf(current, order)]
}

const isEnd = ({ kind, text }: Token): boolean => kind === 'sign' && ENDS.has(text)

function sentenceOf(all: readonly Token[], order: Language['order']): Sentence[] {
  const tokens = withoutMarker(all)
  const [first, last] = [tokens[0], tokens.at(-1)]
  if (first === undefined || last === undefined || !tokens.some(({ kind }) => kind !== 'sign')) return []
  return [
    {
      clauses: clausesOf(tokens, order),
      from: first.from,
      to: last.to,
      asks: last.kind === 'sign' && last.text === '?',
    },
  ]
}

/** Leaves out the number of an item: "1) Restart the server". */
function withoutMarker(tokens: readonly Token[]): readonly Token[] {
  const [first, second] = tokens
  const isMarker = second?.text === ')' && (first?.kind === 'number' || /^[a-z]$/.test(first?.text ?? ''))
  return isMarker && tokens.length > 2 ? tokens.slice(2) : tokens
}

/** Splits a sentence into clauses: at strong signs, at "but", and at commas before a new subject. */
function clausesOf(tokens: readonly Token[], order: Language['order']): Clause[] {
  let current: Clause = { tokens: [], opener: '', order }
  const clauses = [current]
  /** The clauses interrupted by a parenthesis; they continue after it. */
  const outer: Clause[] = []
  for (const [i, token] of tokens.entries()) {
    const breaks = breakAt(tokens, i)
    const resumed = breaks === ')' ? outer.pop() : undefined
    if (resumed !== undefined) current = resumed
    else if (breaks !== null && (current.tokens.length > 0 || breaks === '(')) {
      if (breaks === '(') outer.push(current)
      current = { tokens: [], opener: breaks, order }
      clauses.push(current)
    }
    if (token.kind !== 'sign' || token.roles.length > 0) current.tokens.push(token)
  }
  return clauses.filter(({ tokens: own }) => own.length > 0)
}

/** Returns the break before this token, or null. */
function breakAt(tokens: readonly Token[], i: number): string | null {
  const token = tokens[i]
  if (token === undefined) return null
  if (token.kind === 'sign' && BREAKS.has(token.text)) return token.text
  if (has(token, 'but')) return 'but'
  if (isColumn(tokens, i)) return '|'
  if (isComma(token)) return beginsClause(tokens, has(tokens[i + 1], 'and') ? i + 2 : i + 1) ? ',' : null
  return has(token, 'and') && has(tokens[i + 1], ...SUBJECTS) ? 'and' : null
}

/** `parser,done`: a comma between words without a space separates columns. */
function isColumn(tokens: readonly Token[], i: number): boolean {
  const [before, token, after] = [tokens[i - 1], tokens[i], tokens[i + 1]]
  if (token?.text !== ',' || before?.to !== token.from || after?.from !== token.to) return false
  return /^[a-z]/.test(before.text) && /^[a-z]/.test(after.text)
}

const isComma = ({ text }: Token): boolean => text === ',' || text === '、'

/** Roles that begin a new clause. */
const SUBJECTS: readonly Role[] = ['agent', 'user', 'plan', 'ask', 'cannot']
const AFTER_COMMA: readonly Role[] = [
  ...SUBJECTS,
  'it',
  'if',
  'but',
  'that',
  'not',
  'ensure',
  'handover',
  'hedge',
  'det',
]

/** True if a clause begins here, after a comma; "please" begins one if an order follows. */
function beginsClause(tokens: readonly Token[], i: number): boolean {
  const token = tokens[i]
  if (has(token, 'please')) return has(tokens[i + 1], 'step', 'supply', 'ensure')
  return has(token, ...AFTER_COMMA)
}

/** True if a clause begins in this part of the text. */
export const isWithin = ({ tokens }: Clause, from: number, to: number): boolean => {
  const at = tokens[0]?.from ?? -1
  return from <= at && at < to
}

/** True for a clause after a label: "Tests: 72/72", "`npm test` — pass". */
export const isLabelled = ({ opener }: Clause): boolean => /[:：—–|()→=-]/.test(opener)

/** True if the sentence contains a word, not only numbers, code and signs. */
export const isWorded = ({ clauses }: Sentence): boolean =>
  clauses.some(({ tokens }) => tokens.some(({ kind }) => kind === 'word'))
