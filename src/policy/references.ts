import type { z } from 'zod'
import type { Needs } from './bindings.ts'
import { readCommand, slotOf } from './command.ts'
import type { PolicySource } from './shape.ts'
import { unknownWord } from './suggest.ts'
import type { ValidatorSource } from './validators.ts'

type Report = (path: (string | number)[], message: string) => void

/** Checks across fields: every name refers to something that exists, and commands and arguments agree on their slots. */
export function checkReferences(policy: PolicySource, ctx: z.RefinementCtx): void {
  const report: Report = (path, message) => ctx.addIssue({ code: 'custom', path, message })
  for (const [name, validator] of Object.entries(policy.validators)) checkValidator(name, validator, policy, report)
  for (const [claim, bound] of Object.entries(policy.bindings)) {
    if (bound.everywhere !== null) checkNeeds(['bindings', claim], bound.everywhere, policy, report)
    for (const [scope, needs] of Object.entries(bound.scopes)) {
      const path = ['bindings', claim, 'scopes', scope]
      if (!Object.hasOwn(policy.scopes, scope)) report(path, unknownWord('scope', scope, Object.keys(policy.scopes)))
      checkNeeds(path, needs, policy, report)
    }
  }
}

function checkNeeds(path: string[], { demands }: Needs, policy: PolicySource, report: Report): void {
  for (const demand of demands) {
    const name = demand.validator
    const validator = Object.hasOwn(policy.validators, name) ? policy.validators[name] : undefined
    if (validator === undefined) report(path, unknownWord('validator', name, Object.keys(policy.validators)))
    else checkDemand(path, demand, validator, report)
  }
}

function checkDemand(
  path: string[],
  demand: Needs['demands'][number],
  validator: ValidatorSource,
  report: Report,
): void {
  const numbers = NUMBERS.filter((key) => key in validator)
  const slots = Object.keys('arguments' in validator ? validator.arguments : {})
  for (const key of Object.keys(demand.minimum).filter((one) => !numbers.includes(one)))
    report(path, unknownWord(`${demand.validator} minimum`, key, numbers))
  for (const key of demand.given.filter((one) => !slots.includes(one)))
    report(path, unknownWord(`${demand.validator} argument`, key, slots))
}

/** Fields for which a binding can set a minimum. */
const NUMBERS = ['required_runs', 'min_tests', 'distinct_routes_attempted']

function checkValidator(name: string, validator: ValidatorSource, policy: PolicySource, report: Report): void {
  const path = ['validators', name]
  if ('command' in validator) checkSlots(path, validator, report)
  if (validator.kind === 'red_green') checkRedGreen(path, validator.of, policy, report)
  if (validator.kind === 'http_2xx' && (validator.url === undefined) === (validator.hosts.length === 0))
    report(path, 'Set either url:, for a fixed address, or hosts:, for an address given with the claim; not both.')
  if (validator.kind === 'fetch_attempt_proof') checkRoutes(path, validator, policy, report)
  if (validator.kind === 'ladder_exhaustion_proof' && policy.contract.ladder.length === 0)
    report(path, 'The contract has no ladder. List its routes under contract.ladder:.')
}

type FetchProof = Extract<ValidatorSource, { kind: 'fetch_attempt_proof' }>

function checkRoutes(path: string[], validator: FetchProof, { contract }: PolicySource, report: Report): void {
  const routes = validator.routes.length > 0 ? validator.routes : contract.ladder
  const wanted = validator.distinct_routes_attempted
  if (new Set(routes.map((route) => route.name)).size < wanted)
    report(
      path,
      `It requires ${wanted} different routes, but fewer are listed. Add them under routes: or contract.ladder:.`,
    )
}

/** `red_green` must refer to a validator that runs a command. */
function checkRedGreen(path: string[], of: string, policy: PolicySource, report: Report): void {
  const validator = Object.hasOwn(policy.validators, of) ? policy.validators[of] : undefined
  if (validator === undefined) report([...path, 'of'], unknownWord('validator', of, Object.keys(policy.validators)))
  else if (!('required_runs' in validator))
    report(
      [...path, 'of'],
      `"${of}" does not run a command, so it cannot fail first and pass later. Name a validator that does.`,
    )
}

function checkSlots(path: string[], validator: Extract<ValidatorSource, { command: unknown }>, report: Report): void {
  const read = readCommand(validator.command)
  if (!read.ok) return
  const used = read.tokens.flatMap((token) => slotOf(token) ?? [])
  const declared = Object.keys(validator.arguments)
  for (const slot of used.filter((one) => !declared.includes(one)))
    report([...path, 'command'], `{${slot}} is not declared. Add arguments: { ${slot}: path }, integer or word.`)
  for (const slot of declared.filter((one) => !used.includes(one)))
    report(
      [...path, 'arguments', slot],
      `"${slot}" is not used in the command. Add {${slot}} to it as a separate word.`,
    )
  for (const [slot, given] of Object.entries(validator.arguments)) {
    const fault = typeof given === 'string' ? null : defaultFault(given)
    if (fault !== null) report([...path, 'arguments', slot], fault)
  }
}

function defaultFault(slot: {
  type: string
  default?: string | number
  min?: number
  max?: number
  of?: string[]
}): string | null {
  const { default: value, min = 0, max = 0 } = slot
  if (slot.type === 'integer' && min > max) return 'min is greater than max.'
  if (value === undefined) return null
  if (typeof value === 'number') return value < min || value > max ? `default must be between ${min} and ${max}.` : null
  if (slot.of !== undefined && !slot.of.includes(value)) return `default must be one of ${slot.of.join(', ')}.`
  return value.startsWith('-')
    ? 'default must not start with "-", because the command would read it as an option.'
    : null
}
