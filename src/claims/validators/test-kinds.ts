import type { Validator } from '../../policy/policy.ts'
import { readCargoTest } from './reports/cargo-test.ts'
import { readGoTest } from './reports/go-test.ts'
import { readJest } from './reports/jest.ts'
import { readJunitXml } from './reports/junit-xml.ts'
import { readNodeTest } from './reports/node-test.ts'
import { readPytest } from './reports/pytest.ts'
import { readTap } from './reports/tap.ts'
import type { ReadReport } from './reports/test-run.ts'
import { readVitest } from './reports/vitest.ts'

/** A validator that counts executed tests. */
export type TestValidator = Extract<Validator, { minTests: number }>

/** What is to be known of a test runner: how its report is read, and the options with which it runs no test. */
type Runner = { read: ReadReport; idle?: RegExp }

export const RUNNERS: { readonly [kind in TestValidator['kind']]: Runner } = {
  pytest_pass: { read: readPytest, idle: /^(?:--co|--collect-only|--setup-plan|--fixtures|--markers|-h|--help)$/ },
  vitest_pass: { read: readVitest, idle: /^(?:list|bench|--typecheck\.only|-h|--help)$/ },
  jest_pass: { read: readJest, idle: /^(?:--listTests|--showConfig|-h|--help)$/ },
  node_test_pass: { read: readNodeTest },
  go_test_pass: { read: readGoTest, idle: /^(?:-c|-n|-list(?:=.*)?|-run=\^\$)$/ },
  cargo_test_pass: { read: readCargoTest, idle: /^(?:--no-run|--list|-h|--help)$/ },
  junit_xml: { read: readJunitXml },
  tap: { read: readTap },
}
