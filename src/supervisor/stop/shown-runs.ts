import type { Claim, Reading } from '../../claims/extract/claim.ts'
import { type ShownRun, showsRun } from '../../claims/extract/shown-run.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { numberIn, objectIn, wordIn } from '../../session/body.ts'
import { isFact } from '../../session/facts.ts'

/** Maximum number of entries to search for a run. */
const MAX_ENTRIES = 5_000

/** Returns a claim of `tests_pass` for each test run that the message shows and the session's entries do not hold. */
export function claimsOfShownRuns({ shown }: Reading, recent: Iterable<Entry>): Claim[] {
  let missing = shown
  let searched = 0
  if (missing.length > 0)
    for (const entry of recent) {
      missing = missing.filter((run) => !holds(entry, run))
      if (missing.length === 0 || ++searched >= MAX_ENTRIES) break
    }
  return missing.map(({ quote, start, end }) => ({
    type: 'tests_pass',
    quote,
    start,
    end,
    segment: 'fence',
    hedged: false,
  }))
}

/** Commands that print what they are told. */
const PRINTS = /(?:^|[\s;&|(])(?:echo|printf|cat|tee)\s/

function holds(entry: Entry, run: ShownRun): boolean {
  const { body } = entry
  if (isFact(entry, 'validator.passed')) return String(numberIn(objectIn(body, 'tests') ?? {}, 'passed')) === run.key
  if (!isFact(entry, 'dispatch.observed') || PRINTS.test(wordIn(objectIn(body, 'input') ?? {}, 'command') ?? PRINTED))
    return false
  const output = objectIn(body, 'output') ?? {}
  return ['stdout', 'stderr', 'text'].some((name) => showsRun(plain(wordIn(output, name) ?? ''), run))
}

/** Stands for a call that is not a command: it ran no tests. */
const PRINTED = 'cat '

/** Removes terminal colours. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colour codes begin with ESC.
const plain = (output: string): string => output.replace(/\u001b\[[0-9;]*m/g, '')
