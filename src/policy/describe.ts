import { renderCommand } from './command.ts'
import { ACCESSES, type DispatchPolicy } from './dispatch.ts'
import {
  type Binding,
  type CheckCommand,
  CLAIM_TYPES,
  type ClaimType,
  type Demand,
  type Policy,
  type Route,
  type Validator,
} from './policy.ts'

/** What a policy means, in sentences for the person who answers for it. */
export const describePolicy = (policy: Policy): string[] => [
  ...policy.bindings.filter(({ claim }) => policy.modes[claim] !== 'off').map((one) => describeBinding(one, policy)),
  ...describeUnbound(policy),
  describeUnclear(policy),
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
}

const HELD = { off: 'not looked at', warn: 'warned about', block: 'blocked' } as const

const describeBinding = (binding: Binding, { modes }: Policy): string => {
  const where = binding.scope === null ? '' : ` in ${binding.scope}`
  return `${WORDS[binding.claim]}${where} is ${HELD[modes[binding.claim]]} until ${describeNeeds(binding)}.`
}

/** Claims that no validator supports, at least somewhere; many of them share a line. */
function describeUnbound({ modes, bindings }: Policy): string[] {
  const isBound = (claim: ClaimType): boolean => bindings.some((one) => one.claim === claim && one.scope === null)
  return (['block', 'warn', 'off'] as const).flatMap((mode) => {
    const claims = CLAIM_TYPES.filter((claim) => modes[claim] === mode && (mode === 'off' || !isBound(claim)))
    if (claims.length === 0) return []
    const isScoped = claims.some((claim) => bindings.some((one) => one.claim === claim))
    const why =
      mode === 'off' ? '.' : `, whatever was done${isScoped ? ' outside the scopes above' : ''}: no validator is bound.`
    return [`${claims.map((claim) => WORDS[claim]).join(', ')}: ${HELD[mode]}${why}`]
  })
}

export function describeNeeds({ match, demands }: Pick<Binding, 'match' | 'demands'>): string {
  const names = demands.map(describeDemand)
  const verb = demands.length === 1 || match === 'any' ? 'has passed' : 'have passed'
  return `${names.join(match === 'all' ? ' and ' : ' or ')} ${verb}`
}

function describeDemand({ validator, minimum, given }: Demand): string {
  const limits = Object.entries(minimum).map(([key, least]) => `${key} at least ${least}`)
  const all = [...limits, ...given.map((name) => `${name} given`)]
  return all.length === 0 ? validator : `${validator} (${all.join(', ')})`
}

const describeUnclear = ({ modes }: Policy): string =>
  `A turn that ends without saying where things stand is ${HELD[modes.status_unclear]}.`

export function describeValidator(one: Validator): string {
  if ('minTests' in one)
    return `runs ${code(renderCommand(one.command))} (${one.kind}), in which at least ${one.minTests} test${one.minTests === 1 ? '' : 's'} must run and none fail${describeRun(one)}`
  switch (one.kind) {
    case 'command_zero_exit':
      return `runs ${code(renderCommand(one.command))}, which must end with 0${describeRun(one)}`
    case 'observed_command':
      return `the agent was seen to run ${code(renderCommand(one.command))}, and it ended with 0`
    case 'file_diff_present':
      return `something under ${one.paths.join(', ')} was changed in this turn`
    case 'git_pushed':
      return `the commit is on ${one.branch ?? 'its branch'} of ${one.remote} (${one.url})`
    case 'http_2xx':
      return one.url === null ? `an address on ${one.hosts.join(', ')} answers with 2xx` : `${one.url} answers with 2xx`
    case 'red_green':
      return `${one.of} was seen failing before, and passes now`
    case 'fetch_attempt_proof':
      return `${one.distinctRoutesAttempted} of ${routes(one.routes)} were tried and failed`
    case 'ladder_exhaustion_proof':
      return 'every rung of the ladder was tried and failed'
  }
}

function describeRun({ cwd, requiredRuns, pins, slots }: CheckCommand): string {
  const open = Object.entries(slots).filter(([, slot]) => slot.fallback === null)
  const parts = [
    cwd === '.' ? '' : `in ${cwd}`,
    requiredRuns === 1 ? '' : `${requiredRuns} times in a row`,
    open.length === 0 ? '' : `with ${open.map(([name]) => name).join(', ')} given`,
    pins.length === 0
      ? ''
      : `as long as ${pins.map(({ file, pointer }) => file + (pointer ?? '')).join(', ')} is as approved`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

const routes = (all: readonly Route[]): string => all.map(({ name }) => name).join(', ')
const code = (text: string): string => `\`${text}\``

function describeRest(policy: Policy): string[] {
  const { contract, dispatch } = policy
  return [
    policy.onStop === 'run'
      ? `When the agent stops, bound validators are run for it, for ${policy.onStopSeconds} seconds at most.`
      : 'When the agent stops, nothing is run for it.',
    ...(Object.values(policy.modes).includes('block')
      ? [`A turn is held back ${policy.blockBudget} times at most.`]
      : ['No turn is held back.']),
    ...(policy.acceptReported ? ['What a host reported counts like what was run here, though it can be forged.'] : []),
    ...(policy.baseline === 'no_worse' ? ['Tests that failed when the turn began may still fail.'] : []),
    ...(contract.keywords.length > 0 ? [`A proof must have to do with: ${contract.keywords.join(', ')}.`] : []),
    ...(contract.ladder.length > 0 ? [`Before something is blocked: ${routes(contract.ladder)}.`] : []),
    ...describeDispatch(dispatch),
  ]
}

function describeDispatch(policy: DispatchPolicy): string[] {
  const { codes, roots, readRoots, hosts, commands, roles } = policy
  return [
    ...Object.entries(codes).map(([code, one]) => `A tool call with ${code}: ${one}.`),
    ...commands.map(({ words, answer: one }) => `A tool call that runs ${words.join(' ')}: ${one}.`),
    ...Object.entries(roles).flatMap(([role, may]) =>
      ACCESSES.flatMap((access) =>
        may[access] === undefined ? [] : [`${nameOf(role)}, to ${access}: ${may[access]}.`],
      ),
    ),
    ...(roots.join() === '.' ? [] : [`Tool calls may change ${roots.join(', ')}.`]),
    ...(readRoots.length === 0 ? [] : [`Tool calls may read ${readRoots.join(', ')}.`]),
    ...(hosts.length === 0 ? [] : [`Tool calls may reach ${hosts.join(', ')}.`]),
  ]
}

const nameOf = (role: string): string =>
  role === 'main' ? 'The main agent' : role === '*' ? 'Any other subagent' : `Subagent ${role}`
