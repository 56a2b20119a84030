import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { type Cue, each, type FindCues } from './cue.ts'
import { isTest } from './programs.ts'

/** Finds claims that tests, builds, type checks or linters succeed or find no problems. */
export const testCues: FindCues = (clause, { aboutTests, before }) => {
  const cues = each(clause.tokens, (token, i): Cue | null => {
    if (i === 0 && findsNoException(clause, before)) return { type: 'verified', at: 0 }
    const passed = passedAt(clause, i, aboutTests, before)
    if (passed !== null) return passed
    if (lacksFailures(clause, i, aboutTests)) return { type: 'tests_pass', at: i, negative: true }
    if (isEnding(clause, i, before)) return { type: 'tests_pass', at: i }
    return token.kind === 'number' ? fractionAt(clause, i, aboutTests) : null
  })
  return cues.length > 0 ? cues : verdictOf(clause)
}

/** "The build ended without failures", "`eslint` reports nothing", "no type errors": a negation is part of the result. */
function lacksFailures(clause: Clause, at: number, aboutTests: boolean): boolean {
  const token = clause.tokens[at]
  if (has(token, 'success')) return endsWell(clause, at) || isWell(clause, at)
  if (has(token, 'say', 'acts') && findsNothing(clause, at)) return true
  return has(token, 'problem', 'bad') && isNone(clause, at, aboutTests)
}

function passedAt(clause: Clause, at: number, aboutTests: boolean, label: Clause | undefined): Cue | null {
  if (!has(clause.tokens[at], 'passed')) return null
  if (isReviewed(clause, label, at)) return { type: 'verified', at }
  return passes(clause, at, aboutTests) ? { type: 'tests_pass', at } : null
}

const isEnding = (clause: Clause, at: number, label: Clause | undefined): boolean =>
  isOutcome(clause, at, label) || runsWell(clause, at)

/** "ビルドが正常に完了しました", "构建顺利完成": free order puts the success before the verb, or in one word with it. */
const runsWell = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' &&
  has(tokens[at], 'done') &&
  (has(tokens[at - 1], 'success') || /^(?:成 功|顺 利)/.test(tokens[at]?.text ?? '')) &&
  tokens.slice(Math.max(0, at - 4), at).some(isTest)

/** "Result: pass", "Exit code: 0". */
const isOutcome = ({ tokens, opener }: Clause, at: number, label: Clause | undefined): boolean =>
  at === 0 &&
  opener === ':' &&
  (has(tokens[0], 'passed')
    ? /^results?$/.test(label?.tokens.at(-1)?.text ?? '') && !has(tokens[1], 'det')
    : tokens[0]?.text === '0' && /^exit (?:code|status)$/.test(label?.tokens.map(({ text }) => text).join(' ') ?? ''))

/** "All checklist items pass", "Constitution check: PASS": a review of the work, not a test run. */
const isReviewed = ({ tokens, opener }: Clause, label: Clause | undefined, at: number): boolean =>
  some(tokens.slice(0, at), 'review') || (opener === ':' && at === 0 && some(label?.tokens ?? [], 'review'))

/** "Format check: every task names its file": a review that found no exception. */
const findsNoException = ({ tokens, order, opener }: Clause, label: Clause | undefined): boolean =>
  order === 'fixed' &&
  opener === ':' &&
  has(tokens[0], 'all') &&
  has(label?.tokens.at(-1), 'review') &&
  tokens[1]?.kind === 'word' &&
  tokens.slice(2).some(asserts) &&
  !some(tokens, 'need', 'plan', 'if', 'not')

/** True for a word that may be the verb of "all tasks use the template": it has no other role, and something follows it. */
const asserts = (token: Token, i: number, rest: readonly Token[]): boolean =>
  has(token, 'have', 'be', 'acts', 'works', 'same') ||
  (token.kind === 'word' && token.roles.length === 0 && i + 1 < rest.length)

/** "Tests pass", "`npm test` — ok", "all green", "compiles cleanly". */
function passes(clause: Clause, at: number, aboutTests: boolean): boolean {
  const { tokens } = clause
  const before = tokens.slice(0, at)
  if (isHandedOn(clause, at) || explainsYours(clause) || isProperty(clause, at) || isSometimes(clause, at)) return false
  if (before.some(isTest) || (aboutTests && at < LABELLED) || namesItself(clause, at) || compiles(clause, at))
    return true
  if (before.at(-1)?.kind === 'number' && (isTally(clause) || isCount(tokens, at))) return true
  if (tokens[at]?.text === 'green' && some(before, 'it', 'all')) return true
  if (/^pass(?:es|ed)$/.test(tokens[at]?.text ?? '') && before.at(-1)?.text === 'everything') return true
  // A command can pass; a function call only returns.
  if (before.at(-1)?.kind === 'code' && !before.at(-1)?.text.includes('(') && ends(tokens[at + 1])) return true
  return passesTests(tokens, at)
}

/** "Passed all tests", "now passes all test suites". */
function passesTests(tokens: readonly Token[], at: number): boolean {
  if (at === 0) return tokens.slice(1, 4).some(isTest)
  const subject = has(tokens[at - 1], 'all', 'be', 'now', 'it', 'that', 'work', 'server')
  return subject && tokens.slice(at + 1, has(tokens[at + 1], 'all') ? at + 4 : at + 2).some(isTest)
}

/** "Todo compila", "Le projet compile bien". */
const compiles = ({ tokens }: Clause, at: number): boolean =>
  has(tokens[at], 'compiles') &&
  (some(tokens.slice(at + 1, at + 3), 'success', 'well', 'passed') ||
    some(tokens.slice(0, at), 'it', 'all', 'work', 'server'))

/** "Your tests pass because …" explains; "your tests pass now" reports. */
const explainsYours = ({ tokens }: Clause): boolean => has(tokens[0], 'your') && !some(tokens, 'now', 'all')

/** "passes when run alone": does not always pass. */
const isSometimes = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'fixed' &&
  tokens.slice(at + 1, at + 3).some((token) => /^(?:when|if|unless|until|whenever|because|only)$/.test(token.text))

/** "cover the happy path", "a clean checkout": a property, not a result. */
function isProperty({ tokens, order }: Clause, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]]
  const adjective = order === 'fixed' && !has(token, 'test') && !/^(?:pass|succe)/.test(token?.text ?? '')
  return (
    adjective &&
    next?.kind === 'word' &&
    (next.roles.length === 0 || (has(tokens[at - 1], 'det') && !has(next, 'prep', 'and')))
  )
}

/** "✓ 55 passed": a line that a test run prints. */
const isCount = (tokens: readonly Token[], at: number): boolean =>
  tokens[at]?.text === 'passed' &&
  at === tokens.length - 1 &&
  tokens.slice(0, at - 1).every((token) => has(token, 'verdict', 'all', 'passed'))

/** "56 passed, 0 failed": counts that only a test run prints. */
const isTally = ({ tokens }: Clause): boolean =>
  tokens.some((token, i) => token.kind === 'number' && /^(?:fail|skip|error)/.test(tokens[i + 1]?.text ?? ''))

const ends = (next: Token | undefined): boolean => next === undefined || has(next, 'well', 'success', 'all', 'verdict')

/** "passed through the parser", "pass the flag", "compiles TypeScript". */
function isHandedOn({ tokens, order }: Clause, at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]]
  if (order === 'fixed' && has(token, 'test') && next?.kind === 'word' && has(next, 'test', 'work')) return true
  const onward = has(next, 'det') || /^(?:through|to|into|as|via|down|along)$/.test(next?.text ?? '')
  return /^pass/.test(token?.text ?? '') && onward
}

const LACKING = /^(?:no|zero|0) /

/** "No type errors", "there are no failures"; not "the goal is no failures" or "no failures in your log". */
const isToldOf = (tokens: readonly Token[], at: number): boolean =>
  (at === 0 || tokens[0]?.text === 'there') && !some(tokens, 'your')

/** "It compiles", "构建成功": one word is both the test and its result. */
function namesItself({ tokens, order }: Clause, at: number): boolean {
  const next = tokens[at + 1]
  if (!has(tokens[at], 'test')) return false
  if (LACKING.test(tokens[at]?.text ?? '')) return isToldOf(tokens, at)
  if (tokens[at]?.text.includes(' ')) return true
  const before = tokens[at - 1]
  const subject =
    order === 'free' ||
    has(before, 'it', 'work', 'server', 'now', 'all', 'adverb', 'and', 'problem') ||
    before?.kind === 'code'
  const begins = at === 0 && has(next, 'well', 'success', 'prep')
  if (/^(?:to|into|down|on|upon)$/.test(next?.text ?? '')) return false
  return (
    (subject || begins || tokens.length <= 2) &&
    (next === undefined || has(next, 'well', 'prep', 'success', 'verdict', 'now'))
  )
}

/** "The build completes successfully", "the pipeline finished without failures". */
function endsWell({ tokens }: Clause, at: number): boolean {
  const verb = tokens[at - 1]
  const ends =
    has(verb, 'done', 'works', 'passed', 'step', 'to-do') || /^(?:finish|end|execut|ran|complet)/.test(verb?.text ?? '')
  return ends && tokens.slice(0, at - 1).some((token) => isTest(token) || isCommand(token))
}

/** "`eslint` reports nothing new". */
const findsNothing = ({ tokens }: Clause, at: number): boolean =>
  /^(?:nothing|none)$/.test(tokens[at + 1]?.text ?? '') && tokens.slice(0, at).some(isTest)

/** `latexmk main.tex`: a program with an argument. */
const isCommand = ({ kind, text }: Token): boolean => kind === 'code' && /^[\w./-]+ \S/.test(text)

/** "Die Prüfung war erfolgreich": about the test itself, not an act. */
const isWell = ({ tokens }: Clause, at: number): boolean =>
  at === tokens.length - 1 && !has(tokens[0], 'be') && has(tokens[at - 1], 'be') && tokens.slice(0, at).some(isTest)

/** "no linter errors", "0 failures", "not a single test fails". */
function isNone({ tokens, order }: Clause, at: number, aboutTests: boolean): boolean {
  const near = [...tokens.slice(Math.max(0, at - 4), at), ...tokens.slice(at + 1, order === 'free' ? at + 6 : at)]
  const none = near.some(
    (one) => has(one, 'lack') || (has(one, 'not') && !/^(?:n't|not|never)$/.test(one.text)) || one.text === '0',
  )
  const run = tokens.some((one, i) => i !== at && isTest(one)) || isFoundByCompiler(tokens, at)
  // "That is no error" describes; "512 examples, 0 failures" counts.
  const isSaid = has(tokens[0], 'it') && some(tokens, 'be')
  return none && (run || (aboutTests && !isSaid) || isCounted(tokens, at) || areBothNone(tokens, at))
}

/** "no type errors", "no console-related lint warnings": only a check finds those. */
const isFoundByCompiler = (tokens: readonly Token[], at: number): boolean =>
  /^(?:type|typescript|compile|compiler|compilation|lint|linter|linting|syntax|eslint)$/.test(
    tokens[at - 1]?.text ?? '',
  )

/** "0 Warnungen, 0 Fehler". */
const areBothNone = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text === '0' &&
  tokens.some((one, i) => i !== at && has(one, 'problem') && tokens[i - 1]?.text === '0')

/** "512 examples, 0 failures". */
const isCounted = (tokens: readonly Token[], at: number): boolean =>
  /^(?:failures?|failed)$/.test(tokens[at]?.text ?? '') &&
  tokens[at - 1]?.text === '0' &&
  tokens.slice(0, at - 1).some(({ kind }) => kind === 'number')

/** "72/72", "12 of 12". */
function fractionAt({ tokens }: Clause, at: number, aboutTests: boolean): Cue | null {
  const [count, over, total] = tokens.slice(at, at + 3)
  if (total?.kind !== 'number' || !/^(?:\/|of|out of|von|sur|de|di|su|из|z|中)$/.test(over?.text ?? '')) return null
  if (!aboutTests && !tokens.some(isTest) && !some(tokens, 'passed')) return null
  return { type: 'tests_pass', at: at + 2, ...(count?.text !== total.text && { not: 'partial' as const }) }
}

/** Maximum distance from a label to its result: "Tests: 88 run, 88 ok". */
const LABELLED = 6
/** Maximum number of words in a label beside a sign: "Unit tests ✅". */
const LABEL_LENGTH = 6

/** The summary of a check: `0 warning(s), 0 error(s)`. */
const NO_FAULTS = /^0 (?:warn|err|fail)[a-z()]*,? (?:and )?0 (?:warn|err|fail)/i

function verdictOf({ tokens }: Clause): Cue[] {
  const none = tokens.findIndex(({ kind, text }) => kind === 'code' && NO_FAULTS.test(text))
  if (none >= 0) return [{ type: 'tests_pass', at: none, negative: true }]
  const at = tokens.findIndex((token) => has(token, 'verdict'))
  return at >= 0 && tokens.length <= LABEL_LENGTH && tokens.some(isTest) ? [{ type: 'tests_pass', at }] : []
}
