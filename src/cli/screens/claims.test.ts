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
