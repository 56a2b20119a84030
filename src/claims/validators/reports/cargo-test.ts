import { namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^test result: (?:ok|FAILED)\. (\d+) passed; (\d+) failed; (\d+) ignored;/gm
const FAILURE = /^(?:test )?(.+?) (?:\.\.\.|---) FAILED$/gm

/** `test result: ok. 5 passed; 0 failed; 1 ignored; …`, one line per test binary. */
const readCargoTest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, passed, failed, skipped]) => ({
    passed: Number(passed),
    failed: Number(failed),
    skipped: Number(skipped),
  }))
  return sumOf(parts, namesIn(text, FAILURE))
}

export const cargoTest: Runner = { read: readCargoTest, idle: /^(?:--no-run|--list|-h|--help)$/ }
