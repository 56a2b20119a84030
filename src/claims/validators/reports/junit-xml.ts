import type { NamedTest, ReadReport, Runner, TestRun } from './test-run.ts'

/** CDATA sections and comments: their text may look like markup. */
const OPAQUE = /<!\[CDATA\[[\s\S]*?\]\]>|<!--[\s\S]*?-->/g
const ATTRIBUTES = /^(?:[^<>"']|"[^"]*"|'[^']*')*/

/** Counts the test cases in a JUnit report. Does not trust the totals that suites state. */
const readJunitXml: ReadReport = (xml) => {
  const [head = '', ...parts] = xml.replace(OPAQUE, '').split(/<testcase\b/)
  if (!/<testsuites?\b/.test(head)) return null
  const cases = parts.map(caseIn)
  const count = (...ends: NamedTest['end'][]): number => cases.filter(({ end }) => ends.includes(end)).length
  return {
    passed: count('passed'),
    failed: count('failed'),
    skipped: count('skipped', 'expected to fail'),
    failures: cases.filter(({ end }) => end === 'failed').map(({ name }) => name),
    tests: cases,
    packages: cases.length > 0 ? 1 : 0,
  } satisfies TestRun
}

/** Reads the text from one case to the next. A suite-level error fails the case before it. */
function caseIn(text: string): NamedTest {
  const attributes = ATTRIBUTES.exec(text)?.[0] ?? ''
  const body = text.slice(attributes.length)
  const name = [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter((one) => one !== '').join('.')
  if (/<(?:failure|error)\b/.test(body)) return { name, end: 'failed' }
  if (/<skipped\b[^>]*pytest\.xfail/.test(body)) return { name, end: 'expected to fail' }
  return { name, end: /<skipped\b/.test(body) ? 'skipped' : 'passed' }
}

function attribute(attributes: string, key: string): string {
  const found = new RegExp(`(?:^|\\s)${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found?.[1] ?? found?.[2] ?? ''
}

export const junitXml: Runner = { read: readJunitXml }
