import { type NamedTest, namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^[#ℹ] pass (\d+)\n[#ℹ] fail (\d+)\n[#ℹ] cancelled (\d+)\n[#ℹ] skipped (\d+)\n[#ℹ] todo (\d+)$/gm
const FAILURE = /^[ \t]*(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+ms\))?(?: # (?:SKIP|TODO).*)?$/gm

/** Reads the totals at the end, which are the same in the TAP output and in the default output. */
const readNodeTest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, passed, failed, cancelled, skipped, todo]) => ({
    passed: Number(passed),
    failed: Number(failed) + Number(cancelled),
    skipped: Number(skipped) + Number(todo),
  }))
  const failures = namesIn(text, FAILURE).filter((name) => name !== 'failing tests:')
  return sumOf(parts, failures, testsIn(text))
}

const POINT = /^( *)(?:(not )?ok \d+ - |([✔✖﹣⚠]) )(.+?)(?: \([\d.]+ms\))?( # .*)?$/gm

/** Reads the tests of a list or of TAP, without suites: a suite stands after its tests, one level up. */
function testsIn(text: string): NamedTest[] {
  const end = text.search(/^✖ failing tests:$/m)
  const tests: NamedTest[] = []
  let deeper = -1
  for (const [, indent = '', not, sign, name = '', note = ''] of text
    .slice(0, end < 0 ? text.length : end)
    .matchAll(POINT)) {
    if (indent.length >= deeper) tests.push({ name, end: endOf(not !== undefined || sign === '✖', sign, note) })
    deeper = indent.length
  }
  return tests
}

function endOf(isNotOk: boolean, sign: string | undefined, note: string): NamedTest['end'] {
  if (sign === '﹣' || sign === '⚠' || /# (?:skip|todo)/i.test(note)) return 'skipped'
  return isNotOk ? 'failed' : 'passed'
}

export const nodeTest: Runner = { read: readNodeTest }
