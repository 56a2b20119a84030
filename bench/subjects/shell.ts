import { readShell } from '../../src/shell/read.ts'
import { wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const BYTES = 10 * 1024
const PARSES = 100

/**
 * Parses many hostile 10 KB texts; the minimum time of the slowest counts. The limit is 5 ms, expressed as 100 calls of
 * JSON.parse on 10 KB so that slow machines compare fairly.
 */
export const shell: Subject = {
  name: 'shell',
  what: 'parsing the worst 10 KB of shell',
  baselineWhat: `${PARSES} × JSON.parse of 10 KB`,
  target: 1,
  by: 'minimum',
  unit: 'µs',
  open() {
    const least = new Map(HOSTILE.map((text) => [text, Number.POSITIVE_INFINITY]))
    const json = JSON.stringify(Array.from({ length: BYTES / 16 }, (_, i) => ({ n: i, s: 'ab' }))).slice(0, BYTES - 2)
    const whole = `${json.slice(0, json.lastIndexOf('}') + 1)}]`
    return {
      baseline: () =>
        wallMicros(() => {
          for (let i = 0; i < PARSES; i++) JSON.parse(whole)
        }),
      subject: async () => {
        for (const text of HOSTILE) {
          const micros = await wallMicros(() => readShell(text))
          least.set(text, Math.min(micros, least.get(text) ?? micros))
        }
        return Math.max(...least.values())
      },
    }
  },
}

const filled = (part: string) => part.repeat(Math.ceil(BYTES / part.length)).slice(0, BYTES)
const around = (open: string, text: string, close: string) => `${open}${text}${close}`.slice(0, BYTES)

/** Unclosed openings, expansion bombs, and single patterns repeated to fill the text. */
const HOSTILE = [
  ...[
    '(',
    '$(',
    '$((',
    '{',
    '`',
    '"$(',
    '"',
    '\\',
    '${x:-',
    '@(a|',
    '<(a) ',
    'a[b[',
    '\\\n',
    '#\n',
    ';',
    '\n',
    'a',
  ].map(filled),
  ...['a;', 'a&&', 'a|', 'cd a;', 'F=x;', 'eval a;', 'trap a EXIT;', 'f(){ a;};f;', 'false&&F=$F$F;', '$(echo a)'].map(
    filled,
  ),
  ...['{a,b}', '{1..64} ', '{1..999999999} ', '*?[a]', '[', '~ ', '$x', '$x ', '$1$2 '].map(
    (part) => `echo ${filled(part)}`,
  ),
  ...['sudo ', 'env ', 'eval ', 'xargs '].map((part) => `${filled(part)}a`),
  ...['cd a;', 'eval a;', 'false&&F=k$F;', 'F=x$F;', 'x[$i]=y;'].map((part) => part.repeat(450)),
  around('echo ', '{a,'.repeat(2500), '}'.repeat(2500)),
  `A=xx;${filled('A=$A$A;')}`,
  `A=${'x'.repeat(5000)};${'echo $A;'.repeat(600)}`,
  `A='${'x '.repeat(2500)}';${'echo $A;'.repeat(600)}`,
  `set -- ${'a '.repeat(2500)};${'b "$@";'.repeat(500)}`,
  `find . ${filled('-exec a {} \\; ')}`,
  `bash -c "${filled('$a$b$c ')}"`,
  `${'for x in a b;do cd $x;F=$F$x;'.repeat(30)}${'a;'.repeat(900)}${'done;'.repeat(30)}`,
  `${Array.from({ length: 20 }, (_, i) => `f${i}(){ f${i + 1};f${i + 1}; }`).join(';')};f0`,
  `echo ${'$(('.repeat(60)}${'1'.repeat(9000)}${'))'.repeat(60)}`,
]
