import type { DispatchPolicy } from './dispatch.ts'

/**
 * The compiled policy: what people decided, resolved to plain data. Without imports but of types, because the hook loads it on every tool
 * call. `schema.ts` is the same for what people write; `compile.ts` leads from one to the other.
 */

/** What an agent may claim. */
export const CLAIM_TYPES = ['done', 'fixed', 'shipped', 'tests_pass', 'verified', 'blocked', 'delegation'] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

/** What can be off, warned about or blocked: each claim type, and a turn whose state the agent leaves unclear. */
export const MODE_SUBJECTS = [...CLAIM_TYPES, 'status_unclear'] as const
export type ModeSubject = (typeof MODE_SUBJECTS)[number]

export const MODES = ['off', 'warn', 'block'] as const
export type Mode = (typeof MODES)[number]

/** Claims that block by themselves once a validator is bound to them; the others wait until a person says so. */
export const BLOCKS_WHEN_BOUND: readonly ModeSubject[] = ['done', 'fixed', 'shipped', 'tests_pass']

/** Validators that count executed tests. */
export const TEST_KINDS = [
  'pytest_pass',
  'vitest_pass',
  'jest_pass',
  'node_test_pass',
  'go_test_pass',
  'cargo_test_pass',
  'junit_xml',
  'tap',
] as const
type TestKind = (typeof TEST_KINDS)[number]

/** A word of a command: itself, or a place for an argument. */
export type Token = string | { slot: string }

/** What may stand in a slot; `fallback` is what stands there when nothing was given, null where something must be. */
export type Slot =
  | { type: 'path'; under: string[]; fallback: string | null }
  | { type: 'integer'; min: number; max: number; fallback: number | null }
  | { type: 'word'; fallback: string | null }
  | { type: 'choice'; of: string[]; fallback: string | null }

type Command = { command: Token[]; slots: { [name: string]: Slot } }

/** A command that the harness runs itself, and what it may touch while doing so. */
export type CheckCommand = Command & {
  cwd: string
  env: { [name: string]: string }
  timeoutSeconds: number
  requiredRuns: number
  pins: Pin[]
  outputs: string[]
}

/** A file that defines a check, or one value in a JSON file. */
export type Pin = { file: string; pointer: string | null }

/** One way to get something done; a tool call takes it when everything named here fits. */
export type Route = { name: string; tool: string | null; command: string | null; host: string | null }

export type Validator =
  | (CheckCommand & { kind: 'command_zero_exit' })
  | (CheckCommand & { kind: TestKind; minTests: number; report: string | null })
  | (Command & { kind: 'observed_command' })
  | { kind: 'file_diff_present'; paths: string[] }
  | { kind: 'git_pushed'; remote: string; url: string; branch: string | null }
  | { kind: 'http_2xx'; url: string | null; hosts: string[]; timeoutSeconds: number }
  | { kind: 'red_green'; of: string }
  | { kind: 'fetch_attempt_proof'; routes: Route[]; distinctRoutesAttempted: number }
  | { kind: 'ladder_exhaustion_proof' }

/** The least a validator must have been asked for to count. */
export type Demand = { validator: string; minimum: { [argument: string]: number }; given: string[] }

/** Which validators support a claim in a scope: all of these, or any of them. `scope` null: wherever no other fits. */
export type Binding = { claim: ClaimType; scope: string | null; match: 'all' | 'any'; demands: Demand[] }

export const POLICY_VERSION = 2

export type Policy = {
  v: typeof POLICY_VERSION
  validators: { [name: string]: Validator }
  bindings: Binding[]
  modes: { [subject in ModeSubject]: Mode }
  scopes: { [name: string]: string[] }
  blockBudget: number
  onStop: 'run' | 'off'
  onStopSeconds: number
  acceptReported: boolean
  baseline: 'none' | 'no_worse'
  contract: { keywords: string[]; ladder: Route[] }
  dispatch: DispatchPolicy
  retention: { maxAgeDays: number; maxSizeGb: number }
}

/** A policy, the one byte form of it, and the hash of that. */
export type Compiled = { policy: Policy; bytes: string; sha256: string }

/** Whether parsed JSON is a compiled policy of this version. Its hash vouches for the rest. */
export const isThisVersion = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && (value as { v?: unknown }).v === POLICY_VERSION
