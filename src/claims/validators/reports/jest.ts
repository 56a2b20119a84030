import { countOf, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^Tests: {2,}(.*\d total)$/gm
const NOTHING = /^No tests found/m
/** Jest appends the duration of slow files and the heap size in brackets; the numbers differ in each run. */
const FAILURE = /^FAIL (?<file>\S.*?)(?: \(\d[\d.]* (?:s|MB)\b[^()]*\))?$|^ {2}● (?<name>(?!Console$)\S.*)$/gm

/** `Tests:       1 failed, 2 skipped, 12 passed, 15 total`. */
const readJest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, line = '']) => ({
    passed: countOf(line, 'passed'),
    failed: countOf(line, 'failed'),
    skipped: countOf(line, 'skipped|todo'),
  }))
  const nothing = NOTHING.test(text) ? [{ passed: 0, failed: 0, skipped: 0 }] : []
  return sumOf([...parts, ...nothing], failuresIn(text))
}

/** Names failures by file and test, because all suites that fail to load have the same name. */
function failuresIn(text: string): string[] {
  const names: string[] = []
  let file = ''
  for (const { groups } of text.matchAll(FAILURE)) {
    file = groups?.['file'] ?? file
    if (groups?.['name'] !== undefined) names.push(`${file} ${groups['name']}`)
  }
  return names
}

export const jest: Runner = { read: readJest, idle: /^(?:--listTests|--showConfig|-h|--help)$/ }
