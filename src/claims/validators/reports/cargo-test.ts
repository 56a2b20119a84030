import { type NamedTest, namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm
/**
 * The list before a summary. Every version of cargo prints it, with `--quiet` too. Progress lines (`test a ... FAILED`) are
 * missing from quiet runs before 1.73, and a test's own output can split them.
 */
const FAILED_LIST = /^failures:\n((?: {4}.+\n)+)\n+test result: FAILED\./gm

const TEST = /^test (.+?)( - should panic)? \.\.\. (ok|FAILED|ignored)\b.*$/gm
const ENDS: { readonly [word: string]: NamedTest['end'] } = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' }

/** `test result: ok. 5 passed; 0 failed; 1 ignored; …`, one line per test binary. */
const readCargoTest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, passed, failed, skipped]) => ({
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
  }))
  const tests = [...text.matchAll(TEST)].map(([, name = '', panics, end = '']): NamedTest => {
    const ended = ENDS[end] ?? 'failed'
    return { name, end: panics !== undefined && ended === 'passed' ? 'expected to fail' : ended }
  })
  const failures = namesIn(text, FAILED_LIST).flatMap((list) => list.split('\n'))
  return sumOf(
    parts,
    failures.map((name) => name.trim()),
    tests,
  )
}

export const cargoTest: Runner = { read: readCargoTest, idle: /^(?:--no-run|--list|-h|--help)$/ }
