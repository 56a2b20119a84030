import { ACCESSES, type DispatchPolicy } from './dispatch.ts'
import {
  type Binding,
  CLAIM_TYPES,
  type ClaimType,
  type Demand,
  type ModelReader,
  type Policy,
  type Validator,
} from './policy.ts'
import { kindOf } from './validators.ts'

/** Explains a policy in sentences, for the person who approves it. */
export const describePolicy = (policy: Policy): string[] => [
  ...policy.bindings.filter(({ claim }) => policy.modes[claim] !== 'off').map((one) => describeBinding(one, policy)),
  ...describeUnbound(policy),
  ...Object.entries(policy.validators).map(([name, one]) => `${name}: ${describeValidator(one)}`),
  ...describeRest(policy),
]

const WORDS: { [claim in ClaimType]: string } = {
  done: '"done"',
  fixed: '"fixed"',
  shipped: '"shipped"',
  tests_pass: '"tests pass"',
  verified: '"verified"',
  blocked: '"blocked"',
  delegation: '"please send me …"',
  work: 'a turn that changes files',
}

const HELD = { off: 'not checked', warn: 'warned about', block: 'blocked' } as const

const describeBinding = (binding: Binding, { modes }: Policy): string => {
  const where = binding.scope === null ? '' : ` in ${binding.scope}`
  const what = capital(`${WORDS[binding.claim]}${where}`)
  if (binding.demands.length === 0) return `${what} needs no proof.`
  return `${what} is ${HELD[modes[binding.claim]]} until ${describeNeeds(binding)}.`
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Describes claims that no validator supports, at all or outside some scopes. Claims with the same mode share a line. */
function describeUnbound({ modes, bindings }: Policy): string[] {
  const isBound = (claim: ClaimType): boolean => bindings.some((one) => one.claim === claim && one.scope === null)
  return (['block', 'warn', 'off'] as const).flatMap((mode) => {
    const claims = CLAIM_TYPES.filter(
      (claim) => modes[claim] === mode && (mode === 'off' || (!isBound(claim) && claim !== 'work')),
    )
    if (claims.length === 0) return []
    const isScoped = claims.some((claim) => bindings.some((one) => one.claim === claim))
    const why = mode === 'off' ? '.' : `${isScoped ? ' outside the scopes above' : ''}, because no validator is bound.`
    return [`${claims.map((claim) => WORDS[claim]).join(', ')}: ${mode === 'off' ? '' : 'always '}${HELD[mode]}${why}`]
  })
}

export function describeNeeds({ match, demands }: Pick<Binding, 'match' | 'demands'>): string {
  if (demands.length === 0) return 'nothing is required'
  const names = demands.map(describeDemand)
  const verb = demands.length === 1 || match === 'any' ? 'has passed' : 'have passed'
  return `${names.join(match === 'all' ? ' and ' : ' or ')} ${verb}`
}

function describeDemand({ validator, minimum, given }: Demand): string {
  const limits = Object.entries(minimum).map(([key, least]) => `${key} at least ${least}`)
  const all = [...limits, ...given.map((name) => `${name} given`)]
  return all.length === 0 ? validator : `${validator} (${all.join(', ')})`
}

export const describeValidator = (one: Validator): string => kindOf(one).describe(one)

function describeRest(policy: Policy): string[] {
  const { contract, dispatch, claims } = policy
  return [
    policy.onStop === 'run'
      ? `When the agent stops, Bailiff runs the bound validators; the stop waits for at most ${policy.onStopSeconds} seconds.`
      : 'When the agent stops, Bailiff runs no validators.',
    ...(Object.values(policy.modes).includes('block')
      ? [`Bailiff blocks a turn at most ${policy.blockBudget} times.`]
      : ['Bailiff never blocks a turn.']),
    ...(policy.acceptReported
      ? ['Results that a host reported count like those of Bailiff’s own runs, though they can be forged.']
      : []),
    ...(policy.baseline === 'no_worse' ? ['Tests that failed when the turn began may still fail.'] : []),
    ...(contract.keywords.length > 0
      ? [`A command proves something only if it contains one of: ${contract.keywords.join(', ')}.`]
      : []),
    ...(contract.ladder.length > 0
      ? [`Routes to try before something counts as blocked: ${contract.ladder.map(({ name }) => name).join(', ')}.`]
      : []),
    ...(policy.tellEarned === false ? ['Bailiff shows no line when a turn is earned.'] : []),
    ...(claims === undefined ? [] : [describeModel(claims.model)]),
    ...describeDispatch(dispatch),
  ]
}

const describeModel = ({ name, url, seconds }: ModelReader): string =>
  `Final messages are sent to the model ${name} at ${url}, without secrets; it has ${seconds} seconds to add claims and gaps.`

function describeDispatch(policy: DispatchPolicy): string[] {
  const { codes, roots, readRoots, hosts, commands, roles } = policy
  return [
    ...Object.entries(codes).map(([code, one]) => `A tool call with ${code}: ${one}.`),
    ...commands.map(({ words, answer: one }) => `A tool call that runs ${words.join(' ')}: ${one}.`),
    ...Object.entries(roles).flatMap(([role, may]) =>
      ACCESSES.flatMap((access) =>
        may[access] === undefined ? [] : [`${nameOf(role)}, ${access} access: ${may[access]}.`],
      ),
    ),
    ...(roots.join() === '.' ? [] : [`Tool calls may change ${roots.join(', ')}.`]),
    ...(readRoots.length === 0 ? [] : [`Tool calls may read ${readRoots.join(', ')}.`]),
    ...(hosts.length === 0 ? [] : [`Tool calls may reach ${hosts.join(', ')}.`]),
  ]
}

const nameOf = (role: string): string =>
  role === 'main' ? 'The main agent' : role === '*' ? 'Any other subagent' : `Subagent ${role}`
