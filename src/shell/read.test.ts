import { describe, expect, it } from 'vitest'
import { runsOf, shown, shownRun } from '../../test/helpers/shell.ts'
import { readShell } from './read.ts'

type Case = readonly [text: string, ...runs: string[]]

/** Checks which commands a text runs, in order, ignoring how they are reached. */
const itRuns = (title: string, cases: readonly Case[]): void => {
  it.each(cases.map(([text, ...runs]) => ({ text, runs })))(`${title}: $text`, ({ text, runs }) => {
    expect(runsOf(text).map(shownRun)).toEqual(runs)
  })
}

describe('the commands of a text', () => {
  itRuns('are found wherever they are', [
    ['a b | c && d || e; f & g', 'a b', 'c', 'd', 'e', 'f', 'g'],
    ['(a; { b; }) > f', '- >f', 'a', 'b'],
    ['if a; then b; elif c; then d; else e; fi', 'a', 'b', 'c', 'd', 'e'],
    ['while a; do b; done < in', '- <in', 'a', 'b'],
    ['case $(a) in $(b)) c;; d) e;; esac', 'a', 'b', 'c', 'e'],
    [
      'echo $(a) `b` "$(c "$(d)")" <(e) >(f) ${x:-$(g)} $(( $(h) ))',
      'a',
      'b',
      'd',
      'c <?>',
      'e',
      'f',
      'g',
      'h',
      'echo <?> <?> <?> <?> <?> <$x|<?>> <?>',
    ],
    ['[[ $(a) == b ]] && (( $(c) ))', 'a', 'c'],
    ['cat <<E\n$(a) `b`\nE', 'a', 'b', 'cat'],
    ["cat <<'E'\n$(a) `b`\nE", 'cat'],
    ['x=$(a) y[$(b)]=1', 'a', 'b'],
    ['f() { a; }; g() { b; }; f', 'f', 'a', 'b'],
    ['f() { f() { f() { a; }; f; }; f; }; f', 'f', 'f', 'f', 'a'],
    ['! time a', 'a'],
    ['coproc a; > f', 'a', '- >f'],
    [
      'constructor; __proto__ a; $(toString); echo a | valueOf',
      'constructor',
      '__proto__ a',
      'toString',
      '<?>',
      'echo a',
      'valueOf',
    ],
  ])

  itRuns('are found in what starts them', [
    ["sh -c 'a; b'", 'sh -c a; b', 'a', 'b'],
    ['bash -lc \'a "$1"\' _ x', 'bash -lc a "$1" _ x', 'a x'],
    ["bash -euo pipefail -c 'a'", 'bash -euo pipefail -c a', 'a'],
    ["eval 'a b' c", 'eval a b c', 'a b c'],
    ['bash <<E\na\nE', 'bash', 'a'],
    ['bash <<< "a b"', 'bash', 'a b'],
    ['echo "a b" | sh', 'echo a b', 'sh', 'a b'],
    ['env -i X=1 -u Y a b', 'env -i X=1 -u Y a b', '-u Y a b'],
    ['env -u Y X=1 a b', 'env -u Y X=1 a b', 'a b'],
    ["env -S 'a b'", 'env -S a b', 'a b'],
    ['sudo -u root -- a b', 'sudo -u root -- a b', 'a b'],
    ['timeout -s KILL 5 a', 'timeout -s KILL 5 a', 'a'],
    [
      'nohup nice -n 5 stdbuf -oL setsid a',
      'nohup nice -n 5 stdbuf -oL setsid a',
      'nice -n 5 stdbuf -oL setsid a',
      'stdbuf -oL setsid a',
      'setsid a',
      'a',
    ],
    ['command a; command -v b; builtin c; exec d', 'command a', 'a', 'command -v b', 'builtin c', 'c', 'exec d', 'd'],
    ['xargs -n 1 a b', 'xargs -n 1 a b', 'a b <?>'],
    ['echo x y | xargs -I{} a {}/z', 'echo x y', 'xargs -I{} a {}/z', 'a x/z', 'a y/z'],
    [
      'find p q -name n -exec a {} \\; -execdir b {} +',
      'find p q -name n -exec a {} ; -execdir b {} +',
      'a p/<?>',
      'a q/<?>',
      'b p/<?>',
      'b q/<?>',
    ],
    ["trap 'a' EXIT", 'trap a EXIT', 'a'],
    ["git -c alias.x='!a b' x", 'git -c alias.x=!a b x', 'a b'],
    ["su me -c 'a'", 'su me -c a', 'a'],
    ["ssh host 'rm x'", 'ssh host rm x'],
    ['F=x sh -c "cat \\$F $G"', 'sh -c cat $F <$G>', 'cat x <$G>'],
    ['sh -c "cat \'$G/k\'"', "sh -c cat '<$G>/k'", 'cat <$G>/k'],
  ])

  it('say how they were reached', () => {
    expect(runsOf("sudo sh -c 'a $(b)'").map(({ name, via }) => [name, ...via])).toEqual([
      ['sudo'],
      ['sh', 'sudo'],
      ['b', 'sudo', 'sh -c', '$( )'],
      ['a', 'sudo', 'sh -c'],
    ])
  })

  it('carry their offset in the text, even those of a nested one', () => {
    expect(runsOf("a; sh -c 'b'").map(({ at }) => at)).toEqual([0, 3, 3])
  })
})

describe('the words of a command', () => {
  itRuns('are the same, however they are quoted', [
    ["r''m", 'rm'],
    ['\\rm', 'rm'],
    ['"r"m', 'rm'],
    ["$'\\x72m' $'\\162\\u006d'", 'rm rm'],
    ['r\\\nm', 'rm'],
    ['F\\\nG=k; cat $\\\nF\\\nG ${F\\\nG} ~\\\n/x $\\\n(a)', 'a', 'cat k k <~>/x <?>'],
    ['cat${IFS}k', 'cat k'],
    ['cat$IFS"k"', 'cat k'],
    ['{cat,k}', 'cat k'],
    ['"a\\"b" "a\\b" a\\ b', 'a"b a\\b a b'],
    ['\'\' ""', ' '],
  ])

  itRuns('are resolved where an earlier assignment is certain', [
    ['F=k/x; cat "$F" ${F} $F/y', 'cat k/x k/x k/x/y'],
    ['R=rm; $R x; "$R" y', 'rm x', 'rm y'],
    ['C=\'cat k\'; $C; "$C"', 'cat k', 'cat k'],
    ['A=k; A+=ey; cat $A', 'cat key'],
    ['export F=k; cat $F', 'export F=k', 'cat k'],
    ['IFS=,; C=cat,k; $C', 'cat k'],
    ['P=F; F=k; cat ${!P}', 'cat k'],
    ['set -- k l; cat "$@" $2', 'set -- k l', 'cat k l l'],
    ['f() { cat "$1"; }; f k', 'f k', 'cat k'],
    ['cat $(echo k) "$(printf %s l)"', 'echo k', 'printf %s l', 'cat k l'],
    ['A=(k l); cat "${A[0]}"', 'cat <$A|k|l>'],
  ])

  itRuns('keep every value that is possible where it is not', [
    ['F=k; false && F=l; cat $F', 'false', 'cat <$F|l|k>'],
    ['if a; then F=k; else F=l; fi; cat $F', 'a', 'cat <$F|k|l>'],
    ['for f in k l; do cat $f; done', 'cat <$f|k|l>'],
    ['F=l; while a; do cat $F; F=k; done', 'a', 'cat <$F|l|k>'],
    ['F=k; (F=l); cat $F', 'cat k'],
    ['F=k | F=l; cat $F', 'cat <$F>'],
    ['F=k; read F; cat $F', 'read F', 'cat <$F>'],
    ['cat ${F:-k}', 'cat <$F|k>'],
    [': ${F:=k}; cat $F', ': <$F|k>', 'cat <$F|k>'],
    ['false && A=k; B=$A/x; cat $B', 'false', 'cat <$B|k/x|<$A>/x>'],
  ])

  itRuns('are marked where only the running shell knows', [
    ['cat ~/x ~bob/y "$HOME"/z "~/q" a~', 'cat <~>/x <~bob>/y <~>/z ~/q a~'],
    ['HOME=/h; cat ~/x $HOME/y', 'cat <$HOME|/h>/x /h/y'],
    ['dd of=~/x', 'dd of=<~>/x'],
    ['cat $PWD/x ~+/y $OLDPWD', 'cat <start>/x <$PWD|<start>>/y <?>'],
    ['cat a*b?[cd] "*"', 'cat a<*>b<?><[cd]> *'],
    ['cat $X"$Y"z $? $(a)', 'a', 'cat <$X><$Y>z <$?> <?>'],
    ['echo {a,b}{1..2} x{c..a}', 'echo a1 a2 b1 b2 xc xb xa'],
    ['echo {} a{},b} {a,{b,c}} {a},b} {a,{b},c}', 'echo {} a} ab a b c a} b a {b} c'],
    ['cat {~,x}/a {$,x}HOME/b', 'cat <~>/a x/a <?>'],
    ['echo {a} {a,"b,c"} {01..03}', 'echo {a} a b,c 01 02 03'],
    ['echo k{1..999999999}', 'echo k<?>'],
    ['echo @(a|b)c', 'echo <*>c'],
  ])
})

describe('the working directory', () => {
  const cwdsOf = (text: string): string[] => (runsOf(text).at(-1)?.cwds ?? []).map(shown)

  it.each([
    ['x', ['<start>']],
    ['cd a && x', ['<start>/a']],
    ['cd a; x', ['<start>/a', '<start>']],
    ['set -e; cd a; x', ['<start>/a']],
    ['cd a || x', ['<start>']],
    ['cd a || exit 1; x', ['<start>/a', '<start>']],
    ['cd /a && cd b && x', ['/a/b']],
    ['cd && x', ['<~>']],
    ['cd ~/a && x', ['<~>/a']],
    ['cd /a && cd - && x', ['<start>']],
    ['(cd a && y); x', ['<start>']],
    ['cd a | y; x', ['<start>']],
    ['cd a & x', ['<start>']],
    ['{ cd a; } && x', ['<start>/a']],
    ['cd $A && x', ['<start>/<$A>']],
    ['command cd a && x', ['<start>/a']],
    ["eval 'cd a' && x", ['<start>/a']],
    ["sh -c 'cd a' && x", ['<start>']],
    ['env -C a x', ['<start>/a']],
    ['pushd a && x', ['<start>/a']],
    ['f() { cd a; }; f && x', ['<start>/a']],
    ['if y; then cd a; fi; x', ['<start>/a', '<start>']],
  ])('is followed as far as it is known: %s', (text, cwds) => {
    expect(cwdsOf(text)).toEqual(cwds)
  })
})

describe('a text that would cost too much', () => {
  const lines = (count: number, line: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => line(i)).join('\n')

  it.each([
    [
      'functions that call each other twice',
      `${lines(30, (i) => `f${i}() { f${i + 1}; f${i + 1}; }`)}\nf0`,
      'too-many',
    ],
    ['variables that double', `A=xx\n${lines(60, () => 'A=$A$A')}`, 'too-many'],
    ['words from a long variable', `A='${'x '.repeat(2000)}'\n${lines(60, () => 'echo $A')}`, 'too-many'],
    ['a list in braces', `cat {${'a,'.repeat(600)}b}`, 'too-many'],
    ['lists in braces', `cat ${'{a,b}'.repeat(12)}`, 'too-many'],
    ['variables', Array.from({ length: 300 }, (_, i) => `v${i}=x`).join(';'), 'too-many'],
    [
      'values of a variable',
      `for f in ${Array.from({ length: 600 }, (_, i) => `f${i}`).join(' ')}; do cat $f; done`,
      'too-many',
    ],
    ['commands without end', 'a;'.repeat(5000), 'too-many'],
    ['texts in texts', `eval ${'eval '.repeat(2000)}`, 'too-long'],
    ['wrappers in wrappers', `${'sudo '.repeat(500)}a`, 'too-deep'],
    ['shells in shells', `${lines(40, (i) => `bash <<E${i}`)}\n${lines(40, (i) => `E${39 - i}`)}`, 'too-long'],
  ])('is refused: %s', (_, text, why) => {
    expect(readShell(text)).toMatchObject({ kind: 'unparsable', why })
  })

  it('is read if it is merely odd: a recursive function, nested loops', () => {
    expect(runsOf('f() { a; f; }; f').map(shownRun)).toEqual(['f', 'a', 'f'])
    expect(runsOf(`${'for x in a; do cd b; '.repeat(30)}c${'; done'.repeat(30)}`).length).toBe(31)
  })

  it('is refused whole if a nested text is not valid shell: its effects are unknown', () => {
    expect(readShell('sh -c "if"')).toMatchObject({ kind: 'unparsable', why: 'unexpected-end' })
  })
})
