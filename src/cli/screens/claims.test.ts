import { describe, expect, it } from 'vitest'
import { runCli } from '../../../test/helpers/cli.ts'

const TEXT = 'Fixed the crash; all tests pass.\n\nI did not push it. It should load faster.\n'

describe('bailiff claims extract', () => {
  it('marks claims, and lists them', async () => {
    const { exit, out } = await runCli(['claims', 'extract'], {}, { input: TEXT })
    expect(exit).toBe(0)
    expect(out).toContain('⟦Fixed the crash; all tests pass.⟧ fixed, tests_pass')
    expect(out).toContain('2 claims')
  })

  it('explains the outcome of each cue', async () => {
    const { out } = await runCli(
      ['claims', 'extract', '--explain'],
      {},
      { input: 'The bug is not fixed. I will push it.' },
    )
    expect(out).toContain('No claims.')
    expect(out).toMatch(/"fixed" +fixed +no: negated/)
  })

  it('answers many messages line by line, in order', async () => {
    const input = '{"id":"a","text":"Done."}\n{"id":2,"text":"Hello."}\n'
    const { out } = await runCli(['claims', 'extract', '--jsonl'], {}, { input })
    const lines = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(lines.map(({ id, claims }) => [id, claims.length])).toEqual([
      ['a', 1],
      [2, 0],
    ])
    expect(lines[0].claims[0]).toMatchObject({ type: 'done', level: 'explicit', quote: 'Done.', start: 0, end: 5 })
  })

  it('adds the gaps and whether the turn must be earned', async () => {
    const lines = [
      { id: 1, text: 'Added the parser.\n\nFailing: the fuzz test', changed: true },
      { id: 2, text: 'The parser reads one line at a time.', changed: false },
    ]
    const input = lines.map((line) => JSON.stringify(line)).join('\n')
    const { out } = await runCli(['claims', 'extract', '--jsonl'], {}, { input })
    const [first, second] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const quote = 'Failing: the fuzz test'
    expect(first).toMatchObject({ hold: true, gaps: [{ kind: 'failing', quote, start: 19, end: 41 }] })
    expect(second).toMatchObject({ hold: false, gaps: [], claims: [] })
  })

  it('explains whether the turn must be earned, number by number', async () => {
    const explained = (changed: string) =>
      runCli(['claims', 'extract', '--explain', '--changed', changed], {}, { input: 'Fixed the crash.\nOpen: docs\n' })
    const { out } = await explained('yes')
    expect(out).toMatch(/"Fixed" +fixed +claimed; \d+ points of -1 needed \(bare 2/)
    expect(out).toMatch(/unfinished +line 2 +"Open: docs"/)
    expect(out).toMatch(/changed files +yes/)
    expect(out).toMatch(/must be earned +yes: it changed files/)
    expect((await explained('maybe')).err).toContain('--changed takes yes or no')
  })

  it('refuses a line that is not a message, and names its number', async () => {
    const { exit, err } = await runCli(['claims', 'extract', '--jsonl'], {}, { input: '{"id":1,"text":"a"}\nnope\n' })
    expect(exit).toBe(1)
    expect(err).toContain('Line 2')
  })

  it('prints everything as JSON, and exits with 2 if the text was not read in full', async () => {
    const { out, exit } = await runCli(['claims', 'extract', '--json'], {}, { input: 'Done. '.repeat(30_000) })
    expect(JSON.parse(out).finding.code).toBe('EXTRACTION_UNFINISHED')
    expect(exit).toBe(2)
  })

  it('shows control characters instead of sending them to the terminal', async () => {
    const { out } = await runCli(['claims', 'extract'], {}, { input: 'Done.\u001b[2J' })
    expect(out).not.toContain('\u001b')
  })
})
