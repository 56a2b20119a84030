import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import { watch } from '../../../test/helpers/world.ts'
import { sha256 } from '../../ledger/digest.ts'
import { type ArtifactRef, type Draft, isObject, type Json, type JsonObject } from '../../ledger/kinds.ts'
import type { Recorder } from '../../ledger/store.ts'
import { artifactPath } from '../../ledger/stores/files/layout.ts'
import { draftsOf } from '../../session/long-texts.ts'

const LONG = 16 << 10

/** Makes an entry of a body, and keeps the bytes of its artifacts by name. */
function drafted(body: JsonObject): { draft: Draft; texts: Map<string, string>; names: string[] } {
  const texts = new Map<string, string>()
  const names: string[] = []
  const keep = (name: string, bytes: Uint8Array): ArtifactRef => {
    names.push(name)
    texts.set(name, Buffer.from(bytes).toString('utf8'))
    return { name, sha256: sha256(bytes), bytes: bytes.length, media: 'text/plain' }
  }
  const recorder: Recorder = { keep, append: () => {}, has: () => true, recent: () => [], oldest: () => [] }
  const note: Draft = { kind: 'note', actor: 'harness', body }
  const [draft = note] = draftsOf(recorder, [note])
  return { draft, texts, names }
}

/** The original body: replaces each `{artifact: name}` with the entry's artifact of that name. */
function restored(value: Json, texts: ReadonlyMap<string, string>): Json {
  if (!isObject(value)) return Array.isArray(value) ? value.map((one) => restored(one as Json, texts)) : value
  const { artifact } = value
  if (typeof artifact === 'string' && texts.has(artifact)) return texts.get(artifact) ?? null
  const entries = Object.entries(value as JsonObject)
  return Object.fromEntries(entries.map(([key, one]) => [key, restored(one, texts)]))
}

const KEYS = ['artifact', 'a', 'b', 'text', 'text.2', 'text.3', 'a.0', 'a.b', 'é', 'ö', ' ', '', '__proto__', '..']
const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 5 }) },
  { weight: 2, arbitrary: fc.constantFrom(...KEYS, 'a.a', 'b.0', 'text.4') },
  { weight: 3, arbitrary: fc.nat(5).map((n) => `${'ü'.repeat(LONG)}${n}`) },
  fc.integer({ min: -1, max: 1 }).map((off) => 'x'.repeat(LONG + off)),
)
const { json } = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    text,
    fc.constantFrom<Json>(null, true, 7),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('json')), { maxLength: 5 }).map(Object.fromEntries),
  ),
}))
const body = fc
  .array(fc.tuple(fc.constantFrom(...KEYS), json), { maxLength: 5 })
  .map((entries): JsonObject => Object.fromEntries(entries))

describe('long texts', () => {
  it('of any JSON become artifacts with unique names, and put back give the original', () => {
    fc.assert(
      fc.property(body, (given) => {
        const { draft, texts, names } = drafted(given)
        expect(JSON.stringify(restored(draft.body, texts))).toBe(JSON.stringify(given))
        expect(new Set(names).size).toBe(names.length)
        expect(draft.artifacts?.map(({ name }) => name)).toEqual(names)
        expect(JSON.stringify(draft.body).includes('x'.repeat(LONG))).toBe(false)
      }),
      { seed: seed(), numRuns: scaled(2000) },
    )
  })

  const long = 'x'.repeat(LONG)

  it.each([
    ['a plain path is its name', { output: { stdout: long } }, ['output.stdout']],
    ['an odd path has a plain name', { 'a/b': long, 'c d': long }, ['text', 'text.2']],
    ['a name that is taken is not given twice', { 'text.2': long, é: long, ö: long }, ['text.2', 'text', 'text.3']],
    ['equal paths have two names', { 'a.b': long, a: { b: long } }, ['a.b', 'a.b.2']],
    ['a name that the body mentions is not given', { a: long, b: { artifact: 'a' } }, ['a.2']],
    ['a text just short of long stays', { a: long.slice(1) }, []],
    ['a text in half a character stays, to be refused', { a: `${long}\ud800` }, []],
  ] as [string, JsonObject, string[]][])('%s', (_, given, expected) => {
    expect(drafted(given).names).toEqual(expected)
  })

  it('each get a unique name, however many there are', () => {
    const count = scaled(10_000)
    const given = Object.fromEntries(Array.from({ length: count }, (_, i) => [`ü${i}`, long]))
    const { names } = drafted(given)
    expect(new Set(names).size).toBe(count)
  })
})

describe('an odd event', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`) as JsonObject
  const wide = Array.from({ length: 100 }, () => 'x'.repeat(LONG - 1))

  it.each([
    ['too deep', { tool_input: deep }, 'TOO_DEEP'],
    ['too large, though no text in it is long', { tool_input: wide }, 'ENTRY_TOO_LARGE'],
    ['with half of a character', { tool_input: '\ud800' }, 'NOT_JSON'],
    ['with half of a character in a key', { tool_input: { '\udfff': 1 } }, 'NOT_JSON'],
    ['with −0', { tool_input: -0 }, 'NOT_JSON'],
  ] as [string, JsonObject, string][])('(%s) is kept unchanged, and begins its stream', async (_, given, refused) => {
    const watched = watch()
    const payload = { session_id: 's', tool_name: 'Bash', tool_use_id: 'c1', ...given }
    watched.tell('claude-code', 'PreToolUse', payload)
    const [start, entry] = watched.entries('session/claude-code-s')
    expect(start).toMatchObject({ kind: 'session.started', body: { session: 's' } })
    expect(entry).toMatchObject({
      kind: 'host.event',
      body: { event: 'PreToolUse', refused, insteadOf: 'dispatch.proposed', call: 'c1' },
      artifacts: [{ name: 'event' }],
    })
    const stored = readFileSync(artifactPath(watched.home, entry?.artifacts[0]?.sha256 ?? ''), 'utf8')
    expect(stored).toBe(JSON.stringify(payload))
    await watched.verify()
  })

  it('that begins a session is kept unchanged, and later events are recorded normally', async () => {
    const watched = watch()
    watched.tell('claude-code', 'SessionStart', { session_id: 's', source: '\ud800' })
    watched.tell('claude-code', 'PreToolUse', { session_id: 's', cwd: '\ud800', tool_name: 'Bash', tool_use_id: 'c1' })
    watched.tell('claude-code', 'UserPromptSubmit', { session_id: 's', prompt: 'Go on.' })
    expect(watched.kinds('session/claude-code-s')).toEqual([
      'host.event',
      'host.event',
      'dispatch.flagged',
      'turn.opened',
    ])
    await watched.verify()
  })
})

it('an output that does not fit an entry hides neither the call nor its end', () => {
  const watched = watch()
  const failed = {
    session_id: 's',
    tool_name: 'Bash',
    tool_input: {},
    tool_use_id: 't',
    error: 'Exit code 1\nFAIL \ud83d',
  }
  watched.tell('claude-code', 'PostToolUseFailure', failed)
  expect(watched.bodies('session/claude-code-s', 'host.event')).toEqual([
    {
      event: 'PostToolUseFailure',
      refused: 'NOT_JSON',
      insteadOf: 'dispatch.observed',
      call: 't',
      tool: 'Bash',
      status: 'failed',
      exit: 1,
    },
  ])
})
