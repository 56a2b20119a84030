import { z } from 'zod'
import { command } from './fields.ts'
import { commandZeroExit } from './kinds/command-zero-exit.ts'
import { fetchAttemptProof } from './kinds/fetch-attempt-proof.ts'
import { fileDiffPresent } from './kinds/file-diff-present.ts'
import { gitPushed } from './kinds/git-pushed.ts'
import { http2xx } from './kinds/http-2xx.ts'
import { junitXml } from './kinds/junit-xml.ts'
import type { Kind } from './kinds/kind.ts'
import { ladderExhaustionProof } from './kinds/ladder-exhaustion-proof.ts'
import { observedCommand } from './kinds/observed-command.ts'
import { redGreen } from './kinds/red-green.ts'
import { tap } from './kinds/tap.ts'
import { testRunner } from './kinds/test-runner.ts'
import type { Validator } from './policy.ts'

/** All kinds of validators, in schema order. The code does not compile if a kind is missing. */
const KINDS = {
  command_zero_exit: commandZeroExit,
  pytest_pass: testRunner,
  vitest_pass: testRunner,
  jest_pass: testRunner,
  node_test_pass: testRunner,
  go_test_pass: testRunner,
  cargo_test_pass: testRunner,
  mocha_pass: testRunner,
  ava_pass: testRunner,
  node_tap_pass: testRunner,
  playwright_pass: testRunner,
  bun_test_pass: testRunner,
  deno_test_pass: testRunner,
  rspec_pass: testRunner,
  phpunit_pass: testRunner,
  junit_xml: junitXml,
  tap,
  observed_command: observedCommand,
  file_diff_present: fileDiffPresent,
  git_pushed: gitPushed,
  http_2xx: http2xx,
  red_green: redGreen,
  fetch_attempt_proof: fetchAttemptProof,
  ladder_exhaustion_proof: ladderExhaustionProof,
} satisfies { [kind in Validator['kind']]: Kind<z.ZodObject, Of<kind>> }

type Of<Name, Each = Validator> = Each extends { kind: infer Own } ? (Name extends Own ? Each : never) : never

export const kindOf = ({ kind }: Pick<Validator, 'kind'>): Kind<z.ZodObject, Validator> => KINDS[kind]

type Schema = (typeof KINDS)[keyof typeof KINDS]['schema']

const validatorObject = z.discriminatedUnion('kind', [...new Set(Object.values(KINDS).map(({ schema }) => schema))] as [
  Schema,
  ...Schema[],
])
export type ValidatorSource = z.output<typeof validatorObject>

/** Validators as people write them. Short form: `tests: npm test` is a command that must exit with code 0. */
export const validator = z.union([
  command.transform((given): ValidatorSource => validatorObject.parse({ kind: 'command_zero_exit', command: given })),
  validatorObject,
])
