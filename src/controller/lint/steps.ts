import { unknownWord } from '../../policy/suggest.ts'
import { type Bundle, ROLES, type Role } from '../bundle.ts'
import { type Fault, quoted } from '../findings.ts'
import { agentOf, type Rule } from './rule.ts'

export const distinctSteps: Rule = ({ plan }) =>
  repeated(plan.map(({ step }) => step)).map((i) => ({
    path: ['plan', i, 'step'],
    message: `Another step is named ${quoted(plan[i]?.step ?? '')}. Rename one of them.`,
  }))

export const distinctAgents: Rule = ({ agents }) =>
  repeated(agents.map(({ agent_id }) => agent_id)).map((i) => ({
    path: ['agents', i, 'agent_id'],
    message: `Another agent has the id ${quoted(agents[i]?.agent_id ?? '')}. Keep one of them.`,
  }))

/** The positions of values that occurred before. */
const repeated = (values: readonly string[]): number[] =>
  values.flatMap((value, i) => (values.indexOf(value) < i ? [i] : []))

/** The agent of every step is listed. */
export const listedAgents: Rule = ({ plan, agents }) => {
  const known = agents.map(({ agent_id }) => agent_id)
  return plan.flatMap(({ agent_id }, i) =>
    known.includes(agent_id) ? [] : [{ path: ['plan', i, 'agent_id'], message: unknownWord('agent', agent_id, known) }],
  )
}

/** The plan has exactly one step of each role. */
export const oneStepPerRole: Rule = (bundle) => {
  const roles = rolesOf(bundle)
  // An unknown agent may be the missing one.
  if (roles.includes(null)) return []
  return ROLES.flatMap((role): Fault[] => {
    const steps = roles.flatMap((one, i) => (one === role ? [i] : []))
    if (steps.length === 0) return [{ path: ['plan'], message: `The plan has no ${role} step. Add one.` }]
    return steps.slice(1).map((i) => ({
      path: ['plan', i],
      message: `The plan has more than one ${role} step. Keep one; a controller observes, decides and acts once per cycle.`,
    }))
  })
}

/** Steps observe, then decide, then act. */
export const stepOrder: Rule = (bundle) => {
  const roles = rolesOf(bundle)
  if (roles.includes(null) || new Set(roles).size < roles.length) return []
  const misplaced = roles.findIndex((role, i) => i > 0 && rank(role) < rank(roles[i - 1] ?? null))
  if (misplaced < 0) return []
  const message = `The ${roles[misplaced]} step comes after the ${roles[misplaced - 1]} step. The order is observe, decide, act.`
  return [{ path: ['plan', misplaced], message }]
}

const rank = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role))

const rolesOf = (bundle: Bundle): (Role | null)[] => bundle.plan.map((step) => agentOf(bundle, step)?.role ?? null)
