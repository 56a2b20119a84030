/** Errs once, is blocked once, looks again, and earns its end. */
import { follow, step } from './protocol.mjs'

await follow([
  step('none', 'unknown', 'write_policy', { content: 'match: pods\n' }),
  step('attempted', 'unknown', 'apply_policy'),
  step('attempted', 'compliant', 'declare_posture', { posture: 'compliant' }),
  step('attempted', 'unknown', 'write_policy', { content: 'match: workload\nrequire: memory\n' }),
  step('attempted', 'unknown', 'apply_policy'),
  step('successful', 'unknown', 'read_report'),
  step('successful', 'non_compliant', 'declare_posture', { posture: 'non_compliant' }),
  step('successful', 'non_compliant', 'terminate', {}, 'One of three workloads has no memory limit.'),
])
