import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ANY_CHAR } from '../../test/helpers/any.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { canonical, MAX_DEPTH } from './canonical.ts'
import { LedgerError } from './errors.ts'
import type { Json, JsonObject } from './kinds.ts'
import { BLOCK_BYTES, createRedactor, redactJson, redactText } from './redact.ts'
import { REACH_AHEAD } from './secrets/secrets.ts'

const RUNS = { seed: seed(), numRuns: scaled(1000) }

/** Secrets are assembled here, so that no scanner reports this file. */
const of = (...parts: string[]): string => parts.join('')
const random = (length: number): string => 'a1Bz9Q'.repeat(length).slice(0, length)
const GITHUB = of('ghp_', random(36))
const AWS = of('AKIA', 'Q7XK'.repeat(4))
const KEY = of('-----BEGIN ', 'PRIVATE KEY-----\n', `${random(64)}\n`.repeat(20), '-----END ', 'PRIVATE KEY-----')

/** The names that a short key may happen to have. */
const NAME = /pw|pass|psk|mdp|key|auth|cred|token|secret|jwt/i

/** Whole secrets, halves of them, cues, borders and markers: the parts of hard texts. */
const PARTS = [
  ...[GITHUB, AWS, KEY, random(300), random(64), random(16), random(3), of('npm_', random(36))],
  ...[of('hf_', random(34)), of('AIza', random(35)), of('eyJ', random(20), '.eyJ', random(20)), 'eyJ', 'sk-', 'ghp_'],
  ...['glpat-', 'AKIA', 'xoxb-1', '-----BEGIN ', 'PRIVATE KEY-----', 'A_TOKEN=', 'PASSWORD', '_LIMIT=', 'token=', '--'],
  ...[
    '--password ',
    '?token=',
    'Authorization',
    ': Bearer ',
    '"password": "',
    '"token":"',
    'curl ',
    ' -u ',
    'http://u:',
  ],
  ...[
    '://',
    '@h',
    '[redacted:jwt]',
    '[redacted:',
    '[',
    ']',
    '$X',
    '<',
    '***',
    '4096',
    'true',
    'is',
    '(',
    ',',
    '.',
    '-',
    '_',
  ],
  ...[':', '=', ' ', '"', "'", '\\', '\\"', '\\n', '\n', '\x1b[31m', 'a', 'x'.repeat(9000)],
]
const hardText = fc.array(fc.constantFrom(...PARTS), { maxLength: 24 }).map((parts) => parts.join(''))

const latin1 = (text: string): Buffer => Buffer.from(text, 'latin1')

function streamed(input: Uint8Array, cuts: number[]) {
  const redactor = createRedactor()
  const borders = [0, ...cuts.map((cut) => cut % (input.length + 1)).sort((a, b) => a - b), input.length]
  const chunks = borders.slice(1).map((border, i) => redactor.write(input.subarray(borders[i], border)))
  const text = Buffer.concat([...chunks, redactor.end()]).toString('latin1')
  return { text, redacted: redactor.redacted() }
}

const cuts = fc.array(fc.nat(), { maxLength: 8 })

describe('redactText', () => {
  it('counts what it removed by kind', () => {
    expect(redactText(`${AWS} ${AWS} ${GITHUB}`)).toEqual({
      text: '[redacted:aws-access-key] [redacted:aws-access-key] [redacted:github-token]',
      redacted: { 'aws-access-key': 2, 'github-token': 1 },
    })
  })

  it('changes nothing in what it has redacted', () => {
    fc.assert(
      fc.property(hardText, (text) => {
        const once = redactText(text).text
        expect(redactText(once)).toEqual({ text: once, redacted: null })
      }),
      { ...RUNS, numRuns: scaled(2000) },
    )
  })

  it.each([
    [
      of('PRIVATE KEY-----', AWS, ' "', GITHUB, '"'),
      'PRIVATE KEY-----[redacted:aws-access-key] "[redacted:assignment]"',
    ],
    [of(GITHUB, '.--password ', 'glpat-', random(20)), '[redacted:github-token].--password [redacted:flag]'],
  ])('removes a secret that stands in the name of another: %j', (text, left) => {
    expect(redactText(text).text).toBe(left)
  })

  it('leaves no half of a character', () => {
    const { text } = redactText(`A_TOKEN=x${'😀'.repeat(8000)}`)
    expect(text.isWellFormed()).toBe(true)
  })

  it('keeps ordinary text of any kind', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHAR }), (text) => {
        expect(redactText(text)).toEqual({ text, redacted: null })
      }),
      { ...RUNS, numRuns: scaled(600) },
    )
  })
})

describe('createRedactor', () => {
  it('gives the same result for any chunking as for the whole text', () => {
    fc.assert(
      fc.property(hardText, cuts, (text, at) => {
        expect(streamed(latin1(text), at)).toEqual(redactText(text))
      }),
      RUNS,
    )
  })

  it('gives the same result wherever its window ends in hard text', () => {
    const lead = 'all is well\n'.repeat(BLOCK_BYTES).slice(-BLOCK_BYTES)
    fc.assert(
      fc.property(hardText, fc.nat(), (text, cut) => {
        const whole = lead + text + '\n'.repeat(REACH_AHEAD) + text
        const at = lead.length + (cut % (text.length + 1)) + REACH_AHEAD
        expect(streamed(latin1(whole), [BLOCK_BYTES, at])).toEqual(redactText(whole))
      }),
      { ...RUNS, numRuns: scaled(200) },
    )
  })

  it('counts a secret inside a secret once, if its window ends between them', () => {
    const lead = '\n'.repeat(BLOCK_BYTES)
    const whole = `${lead}A_TOKEN=${'x,'.repeat(50)}${GITHUB}${'\n'.repeat(REACH_AHEAD)}`
    const { text, redacted } = streamed(latin1(whole), [BLOCK_BYTES, BLOCK_BYTES + 30 + REACH_AHEAD])
    expect(text.trim()).toBe('A_TOKEN=[redacted:assignment]')
    expect(redacted).toEqual({ assignment: 1 })
  })

  it('finds every secret of a large stream, in chunks of any size', () => {
    const line = `${PARTS.join(' ')}\n`
    const input = latin1(line.repeat(Math.ceil((4 * BLOCK_BYTES) / line.length)))
    const expected = redactText(input.toString('latin1'))
    for (const size of [1 << 20, 100_003, 4096]) {
      const at = Array.from({ length: Math.floor(input.length / size) }, (_, i) => (i + 1) * size)
      expect(streamed(input, at)).toEqual(expected)
    }
  })

  it('passes binary data through byte by byte', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2000 }), cuts, (bytes, at) => {
        expect(streamed(bytes, at).text).toBe(Buffer.from(bytes).toString('latin1'))
      }),
      RUNS,
    )
    const every = Uint8Array.from({ length: 3 * BLOCK_BYTES }, (_, i) => i)
    expect(latin1(streamed(every, [BLOCK_BYTES + 7]).text).equals(every)).toBe(true)
  })

  it('finds a secret between binary bytes', () => {
    const around = Buffer.from([0, 0xff, 0xfe, 0xa0, 0x80])
    const redactor = createRedactor()
    const parts = [redactor.write(around), redactor.write(latin1(AWS)), redactor.write(around), redactor.end()]
    expect(Buffer.concat(parts)).toEqual(Buffer.concat([around, latin1('[redacted:aws-access-key]'), around]))
  })

  it('holds back no more than its window and one block', () => {
    const redactor = createRedactor()
    let held = 0
    for (let i = 0; i < 400; i++) {
      held += 10_000 - redactor.write(Buffer.alloc(10_000, 'well ')).length
      expect(held).toBeLessThan(BLOCK_BYTES + 2 * REACH_AHEAD)
    }
  })

  it('does not depend on a chunk that its caller changes afterwards', () => {
    const redactor = createRedactor()
    const chunk = latin1('all is well')
    redactor.write(chunk)
    chunk.fill(0)
    expect(Buffer.from(redactor.end()).toString()).toBe('all is well')
  })

  it('returns null if it removed nothing, else a copy of its counts', () => {
    const redactor = createRedactor()
    expect(redactor.redacted()).toBeNull()
    redactor.write(latin1(AWS))
    redactor.end()
    const counts = redactor.redacted()
    expect(counts).toEqual({ 'aws-access-key': 1 })
    expect(redactor.redacted()).not.toBe(counts)
  })
})

describe('redactJson', () => {
  it('returns the same object if there is no secret', () => {
    const body: JsonObject = { command: 'npm test', nested: [{ exitCode: 0 }, null, true, 'x'], hash: 'a'.repeat(64) }
    expect(redactJson(body).value).toBe(body)
    expect(redactJson(body).redacted).toBeNull()
  })

  it('returns the same object for any JSON without secrets', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 7 }), fc.jsonValue()), (body) => {
        fc.pre(!NAME.test(JSON.stringify(body)))
        expect(redactJson(body as JsonObject).value).toBe(body)
      }),
      { ...RUNS, numRuns: scaled(300) },
    )
  })

  it('redacts strings at any depth and leaves the original alone', () => {
    const body = { a: [1, { b: `key ${AWS}` }], c: GITHUB, d: 'plain' }
    const before = structuredClone(body)
    expect(redactJson(body)).toEqual({
      value: { a: [1, { b: 'key [redacted:aws-access-key]' }], c: '[redacted:github-token]', d: 'plain' },
      redacted: { 'aws-access-key': 1, 'github-token': 1 },
    })
    expect(body).toEqual(before)
  })

  it('shares parts without secrets with the original', () => {
    const clean = { deep: ['untouched'] }
    const { value } = redactJson({ clean, secret: 'value' })
    expect(value['clean']).toBe(clean)
  })

  it('redacts the whole string under a name that marks it as a secret', () => {
    const body = { password: 'two words', clientSecret: 'x', 'api-key': 'x', env: { NPM_TOKEN: 'x' }, count: 1 }
    expect(redactJson(body)).toEqual({
      value: {
        password: '[redacted:named]',
        clientSecret: '[redacted:named]',
        'api-key': '[redacted:named]',
        env: { NPM_TOKEN: '[redacted:named]' },
        count: 1,
      },
      redacted: { named: 4 },
    })
  })

  it('keeps a sign under a short name, which is no secret', () => {
    const body = { PW: '!', pw: ':', AUTH: 'ldap', PASS: '3', nested: { PW: ':' } }
    expect(redactJson(body).value).toBe(body)
  })

  it('removes what a short name in capitals holds, if it is more than a word', () => {
    expect(redactJson({ PW: 'hunter2!', DB_PASS: 'ab-cde', AUTH: 'dXNlcjpwYXNzdw' }).redacted).toEqual({ named: 3 })
  })

  it('keeps empty values, references and masks under such a name', () => {
    const body = { password: '', secret: '$SECRET', api_key: of('$', '{KEY}'), passwd: '***', private_key: '<key>' }
    expect(redactJson(body).value).toBe(body)
  })

  it('redacts the word after a flag in a command given word by word', () => {
    const { value, redacted } = redactJson({ argv: ['login', '--password', 'two words', '--token', '$T', '--verbose'] })
    expect(value).toEqual({ argv: ['login', '--password', '[redacted:flag]', '--token', '$T', '--verbose'] })
    expect(redacted).toEqual({ flag: 1 })
  })

  it('redacts keys, and keeps every field when redacted keys collide', () => {
    const other = AWS.replace('Q', 'R')
    const { value, redacted } = redactJson({ [AWS]: 1, [other]: 2, '[redacted:aws-access-key]': 3, z: 4 })
    expect(Object.entries(value)).toEqual([
      ['[redacted:aws-access-key]#2', 1],
      ['[redacted:aws-access-key]#3', 2],
      ['[redacted:aws-access-key]', 3],
      ['z', 4],
    ])
    expect(redacted).toEqual({ 'aws-access-key': 2 })
  })

  it('finishes with very many colliding keys', () => {
    const body = Object.fromEntries(Array.from({ length: scaled(20_000) }, (_, i) => [`A_TOKEN=value${i}`, i]))
    expect(Object.keys(redactJson(body).value)).toHaveLength(scaled(20_000))
  })

  it('treats __proto__ as an ordinary key', () => {
    const body = JSON.parse(`{"__proto__": {"a": "${AWS}"}, "b": "${AWS}"}`)
    const { value } = redactJson(body)
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe(
      '{"__proto__":{"a":"[redacted:aws-access-key]"},"b":"[redacted:aws-access-key]"}',
    )
  })

  it('changes nothing in what it has redacted', () => {
    fc.assert(
      fc.property(
        fc.dictionary(hardText, fc.oneof(hardText, fc.array(hardText), fc.dictionary(hardText, hardText))),
        (body) => {
          const { value } = redactJson(body as JsonObject)
          expect(redactJson(value)).toEqual({ value, redacted: null })
          expect(redactJson(value).value).toBe(value)
        },
      ),
      { ...RUNS, numRuns: scaled(300) },
    )
  })
})

describe('redactJson on values that are not JSON', () => {
  const code = (value: unknown): string | null => {
    try {
      canonical(redactJson(value as JsonObject).value)
      return null
    } catch (error) {
      return error instanceof LedgerError ? error.code : String(error)
    }
  }
  const sparse = [AWS]
  sparse[3] = 'x'

  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['a date', new Date(0)],
    [
      'a class instance',
      new (class {
        password = 'x'
      })(),
    ],
    ['NaN', Number.NaN],
    ['-0', -0],
    ['a function', () => AWS],
    ['a symbol key', { [Symbol('x')]: 1, password: 'x' }],
    ['a sparse array', sparse],
    ['an array of maximum length', new Array(2 ** 32 - 1)],
    ['a decorated array', Object.assign([AWS], { more: 1 })],
    ['a lone surrogate', '\ud800'],
  ])('passes %s through, so that it is refused later', (_, value) => {
    expect(redactJson({ value } as JsonObject).value['value']).toBe(value)
    expect(code({ value })).toBe('NOT_JSON')
    expect(code({ value, secret: AWS })).toBe('NOT_JSON')
  })

  it('keeps objects without a prototype as they are', () => {
    const body = Object.assign(Object.create(null), { a: AWS })
    const { value } = redactJson(body)
    expect(Object.getPrototypeOf(value)).toBeNull()
    expect({ ...value }).toEqual({ a: '[redacted:aws-access-key]' })
  })

  it('leaves deeply nested values unchanged, so that they are refused later', () => {
    const nest = (levels: number): Json => (levels === 0 ? AWS : [nest(levels - 1)])
    expect(code({ a: nest(MAX_DEPTH) })).toBe('TOO_DEEP')
    expect(code({ a: nest(MAX_DEPTH - 1) })).toBeNull()
    expect(redactJson({ a: nest(MAX_DEPTH - 1) }).redacted).toEqual({ 'aws-access-key': 1 })
    let bottomless: Json = AWS
    for (let i = 0; i < 100_000; i++) bottomless = [bottomless]
    expect(redactJson({ bottomless }).value['bottomless']).toBe(bottomless)
  })

  it('ends on a cycle, however many references it has', () => {
    const body: JsonObject = {}
    Object.assign(body, { left: body, right: body, list: [body, body], secret: 'x' })
    expect(redactJson(body).redacted).not.toBeNull()
    expect(code(body)).toBe('TOO_DEEP')
  })
})
