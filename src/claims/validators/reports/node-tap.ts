import { joined } from '../../tests/found-test.ts'
import { tap } from './tap.ts'
import { type NamedTest, plain, type ReadReport, type Runner, sumOf } from './test-run.ts'

const LINE = /^( *)(?:# Subtest: (.*)|(not )?ok\b(?: +\d+)?(?: +-)? ?(.*))$/gm
const DIRECTIVE = / # (?:(skip|todo)\b|time=).*$/i
const MAX_DEPTH = 24

type Subtest = { depth: number; name: string; isGroup: boolean; failed: boolean }

/** Reads nested TAP. A subtest without subtests is a test, whatever it asserts; a file without subtests is one, too. */
const readNested: ReadReport = (output) => {
  const text = plain(output)
  if (!/^ *# Subtest: /m.test(text)) return tap.read(text)
  const nested = new Nested()
  for (const [, indent = '', subtest, not, point = ''] of text.matchAll(LINE)) {
    if (subtest !== undefined) nested.begin(indent.length, subtest)
    else nested.point(indent.length, not !== undefined, point)
  }
  const { tests } = nested
  const count = (end: NamedTest['end']): number => tests.filter((test) => test.end === end).length
  const failures = tests.filter(({ end }) => end === 'failed').map(({ name }) => name)
  return sumOf([{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') }], failures, tests)
}

/** The subtests that are open, outermost first, and the tests that ended. */
class Nested {
  readonly tests: NamedTest[] = []
  readonly #open: Subtest[] = []

  begin(depth: number, name: string): void {
    this.#leave(depth - 1)
    this.#inGroup((outer) => {
      outer.isGroup = true
    })
    this.#open.push({ depth, name, isGroup: false, failed: false })
  }

  /** A point ends the subtest of its name, announces a skipped test, or is an assertion. */
  point(depth: number, isNotOk: boolean, text: string): void {
    const [, directive] = DIRECTIVE.exec(text) ?? []
    const title = text.replace(DIRECTIVE, '').trim()
    const closed = this.#close(depth, title)
    const end = directive !== undefined ? 'skipped' : isNotOk ? 'failed' : 'passed'
    const isTest = closed === null ? end === 'skipped' && this.#open.length > 0 : !closed.isGroup
    // A group that fails although its tests passed has failed itself.
    const isOwn = closed?.isGroup === true && end === 'failed' && !closed.failed
    if (isTest || isOwn)
      this.tests.push({ name: joined([...this.#open.slice(-MAX_DEPTH).map(({ name }) => name), title]), end })
    this.#inGroup((outer) => {
      outer.isGroup ||= isTest
      outer.failed ||= closed !== null && end === 'failed'
    })
  }

  #close(depth: number, title: string): Subtest | null {
    this.#leave(depth)
    const last = this.#open.at(-1)
    return last?.depth === depth && last.name.trim() === title ? (this.#open.pop() ?? null) : null
  }

  #leave(depth: number): void {
    while ((this.#open.at(-1)?.depth ?? depth) > depth) this.#open.pop()
  }

  #inGroup(change: (outer: Subtest) => void): void {
    const outer = this.#open.at(-1)
    if (outer !== undefined) change(outer)
  }
}

export const nodeTap: Runner = {
  read: readNested,
  report: { read: readNested, env: (_, path) => ({ TAP_OUTPUT_FILE: path }) },
  idle: /^(?:-h|--help|--version|--dump-config)$/,
}
