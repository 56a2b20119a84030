import { describe, expect, it } from 'vitest'
import { bundleOf, edited, FULL, findingsIn, problemsIn, SPECIFIED } from '../../test/helpers/bundles.ts'
import { BUNDLE_CODES, type BundleCode, type Path } from './findings.ts'
import { lintBundle } from './lint.ts'

/** Every bundle below is this one with a mistake. */
const GOOD = FULL

type Mistake = [code: BundleCode, what: string, edits: [from: string, to: string][], said: string[]]

const OBSERVE_STEP = '    - step: look\n      agent_id: drift/observer\n      phase: init\n'
const EFFECT = `          - name: reload
            target: resource:service:reload
            idempotency: { type: non-idempotent, key_fields: [plan_id, idempotency_key] }
            driver: { kind: command, command: [systemctl, reload, app] }
`

const MISTAKES: Mistake[] = [
  [
    'IO_REF_KIND',
    'a kind that is not that of the domain',
    [['kind: resource\n            schema', 'kind: service\n            schema']],
    ['23:19 The kind of "resource:config:*" is "resource", not "service". Change it, or remove "kind".'],
  ],
  [
    'IO_REF_KIND',
    'malformed refs, wherever they are',
    [
      ['preconditions: [environment:desired]', 'preconditions: [environment:desired, a b]'],
      ['approve: [resource:config:app.conf]', 'approve: [resource:config:app.conf, "*:x"]'],
      ['            target: resource:service:reload', '            target: resource:service:reload/now'],
    ],
    [
      'EFFECT_REQUIRED 27:13 No effect writes the output "resource:service:reload".',
      '37:21 "resource:service:reload/now" is not a ref. Write a domain and one or more parts, such as state:env.snapshot or resource:config:*.',
      '58:42 "a b" is not a ref.',
      '61:43 "*:x" is not a ref.',
    ],
  ],
  [
    'IO_REF_KIND',
    'a path that climbs out of its directory',
    [['approve: [resource:config:app.conf]', 'approve: ["resource:config:../passwd"]']],
    ['61:17 "resource:config:../passwd" is not a ref.'],
  ],
  [
    'IO_REF_KIND',
    'a domain that implies no kind',
    [
      [
        'inputs: [state:env.snapshot, environment:desired]\n    - agent',
        'inputs: [state:env.snapshot, enviroment:desired]\n    - agent',
      ],
    ],
    ['17:38 Unknown domain "enviroment". Did you mean "environment"? To use "enviroment", add "kind".'],
  ],
  [
    'IO_REF_SCHEMA',
    'one ref with two schemas',
    [
      [
        'inputs: [state:env.snapshot, environment:desired]\n    - agent',
        'inputs: [{ ref: state:env.snapshot, schema: snapshot_v2 }, environment:desired]\n    - agent',
      ],
    ],
    ['17:53 "state:env.snapshot" has another schema or kind than in agent "drift/observer". Make them equal.'],
  ],
  [
    'IO_REF_SCHEMA',
    'a JSON Schema that would not be checked',
    [['            schema: { type: object, properties', '            schema: { properties']],
    ['24:21 "properties" has no effect without "type: object". Add the type.'],
  ],
  [
    'EFFECT_TARGET',
    'a target that is not an output',
    [
      ['            target: resource:service:reload', '            target: resource:servise:reload'],
      ['          - resource:service:reload\n', ''],
      ['allow: [resource:service:reload]', 'allow: [resource:servise:reload]'],
    ],
    [
      '36:21 "resource:servise:reload", the target of effect "reload", is not an output of the agent. Add it to the outputs.',
    ],
  ],
  [
    'EFFECT_TARGET',
    'a target that is wider than the output',
    [
      ['ref: resource:config:*', 'ref: resource:config:app.conf'],
      ['"resource:config:*"]\n      meta', 'resource:config:app.conf]\n      meta'],
    ],
    [
      '31:21 "resource:config:*", the target of effect "write_config", is not an output of the agent. Add it to the outputs.',
    ],
  ],
  [
    'RESOURCE_IDEMPOTENCY',
    'an effect without key fields',
    [['idempotency: { type: keyed, key_fields: [idempotency_key] }', 'idempotency: { type: reentrant }']],
    ['32:13 Effect "write_config" has no key_fields. Set key_fields: [idempotency_key].'],
  ],
  [
    'RESOURCE_IDEMPOTENCY',
    'a change of a resource by another key than that of the plan',
    [['key_fields: [plan_id, idempotency_key]', 'key_fields: [plan_id]']],
    ['38:62 Effect "reload" has key_fields without "idempotency_key". Set key_fields: [idempotency_key].'],
  ],
  [
    'EFFECT_REQUIRED',
    'an output that no effect writes',
    [[EFFECT, '']],
    ['27:13 No effect writes the output "resource:service:reload". Add one with this target, or remove the output.'],
  ],
  [
    'EFFECT_DUPLICATE',
    'two effects that match the same ref',
    [
      [
        EFFECT,
        `${EFFECT}          - name: special
            target: resource:config:app.conf
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: file, path: x }
`,
      ],
    ],
    [
      '41:21 The effects "special" (resource:config:app.conf) and "write_config" (resource:config:*) can have the same target. Keep one, or make the targets differ.',
    ],
  ],
  [
    'EFFECT_DRIVER',
    'a change that nothing carries out',
    [['            driver: { kind: file, path: "conf/{1}" }\n', '']],
    [
      '29:13 Effect "write_config" has no driver, so nothing carries it out. Add "driver" with a kind (file, command, http).',
    ],
  ],
  [
    'EFFECT_DRIVER',
    'an unknown driver',
    [['driver: { kind: file,', 'driver: { kind: fil,']],
    ['33:29 Unknown driver "fil". Did you mean "file"?'],
  ],
  [
    'EFFECT_DRIVER',
    'a driver that would change a target that needs no approval',
    [
      ['          - resource:service:reload\n', '          - service:app:reload\n'],
      ['            target: resource:service:reload', '            target: service:app:reload'],
      ['allow: [resource:service:reload]', 'allow: [service:app:reload]'],
    ],
    [
      '36:13 Effect "reload" changes "service:app:reload", but builtin.act changes only resources. Use a resource: target.',
    ],
  ],
  [
    'IO_CLOSURE',
    'an input that nothing produces',
    [['preconditions: [environment:desired]', 'preconditions: [environment:desires]']],
    ['46:36 Nothing produces "environment:desired". Did you mean "environment:desires"?'],
  ],
  [
    'IO_CLOSURE',
    'an input that a later step produces',
    [
      [OBSERVE_STEP, ''],
      ['    - step: change', `${OBSERVE_STEP}    - step: change`],
    ],
    [
      '43:16 Step "think" reads "state:env.snapshot" before step "look" produces it. Reorder the steps.',
      'STEP_ORDER 47:7 The observe step comes after the decide step.',
    ],
  ],
  [
    'IO_CLOSURE',
    'two steps that need each other',
    [['{ ref: "resource:config:*", required: false }', 'state:act.result']],
    [
      '41:7 Steps "look" and "change" depend on each other, here through "state:act.result". If it exists before the first step, add it to body.meta.preconditions.',
    ],
  ],
  [
    'IO_CLOSURE',
    'a step that reads its own output',
    [['{ ref: "resource:config:*", required: false }', 'state:env.snapshot']],
    [
      '41:7 Step "look" reads its own output "state:env.snapshot". If it exists before the first step, add it to body.meta.preconditions.',
    ],
  ],
  [
    'IO_BINDING',
    'refs that the agent does not declare',
    [
      [
        'outputs: [artifact:execution.report, state:act.result,',
        'outputs: [artifact:execution.reports, artifact:other,',
      ],
    ],
    [
      '53:17 "artifact:execution.reports" is not among the outputs of agent "drift/actor". Did you mean "artifact:execution.report"?',
      '53:45 "artifact:other" is not among the outputs of agent "drift/actor". Add it to the contract, or remove it here.',
    ],
  ],
  [
    'IO_BINDING',
    'a ref that is wider than the declared one',
    [['"resource:config:*"]\n      meta', '"resource:*:*"]\n      meta']],
    [
      '53:62 "resource:*:*" is not among the outputs of agent "drift/actor". Add it to the contract, or remove it here.',
    ],
  ],
  [
    'IO_BINDING',
    'a required input that the step leaves out',
    [
      [
        'inputs: [state:env.snapshot, environment:desired]\n      outputs',
        'inputs: [state:env.snapshot]\n      outputs',
      ],
    ],
    ['46:15 Agent "drift/decider" requires the input "environment:desired". Add it to the inputs of the step.'],
  ],
  [
    'STEP_DUPLICATE',
    'two steps of one name',
    [
      ['step: change', 'step: think'],
      [', change: { max_attempts: 2 }', ''],
    ],
    ['50:13 Another step is named "think". Rename one of them.'],
  ],
  [
    'STEP_MISSING',
    'a plan without an observe step',
    [
      [OBSERVE_STEP, ''],
      ['preconditions: [', 'preconditions: [state:env.snapshot, '],
    ],
    ['41:5 The plan has no observe step. Add one.'],
  ],
  [
    'STEP_MISSING',
    'a plan that acts twice',
    [['  meta:\n    phase', '    - { step: again, agent_id: drift/actor }\n  meta:\n    phase']],
    ['55:7 The plan has more than one act step. Keep one; a controller observes, decides and acts once per cycle.'],
  ],
  [
    'STEP_ORDER',
    'a decision before the observation',
    [
      [OBSERVE_STEP, ''],
      ['    - step: change', `${OBSERVE_STEP}    - step: change`],
      ['preconditions: [', 'preconditions: [state:env.snapshot, '],
    ],
    ['47:7 The observe step comes after the decide step. The order is observe, decide, act.'],
  ],
  [
    'AGENT_DUPLICATE',
    'two agents of one id',
    [
      [
        '    - agent_id: drift/decider\n',
        '    - { agent_id: drift/observer, role: observe }\n    - agent_id: drift/decider\n',
      ],
    ],
    ['14:19 Another agent has the id "drift/observer". Keep one of them.'],
  ],
  [
    'AGENT_UNKNOWN',
    'a step by an agent that is not listed',
    [['      agent_id: drift/decider', '      agent_id: drift/decide']],
    ['45:17 Unknown agent "drift/decide". Did you mean "drift/decider"?'],
  ],
  [
    'AGENT_UNKNOWN',
    'an agent without runtime and role',
    [['      role: decide\n', '']],
    [
      '14:7 Agent "drift/decider" is not built in. Add "runtime" with a kind (builtin.observe, builtin.decide, builtin.act), or "role" if a program supplies it.',
    ],
  ],
  [
    'AGENT_UNKNOWN',
    'an unknown runtime',
    [['kind: builtin.act', 'kind: builtin.atc']],
    ['18:7 Unknown runtime "builtin.atc". Did you mean "builtin.act"?'],
  ],
  [
    'AGENT_UNKNOWN',
    'a role that the runtime does not have',
    [['runtime: { kind: builtin.act }', 'runtime: { kind: builtin.act }\n      role: observe']],
    ['18:7 The role of builtin.act is "act", not "observe". Remove "role", or use another runtime.'],
  ],
  [
    'POLICY_TARGET',
    'a target that no agent declares',
    [['allow: [resource:service:reload]', 'allow: [resource:service:reloads]']],
    ['54:33 No agent writes "resource:service:reloads". Did you mean "resource:service:reload"?'],
  ],
  [
    'POLICY_TARGET',
    'a target that is only read',
    [
      [
        'artifact:proposed.plan, "resource:config:*"]\n      approve',
        'artifact:proposed.plan, environment:desired, "resource:config:*"]\n      approve',
      ],
    ],
    ['60:59 No agent writes "environment:desired". Declare it in a contract, or remove it here.'],
  ],
  [
    'POLICY_TARGET',
    'approval of more than is allowed',
    [
      [
        'artifact:proposed.plan, "resource:config:*"]\n      approve',
        'artifact:proposed.plan, resource:config:b]\n      approve',
      ],
    ],
    ['61:17 "resource:config:app.conf" is approved but not allowed, so it is denied. Add it to "allow".'],
  ],
  [
    'POLICY_TARGET',
    'approval of something that needs none',
    [['approve: [resource:config:app.conf]', 'approve: [artifact:proposed.plan]']],
    ['61:17 "artifact:proposed.plan" needs no approval: only resource: targets do. Remove it.'],
  ],
  [
    'IO_CONTRACT_PARSE',
    'a contract with an unknown field',
    [['            rollback:', '            rolback:']],
    ['34:13 body.agents.2.contract.effects.0.rolback: Unknown field "rolback". Did you mean "rollback"?'],
  ],
]

describe('lint', () => {
  it('finds nothing in a good bundle', () => {
    expect(problemsIn(GOOD)).toEqual([])
    expect(problemsIn(SPECIFIED)).toEqual([])
  })

  it.each(MISTAKES)('%s: %s', (code, _, edits, said) => {
    const found = findingsIn(edited(GOOD, ...edits))
    expect(found.map(({ code, line, column, message }) => `${code} ${line}:${column} ${message}`)).toEqual(
      said.map((start) => expect.stringMatching(startOf(/^\d/.test(start) ? `${code} ${start}` : start))),
    )
  })

  it('has a case for every code', () => {
    const tested = new Set<BundleCode>(['BUNDLE_SCHEMA', 'BUNDLE_SECRET', ...MISTAKES.map(([code]) => code)])
    expect([...tested].sort()).toEqual(Object.keys(BUNDLE_CODES).sort())
  })
})

it('refuses a bundle with a secret, because bundles are recorded', () => {
  const leaking = edited(GOOD, ['command: [systemctl, reload, app]', 'command: [deploy, --password, hunter2-hunter2]'])
  expect(problemsIn(leaking)).toEqual([expect.stringMatching(/^BUNDLE_SECRET 1:1 The file contains a secret/)])
})

describe('lint of wildcards', () => {
  it('accepts targets that are narrower than the outputs, and finds those that no output covers', () => {
    const narrow = edited(
      GOOD,
      ['            target: resource:config:*\n', '            target: resource:config:app.conf\n'],
      ['driver: { kind: file, path: "conf/{1}" }', 'driver: { kind: file, path: conf/app.conf }'],
    )
    expect(problemsIn(narrow)).toEqual([])
  })

  it('counts a * as exactly one part', () => {
    const longer = edited(GOOD, ['approve: [resource:config:app.conf]', 'approve: [resource:config:app:conf]'])
    expect(findingsIn(longer)).toMatchObject([{ code: 'POLICY_TARGET', line: 61, column: 17 }])
  })

  it('lets a precondition stand for every ref that it covers', () => {
    expect(
      problemsIn(edited(GOOD, ['preconditions: [environment:desired]', 'preconditions: ["environment:*"]'])),
    ).toEqual([])
  })

  it('accepts any driver if the known ones are not given', () => {
    const own = edited(GOOD, ['driver: { kind: file,', 'driver: { kind: own-driver,'])
    expect(findingsIn(own, null)).toEqual([])
    expect(findingsIn(own, ['own-driver', 'command'])).toEqual([])
    expect(findingsIn(own)).toMatchObject([{ code: 'EFFECT_DRIVER' }])
  })
})

describe('lint of domains without a kind of their own', () => {
  const custom = (decider: string, observer: string) =>
    edited(
      GOOD,
      ['inputs: [state:env.snapshot, environment:desired]\n    - agent', `inputs: [${decider}]\n    - agent`],
      [
        'inputs: [state:env.snapshot, environment:desired]\n      outputs',
        'inputs: [state:env.snapshot, queue:in]\n      outputs',
      ],
      ['{ ref: "resource:config:*", required: false }', observer],
      ['preconditions: [environment:desired]', 'preconditions: [queue:in]'],
    )
  const QUEUE = '{ ref: queue:in, kind: service }'

  it('accepts them with a kind', () => {
    expect(problemsIn(custom(QUEUE, QUEUE))).toEqual([])
  })

  it('finds one ref with two kinds', () => {
    expect(findingsIn(custom(QUEUE, '{ ref: queue:in, kind: resource }'))).toMatchObject([
      { code: 'IO_REF_SCHEMA', line: 17 },
    ])
  })

  it('is not fooled by names that every object has', () => {
    expect(findingsIn(custom('constructor:in', QUEUE))).toMatchObject([{ code: 'IO_REF_KIND', line: 17 }])
  })
})

describe('lint of a bundle that a program made', () => {
  it('asks for positions by the path in the bundle', () => {
    const bundle = bundleOf(GOOD)
    const paths: string[] = []
    const at = (path: Path) => ({ line: paths.push(path.join('.')), column: 1 })
    const [act] = bundle.agents.splice(2, 1)
    bundle.policy.allow.push('resource:none:x')
    expect(act?.role).toBe('act')
    expect(lintBundle(bundle, at).map(({ code }) => code)).toEqual([
      'AGENT_UNKNOWN',
      'POLICY_TARGET',
      'POLICY_TARGET',
      'POLICY_TARGET',
      'POLICY_TARGET',
    ])
    expect(paths).toEqual(['plan.2.agent_id', 'policy.allow.2', 'policy.allow.3', 'policy.allow.4', 'policy.approve.0'])
  })
})

/**
 * The contract that the origin's demo needs: it observes, decides and updates an inventory, and its act agent also reads
 * the snapshot. Every part is written out, as the origin does.
 */
const INVENTORY = `body:
  bundle_id: inventory-demo
  agents:
    - agent_id: demo/observe:0.1
      runtime: { kind: builtin.observe }
      contract:
        outputs: [{ ref: state:env.snapshot, kind: environment, schema: snapshot, required: true, mode: write }]
        effects:
          - name: take_snapshot
            kind: resource
            target: state:env.snapshot
            idempotency: { type: keyed, key_fields: [snapshot_id] }
            evidence: { type: hash, path: data_hash }
    - agent_id: demo/decide:0.1
      runtime: { kind: builtin.decide }
      contract:
        inputs: [{ ref: state:env.snapshot, kind: environment, schema: snapshot, required: true, mode: read }]
        outputs: [{ ref: artifact:proposed.plan, kind: artifact, schema: plan, required: true, mode: write }]
        effects:
          - name: make_plan
            target: artifact:proposed.plan
            idempotency: { type: keyed, key_fields: [plan_id] }
    - agent_id: demo/act:0.1
      runtime: { kind: builtin.act }
      contract:
        inputs: [artifact:proposed.plan, state:env.snapshot]
        outputs: [artifact:execution.report, state:act.result, resource:inventory:update]
        effects:
          - name: update_inventory
            target: resource:inventory:update
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: file, path: inventory.json }
            evidence: { type: status }
  plan:
    - { step: observe, agent_id: demo/observe:0.1, outputs: [state:env.snapshot] }
    - { step: decide, agent_id: demo/decide:0.1, inputs: [state:env.snapshot], outputs: [artifact:proposed.plan] }
    - step: act
      agent_id: demo/act:0.1
      inputs: [artifact:proposed.plan, state:env.snapshot]
      outputs: [artifact:execution.report, state:act.result]
  meta:
    phase: run
    preconditions: []
    policy: { allow: [state:env.snapshot, artifact:proposed.plan, resource:inventory:update] }
`

describe("the origin's demo", () => {
  it('lints clean: the harness writes report and result, so they need no effects', () => {
    expect(problemsIn(INVENTORY)).toEqual([])
    const [observe, , act] = bundleOf(INVENTORY).agents
    expect(observe?.contract.effects.map(({ name }) => name)).toEqual(['take_snapshot'])
    expect(act?.contract.effects.map(({ target }) => target)).toEqual(['resource:inventory:update'])
  })

  it('does not if its effect has a target that is not an output', () => {
    const wrong = edited(INVENTORY, ['state:act.result, resource:inventory:update]', 'state:act.result]'])
    expect(findingsIn(wrong)).toMatchObject([{ code: 'EFFECT_TARGET', line: 30, column: 21 }])
  })
})

const startOf = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)
