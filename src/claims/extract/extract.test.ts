import { describe, expect, it } from 'vitest'
import { extractClaims } from './extract.ts'
import { LIMITS } from './limits.ts'
import { scan } from './scan.ts'

const said = (text: string): string[] =>
  extractClaims(text).claims.map(
    ({ type, level, hedged }) => `${type}${level === 'report' ? ' report' : ''}${hedged ? ' hedged' : ''}`,
  )

describe('extractClaims', () => {
  it('lists every claim of a message with its quote, offsets and segment', () => {
    const text = '## Fixes applied\n\nThe crash is fixed and all tests pass. I have not pushed it.\n- [x] Update docs'
    const { claims, finding } = extractClaims(text)
    expect(claims.map(({ type, quote, segment }) => [type, quote, segment])).toEqual([
      ['fixed', '## Fixes applied', 'heading'],
      ['fixed', 'The crash is fixed and all tests pass.', 'prose'],
      ['tests_pass', 'The crash is fixed and all tests pass.', 'prose'],
      ['done', '- [x] Update docs', 'checklist'],
    ])
    expect(claims.every(({ quote, start, end }) => text.slice(start, end) === quote)).toBe(true)
    expect(finding).toBeNull()
  })

  it('distinguishes reports from completions, and doubt from certainty', () => {
    expect(said('I added a helper.')).toEqual(['done report'])
    expect(said('The helper is done.')).toEqual(['done'])
    expect(said('The bug should be fixed now.')).toEqual(['fixed hedged'])
  })

  it('reads a claim glued to a plan, a question or a hedge', () => {
    expect(said('All tests pass, next I will deploy.')).toEqual(['tests_pass'])
    expect(said('Fixed the leak. Should I push it?')).toEqual(['fixed'])
    expect(said('The build is green, and the page should load faster.')).toContain('tests_pass')
  })

  it.each([
    ["You're all set.", ['done']],
    ["You're all set once you have run the installer.", []],
    ["Let me know when you're all set.", []],
    ['All good.', ['done']],
    ['All good questions!', []],
    ['Type check: all good.', ['tests_pass']],
    ['Everything works.', ['verified']],
    ['This is how everything works.', []],
    ['If everything works, merge it.', []],
    ['No type errors.', ['tests_pass']],
    ['Make sure that there are no type errors.', []],
    ['There are no type errors.', ['tests_pass']],
    ['There were no failures in your log.', []],
    ['The old version had no type errors.', []],
    ['The goal is no failures.', []],
    ['Main has no failures, this branch has two.', []],
    ['Works like a charm.', ['verified']],
    ['Everything checked out.', ['verified']],
    ['I checked out main and pulled.', ['done report']],
    ['The branch main is checked out.', []],
    ['main is up to date with origin/main.', []],
    ['The docs are up to date.', ['done']],
  ])('reads idioms for what they mean here: %s', (text, claims) => expect(said(text)).toEqual(claims))

  it('reports a text that was not read in full', () => {
    const { finding, claims } = extractClaims(`Done. ${'word '.repeat(LIMITS.textLength / 5)}`)
    expect(finding?.code).toBe('EXTRACTION_UNFINISHED')
    expect(claims.map(({ type }) => type)).toEqual(['done'])
  })

  it('reports a text with more clauses than it reads', () => {
    expect(extractClaims('a; '.repeat(LIMITS.clauses + 100)).finding?.code).toBe('EXTRACTION_UNFINISHED')
    expect(extractClaims('a; '.repeat(LIMITS.clauses / 2)).finding).toBeNull()
  })

  it('looks for names at the beginning of a run without spaces only, however long it is', () => {
    const names = (text: string) =>
      scan(text, 0, text.length).flatMap(({ kind, text: said }) => (kind === 'code' ? [said] : []))
    expect(names(`done:${'a:'.repeat(5)}--flag src/a.ts`)).toEqual(['--flag', 'src/a.ts'])
    expect(names(`${'a:'.repeat(120)}src/a.ts`)).toEqual([])
    expect(names(`${'a:'.repeat(120)} src/a.ts`)).toEqual(['src/a.ts'])
  })

  it('reports a long text without readable words', () => {
    expect(extractClaims('\u200b'.repeat(LIMITS.unreadable + 1)).finding?.code).toBe('NOTHING_READ')
    expect(extractClaims('\u200b').finding).toBeNull()
  })

  it('reads a message that is one fence, one quotation or one JSON value', () => {
    expect(said('```\nAll tests pass.\n```')).toEqual(['tests_pass'])
    expect(said('"All tests pass."')).toEqual(['tests_pass'])
    expect(said('{"status": "completed", "tests": "passed"}')).toEqual(['done', 'tests_pass'])
    expect(said('The log says:\n```\nAll tests pass.\n```')).toEqual([])
  })
})
