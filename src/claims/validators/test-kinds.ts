import type { TestKind } from '../../policy/policy.ts'
import { bunTest, denoTest, mocha, phpunit, playwright } from './reports/asked.ts'
import { ava } from './reports/ava.ts'
import { cargoTest } from './reports/cargo-test.ts'
import { goTest } from './reports/go-test.ts'
import { jest } from './reports/jest.ts'
import { junitXml } from './reports/junit-xml.ts'
import { nodeTap } from './reports/node-tap.ts'
import { nodeTest } from './reports/node-test.ts'
import { pytest } from './reports/pytest.ts'
import { rspec } from './reports/rspec.ts'
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
  mocha_pass: mocha,
  ava_pass: ava,
  node_tap_pass: nodeTap,
  playwright_pass: playwright,
  bun_test_pass: bunTest,
  deno_test_pass: denoTest,
  rspec_pass: rspec,
  phpunit_pass: phpunit,
  junit_xml: junitXml,
  tap,
}
