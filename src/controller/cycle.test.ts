import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Entry } from '../ledger/kinds.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import { type ControllerOptions, openController } from './drivers/controller.ts'
import { replayController } from './drivers/replaying.ts'

const SEED = `
body:
  agents:
    - agent_id: tm-agent/observer:0.1  # ObserveAgent
    - agent_id: tm-agent/decide:0.1    # DecideAgent
    - agent_id: tm-agent/actor:0.1     # ActAgent
  plan:
    - step: observe
      agent_id: tm-agent/observer:0.1
      outputs: ["state:env.snapshot"]
    - step: decide
      agent_id: tm-agent/decide:0.1
      inputs: ["state:env.snapshot"]
      outputs: ["artifact:proposed.plan"]
    - step: act
      agent_id: tm-agent/actor:0.1
      inputs: ["artifact:proposed.plan"]
      outputs: ["artifact:execution.report"]
      meta:
        policy:
          allow:
            - state:env.snapshot
            - artifact:proposed.plan
            - artifact:execution.report
`

const DRIFT = `
body:
  bundle_id: drift
  agents:
    - agent_id: observe:1
      runtime: { kind: builtin.observe, config: { sensors: { files: { kind: file, folder: config } } } }
    - agent_id: decide:1
      runtime:
        kind: builtin.decide
        config:
          desired:
            - { effect_ref: "resource:config:a.conf", observed: [files, a.conf], target_state: { content: "a = 1\\n" } }
            - { effect_ref: "resource:config:b.conf", observed: [files, b.conf], target_state: { content: "b = 2\\n" } }
    - agent_id: act:1
      runtime: { kind: builtin.act }
      contract:
        outputs: [{ ref: "resource:config:*", mode: mutate }]
        effects:
          - name: write a config file
            target: resource:config:*
            idempotency: { type: keyed, key_fields: [idempotency_key] }
            driver: { kind: file, path: "config/{1}" }
  plan:
    - { step: observe, agent_id: observe:1, outputs: ["state:env.snapshot"] }
    - { step: decide, agent_id: decide:1, inputs: ["state:env.snapshot"], outputs: ["artifact:proposed.plan"] }
    - { step: act, agent_id: act:1, inputs: ["artifact:proposed.plan"], outputs: ["artifact:execution.report", "state:act.result", "resource:config:*"] }
  meta:
    policy:
      allow: ["state:env.snapshot", "artifact:proposed.plan", "resource:config:*"]
`

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'cycle-'))
  mkdirSync(join(cwd, 'config'))
})
afterEach(() => rmSync(cwd, { recursive: true }))

const yes: ControllerOptions['approve'] = async () => ({ kind: 'approve', by: 'test' })

const entriesOf = async (ledger: ReturnType<typeof openMemoryStore>, stream: string): Promise<Entry[]> => {
  const entries: Entry[] = []
  for await (const entry of ledger.read(stream)) entries.push(entry)
  return entries
}

describe('a cycle', () => {
  it("runs the seed's example unchanged: it succeeds, with zero resource effects", async () => {
    const ledger = openMemoryStore()
    const controller = await openController(ledger, SEED, { name: 'seed', cwd })
    const { end, plan, report } = await controller.cycle()
    expect(end).toBe('succeeded')
    expect(plan?.decisions).toEqual([])
    expect(report?.artifact_refs).toEqual({})
    expect(report?.policy_decisions.map(({ effect_ref, allowed }) => [effect_ref, allowed])).toEqual([
      ['state:env.snapshot', true],
      ['artifact:proposed.plan', true],
    ])
    const kinds = (await entriesOf(ledger, 'controller/seed')).flatMap(({ kind, body }) =>
      kind === 'evidence.recorded' ? [body['kind']] : [],
    )
    expect(kinds).toEqual(['builtin.observer.snapshot', 'builtin.decide.plan', 'builtin.act.report'])
    expect((await controller.cycle()).end).toBe('idle')
  })

  it('repairs a drift, and the same drift again', async () => {
    const ledger = openMemoryStore()
    const controller = await openController(ledger, DRIFT, { cwd, approve: yes })
    const first = await controller.cycle()
    expect(first).toMatchObject({ end: 'succeeded', why: null })
    expect(readFileSync(join(cwd, 'config/a.conf'), 'utf8')).toBe('a = 1\n')
    expect((await controller.cycle()).plan?.decisions).toEqual([])
    expect((await controller.cycle()).end).toBe('idle')
    writeFileSync(join(cwd, 'config/a.conf'), 'broken')
    const second = await controller.cycle()
    expect(second.plan?.decisions).toHaveLength(1)
    expect((await controller.cycle()).plan?.decisions).toEqual([])
    writeFileSync(join(cwd, 'config/a.conf'), 'broken')
    const third = await controller.cycle()
    expect(third.end).toBe('succeeded')
    expect(third.plan?.plan_id).not.toBe(second.plan?.plan_id)
    expect(readFileSync(join(cwd, 'config/a.conf'), 'utf8')).toBe('a = 1\n')
    const replayed = await replayController(ledger, controller.stream)
    expect(replayed.flatMap(({ differences }) => differences)).toEqual([])
    expect(replayed[0]).toMatchObject({
      recorded: first.report?.execution_hash,
      replayed: first.report?.execution_hash,
    })
  })

  it('waits for approval, and carries out exactly the approved plan', async () => {
    const ledger = openMemoryStore()
    const waiting = await openController(ledger, DRIFT, { cwd })
    const { end, plan, view } = await waiting.cycle()
    expect(end).toBe('awaiting-approval')
    expect(view?.changes.map(({ preview }) => preview?.before)).toHaveLength(2)
    await waiting.close()
    const controller = await openController(ledger, DRIFT, {
      cwd,
      approve: async (seen) =>
        seen.plan.plan_id === plan?.plan_id ? { kind: 'approve', by: 'test' } : { kind: 'later' },
    })
    expect(await controller.cycle()).toMatchObject({ end: 'succeeded', isPlanReused: true })
  })
})
