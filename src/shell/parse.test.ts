import { describe, expect, it } from 'vitest'
import { scaled } from '../../test/helpers/scale.ts'
import { LIMITS } from './limits.ts'
import { parseShell } from './parse.ts'

const READ = [
  ...[
    '',
    '\n',
    '# nothing',
    'a',
    'a;',
    'a &',
    'a & b',
    'a && b || c',
    'a | b |& c',
    '! a',
    '! ! a',
    'time',
    'time -p a',
  ],
  ...['if a; then b; fi', 'if a; then b; elif c; then d; else e; fi', 'if (a) then b; fi', 'while a; do b; done < f'],
  ...[
    'until a; do b; done',
    'for x in a b; do c; done',
    'for x; do c; done',
    'for x in a; { b; }',
    'select x in a; do b; done',
  ],
  ...['for ((i=0; i<3; i++)); do a; done', '((a + 1))', '((a); (b))', '$((1 + $(a)))', 'echo $[1+2]', '$((a); (b))'],
  ...['case x in a|b) c;; (d) e;& *) f;;& esac', 'case x in esac', 'case $(case a in a) b;; esac) in c) d; esac'],
  ...[
    '{ a; }',
    '{ (a) }',
    '(a; b)',
    'f() { a; }',
    'f() (a)',
    'function f { a; }',
    'function f () { a; }',
    'coproc X { a; }',
  ],
  ...[
    '[[ -f a && ! ( b == c || d < e ) ]]',
    '[[ a =~ ^(b|c)+$ ]]',
    '[[ $a == @(b|c) ]]',
    'a=(b c) d',
    'a+=(b\nc # d\n)',
  ],
  ...[
    'declare -a a=(b)',
    'a[1]=b',
    'a[$i]=b c',
    'cat <<A <<B\na\nA\nb\nB',
    "cat <<-'E'\n\ta $(\n\tE\n",
    'cat <<E && a\n$(b)\nE',
  ],
  ...['a 2>&1 >b <c <>d >|e &>f &>>g <<<h', '{fd}>a', 'a <(b) >(c)', 'echo "a $(b "c $(d)") e"', 'echo "${a:-"b"}"'],
  ...[
    "echo ${a%'}'} ${#a} ${!a} ${a[@]} ${a/b/c} ${a:1:2} ${}",
    'a `b \\`c\\``',
    "$'a\\'b'",
    '$"a"',
    'a\\\n b',
    'i\\\nf',
  ],
  ...['echo a#b #c', 'echo {a,b} } {', 'x=1 if', '>a', '$(', '2>(x)'].filter((text) => text !== '$('),
]

const REFUSED: readonly (readonly [text: string, why: string, at: number])[] = [
  ["a 'b", 'unterminated-quote', 2],
  ['a "b $(c) ', 'unterminated-quote', 2],
  ["$'a\\'", 'unterminated-quote', 0],
  ['a $(b', 'unterminated-substitution', 5],
  ['a `b', 'unterminated-substitution', 2],
  ['a ${b', 'unterminated-substitution', 2],
  ['cat <<E\na', 'unterminated-heredoc', 9],
  ['cat <<E', 'unterminated-heredoc', 7],
  ['cat <<E\na\\\nE\n', 'unterminated-heredoc', 13],
  ['a; ; b', 'unexpected-token', 3],
  ['a &; b', 'unexpected-token', 3],
  ['a )', 'unexpected-token', 2],
  ['( )', 'unexpected-token', 2],
  ['then', 'unexpected-token', 0],
  ['f() a', 'unexpected-token', 5],
  ['echo a(b)', 'unexpected-token', 6],
  ['a | | b', 'unexpected-token', 4],
  ['> | a', 'unexpected-token', 2],
  ['a |', 'unexpected-end', 3],
  ['a &&', 'unexpected-end', 4],
  ['if a; then b', 'unexpected-end', 12],
  ['{ a; ', 'unexpected-end', 5],
  ['a >', 'unexpected-end', 3],
  ['a \0b', 'bad-character', 2],
  ['a \uFDD0b', 'bad-character', 2],
]

describe('a text of shell', () => {
  it.each(READ)('is read: %j', (text) => {
    expect(parseShell(text)).toMatchObject({ kind: 'parsed' })
  })

  it.each(REFUSED)('is refused where it stops being valid shell: %j', (text, why, at) => {
    expect(parseShell(text)).toEqual({ kind: 'unparsable', why, at })
  })

  it('is refused past the length limit, and read up to it', () => {
    expect(parseShell('a'.repeat(LIMITS.textLength))).toMatchObject({ kind: 'parsed' })
    expect(parseShell('a'.repeat(LIMITS.textLength + 1))).toEqual({ kind: 'unparsable', why: 'too-long', at: 0 })
  })

  it.each(['(', '$(', '"$(', '`$(', '${a:-', '$((', '<(', '{ ', 'if ', 'f() ', '[[ $(', 'a=('])(
    'does not overflow the stack, however deep it goes: %j',
    (opening) => {
      const { kind } = parseShell(opening.repeat(50_000))
      expect(kind).toBe('unparsable')
    },
  )

  it('is read with as many words, parts and commands as fit the length limit', () => {
    for (const part of ['"$a$a"', 'a ', '$a', 'a;', 'a|', '<<<a ', '{a,b}', '\n', '# \n', '"$a$b']) {
      const text = `${part.repeat(Math.floor((scaled(LIMITS.textLength) - 2) / part.length))}`
      expect(['parsed', 'unparsable']).toContain(parseShell(text).kind)
    }
  })
})
