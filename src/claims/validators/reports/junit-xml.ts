import type { NamedTest, ReadReport, Runner, TestRun } from './test-run.ts'

const ATTRIBUTES = /^(?:[^<>"']|"[^"]*"|'[^']*')*/

/** Counts the test cases in a JUnit report. Does not trust the totals that suites state. */
const readJunitXml: ReadReport = (xml) => {
  const plain = withoutOpaque(xml)
  if (plain === null) return null
  const [head = '', ...parts] = plain.split(/<testcase\b/)
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
function caseIn(text: string): NamedTest {
  const attributes = ATTRIBUTES.exec(text)?.[0] ?? ''
  const body = text.slice(attributes.length)
  const name = [attribute(attributes, 'classname'), attribute(attributes, 'name')].filter((one) => one !== '').join('.')
  if (/<(?:failure|error)\b/.test(body)) return { name, end: 'failed' }
  if (/<skipped\b[^<>]*pytest\.xfail/.test(body)) return { name, end: 'expected to fail' }
  return { name, end: /<skipped\b/.test(body) ? 'skipped' : 'passed' }
}

function attribute(attributes: string, key: string): string {
  const found = new RegExp(`(?:^|\\s)${key}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return found?.[1] ?? found?.[2] ?? ''
}

export const junitXml: Runner = { read: readJunitXml }
