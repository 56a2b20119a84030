import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import {
  bundleOf,
  edited,
  FULL,
  findingsIn,
  parseBundleText,
  problemsIn,
  SPECIFIED,
} from '../../test/helpers/bundles.ts'
import { scaled, seed } from '../../test/helpers/scale.ts'
import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Json } from '../ledger/kinds.ts'
import { stepFor } from './bundle.ts'
import { bundleJsonSchema, bundleSchema } from './bundle-schema.ts'

describe('the example of the specification', () => {
  const bundle = bundleOf(SPECIFIED)

  it('is a bundle of the three built-in agents, with their contracts and the default limits', () => {
    expect(bundle.agents.map(({ role, runtime }) => [role, runtime])).toEqual([
      ['observe', { kind: 'builtin.observe', config: {} }],
      ['decide', { kind: 'builtin.decide', config: {} }],
      ['act', { kind: 'builtin.act', config: {} }],
    ])
    expect(bundle.agents.map(({ contract }) => contract.effects.map(({ name, target }) => [name, target]))).toEqual([
      [['capture_snapshot', 'state:env.snapshot']],
      [['plan_decision', 'artifact:proposed.plan']],
      [],
    ])
    expect(stepFor(bundle, 'act').step).toEqual({
      step: 'act',
      agent_id: 'tm-agent/actor:0.1',
      inputs: ['artifact:proposed.plan'],
      outputs: ['artifact:execution.report'],
      timeoutSeconds: 60,
      maxAttempts: 1,
    })
    expect(bundle).toMatchObject({ bundle_id: null, intent_id: 'intent.controller', preconditions: [] })
  })

  it('has the policy of its step as the policy of the bundle', () => {
    expect(bundle.policy).toEqual({
      allow: ['state:env.snapshot', 'artifact:proposed.plan', 'artifact:execution.report'],
      approve: [],
    })
  })

  it('is returned as data, too', () => {
    const parsed = parseBundleText(SPECIFIED)
    expect(parsed.ok && bundleSchema.safeParse(parsed.source).success).toBe(true)
  })
})

describe('a bundle that uses every field', () => {
  const bundle = bundleOf(FULL)

  it('adds its contract to that of the role', () => {
    const { contract } = stepFor(bundle, 'act').agent
    expect(contract.inputs.map(({ ref }) => ref)).toEqual(['artifact:proposed.plan'])
    expect(contract.outputs).toEqual([
      {
        ref: 'resource:config:*',
        kind: 'resource',
        schema: { type: 'object', properties: { content: { type: 'string' } }, required: ['content'] },
        required: false,
        mode: 'mutate',
      },
      { ref: 'resource:service:reload', kind: 'resource', schema: 'json', required: true, mode: 'write' },
      { ref: 'artifact:execution.report', kind: 'artifact', schema: 'json', required: true, mode: 'write' },
      { ref: 'state:act.result', kind: 'environment', schema: 'json', required: true, mode: 'write' },
    ])
    expect(contract.effects).toEqual([
      {
        name: 'write_config',
        kind: 'resource',
        target: 'resource:config:*',
        idempotency: { type: 'keyed', key_fields: ['idempotency_key'] },
        driver: { kind: 'file', settings: { path: 'conf/{1}' } },
        rollback: { restore: true },
        evidence: { type: 'hash', path: 'conf/{1}' },
      },
      {
        name: 'reload',
        kind: 'resource',
        target: 'resource:service:reload',
        idempotency: { type: 'non-idempotent', key_fields: ['plan_id', 'idempotency_key'] },
        driver: { kind: 'command', settings: { command: ['systemctl', 'reload', 'app'] } },
        rollback: null,
        evidence: { type: 'hash' },
      },
    ])
  })

  it('declares a ref of the role anew instead of twice', () => {
    const { inputs, outputs } = stepFor(bundle, 'observe').agent.contract
    expect(inputs).toEqual([
      { ref: 'resource:config:*', kind: 'resource', schema: 'json', required: false, mode: 'read' },
    ])
    expect(outputs).toEqual([
      { ref: 'state:env.snapshot', kind: 'environment', schema: { type: 'object' }, required: true, mode: 'write' },
    ])
  })

  it('has a custom agent where it gives a role and no runtime', () => {
    expect(stepFor(bundle, 'decide').agent.runtime).toEqual({ kind: 'custom', config: {} })
  })

  it('binds a step without inputs and outputs to the whole contract', () => {
    expect(stepFor(bundle, 'observe').step).toMatchObject({
      inputs: ['resource:config:*'],
      outputs: ['state:env.snapshot'],
    })
  })

  it('takes limits from the step first, then by name, then for all', () => {
    expect(bundle.plan.map(({ timeoutSeconds, maxAttempts }) => [timeoutSeconds, maxAttempts])).toEqual([
      [30, 1],
      [5, 3],
      [30, 2],
    ])
  })

  it('unites the policies of bundle and steps, each target once', () => {
    expect(bundle.policy).toEqual({
      allow: ['state:env.snapshot', 'artifact:proposed.plan', 'resource:config:*', 'resource:service:reload'],
      approve: ['resource:config:app.conf'],
    })
    const twice = edited(FULL, ['allow: [resource:service', 'allow: [state:env.snapshot, resource:service'])
    expect(bundleOf(twice).policy).toEqual(bundle.policy)
  })

  it('names its intent, or gets one from its id', () => {
    expect(bundle.intent_id).toBe('intent.keep-config')
    expect(bundleOf(edited(FULL, ['    intent_id: intent.keep-config\n', ''])).intent_id).toBe('intent.config-drift')
  })
})

/** Mistakes in the fields, and the expected problems with their positions. */
const WRONG: [what: string, text: string, said: string[]][] = [
  ['an empty file', '# nothing\n', ['BUNDLE_SCHEMA 1:1 The file is empty. A bundle needs body: with agents and plan.']],
  ['a list', '- a\n', ['BUNDLE_SCHEMA 1:1 Expected fields, found a list.']],
  [
    'an unknown field',
    edited(FULL, ['bundle_id:', 'bundle_ids:']),
    ['BUNDLE_SCHEMA 3:3 body.bundle_ids: Unknown field "bundle_ids". Did you mean "bundle_id"?'],
  ],
  [
    'an unknown field of a contract',
    edited(FULL, ['        effects:\n', '        efects:\n']),
    ['IO_CONTRACT_PARSE 28:9 body.agents.2.contract.efects: Unknown field "efects". Did you mean "effects"?'],
  ],
  [
    'an effect without a target and with an unknown type',
    edited(FULL, ['            target: resource:service:reload\n', ''], ['type: non-idempotent', 'type: reentrent']),
    [
      'IO_CONTRACT_PARSE 36:13 body.agents.2.contract.effects.1.target: This field is required.',
      'IO_CONTRACT_PARSE 37:34 body.agents.2.contract.effects.1.idempotency.type: Unknown value "reentrent". Did you mean "reentrant"?',
    ],
  ],
  [
    'an input that is written',
    edited(FULL, ['{ ref: "resource:config:*", required: false }', '{ ref: "resource:config:*", mode: mutate }']),
    [
      'IO_CONTRACT_PARSE 10:52 body.agents.0.contract.inputs.0.mode: An input is only read. List what the agent changes under outputs.',
    ],
  ],
  [
    'an output that is only read',
    edited(FULL, ['mode: mutate', 'mode: read']),
    [
      'IO_CONTRACT_PARSE 26:19 body.agents.2.contract.outputs.0.mode: An output is written. List what the agent only reads under inputs.',
    ],
  ],
  [
    'a ref that is neither text nor fields',
    edited(FULL, [
      '[state:env.snapshot, environment:desired]\n    - agent_id: drift/actor',
      '[7]\n    - agent_id: drift/actor',
    ]),
    ['IO_CONTRACT_PARSE 17:18 body.agents.1.contract.inputs.0: Expected text or fields, found 7.'],
  ],
  [
    'limits for a step that does not exist',
    edited(FULL, ['steps: { think:', 'steps: { thinks:']),
    ['BUNDLE_SCHEMA 64:24 body.meta.reliability.steps.thinks: Unknown step "thinks". Did you mean "think"?'],
  ],
  [
    'a time limit of zero and too many attempts',
    edited(FULL, ['timeout_seconds: 30', 'timeout_seconds: 0'], ['max_attempts: 3', 'max_attempts: 99']),
    [
      'BUNDLE_SCHEMA 63:24 body.meta.reliability.timeout_seconds: Too small: at least 0.001.',
      'BUNDLE_SCHEMA 64:59 body.meta.reliability.steps.think.max_attempts: Too large: at most 10.',
    ],
  ],
  [
    'a configuration that does not fit its schema',
    edited(FULL, ['config: { sensors: { files: { kind: file, path: conf } } }', 'config: { sensors: files }']),
    [
      'BUNDLE_SCHEMA 8:49 body.agents.0.runtime.config: Does not fit config_schema: sensors: Invalid input: expected object, received string',
    ],
  ],
  [
    'a configuration schema that cannot be used',
    edited(FULL, ['config_schema: { type: object,', 'config_schema: { type: objekt,']),
    ['BUNDLE_SCHEMA 12:22 body.agents.0.config_schema: Unknown type "objekt". Did you mean "object"?'],
  ],
  [
    'a name that would escape its directory',
    edited(FULL, ['bundle_id: config-drift', 'bundle_id: ../../etc']),
    [
      'BUNDLE_SCHEMA 3:14 body.bundle_id: A bundle_id must start and end with a letter or digit and contain only letters, digits and . _ -, 100 characters at most.',
    ],
  ],
]

describe('a file that is not a bundle', () => {
  it.each(WRONG)('is refused for %s', (_, text, said) => {
    expect(problemsIn(text)).toEqual(said)
  })
})

describe('hostile YAML', () => {
  const nested = (depth: number) => `envelope: ${'{ a: '.repeat(depth)}1${' }'.repeat(depth)}\n${SPECIFIED}`
  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]']
  for (let i = 0; i < 8; i++) bomb.push(`${'bcdefghi'[i]}: &${'bcdefghi'[i]} [${`*${'abcdefgh'[i]}, `.repeat(10)}]`)

  it.each<[string, string | Uint8Array, RegExp]>([
    ['aliases that expand without end', bomb.join('\n'), /expands to too much data/],
    ['an alias of itself', 'body: &a { agents: *a }\n', /./],
    ['deep nesting', nested(40), /nested more than 24 levels/],
    ['brackets that overflow a stack', `body: ${'['.repeat(50_000)}`, /nested more than 24 levels/],
    ['a megabyte', `${SPECIFIED}# ${'x'.repeat(1 << 20)}\n`, /larger than 256 KB/],
    ['bytes that are not UTF-8', Buffer.concat([Buffer.from(SPECIFIED), Buffer.from([0xff, 0xfe])]), /not valid UTF-8/],
    ['duplicate keys', edited(FULL, ['  plan:\n', '  plan: []\n  plan:\n']), /Duplicate key/],
    [
      'a prototype',
      edited(SPECIFIED, ['body:\n', 'body:\n  __proto__: { agents: [] }\n']),
      /Unknown field "__proto__"/,
    ],
    ['a prototype in a configuration', edited(FULL, ['{ kind: file, path: conf }', '{ __proto__: 1 }']), /__proto__/],
    ['two documents', `${SPECIFIED}---\n${SPECIFIED}`, /second YAML document/],
    ['a tag that makes objects', edited(SPECIFIED, ['body:', 'body: !!js/function']), /tag/],
    ['a NUL character', edited(SPECIFIED, ['step: act', 'step: "a\\0"']), /NUL/],
  ])('is refused: %s', (_, text, said) => {
    const findings = findingsIn(text)
    expect(findings.length).toBeGreaterThan(0)
    expect(findings[0]).toMatchObject({ code: 'BUNDLE_SCHEMA', message: expect.stringMatching(said) })
  })

  it('is taken as plain data where it is harmless: aliases, and keys that objects inherit', () => {
    const text = edited(
      FULL,
      ['{ kind: file, path: conf }', '{ constructor: 1, toString: 2 }'],
      ['outputs: [artifact:proposed.plan]', 'outputs: &plan [artifact:proposed.plan]'],
      ['inputs: [artifact:proposed.plan]', 'inputs: *plan'],
    )
    const { agents, plan } = bundleOf(text)
    expect(agents[0]?.runtime.config).toEqual({ sensors: { files: { constructor: 1, toString: 2 } } })
    expect(plan[2]?.inputs).toEqual(['artifact:proposed.plan'])
  })

  it('never throws on damaged text', () => {
    const damaged = fc
      .tuple(fc.nat(FULL.length), fc.nat(40), fc.string({ maxLength: 6 }))
      .map(([at, drop, put]) => FULL.slice(0, at) + put + FULL.slice(at + drop))
    fc.assert(
      fc.property(damaged, (text) => {
        for (const { line, column } of findingsIn(text)) expect(line > 0 && column > 0).toBe(true)
      }),
      { seed: seed(), numRuns: scaled(2000, 30) },
    )
  })
})

describe('the hash of a bundle', () => {
  const parsed = parseBundleText(FULL)
  const source = (parsed.ok ? parsed.source : null) as { [key: string]: Json; body: Json }
  const hash = bundleOf(FULL).bundle_hash

  it('is that of the canonical body', () => {
    expect(hash).toBe(sha256(canonical(source.body)))
  })

  it('does not depend on key order, comments, quotes, indentation or the envelope', () => {
    fc.assert(
      fc.property(
        fc.infiniteStream(fc.nat()),
        fc.constantFrom('QUOTE_DOUBLE', 'QUOTE_SINGLE', 'PLAIN'),
        fc.constantFrom<'any' | 'flow' | 'block'>('any', 'flow', 'block'),
        fc.integer({ min: 1, max: 8 }),
        (numbers, defaultStringType, collectionStyle, indent) => {
          const next = () => numbers.next().value as number
          const file = shuffled({ ...source, envelope: { made_at: next() } }, next)
          const text = stringify(file, { defaultStringType, collectionStyle, indent, lineWidth: 0 })
          expect(bundleOf(`# ${next()}\n${text}# end\n`).bundle_hash).toBe(hash)
        },
      ),
      { seed: seed(), numRuns: scaled(2000, 30) },
    )
  })

  it('does not depend on how a long text is folded', () => {
    const text = 'Compares the files with the desired state'
    const folded = [
      `'Compares the files\n        with the desired state'`,
      `>-\n        Compares the files\n        with the desired state`,
    ]
    for (const other of [...folded, JSON.stringify(text), `!!str ${text}`])
      expect(bundleOf(edited(FULL, [text, other])).bundle_hash).toBe(hash)
  })

  it('depends on the content of every string, spaces and line breaks included', () => {
    const word = fc.string({ minLength: 1, maxLength: 8 })
    let compared = 0
    fc.assert(
      fc.property(fc.constantFrom(...stringsIn(source.body)), word, (path, more) => {
        const body = changed(source.body, path, (text) => text + more)
        const other = parseBundleText(stringify({ body }, { lineWidth: 0 }), null)
        if (!other.ok) return
        compared++
        expect(other.bundle.bundle_hash).not.toBe(hash)
      }),
      { seed: seed(), numRuns: scaled(2000, 30) },
    )
    expect(compared).toBeGreaterThan(10)
    const described = (text: string) =>
      bundleOf(edited(FULL, ['Reads the config files', JSON.stringify(text)])).bundle_hash
    expect(described('Reads the config files')).toBe(hash)
    for (const other of [' Reads the config files', 'Reads the config files ', 'Reads the\nconfig files'])
      expect(described(other)).not.toBe(hash)
    expect(described('a\r\nb')).not.toBe(described('a\nb'))
  })

  it('depends on the order of lists and the types of values', () => {
    const other = (from: string, to: string) => bundleOf(edited(FULL, [from, to])).bundle_hash
    expect(other('[plan_id, idempotency_key]', '[idempotency_key, plan_id]')).not.toBe(hash)
    expect(other('restore: true', 'restore: "true"')).not.toBe(hash)
    expect(other('restore: true', 'restore: null')).not.toBe(hash)
  })
})

/** The same data with its keys in another order. */
function shuffled(value: Json, next: () => number): Json {
  if (Array.isArray(value)) return value.map((item) => shuffled(item, next))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([key, item]) => ({ key, item, rank: next() }))
  entries.sort((a, b) => a.rank - b.rank)
  return Object.fromEntries(entries.map(({ key, item }) => [key, shuffled(item, next)]))
}

type At = (string | number)[]

function stringsIn(value: Json, path: At = []): At[] {
  if (typeof value === 'string') return [path]
  if (value === null || typeof value !== 'object') return []
  const entries: [string | number, Json][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, item]) => stringsIn(item, [...path, key]))
}

function changed(value: Json, [key, ...rest]: At, edit: (text: string) => string): Json {
  if (key === undefined) return edit(String(value))
  if (Array.isArray(value)) return value.map((item, i) => (i === key ? changed(item, rest, edit) : item))
  const fields = value as { [key: string]: Json }
  return { ...fields, [key]: changed(fields[key] ?? null, rest, edit) }
}

describe('the JSON Schema for editors', () => {
  it('names every field, with a short form for refs', () => {
    const text = JSON.stringify(bundleJsonSchema())
    for (const field of ['bundle_id', 'key_fields', 'driver', 'preconditions', 'approve', 'max_attempts'])
      expect(text).toContain(`"${field}"`)
    expect(bundleJsonSchema()).toMatchObject({ title: 'Bailiff controller bundle', required: ['body'] })
  })
})
