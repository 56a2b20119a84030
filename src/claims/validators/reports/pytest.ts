import { countOf, namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^(?:=+ )?((?:\d+ [a-z]+(?:, )?)+|no tests ran) in [\d.:]+s?\b.*$/gm
const FAILURE = /^(?:FAILED|ERROR) (.+?)(?: - .*)?$/gm

/** `=== 3 passed, 1 skipped in 0.05s ===`; expected failures count as passed. */
const readPytest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, line = '']) => ({
    passed: countOf(line, 'passed|xfailed|xpassed'),
    failed: countOf(line, 'failed|errors?'),
    skipped: countOf(line, 'skipped'),
  }))
  return sumOf(parts, namesIn(text, FAILURE))
}

export const pytest: Runner = {
  read: readPytest,
  naming: (env, report) => {
    const { PYTEST_ADDOPTS: own = '' } = env
    // The person's own report stays where they want it.
    return /--junit-?xml/.test(own) ? {} : { PYTEST_ADDOPTS: `${own} --junitxml=${report}`.trim() }
  },
  idle: /^(?:--co|--collect-only|--setup-plan|--fixtures|--markers|-h|--help)$/,
}
