import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR } from '../../../test/helpers/any.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { checkArtifact } from '../../controller/check-artifact.ts'
import { sealArtifact } from '../../controller/envelope.ts'
import { dataHash, snapshotId } from '../../controller/ids.ts'
import { canonical } from '../../ledger/canonical.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import { fromYaml, toYaml } from './artifact-yaml.ts'

const TRICKY = [
  '',
  ' ',
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  'a\r\nb\r\n',
  'a\n',
  'a\n\n',
  'a\nb',
  ' a\nb',
  'a \nb',
  '\ta',
  'a\t',
  'a\n\n\nb\n',
  '\n a',
  '1',
  '01',
  '0x1f',
  '0o17',
  '1e3',
  '1_000',
  '.5',
  '-0',
  '.inf',
  '.nan',
  '2026-11-17',
  '2026-11-17T10:00:00Z',
  '12:30:45',
  'true',
  'True',
  'yes',
  'no',
  'on',
  'null',
  'Null',
  '~',
  '<<',
  '=',
  '-',
  '- a',
  '? a',
  'a: b',
  'a #b',
  '#a',
  '&a',
  '*a',
  '!a',
  '!!str a',
  '|',
  '>',
  '%a',
  '@a',
  '`a',
  '"',
  "'",
  '{',
  '}',
  '[',
  ']',
  ',',
  '---',
  '...',
  '--- a',
  'a\n---\nb\n',
  '\u0000',
  '\u0007',
  '\u001b[31m',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
  '\ufeff',
  '\ufeffa',
  '\u200b',
  '\u202e',
  'é',
  'e\u0301',
  '日本語',
  '🦉',
  '\\',
  '\\n',
  'a\\\nb',
  'x'.repeat(2000),
  `${'word '.repeat(300)}end`,
  '  indented\nless\n',
  'trailing  \n',
  '__proto__',
  'constructor',
  'a\u0000b\nc',
]

const back = (value: Json): unknown => fromYaml(toYaml(value))

const text = fc
  .oneof(
    fc.constantFrom(...TRICKY),
    fc.string({ unit: ANY_CHAR }),
    fc.array(fc.constantFrom(...TRICKY)).map((parts) => parts.join('')),
  )
  .filter((one) => one.isWellFormed())
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((one) => !Object.is(one, -0)),
)
const { value: anyJson } = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
  object: fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonObject>,
}))

describe('artifacts as YAML', () => {
  it.each(TRICKY.map((one) => [JSON.stringify(one).slice(0, 40), one]))(
    'keep %s as a value, a key and a part of a text',
    (_, one) => {
      for (const value of [one, { [one]: one }, [one, [one]], { a: { b: one }, c: one }, `x\n${one}`, `${one}\nx\n`])
        expect(canonical(back(value) as Json)).toBe(canonical(value as Json))
    },
  )

  it('give the same hashes after reading, whatever was observed', () => {
    fc.assert(
      fc.property(fc.dictionary(text, anyJson, { maxKeys: 4, noNullPrototype: true }), (found) => {
        const environment = found as JsonObject
        const data_hash = dataHash(environment, [])
        const snapshot_id = snapshotId(data_hash)
        const at = '2026-11-17T10:00:00.000Z'
        const body = { snapshot_id, timestamp: at, environment, constraints: [], data_hash }
        const sealed = sealArtifact('environment_snapshot', snapshot_id, body, { at, by: 'bailiff' })
        expect(checkArtifact(back(sealed as Json))).toMatchObject({ ok: true })
      }),
      { seed: seed(), numRuns: scaled(1_500) },
    )
  })

  it('are the same whatever the order of the keys, with long lines unfolded, texts as lines and no dates', () => {
    expect(toYaml({ b: 1, a: { d: 'x'.repeat(200), c: 'one\ntwo\n' } })).toBe(
      toYaml({ a: { c: 'one\ntwo\n', d: 'x'.repeat(200) }, b: 1 }),
    )
    expect(toYaml({ a: 'one\n  two\n', k: '1', d: '2026-11-17', t: 'plain text' })).toBe(
      'a: |\n  one\n    two\nd: "2026-11-17"\nk: "1"\nt: plain text\n',
    )
  })

  it('refuse duplicate keys and aliases', () => {
    expect(() => fromYaml('a: 1\na: 2\n')).toThrow()
    expect(() => fromYaml('a: &x [1]\nb: *x\n')).toThrow()
  })
})
