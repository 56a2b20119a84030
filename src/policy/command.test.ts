import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { tokensOf } from '../shell/tokens.ts'
import { readCommand, renderCommand, toToken } from './command.ts'
import { weakness } from './weak.ts'

describe('a command in one line', () => {
  it.each([
    ['npm test', ['npm', 'test']],
    ['  npm   run "test all" ', ['npm', 'run', 'test all']],
    ["pytest -k 'a and b'", ['pytest', '-k', 'a and b']],
    [`node -e ''`, ['node', '-e', '']],
    ['a\\ b c', ['a b', 'c']],
    ['echo "say \\"hi\\""', ['echo', 'say "hi"']],
    ["grep 'a|b;c$'", ['grep', 'a|b;c$']],
    ['pytest tests/x.py::test[a]', ['pytest', 'tests/x.py::test[a]']],
    ['pytest {target} --n={count}', ['pytest', '{target}', '--n={count}']],
  ])('%s becomes its words', (line, tokens) => {
    expect(readCommand(line)).toEqual({ ok: true, tokens })
  })

  it.each([
    ['npm test | tee log', '"|"'],
    ['npm test || true', '"|"'],
    ['npm test; exit 0', '";"'],
    ['npm test && npm run lint', '"&"'],
    ['cat < x', '"<"'],
    ['ls *.ts', '"*"'],
    ['run $(date)', '"$"'],
    ['run "$HOME"', '"$"'],
    ['run "\\\\$HOME"', '"$"'],
    ['ls ~/x', '"~"'],
    ['ls # not this', '"#"'],
    ['say "open', 'never closed'],
    ['say \\', 'a line ends with'],
    ['say a\\\nb', 'a line ends with'],
    ['say "a\\\nb"', 'a line ends with'],
    ['cp a.{js,ts} b', 'braces'],
    ['echo {1..3}', 'braces'],
    ['CI=1 npm test', 'under env:'],
    ['{target} x', 'must start with a program'],
    ['', 'empty'],
    ['   ', 'empty'],
    ["'' x", 'empty'],
  ])('%s is refused, with a remedy', (line, why) => {
    const read = readCommand(line)
    expect(read).toEqual({ ok: false, why: expect.stringContaining(why) })
  })

  it('has the same words as in a shell, whatever it contains', () => {
    const piece = fc.constantFrom(
      'npm',
      'a',
      ' ',
      '  ',
      '\t',
      '"',
      "'",
      '\\',
      '$',
      '{',
      '}',
      ',',
      '..',
      '{x}',
      '=',
      '-',
      '!',
      '~',
      '#',
      '[',
      ']',
      '^',
      ':',
      '\n',
      '%',
      '@',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const line = `npm ${pieces.join('')}`
        const read = readCommand(line)
        const made = read.ok ? tokensOf(line) : null
        if (read.ok && made !== null) expect({ line, tokens: read.tokens }).toEqual({ line, tokens: made })
      }),
      { numRuns: scaled(50_000), seed: seed() },
    )
  })

  it('is shown as it could be typed again', () => {
    for (const tokens of [
      ['a b', "it's", ''],
      ['npm', 'test'],
      ['x', '{y}', '$z'],
    ]) {
      expect(readCommand(renderCommand(tokens))).toEqual({ ok: true, tokens })
    }
    expect(renderCommand(['pytest', '{target}'].map(toToken))).toBe('pytest {target}')
  })
})

describe('a command that proves nothing', () => {
  it.each([
    [['true']],
    [['/bin/true']],
    [[':']],
    [['echo', 'all tests pass']],
    [['exit', '0']],
    [['npx', 'vitest', 'run', '--passWithNoTests']],
    [['jest', '--pass-with-no-tests=true']],
    [['bash', '-c', 'npm test || true']],
    [['sh', '-ec', 'npm test; exit 0']],
    [['bash', '-lc', 'npm test || :']],
    [['sh', '-c', 'true']],
    [['env', 'A=b', 'true']],
    [['timeout', '-k', '5', '10s', '/bin/echo', 'fine']],
    [['nice', '-n', '5', 'env', 'sh', '-c', 'npm test; exit 0']],
    [['env']],
  ])('%j is called weak', (tokens) => expect(weakness(tokens)).toMatch(/proves nothing/))

  it.each([
    [['npm', 'test']],
    [['bash', '-c', 'set -e; npm test']],
    [['bash', 'check.sh']],
    [['jest', '--passWithNoTests=false']],
    [['grep', '-q', 'true', 'x']],
    [['bash', '-c', 'true && npm test']],
    [['env', 'A=b', 'npm', 'test']],
    [['timeout', '60', 'pytest']],
  ])('%j is not', (tokens) => expect(weakness(tokens)).toBeNull())
})
