import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Json } from '../ledger/kinds.ts'
import type { BindingSource, Needs } from './bindings.ts'
import { readCommand, toToken } from './command.ts'
import { ANSWERS, type DispatchPolicy } from './dispatch.ts'
import type { DispatchSource } from './dispatch-shape.ts'
import type { SlotSource } from './fields.ts'
import { readPin } from './paths.ts'
import {
  type Binding,
  BLOCKS_WHEN_BOUND,
  type CheckCommand,
  CLAIM_TYPES,
  type ClaimType,
  type Compiled,
  MODE_SUBJECTS,
  type Mode,
  type ModeSubject,
  POLICY_VERSION,
  type Policy,
  type Route,
  type Slot,
  type Token,
  type Validator,
} from './policy.ts'
import type { PolicySource } from './shape.ts'
import type { ValidatorSource } from './validators.ts'

/** Resolves everything: short forms, defaults, commands as words, pins and outputs of each check. Same source, same bytes. */
export function compile(source: PolicySource): Compiled {
  const policy = resolve(source)
  const bytes = canonical(policy as unknown as Json)
  return { policy, bytes, sha256: sha256(bytes) }
}

function resolve(source: PolicySource): Policy {
  const { contract, dispatch, retention } = source
  return {
    v: POLICY_VERSION,
    validators: mapValues(source.validators, (one) => toValidator(one, source)),
    bindings: toBindings(source),
    modes: toModes(source),
    scopes: source.scopes,
    blockBudget: source.block_budget,
    onStop: source.on_stop,
    onStopSeconds: source.on_stop_seconds,
    acceptReported: source.accept_reported,
    baseline: source.baseline,
    contract: { keywords: contract.keywords, ladder: contract.ladder.map(toRoute) },
    dispatch: toDispatch(dispatch),
    retention: { maxAgeDays: retention.max_age_days, maxSizeGb: retention.max_size_gb },
  }
}

/** Plain data from what was written; the stricter rule about a command comes first. */
function toDispatch(source: DispatchSource): DispatchPolicy {
  return {
    codes: source.codes,
    roots: source.roots,
    readRoots: source.read_roots,
    hosts: source.hosts,
    commands: [...ANSWERS]
      .reverse()
      .flatMap((one) => source.commands[one].map((text) => ({ words: text.split(' '), answer: one }))),
    roles: source.roles,
    protectedFiles: source.protected_files,
    buildOutputs: source.build_outputs,
    maxLines: source.max_lines,
    maxFiles: source.max_files,
    nobodyToAsk: source.nobody_to_ask,
  }
}

function toModes(source: PolicySource): Policy['modes'] {
  const isBound = (subject: ModeSubject): boolean => source.bindings[subject as ClaimType] !== undefined
  const modeOf = (subject: ModeSubject): Mode =>
    source.modes[subject] ?? (isBound(subject) && BLOCKS_WHEN_BOUND.includes(subject) ? 'block' : 'warn')
  return Object.fromEntries(MODE_SUBJECTS.map((subject) => [subject, modeOf(subject)])) as Policy['modes']
}

const toBindings = ({ bindings }: PolicySource): Binding[] =>
  CLAIM_TYPES.flatMap((claim) => {
    const bound: BindingSource | undefined = bindings[claim]
    if (bound === undefined) return []
    const scoped = Object.keys(bound.scopes).sort()
    const binding = (scope: string | null, { match, demands }: Needs): Binding => ({ claim, scope, match, demands })
    return [
      ...(bound.everywhere === null ? [] : [binding(null, bound.everywhere)]),
      ...scoped.map((scope) => binding(scope, bound.scopes[scope] as Needs)),
    ]
  })

function toValidator(source: ValidatorSource, policy: PolicySource): Validator {
  switch (source.kind) {
    case 'command_zero_exit':
      return { kind: source.kind, ...toRun(source, policy) }
    case 'observed_command':
      return { kind: source.kind, command: toTokens(source.command), slots: mapValues(source.arguments, toSlot) }
    case 'file_diff_present':
      return { kind: source.kind, paths: source.paths }
    case 'git_pushed':
      return { kind: source.kind, remote: source.remote, url: source.url, branch: source.branch ?? null }
    case 'http_2xx':
      return { kind: source.kind, url: source.url ?? null, hosts: source.hosts, timeoutSeconds: source.timeout_seconds }
    case 'red_green':
      return { kind: source.kind, of: source.of }
    case 'fetch_attempt_proof': {
      const routes = (source.routes.length > 0 ? source.routes : policy.contract.ladder).map(toRoute)
      return { kind: source.kind, routes, distinctRoutesAttempted: source.distinct_routes_attempted }
    }
    case 'ladder_exhaustion_proof':
      return { kind: source.kind }
    case 'junit_xml':
    case 'tap':
      return { kind: source.kind, ...toRun(source, policy), minTests: source.min_tests, report: source.report ?? null }
    case 'pytest_pass':
    case 'vitest_pass':
    case 'jest_pass':
    case 'node_test_pass':
    case 'go_test_pass':
    case 'cargo_test_pass':
      return { kind: source.kind, ...toRun(source, policy), minTests: source.min_tests, report: null }
  }
}

type RunSource = Extract<ValidatorSource, { required_runs: number }>

const toRun = (source: RunSource, policy: PolicySource): CheckCommand => ({
  command: toTokens(source.command),
  slots: mapValues(source.arguments, toSlot),
  cwd: source.cwd,
  env: source.env,
  timeoutSeconds: source.timeout_seconds,
  requiredRuns: source.required_runs,
  pins: merged(policy.pins, source.pins).map(readPin),
  outputs: merged(policy.outputs, source.outputs),
})

/** Both lists without repetition, sorted: in which order people name files means nothing. */
const merged = (ofAll: readonly string[], own: readonly string[]): string[] => [...new Set([...ofAll, ...own])].sort()

function toTokens(command: string | string[]): Token[] {
  const read = readCommand(command)
  if (!read.ok) throw new Error(`The schema let a command pass that cannot be read: ${read.why}`)
  return read.tokens.map(toToken)
}

function toSlot(source: SlotSource): Slot {
  const given = typeof source === 'string' ? SHORT_SLOTS[source] : source
  switch (given.type) {
    case 'path':
      return { type: 'path', under: given.under, fallback: given.default ?? null }
    case 'integer':
      return { type: 'integer', min: given.min, max: given.max, fallback: given.default ?? null }
    case 'word':
      return { type: 'word', fallback: given.default ?? null }
    case 'choice':
      return { type: 'choice', of: given.of, fallback: given.default ?? null }
  }
}

type LongSlot = Exclude<SlotSource, string>

const SHORT_SLOTS: { [short in Extract<SlotSource, string>]: LongSlot } = {
  path: { type: 'path', under: ['**'] },
  integer: { type: 'integer', min: 0, max: 1_000_000 },
  word: { type: 'word' },
}

const toRoute = (route: { name: string; tool?: string; command?: string; host?: string }): Route => ({
  name: route.name,
  tool: route.tool ?? null,
  command: route.command ?? null,
  host: route.host ?? null,
})

const mapValues = <From, To>(of: { [key: string]: From }, to: (value: From) => To): { [key: string]: To } =>
  Object.fromEntries(Object.entries(of).map(([key, value]) => [key, to(value)]))
