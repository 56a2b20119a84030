import { namesIn, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const SUMMARY = /^[#ℹ] pass (\d+)\n[#ℹ] fail (\d+)\n[#ℹ] cancelled (\d+)\n[#ℹ] skipped (\d+)\n[#ℹ] todo (\d+)$/gm
const FAILURE = /^\s*(?:not ok \d+ - |✖ )(.+?)(?: \([\d.]+ms\))?$/gm

/** Reads the totals at the end, which are the same in the TAP output and in the default output. */
const readNodeTest: ReadReport = (output) => {
  const text = plain(output)
  const parts = [...text.matchAll(SUMMARY)].map(([, passed, failed, cancelled, skipped, todo]) => ({
    passed: Number(passed),
    failed: Number(failed) + Number(cancelled),
    skipped: Number(skipped) + Number(todo),
  }))
  const failures = namesIn(text, FAILURE).filter((name) => name !== 'failing tests:')
  return sumOf(parts, failures)
}

export const nodeTest: Runner = { read: readNodeTest }
