import { joined } from '../../tests/found-test.ts'
import { tap } from './tap.ts'
import { type NamedTest, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const LINE = /^( *)(?:# Subtest: (.*)|(not )?ok\b(?: +\d+)?(?: +-)? ?(.*))$/gm
const DIRECTIVE = / # (?:(skip|todo)\b|time=).*$/i

const MAX_DEPTH = 24

type Open = { depth: number; name: string; isGroup: boolean; failed: boolean }

/** Reads nested TAP. A subtest without subtests is a test, whatever it asserts; a file without subtests is one, too. */
const readNested: ReadReport = (output) => {
  const text = plain(output)
  if (!/^ *# Subtest: /m.test(text)) return tap.read(text)
  const tests: NamedTest[] = []
  const open: Open[] = []
  for (const [, indent = '', subtest, not, point = ''] of text.matchAll(LINE)) {
    const depth = indent.length
    if (subtest !== undefined) {
      while ((open.at(-1)?.depth ?? -1) >= depth) open.pop()
      const outer = open.at(-1)
      if (outer !== undefined) outer.isGroup = true
      open.push({ depth, name: subtest, isGroup: false, failed: false })
      continue
    }
    const [, directive] = DIRECTIVE.exec(point) ?? []
    const title = point.replace(DIRECTIVE, '').trim()
    const closed = closing(open, depth, title)
    const end = directive === undefined ? (not === undefined ? 'passed' : 'failed') : 'skipped'
    const name = joined([...open.slice(-MAX_DEPTH).map((one) => one.name), title])
    const isTest = closed === null ? end === 'skipped' && open.length > 0 : !closed.isGroup
    // A group that fails although its tests passed has failed itself.
    const isOwn = closed?.isGroup === true && end === 'failed' && !closed.failed
    if (isTest || isOwn) tests.push({ name, end })
    const outer = open.at(-1)
    if (outer !== undefined && closed !== null && end === 'failed') outer.failed = true
  }
  const count = (end: NamedTest['end']): number => tests.filter((test) => test.end === end).length
  const failures = tests.filter(({ end }) => end === 'failed').map(({ name }) => name)
  return sumOf([{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') }], failures, tests)
}

/** Closes the subtest that this point ends: the last one at its depth, by name. */
function closing(open: Open[], depth: number, title: string): Open | null {
  while ((open.at(-1)?.depth ?? -1) > depth) open.pop()
  const last = open.at(-1)
  return last?.depth === depth && last.name.trim() === title ? (open.pop() ?? null) : null
}

export const nodeTap: Runner = {
  read: readNested,
  report: { read: readNested, env: (_, path) => ({ TAP_OUTPUT_FILE: path }) },
  idle: /^(?:--bail-out|-h|--help|--version|--dump-config)$/,
}
