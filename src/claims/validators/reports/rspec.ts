import { isObject } from '../../../ledger/kinds.ts'
import { JOINT } from '../../tests/found-test.ts'
import { readPrinted } from './asked.ts'
import { type NamedTest, type ReadReport, type Runner, sumOf } from './test-run.ts'

const ENDS: { readonly [status: string]: NamedTest['end'] } = { passed: 'passed', pending: 'skipped' }

/** Reads the report of rspec's JSON formatter. */
const readJson: ReadReport = (text) => {
  const report = parsed(text)
  const { examples, summary } = isObject(report) ? report : {}
  if (!Array.isArray(examples) || !isObject(summary)) return null
  const tests = examples.map(testOf)
  const count = (end: NamedTest['end']): number => tests.filter((test) => test.end === end).length
  const counted = { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
  const failures = tests.filter(({ end }) => end === 'failed').map(({ name }) => name)
  const outside = Number(summary['errors_outside_of_examples_count'] ?? 0) || 0
  const run = sumOf([counted], failures, tests)
  return run && { ...run, failed: run.failed + outside }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** The full description begins with the groups: "sum inner breaks". */
function testOf(example: unknown): NamedTest {
  const of = (key: string): string => {
    const value = isObject(example) ? example[key] : undefined
    return typeof value === 'string' ? value : ''
  }
  const [all, own] = [of('full_description'), of('description')]
  const groups = all.endsWith(own) ? all.slice(0, all.length - own.length).trim() : all
  const name = [of('file_path').replace(/^\.\//, ''), groups, own].filter((part) => part !== '').join(JOINT)
  return { name, end: ENDS[of('status')] ?? 'failed' }
}

export const rspec: Runner = {
  read: readPrinted({
    summary: /^\d+ examples?, \d+ failures?.*$/gm,
    all: 'examples?',
    failed: 'failures?|errors?',
    skipped: 'pending',
    list: /^rspec \S+ # .+$/gm,
    line: /^rspec \S+ # (.+)$/gm,
  }),
  report: {
    read: readJson,
    env: ({ SPEC_OPTS = '' }, path) => ({
      SPEC_OPTS: `${SPEC_OPTS} --format progress --format json --out ${path}`.trim(),
    }),
  },
  idle: /^(?:--dry-run|--bisect(?:=.*)?|--init|-h|--help|-v|--version)$/,
}
