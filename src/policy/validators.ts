import { z } from 'zod'
import { command, glob, globs, host, name, named, path, pins, seconds, slot, strict } from './fields.ts'
import { TEST_KINDS } from './policy.ts'

/** Validators as people write them: a name, and a command or an object with a kind. */

const commandFields = {
  command: command.describe('what runs, as one line or a list of words; no shell; {name} is a slot'),
  arguments: named(slot).describe('the slots of the command and what may stand in them').default({}),
}

const runFields = {
  ...commandFields,
  cwd: path.describe('the folder it runs in, relative to the project').default('.'),
  env: z
    .record(
      z.string().regex(/^(?!BAILIFF_)[A-Za-z_][A-Za-z0-9_]{0,99}$/, 'no name of a variable, or one of Bailiff’s own.'),
      z.string().max(2000),
    )
    .describe('variables it gets; CI=1 is set for all')
    .default({}),
  timeout_seconds: seconds.describe('after so long it is stopped and has failed').default(120),
  required_runs: z.int().min(1).max(100).describe('how often in a row it must pass').default(1),
  pins: pins
    .describe('files, or values as file#/json/pointer, that define this check; added to the pins of all')
    .default([]),
  outputs: z.array(glob).max(200).describe('what this check may write; added to the outputs of all').default([]),
}

const testFields = {
  ...runFields,
  min_tests: z.int().min(1).max(1_000_000).describe('how many tests must really have run').default(1),
}

const report = path.describe('the report it writes')

/** One way to get something done: at least one of tool, command and host says how it is known. */
export const route = strict({
  name: name.describe('what people call this way'),
  tool: z.string().min(1).max(100).describe('the tool of the host that was called').exactOptional(),
  command: z.string().min(1).max(200).describe('the program that was run').exactOptional(),
  host: host.describe('the host that was asked').exactOptional(),
}).refine(
  ({ tool, command, host }) => (tool ?? command ?? host) !== undefined,
  'Say how this route is known: tool, command or host.',
)

const url = z
  .string()
  .max(2000)
  .refine(
    (text) => /^https?:\/\/[^\s/]+/.test(text) && URL.canParse(text),
    'write a whole address, such as https://example.org/health.',
  )

const validatorObject = z.discriminatedUnion('kind', [
  strict({ kind: z.literal('command_zero_exit'), ...runFields }).describe('the command ends with 0'),
  strict({ kind: z.enum(TEST_KINDS).exclude(['junit_xml', 'tap']), ...testFields }).describe(
    'the test runner ends with 0 and at least one test ran',
  ),
  strict({ kind: z.literal('junit_xml'), ...testFields, report }).describe(
    'the JUnit report it writes has passes and no failure',
  ),
  strict({ kind: z.literal('tap'), ...testFields, report: report.exactOptional() }).describe(
    'its TAP output, or report, has passes and no failure',
  ),
  strict({ kind: z.literal('observed_command'), ...commandFields }).describe(
    'the agent was seen to run this command, and it ended with 0',
  ),
  strict({
    kind: z.literal('file_diff_present'),
    paths: globs.describe('what must have changed').default(['**']),
  }).describe('files were changed in this turn'),
  strict({
    kind: z.literal('git_pushed'),
    remote: z
      .string()
      .regex(/^[\w.-]{1,100}$/, 'no name of a remote.')
      .describe('the name of the remote')
      .default('origin'),
    url: z.string().min(1).max(2000).describe('the address of the remote; any other does not count'),
    branch: z.string().min(1).max(200).describe('the branch; otherwise the current one').exactOptional(),
  }).describe('the commit is on the remote'),
  strict({
    kind: z.literal('http_2xx'),
    url: url.describe('the address to ask').exactOptional(),
    hosts: z.array(host).max(100).describe('where the address is given with the claim: hosts it may be on').default([]),
    timeout_seconds: seconds.describe('after so long it has failed').default(10),
  }).describe('the address answers with 2xx'),
  strict({
    kind: z.literal('red_green'),
    of: name.describe('the validator that failed before and passes now'),
  }).describe('the same check was seen failing before, and passes now'),
  strict({
    kind: z.literal('fetch_attempt_proof'),
    routes: z.array(route).max(50).describe('the ways that count; otherwise the ladder of the contract').default([]),
    distinct_routes_attempted: z
      .int()
      .min(1)
      .max(50)
      .describe('how many different ways must have been tried and failed')
      .default(3),
  }).describe('it was tried in different ways, and each failed'),
  strict({ kind: z.literal('ladder_exhaustion_proof') }).describe(
    'every rung of the contract’s ladder was tried and failed',
  ),
])
export type ValidatorSource = z.output<typeof validatorObject>

/** Short: `tests: npm test` is a command that must end with 0. */
export const validator = z.union([
  command.transform((given): ValidatorSource => validatorObject.parse({ kind: 'command_zero_exit', command: given })),
  validatorObject,
])
