import type { DispatchPolicy } from './dispatch.ts'

/**
 * The compiled policy: people's decisions, resolved to plain data. It imports only types, because the hook loads it on every
 * tool call. `schema.ts` describes what people write; `compile.ts` turns that into this.
 */

/** The claims that an agent can make. It makes `work` without a word, by changing files. */
export const CLAIM_TYPES = [
  'done',
  'fixed',
  'shipped',
  'tests_pass',
  'verified',
  'blocked',
  'delegation',
  'work',
] as const
export type ClaimType = (typeof CLAIM_TYPES)[number]

export const MODES = ['off', 'warn', 'block'] as const
export type Mode = (typeof MODES)[number]

/** Claims that block by default once a validator is bound to them; `work` follows `done`. The others block only if the policy says so. */
export const BLOCKS_WHEN_BOUND: readonly ClaimType[] = ['done', 'fixed', 'shipped', 'tests_pass', 'verified']

/** Validators that count executed tests. */
export const TEST_KINDS = [
  'pytest_pass',
  'vitest_pass',
  'jest_pass',
  'node_test_pass',
  'go_test_pass',
  'cargo_test_pass',
  'mocha_pass',
  'ava_pass',
  'node_tap_pass',
  'playwright_pass',
  'bun_test_pass',
  'deno_test_pass',
  'rspec_pass',
  'phpunit_pass',
  'junit_xml',
  'tap',
] as const
export type TestKind = (typeof TEST_KINDS)[number]

/** A word of a command: literal text, or a slot for an argument. */
export type Token = string | { slot: string }

/** The values a slot accepts. `fallback` is used if no value is given; null makes the argument required. */
export type Slot =
  | { type: 'path'; under: string[]; fallback: string | null }
  | { type: 'integer'; min: number; max: number; fallback: number | null }
  | { type: 'word'; fallback: string | null }
  | { type: 'choice'; of: string[]; fallback: string | null }

type Command = { command: Token[]; slots: { [name: string]: Slot } }

/** A command that the harness runs itself, its limits, and the files it may write. */
export type CheckCommand = Command & {
  cwd: string
  env: { [name: string]: string }
  timeoutSeconds: number
  requiredRuns: number
  pins: Pin[]
  outputs: string[]
}

/** A file that defines a check, or a single value in a JSON file. */
export type Pin = { file: string; pointer: string | null }

/** One way to get something done. A tool call takes it if it matches every non-null field. */
export type Route = { name: string; tool: string | null; command: string | null; host: string | null }

/** A validator that counts executed tests. */
export type TestValidator = CheckCommand & { kind: TestKind; minTests: number; report: string | null }

export type Validator =
  | (CheckCommand & { kind: 'command_zero_exit' })
  | TestValidator
  | (Command & { kind: 'observed_command' })
  | { kind: 'file_diff_present'; paths: string[] }
  | { kind: 'git_pushed'; remote: string; url: string; branch: string | null }
  | { kind: 'http_2xx'; url: string | null; hosts: string[]; timeoutSeconds: number }
  | { kind: 'red_green'; of: string }
  | { kind: 'fetch_attempt_proof'; routes: Route[]; distinctRoutesAttempted: number }
  | { kind: 'ladder_exhaustion_proof' }

/** A validator that a binding requires, with the minimum values and the arguments that its run must have. */
export type Demand = { validator: string; minimum: { [argument: string]: number }; given: string[] }

/** The validators that support a claim in a scope: all of them, or any one. `scope` is null for the default binding. */
export type Binding = { claim: ClaimType; scope: string | null; match: 'all' | 'any'; demands: Demand[] }

/** A model that reads final messages besides the rules. `key` names the environment variable that holds the API key. */
export type ModelReader = { name: string; url: string; key: string | null; seconds: number }

export const POLICY_VERSION = 3

export type Policy = {
  v: typeof POLICY_VERSION
  validators: { [name: string]: Validator }
  bindings: Binding[]
  modes: { [claim in ClaimType]: Mode }
  scopes: { [name: string]: string[] }
  blockBudget: number
  onStop: 'run' | 'off'
  onStopSeconds: number
  acceptReported: boolean
  baseline: 'none' | 'no_worse'
  contract: { keywords: string[]; ladder: Route[] }
  dispatch: DispatchPolicy
  retention: { maxAgeDays: number; maxSizeGb: number }
  /** False if the person is not told of earned turns; absent otherwise. */
  tellEarned?: false
  /** Set if subagents are judged when they stop themselves, and may be blocked. */
  subagents?: 'block'
  /** Absent unless a model reads messages. */
  claims?: { model: ModelReader }
}

/** A policy, its canonical bytes, and their hash. */
export type Compiled = { policy: Policy; bytes: string; sha256: string }

/** True if parsed JSON is a compiled policy of this version. Its hash guarantees the rest. */
export const isThisVersion = (value: unknown): value is Policy =>
  typeof value === 'object' && value !== null && (value as { v?: unknown }).v === POLICY_VERSION
