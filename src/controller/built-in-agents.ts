import { unknownWord } from '../policy/suggest.ts'
import type { Contract, Effect, IORef, Role } from './bundle.ts'
import { quoted } from './findings.ts'
import { PLAN_REF, REPORT_REF, RESULT_REF, type RefKind, SNAPSHOT_REF } from './refs.ts'

/** The runtime of agents that a program supplies. */
const CUSTOM_RUNTIME = 'custom'
export const BUILT_IN_ACT = 'builtin.act'

/** The runtimes that Bailiff has itself, and their roles. */
const BUILT_IN: ReadonlyMap<string, Role> = new Map([
  ['builtin.observe', 'observe'],
  ['builtin.decide', 'decide'],
  [BUILT_IN_ACT, 'act'],
])

/** Agents that need no `runtime`. */
const WELL_KNOWN: ReadonlyMap<string, string> = new Map([
  ['tm-agent/observer:0.1', 'builtin.observe'],
  ['tm-agent/decide:0.1', 'builtin.decide'],
  ['tm-agent/actor:0.1', BUILT_IN_ACT],
])

type Named = { agent_id: string; role?: Role; runtime?: { kind: string } }

/** Returns the runtime and the role of an agent, or why it has none. */
export function identify({ agent_id, role, runtime }: Named): { kind: string; role: Role } | { fault: string } {
  const kind = runtime?.kind ?? WELL_KNOWN.get(agent_id) ?? CUSTOM_RUNTIME
  const own = BUILT_IN.get(kind)
  if (own === undefined && kind !== CUSTOM_RUNTIME)
    return { fault: unknownWord('runtime', kind, [...BUILT_IN.keys(), CUSTOM_RUNTIME]) }
  if (own !== undefined && role !== undefined && role !== own)
    return { fault: `The role of ${kind} is "${own}", not "${role}". Remove "role", or use another runtime.` }
  const found = own ?? role
  if (found !== undefined) return { kind, role: found }
  const built = [...BUILT_IN.keys()].join(', ')
  return {
    fault: `Agent ${quoted(agent_id)} is not built in. Add "runtime" with a kind (${built}), or "role" if a program supplies it.`,
  }
}

/** Returns the contract that every agent of a role has. A bundle can add to it. */
export function contractOf(role: Role): Contract {
  switch (role) {
    case 'observe':
      return {
        inputs: [],
        outputs: [written(SNAPSHOT_REF, 'environment')],
        effects: [keyed('capture_snapshot', SNAPSHOT_REF, 'snapshot_id')],
      }
    case 'decide':
      return {
        inputs: [read(SNAPSHOT_REF, 'environment')],
        outputs: [written(PLAN_REF, 'artifact')],
        effects: [keyed('plan_decision', PLAN_REF, 'plan_id')],
      }
    case 'act':
      return {
        inputs: [read(PLAN_REF, 'artifact')],
        // The harness writes these two itself: they need no effects.
        outputs: [written(REPORT_REF, 'artifact'), written(RESULT_REF, 'environment')],
        effects: [],
      }
  }
}

const read = (ref: string, kind: RefKind): IORef => ({ ref, kind, schema: 'json', required: true, mode: 'read' })
const written = (ref: string, kind: RefKind): IORef => ({ ...read(ref, kind), mode: 'write' })

const keyed = (name: string, target: string, field: string): Effect => ({
  name,
  kind: 'resource',
  target,
  idempotency: { type: 'keyed', key_fields: [field] },
  driver: null,
  rollback: null,
  evidence: { type: 'hash' },
})
