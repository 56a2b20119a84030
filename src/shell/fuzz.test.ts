import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { hostFacts } from '../hosts/facts.ts'
import { agentStarted } from './agents.ts'
import { hiddenStatuses } from './exit.ts'
import { touchesOf } from './files.ts'
import { parseShell } from './parse.ts'
import { type PathWorld, pathsOf, relationTo } from './paths.ts'
import { readShell } from './read.ts'
import { tokensOf } from './tokens.ts'

/** Fragments of shell syntax, whole and cut in half. */
const PIECES = [
  ...[
    'if ',
    'then ',
    'fi',
    'for x in ',
    'do ',
    'done',
    'while ',
    'case x in ',
    'a) ',
    'esac',
    ';;',
    '{ ',
    '}',
    'function ',
  ],
  ...[
    '(',
    ')',
    '((',
    '))',
    '$(',
    '$((',
    '`',
    '"',
    "'",
    "$'",
    '${',
    '}',
    '<<E\n',
    '\nE\n',
    "<<'E'\n",
    '<<<',
    '<',
    '>',
    '>>',
  ],
  ...[
    '>&',
    '&>',
    '2>',
    '<(',
    '|',
    '||',
    '&&',
    ';',
    '&',
    '\n',
    '\\',
    '\\\n',
    '#',
    ' ',
    ' ',
    ' ',
    '\t',
    'a',
    'cat ',
    'rm ',
    'cd ',
  ],
  ...[
    '$x',
    '$F',
    'F=',
    'F=$F$F',
    '~',
    '*',
    '?',
    '[',
    ']',
    '[[ ',
    ' ]]',
    '=~ ',
    '@(',
    '{a,b}',
    '{1..9}',
    '{1..99999999}',
    '{',
    ',',
  ],
  ...[
    'eval ',
    'sh -c ',
    'bash <<E\n',
    'xargs ',
    'find . -exec ',
    '{} ',
    '\\;',
    'sudo ',
    'env ',
    'f() ',
    'f ',
    'set -- ',
    '"$@"',
  ],
  ...[
    'trap ',
    'exit 0',
    '!',
    'time ',
    'coproc ',
    '=(',
    ' a=(',
    'git -c ',
    'alias.x=!',
    'tar ',
    'sed -i ',
    '-c',
    '-',
    '--',
    '=',
  ],
  ...[
    '${x:-',
    '${#',
    '${!',
    '${x[@]}',
    '${IFS}',
    'echo ',
    'printf ',
    '$(pwd)',
    '. ',
    '0',
    '\r',
    '\x01',
    '\0',
    '\uFDD0',
    'é',
    '😀',
    '\ud800',
  ],
]
const text = fc.oneof(
  { weight: 9, arbitrary: fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: ANY_CHAR, maxLength: 60 }) },
)

const WORLD: PathWorld = { home: '/h', start: '/s', variables: { X: '/x' } }

function readAll(input: string): 'read' | 'unparsable' {
  const reading = readShell(input)
  tokensOf(input)
  const statuses = hiddenStatuses(input)
  if (reading.kind === 'unparsable') return 'unparsable'
  expect(['read', 'unparsable']).toContain(statuses.kind)
  for (const run of reading.runs) {
    agentStarted(run, hostFacts().agents)
    for (const touch of touchesOf(run)) {
      const value = touch.kind === 'inline-code' ? touch.code : touch.path
      for (const path of pathsOf(value, run.cwds, WORLD)) relationTo(path, '/h/state')
    }
  }
  return 'read'
}

describe('any text', () => {
  it('is read or refused with a reason and an offset, and nothing throws', () => {
    const counts = { read: 0, unparsable: 0 }
    fc.assert(
      fc.property(text, (input) => {
        counts[readAll(input)]++
        const parsed = parseShell(input)
        if (parsed.kind !== 'unparsable') return
        expect(parsed.at).toBeGreaterThanOrEqual(0)
        expect(parsed.at).toBeLessThanOrEqual(input.length)
      }),
      { seed: seed(), numRuns: scaled(100_000, 2_000) },
    )
    // The property means something only if both outcomes occur.
    expect(Math.min(counts.read, counts.unparsable)).toBeGreaterThan(scaled(1000, 20))
  })

  it('gives the same answer every time', () => {
    fc.assert(
      fc.property(text, (input) => {
        expect(readShell(input)).toEqual(readShell(input))
      }),
      { seed: seed(), numRuns: scaled(5_000) },
    )
  })

  it('in single quotes is one literal word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (input) => {
        const plain = input.replace(/[\0\uFDD0-\uFDEF]/g, '')
        expect(tokensOf(`a '${plain.replaceAll("'", "'\\''")}'`)).toEqual(['a', plain])
      }),
      { seed: seed(), numRuns: scaled(10_000) },
    )
  })
})
