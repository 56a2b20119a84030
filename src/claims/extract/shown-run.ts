import type { Role } from './lexicon/roles.ts'
import { some, type Token } from './tokens.ts'

/** A passed test run that a message shows in a fence. `key` is what any print-out of the same run contains. */
export type ShownRun = { quote: string; start: number; end: number; key: string }

/** Info strings of fences that show output. Other fences hold code or documents. */
const OUTPUT = /^(?:|sh|bash|zsh|shell|shellsession|console|terminal|output|log|te?xt|plaintext|ansi|tap|pytest|none)$/i

/** Summary lines of passed runs, by runner. The first group is the number of tests that passed, or the package. */
const PASSED: readonly RegExp[] = [
  // vitest, jest: `Tests  12 passed (12)`, `Tests: 1 skipped, 12 passed, 13 total`
  /^[ \t]*Tests:?[ \t](?:[^\n]*\D)?(\d+) passed\b/m,
  // pytest: `==== 12 passed in 0.05s ====`
  /^[= ]*(\d+) passed\b[^\n]* in [\d.:]+s?\b/m,
  /^test result: ok\. (\d+) passed; 0 failed/m,
  /^ok[ \t]+(\S*[./]\S*)[ \t]+(?:\(cached\)|[\d.]+s)/m,
  // node:test and TAP: `# pass 12`, `ℹ pass 12`
  /^[ \t]*[#ℹ] pass (\d+)[ \t]*$/m,
  /^[ \t]*(\d+) passing\b/m,
  /^(\d+) examples?, 0 failures/m,
  /^Ran (\d+) tests? in [\d.]+s\s+OK\b/m,
  /Tests run: (\d+), Failures: 0, Errors: 0/,
  // A summary in short: `12 passed`, `✓ 12 tests passed`
  /^[ \t]*(?:[✓✔✅] ?)?(?:all )?(\d+)(?: tests?)? pass(?:ed)?\b[^\n]*$/im,
]

const FAILED =
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b|^(?:not ok|FAIL|FAILED|---\s*FAIL)\b|^[ \t]*[#ℹ] fail [1-9]|test result: FAILED|(?:Failures|Errors): [1-9]/im

/** Reads a fence with its marks; null if it shows no passed test run. A run with failures claims nothing. */
export function shownRunIn(fence: string): Pick<ShownRun, 'quote' | 'key'> | null {
  const [mark = '', ...lines] = fence.split('\n')
  const text = lines.join('\n')
  if (!OUTPUT.test(mark.replace(/^\s*[`~]+/, '').trim()) || FAILED.test(text)) return null
  for (const pattern of PASSED) {
    const found = pattern.exec(text)
    if (found !== null) return { quote: found[0].trim(), key: found[1] ?? '' }
  }
  return null
}

/** True if output contains the same run: as many passed tests, or the same package. */
export function showsRun(output: string, { key }: Pick<ShownRun, 'key'>): boolean {
  const passed = PASSED.map(({ source, flags }) => new RegExp(source, `${flags}g`))
  return passed.some((pattern) => [...output.matchAll(pattern)].some(([, found]) => found === key))
}

/** Words before a fence that make it something else than the agent's own run: an example, a log of the user, a plan. */
const NOT_OWN: readonly Role[] = [
  'draft',
  'need',
  'if',
  'ensure',
  'plan',
  'your',
  'user',
  'say',
  'how',
  'past',
  'not',
  'hedge',
]

/** True if the sentence before a fence allows that it shows the agent's own run. */
export const isOwnRun = (lead: readonly Token[]): boolean => !some(lead, ...NOT_OWN)
