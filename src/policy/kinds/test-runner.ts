import { z } from 'zod'
import { isLess } from '../compare.ts'
import { path, strict } from '../fields.ts'
import { TEST_KINDS, type TestKind, type TestValidator } from '../policy.ts'
import {
  checkSlots,
  describeCommand,
  describeRun,
  type RunSource,
  runFields,
  toRun,
  weakerRun,
} from './command-fields.ts'
import { defineKind, type PolicyParts, type Report } from './kind.ts'

export const testFields = {
  ...runFields,
  min_tests: z.int().min(1).max(1_000_000).describe('minimum number of tests that must run').default(1),
}
type TestSource = RunSource & { kind: TestKind; min_tests: number; report?: string }

export const report = path.describe('the report file that the command writes')

/** Shared by all kinds that count executed tests: everything except the schema. */
export const countsTests = {
  check: (source: TestSource, _: PolicyParts, report: Report) => checkSlots(source, report),
  compile: (source: TestSource, policy: PolicyParts): TestValidator => ({
    kind: source.kind,
    ...toRun(source, policy),
    minTests: source.min_tests,
    report: source.report ?? null,
  }),
  describe: (one: TestValidator) =>
    `runs ${describeCommand(one.command)} (${one.kind}), in which at least ${one.minTests} test${one.minTests === 1 ? '' : 's'} must run and none may fail${describeRun(one)}`,
  weaker: { ...weakerRun, minTests: isLess },
}

/** Runners that differ only in how their output is read (`claims/validators/test-kinds.ts`). */
export const testRunner = defineKind({
  schema: strict({ kind: z.enum(TEST_KINDS).exclude(['junit_xml', 'tap']), ...testFields }).describe(
    'the test runner exits with 0, and at least one test ran',
  ),
  ...countsTests,
})
