import type { StatedGap } from './claim.ts'
import { someFail } from './counts.ts'
import { isTest } from './cues/programs.ts'
import type { Role } from './lexicon/roles.ts'
import type { Clause, Sentence } from './sentences.ts'
import { has, some, type Token } from './tokens.ts'

/** Present forms: "failed" may be about an earlier run. */
const FAILS =
  /^(?:fail|fails|failing|broken|breaks|red|rot|scheitert|scheitern|fehlschlägt|fehlschlagen|schlägt|échoue|échouent|falla|fallan|falha|falham|fallisce|falliscono|selhává|selhávají|падает|падают)$/

const RUN =
  /^(?:run|ran|rerun|executed|ausgeführt|exécuté|ejecutado|executado|eseguito|spustil|spuštěn|запускал|запущен)$/

/** Returns the gap that a sentence states, or null: "one test still fails", "I have not run the tests". */
export function gapIn({ clauses, asks }: Sentence): Omit<StatedGap, 'quote'> | null {
  if (asks || !clauses.some(states)) return null
  return { namesTests: clauses.some(({ tokens }) => tokens.some(isTest)) }
}

const ELSEWHERE: readonly Role[] = ['past', 'no-longer', 'lack', 'can', 'plan', 'fixed', 'vanished']

const isCondition = (token: Token): boolean => has(token, 'if') && token.text !== 'before'

function states({ tokens }: Clause): boolean {
  // "I fixed the test that fails", "it fails if …", "it used to fail", "no test fails": nothing fails now.
  if (some(tokens, ...ELSEWHERE) || tokens.some(isCondition) || isOver(tokens)) return false
  if (someFail(tokens)) return true
  const isDenied = tokens.some((token) => has(token, 'not', 'cannot') && !fails(token) && token.text !== 'failed')
  if (!isDenied) return tokens.some(fails)
  return some(tokens, 'passed', 'checked', 'to-check') || tokens.some(({ text }) => RUN.test(text))
}

/** "The suite was red", as opposed to "was red and still is". */
const isOver = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }) =>
    /^(?:was|were|war|waren|était|étaient|estaba|estaban|era|eram|был|была|были)$/.test(text),
  ) && !tokens.some(({ text }) => /^(?:still|not|n't|noch|toujours|encore|todavía|ainda|ancora|stále|ещё)\b/.test(text))

const fails = ({ text }: Token): boolean => FAILS.test(text)
