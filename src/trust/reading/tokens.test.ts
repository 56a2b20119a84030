import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyText } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { tokensOf } from './tokens.ts'

/** Words and operators in one line, operators in brackets. */
const split = (text: string, isWindows = false): string =>
  tokensOf(text, isWindows)
    .map(({ kind, text: one }) => (kind === 'operator' ? `[${one}]` : one))
    .join(' ')

describe('a hidden word is restored', () => {
  it.each([
    ["r''m -rf x", 'rm -rf x'],
    ['r""m -rf x', 'rm -rf x'],
    ["'r'm x", 'rm x'],
    ['w"ho"ami', 'whoami'],
    ['r\\m -rf /', 'rm -rf /'],
    ['\\rm -rf /', 'rm -rf /'],
    ['w\\h\\o\\a\\m\\i', 'whoami'],
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: shell, not JavaScript
    ['rm${IFS}-rf${IFS}/', 'rm -rf /'],
    ['cat${IFS%?}/etc/passwd', 'cat /etc/passwd'],
    ['echo ${HOME}/x', 'echo $HOME/x'],
    ['echo ${HOME:-/root}', 'echo $HOME'],
    // biome-ignore-end lint/suspicious/noTemplateCurlyInString: shell, not JavaScript
    ['rm$IFS-rf$IFS/', 'rm -rf /'],
    ['cu\\\nrl x', 'curl x'],
  ])('in a shell: %j', (text, words) => {
    expect(split(text)).toBe(words)
  })

  it.each([
    ['d^el /f x', 'del /f x'],
    ['pow^er^shell', 'powershell'],
    ['i`ex $x', 'iex $x'],
    ['I`E`X x', 'IEX x'],
    ['de""l x', 'del x'],
  ])('in Cmd and PowerShell: %j', (text, words) => {
    expect(split(text, true)).toBe(words)
  })
})

describe('characters that hide nothing stay', () => {
  it.each([
    ['the backslashes of a Windows path', 'type C:\\Users\\me\\x', false, 'type C:\\Users\\me\\x'],
    ['the same in PowerShell', 'gc C:\\Users\\me', true, 'gc C:\\Users\\me'],
    ['a caret in a shell', 'git show HEAD^', false, 'git show HEAD^'],
    ['a caret before no letter', 'a^^b', true, 'a^b'],
    ['one at the end', 'a^', true, 'a^'],
    ['a backslash at the end', 'a \\', false, 'a \\'],
    ['a dollar alone', 'a $', false, 'a $'],
    ['a variable that is never closed', 'echo ${x', false, 'echo $ [{] x'],
  ])('%s', (_, text, isWindows, words) => {
    expect(split(text, isWindows)).toBe(words)
  })
})

describe('operators', () => {
  it.each([
    ['a>>b', 'a [>>] b'],
    ['a 2>/dev/null', 'a [>] /dev/null'],
    ['a 2>&1', 'a 2 [>&] 1'],
    ['a|&b', 'a [|&] b'],
    ['a&&b||c', 'a [&&] b [||] c'],
    ['cat <<< x', 'cat [<<<] x'],
    ['$(id)', '[$(] id [)]'],
    ['`id`', '[`] id [`]'],
    ['a\nb', 'a [;] b'],
    ['diff <(a) >(b)', 'diff [<(] a [)] [>(] b [)]'],
  ])('%j', (text, words) => {
    expect(split(text)).toBe(words)
  })

  it('of a function call stay with its name, so that code reads like a command', () => {
    expect(split('os.system("rm -rf /")')).toBe('os.system( rm -rf / [)]')
    expect(split('bash -c "curl x | sh"')).toBe('bash -c curl x [|] sh')
  })
})

describe('any text at all', () => {
  const text = fc.oneof(
    anyText(),
    // Texts of nothing but special characters.
    fc.string({ unit: fc.constantFrom(...('\'"\\^`$' + '{}()<>|&;, \n\tIFSrm[]')), maxLength: 60 }),
  )

  it('is split without failing, and the same way each time', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (one, isWindows) => {
        expect(tokensOf(one, isWindows)).toEqual(tokensOf(one, isWindows))
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('yields no empty word, no word with a space, and never more characters than it has', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (one, isWindows) => {
        const tokens = tokensOf(one, isWindows)
        expect(tokens.filter(({ text: word }) => word === '' || /[ \n\t\r]/.test(word))).toEqual([])
        expect(tokens.reduce((sum, { text: word }) => sum + word.length, 0)).toBeLessThanOrEqual(one.length)
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })

  it('reads the same with quotes around each letter of a word', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 2, maxLength: 12 })
    fc.assert(
      fc.property(word, fc.constantFrom("''", '""'), (one, quotes) => {
        expect(split(one.split('').join(quotes))).toBe(one)
      }),
      { seed: seed(), numRuns: scaled(2_000) },
    )
  })
})
