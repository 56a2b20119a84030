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

  const batch = (lines: readonly string[], ...options: string[]) =>
    runCli(['claims', 'extract', '--jsonl', ...options], {}, { input: lines.join('\n') })

  it.each([
    ['"changed":"true"', '{"id":"a","text":"Done.","changed":"true"}', '"true" as "changed"'],
    ['"changed":"yes"', '{"id":"a","text":"Done.","changed":"yes"}', '"yes" as "changed"'],
    ['"changed":1', '{"id":"a","text":"Done.","changed":1}', '1 as "changed"'],
    ['no id', '{"text":"Done."}', 'has no "id"'],
    ['an object as its id', '{"id":{},"text":"Done."}', 'neither a string nor a whole number'],
    ['a number that is not exact', '{"id":12345678901234567890,"text":"Done."}', 'neither a string nor'],
    ['an infinite number', '{"id":1e400,"text":"Done."}', 'neither a string nor'],
    ['a number that rounds to another', '{"id":1e-400,"text":"Done."}', 'neither a string nor'],
    ['null instead of an object', 'null', 'is not a JSON object'],
    ['no text', '{"id":"a"}', 'is not a JSON object with a "text" string'],
  ])('refuses a line with %s, with its number', async (_, line, why) => {
    const { exit, err, out } = await batch(['{"id":"first","text":"Done."}', line, '{"id":"last","text":"Done."}'])
    expect(exit).toBe(1)
    expect(err).toContain('[USAGE]')
    expect(err).toContain('Line 2 ')
    expect(err.replace(/\s+/g, ' ')).toContain(why)
    expect(out).not.toContain('last')
  })

  it('takes null for unknown', async () => {
    const { out, exit } = await batch(
      ['{"id":"a","text":"Hm.","changed":null}', '{"id":"b","text":"Hm."}'],
      '--changed',
      'yes',
    )
    expect(exit).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).hold),
    ).toEqual([false, true])
  })

  it('returns ids as they are, and reads past a byte order mark', async () => {
    const lines = [
      '\ufeff{"id":"1e400","text":"Hello."}',
      '{"text":"\\"id\\": 7","id" : 9007199254740991}',
      '{"id":0,"text":""}',
    ]
    const { out, exit } = await batch(lines)
    expect(exit).toBe(0)
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    ).toEqual(['1e400', 9_007_199_254_740_991, 0])
  })

  it('takes --changed for the lines that do not say whether files changed, and refuses --explain', async () => {
    const lines = ['{"id":"a","text":"Hello."}', '{"id":"b","text":"Hello.","changed":false}']
    const held = async (...options: string[]) =>
      (await batch(lines, ...options)).out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).hold)
    expect(await held('--changed', 'yes')).toEqual([true, false])
    expect(await held('--changed', 'no')).toEqual([false, false])
    expect(await held()).toEqual([false, false])
    expect(await batch(lines, '--changed', 'maybe')).toMatchObject({ exit: 1, out: '' })
    expect(await batch(lines, '--explain')).toMatchObject({ exit: 1, out: '', err: expect.stringContaining('[USAGE]') })
  })

  it('holds a text that was not read in full, goes on with the next line, and exits with 2', async () => {
    const long = JSON.stringify({ id: 'long', text: 'x'.repeat(70_000), changed: false })
    const { out, exit } = await batch([long, '{"id":"short","text":"Hello.","changed":false}'])
    const [first, second] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(exit).toBe(2)
    expect(first).toMatchObject({ id: 'long', hold: true, finding: { code: 'EXTRACTION_UNFINISHED' } })
    expect(second).toMatchObject({ id: 'short', hold: false })
    const input = 'x'.repeat(70_000)
    const { decision } = JSON.parse((await runCli(['claims', 'extract', '--json'], {}, { input })).out)
    expect(decision).toMatchObject({ hold: true, by: 'unread' })
    const { out: screen } = await runCli(['claims', 'extract', '--explain'], {}, { input })
    expect(screen).toMatch(/must be earned +yes: the message could not be read in full/)
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
