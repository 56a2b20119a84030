import { type NamedTest, plain, type ReadReport, type Runner, type TestRun } from './test-run.ts'

const PLAN = /^1\.\.(\d+)/gm
const POINT = /^(?:(not )?ok\b(?: +\d+)?(?: +-)? ?(.*)|Bail out!(.*))$/gm
const DIRECTIVE = /(?:^|[^\\])#\s*(?:skip|todo)\b/i

type End = 'passed' | 'failed' | 'skipped'

/** Test Anything Protocol: counts the top-level test points and compares them with the plan. */
const readTap: ReadReport = (output) => {
  const text = plain(output)
  const plans = [...text.matchAll(PLAN)].map(([, count]) => Number(count))
  const points = [...text.matchAll(POINT)].map(([, not, name = '', bail]) => ({
    name: (bail === undefined ? name : `Bail out!${bail}`).trim(),
    end: endOf(not !== undefined, name, bail !== undefined),
  }))
  if (plans.length === 0 && points.length === 0) return null
  const count = (end: End): number => points.filter((point) => point.end === end).length
  const planned = plans.reduce((sum, one) => sum + one, 0)
  return {
    passed: count('passed'),
    // Missing points are tests that did not finish.
    failed: count('failed') + Math.max(planned - points.length, 0),
    skipped: count('skipped'),
    failures: points.filter(({ end }) => end === 'failed').map(({ name }) => name),
    tests: points.length >= planned ? points.map(namedOf) : null,
    packages: points.some(({ end }) => end !== 'skipped') ? Math.max(1, plans.length) : 0,
  } satisfies TestRun
}

/** A point without its directive; a number alone is no name. */
const namedOf = ({ name, end }: { name: string; end: End }, at: number): NamedTest => ({
  name: name.replace(/#\s*(?:skip|todo)\b.*$/i, '').trimEnd() || String(at + 1),
  end,
})

function endOf(isNotOk: boolean, name: string, isBail: boolean): End {
  if (isBail) return 'failed'
  if (DIRECTIVE.test(name)) return 'skipped'
  return isNotOk ? 'failed' : 'passed'
}

export const tap: Runner = { read: readTap }
