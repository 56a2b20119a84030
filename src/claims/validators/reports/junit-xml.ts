import { JOINT } from '../../tests/found-test.ts'
import type { NamedTest, ReadReport, Runner, TestRun } from './test-run.ts'

const ATTRIBUTES = /^(?:[^<>"']|"[^"]*"|'[^']*')*/

/** A test case as its attributes name it. */
type Case = { file: string; classname: string; name: string; end: NamedTest['end'] }

/** Counts the test cases in a JUnit report. Does not trust the totals that suites state. */
const readJunitXml: ReadReport = (xml) => {
  const cases = casesIn(xml)
  return cases && runOf(cases.map((one) => ({ name: joined([one.classname, one.name], '.'), end: one.end })))
}

/** Reads a JUnit report whose names look like those of test files: `a.test.js > suite > adds`. An expected failure ran. */
export const junitOf =
  (suitesOf: (one: Case) => string[]): ReadReport =>
  (xml) => {
    const cases = casesIn(xml)
    const run =
      cases && runOf(cases.map((one) => ({ name: joined([fileOf(one), ...suitesOf(one)], JOINT), end: one.end })))
    const expected = cases?.filter(({ end }) => end === 'expected to fail').length ?? 0
    return run && { ...run, passed: run.passed + expected, skipped: run.skipped - expected }
  }

const joined = (parts: readonly string[], by: string): string => parts.filter((one) => one !== '').join(by)

/** Some runners name the file as the class. */
const fileOf = ({ file, classname }: Case): string =>
  (file === '' && isPath(classname) ? classname : file).replace(/^\.\//, '')

/** The class of a case, unless that is its file. */
export const classOf = ({ file, classname }: Case): string => (file === '' && isPath(classname) ? '' : classname)

const isPath = (text: string): boolean => /^\S+\.\w{1,4}$/.test(text)

function runOf(tests: NamedTest[]): TestRun {
  const count = (...ends: NamedTest['end'][]): number => tests.filter(({ end }) => ends.includes(end)).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'expected to fail'),
    failures: tests.filter(({ end }) => end === 'failed').map(({ name }) => name),
    tests,
    packages: tests.length > 0 ? 1 : 0,
  }
}

/** The cases of a report; null if it is none. */
function casesIn(xml: string): Case[] | null {
  const plain = withoutOpaque(xml)
  if (plain === null) return null
  const [head = '', ...parts] = plain.split(/<testcase\b/)
  return /<testsuites?\b/.test(head) ? parts.map(caseIn) : null
}

/** Leaves out CDATA sections and comments, whose text may look like markup; null if one has no end. */
function withoutOpaque(xml: string): string | null {
  const parts: string[] = []
  let from = 0
  for (const { index, 0: open } of xml.matchAll(/<!(?:\[CDATA\[|--)/g)) {
    if (index < from) continue
    parts.push(xml.slice(from, index))
    const close = open === '<!--' ? '-->' : ']]>'
    const end = xml.indexOf(close, index + open.length)
    if (end < 0) return null
    from = end + close.length
  }
  return parts.join('') + xml.slice(from)
}

/** Reads the text from one case to the next. A suite-level error fails the case before it. */
function caseIn(text: string): Case {
  const attributes = ATTRIBUTES.exec(text)?.[0] ?? ''
  const of = (key: string): string => attribute(attributes, key)
  return { file: of('file'), classname: of('classname'), name: of('name'), end: endOf(text.slice(attributes.length)) }
}

function endOf(body: string): NamedTest['end'] {
  if (/<(?:failure|error)\b/.test(body)) return 'failed'
  if (/<skipped\b[^<>]*pytest\.xfail/.test(body)) return 'expected to fail'
  if (/<skipped\b/.test(body)) return 'skipped'
  // Playwright's `test.fail()`.
  return /<property name="fail"/.test(body) ? 'expected to fail' : 'passed'
}

function attribute(attributes: string, key: string): string {
  const found = new RegExp(`(?:^|\\s)${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return (found?.[1] ?? found?.[2] ?? '').replace(ENTITY, unescaped)
}

const ENTITY = /&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const NAMED: { readonly [name: string]: string } = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescaped(entity: string, name = '', decimal = '', hex = ''): string {
  const code = decimal === '' ? Number.parseInt(hex, 16) : Number(decimal)
  const known = NAMED[name.toLowerCase()]
  return known ?? (code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : entity)
}

export const junitXml: Runner = { read: readJunitXml }
