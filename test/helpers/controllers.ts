import type { Agents, DecideAgent } from '../../src/controller/drivers/agents.ts'
import { type Controller, type ControllerOptions, openController } from '../../src/controller/drivers/controller.ts'
import type { EffectDriver } from '../../src/controller/drivers/driver.ts'
import type { Ledger } from '../../src/controller/drivers/record.ts'
import { type Fact, type FactKind, factOf } from '../../src/controller/facts.ts'
import type { Wish } from '../../src/controller/plan.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import type { Store } from '../../src/ledger/store.ts'
import { openMemoryStore } from '../../src/ledger/stores/memory.ts'

/** A world of named cells that a controller reads and sets, with everything it did. */
export class Cells {
  readonly values: { [name: string]: JsonObject } = {}
  /** The refs that `apply` was called for. */
  readonly applied: string[] = []
  /** Changes how the driver behaves. */
  behave: Partial<EffectDriver> = {}

  driver(): EffectDriver {
    const honest: EffectDriver = {
      faultOf: () => null,
      callsOf: ({ effect_ref }) => [{ kind: 'other', ref: effect_ref }],
      preview: async ({ effect_ref, target_state }) => ({
        before: this.values[effect_ref] ?? null,
        after: target_state,
      }),
      apply: async ({ effect_ref, target_state }) => {
        this.values[effect_ref] = target_state
        return { outcome: 'done', why: null, response: {}, output: {} }
      },
      probe: async ({ effect_ref, target_state }) =>
        JSON.stringify(this.values[effect_ref]) === JSON.stringify(target_state) ? 'done' : 'not-done',
    }
    return {
      faultOf: (request) => (this.behave.faultOf ?? honest.faultOf)(request),
      callsOf: (request) => (this.behave.callsOf ?? honest.callsOf)(request),
      preview: (request, signal) => (this.behave.preview ?? honest.preview)(request, signal),
      apply: (request, signal) => {
        this.applied.push(request.effect_ref)
        return (this.behave.apply ?? honest.apply)(request, signal)
      },
      probe: (request, signal) => (this.behave.probe ?? honest.probe)(request, signal),
    }
  }
}

export type Setup = {
  allow?: string[]
  approve?: string[]
  decisions?: Wish[] | DecideAgent['decide']
  timeoutSeconds?: number
  maxAttempts?: number
  idempotency?: string
  options?: ControllerOptions
  ledger?: Ledger
  cells?: Cells
  agents?: Agents
}

const ALLOWED = ['state:env.snapshot', 'artifact:proposed.plan', 'resource:cell:*']

const bundleWith = ({
  allow = ALLOWED,
  approve = allow.filter((ref) => ref.startsWith('resource:')),
  timeoutSeconds = 10,
  maxAttempts = 1,
  idempotency = 'keyed',
}: Setup = {}): string =>
  JSON.stringify({
    body: {
      bundle_id: 'cells',
      agents: [
        { agent_id: 'cells:observe', role: 'observe' },
        { agent_id: 'cells:decide', role: 'decide' },
        {
          agent_id: 'cells:act',
          runtime: { kind: 'builtin.act' },
          contract: {
            outputs: ['resource:cell:*'],
            effects: [
              {
                name: 'set a cell',
                target: 'resource:cell:*',
                idempotency: { type: idempotency, key_fields: ['idempotency_key'] },
                driver: { kind: 'cells' },
              },
            ],
          },
        },
      ],
      plan: [
        { step: 'observe', agent_id: 'cells:observe' },
        { step: 'decide', agent_id: 'cells:decide' },
        { step: 'act', agent_id: 'cells:act' },
      ],
      meta: {
        policy: { allow, approve },
        reliability: { timeout_seconds: timeoutSeconds, max_attempts: maxAttempts },
      },
    },
  })

export type Opened = { controller: Controller; cells: Cells; ledger: Ledger }

/** Opens a controller over cells: it observes them, and decides as it is told. */
export async function openCells(setup: Setup = {}): Promise<Opened> {
  const { ledger = openMemoryStore(), cells = new Cells(), decisions = [], agents = {}, options = {} } = setup
  const controller = await openController(ledger, bundleWith(setup), {
    drivers: { cells: cells.driver() },
    agents: {
      'cells:observe': { observe: async () => ({ environment: { cells: structuredClone(cells.values) } }) },
      'cells:decide': { decide: typeof decisions === 'function' ? decisions : async () => ({ decisions }) },
      ...agents,
    },
    ...options,
  })
  return { controller, cells, ledger }
}

/** A ledger that fails before the outcome of an effect is recorded, as if the process died. */
export const dying = (ledger: Ledger): Ledger => ({
  append: async (stream, drafts) => {
    if (drafts.some(({ kind }) => kind === 'effect.ended')) throw new Error('died')
    return ledger.append(stream, drafts)
  },
  read: (stream, range) => ledger.read(stream, range),
  putArtifact: (label, source) => ledger.putArtifact(label, source),
  getArtifact: (sha256, range) => ledger.getArtifact(sha256, range),
})

export const set = (name: string, target_state: JsonObject = { value: 1 }): Wish => ({
  effect_ref: `resource:cell:${name}`,
  target_state,
})

export async function entriesOf(ledger: Pick<Store, 'read'>, stream = 'controller/cells'): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of ledger.read(stream)) entries.push(entry)
  return entries
}

/** The facts of one kind in a controller's stream. */
export async function factsOf<Kind extends FactKind>(
  ledger: Pick<Store, 'read'>,
  kind: Kind,
): Promise<Extract<Fact, { kind: Kind }>['body'][]> {
  const facts = (await entriesOf(ledger)).map(factOf)
  return facts.flatMap((fact) => (fact?.kind === kind ? [fact.body as never] : []))
}
