import { foldings } from './lexicon/fold.ts'
import { type Lexicon, lexiconOf, type Phrase } from './lexicon/lexicon.ts'
import type { Role } from './lexicon/roles.ts'
import { loanwords, signs } from './lexicon/shared.ts'
import { LIMITS } from './limits.ts'
import type { Unit, UnitKind } from './scan.ts'

/** A word or phrase of a sentence, with what it can do. Offsets are those of the normalised text. */
export type Token = { kind: UnitKind; text: string; from: number; to: number; roles: ReadonlySet<Role> }

/** Whether a token has one of these roles. */
export const has = (token: Token | undefined, ...roles: readonly Role[]): boolean =>
  token !== undefined && roles.some((role) => token.roles.has(role))

/** Whether any token has one of these roles. */
export const some = (tokens: readonly Token[], ...roles: readonly Role[]): boolean =>
  tokens.some((token) => has(token, ...roles))

const NONE: ReadonlySet<Role> = new Set()

/** Looks units up in a language, phrases before words; then as loanwords and signs. */
export function tokensOf(units: readonly Unit[], lexicon: Lexicon): Token[] {
  const lexicons = [lexicon, lexiconOf(loanwords), lexiconOf(signs)]
  const tokens: Token[] = []
  for (let i = 0; i < units.length; ) {
    const { phrase, used } = lookUp(units, i, lexicons)
    const [first, last] = [units[i], units[i + used - 1]]
    i += used
    if (first === undefined || last === undefined) continue
    const text = used === 1 ? first.text : (phrase?.units.join(' ') ?? first.text)
    tokens.push({ kind: first.kind, text, from: first.from, to: last.to, roles: phrase?.roles ?? NONE })
  }
  return tokens
}

function lookUp(
  units: readonly Unit[],
  at: number,
  lexicons: readonly Lexicon[],
): { phrase: Phrase | null; used: number } {
  const unit = units[at]
  if (unit === undefined || unit.kind === 'code' || unit.kind === 'quote') return { phrase: null, used: 1 }
  for (const spelling of [unit.text, ...foldings(unit.text)]) {
    for (const { phrases } of lexicons) {
      const phrase = (phrases.get(spelling) ?? []).find((one) => matches(one.units, units, at))
      // The first half of a compound is no word of its own: "done-for-you".
      if (phrase !== undefined && units[at + phrase.units.length - 1]?.hyphen) return { phrase: null, used: 1 }
      if (phrase !== undefined) return { phrase, used: phrase.units.length }
    }
  }
  return { phrase: null, used: 1 }
}

/** The first unit is known to match, in some spelling. */
function matches(wanted: readonly string[], units: readonly Unit[], at: number): boolean {
  for (let i = 1; i < wanted.length && i < LIMITS.phraseUnits; i++) {
    const unit = units[at + i]
    if (unit === undefined || unit.kind === 'code' || unit.kind === 'quote') return false
    if (unit.text !== wanted[i] && !foldings(unit.text).includes(wanted[i] ?? '')) return false
  }
  return true
}
