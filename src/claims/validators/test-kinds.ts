import type { TestKind } from '../../policy/policy.ts'
import { cargoTest } from './reports/cargo-test.ts'
import { goTest } from './reports/go-test.ts'
import { jest } from './reports/jest.ts'
import { junitXml } from './reports/junit-xml.ts'
import { nodeTest } from './reports/node-test.ts'
import { pytest } from './reports/pytest.ts'
import { tap } from './reports/tap.ts'
import type { Runner } from './reports/test-run.ts'
import { vitest } from './reports/vitest.ts'

/** The runner for each validator kind that counts tests. A missing kind is a compile error. */
export const RUNNERS: { readonly [kind in TestKind]: Runner } = {
  pytest_pass: pytest,
  vitest_pass: vitest,
  jest_pass: jest,
  node_test_pass: nodeTest,
  go_test_pass: goTest,
  cargo_test_pass: cargoTest,
  junit_xml: junitXml,
  tap,
}
