import type { Command } from '../command.ts'
import { accept } from './accept.ts'
import { adminApply } from './admin-apply.ts'
import { adminHistory } from './admin-history.ts'
import { adminKeygen } from './admin-keygen.ts'
import { adminRecalibrate } from './admin-recalibrate.ts'
import { adminSet } from './admin-set.ts'
import { adminShow } from './admin-show.ts'
import { adminSign } from './admin-sign.ts'
import { checkpointCommand } from './checkpoint.ts'
import { ci } from './ci.ts'
import { claimsExtract } from './claims-extract.ts'
import { completionFor } from './completion.ts'
import { controllerLint } from './controller-lint.ts'
import { controllerList } from './controller-list.ts'
import { controllerReplay } from './controller-replay.ts'
import { controllerResolve } from './controller-resolve.ts'
import { controllerRun } from './controller-run.ts'
import { controllerSchema } from './controller-schema.ts'
import { controllerShow } from './controller-show.ts'
import { controllerVerify } from './controller-verify.ts'
import { demo } from './demo.ts'
import { docs } from './docs.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { exportCommand } from './export.ts'
import { gc } from './gc.ts'
import { hook } from './hook.ts'
import { init } from './init.ts'
import { keyRotate } from './key-rotate.ts'
import { mcp } from './mcp.ts'
import { mountCommand } from './mount.ts'
import { outcome } from './outcome.ts'
import { pause } from './pause.ts'
import { policyApprove } from './policy-approve.ts'
import { policyCheck } from './policy-check.ts'
import { policyDiff } from './policy-diff.ts'
import { policySchemaCommand } from './policy-schema.ts'
import { policyShow } from './policy-show.ts'
import { policySign } from './policy-sign.ts'
import { policyTrust } from './policy-trust.ts'
import { report } from './report.ts'
import { resume } from './resume.ts'
import { run } from './run.ts'
import { sessions } from './sessions.ts'
import { show } from './show.ts'
import { status } from './status.ts'
import { trustObserve } from './trust-observe.ts'
import { trustPatterns } from './trust-patterns.ts'
import { trustReplay } from './trust-replay.ts'
import { trustScore } from './trust-score.ts'
import { trustStatus } from './trust-status.ts'
import { trustTune } from './trust-tune.ts'
import { trustUndo } from './trust-undo.ts'
import { uninstall } from './uninstall.ts'
import { validate } from './validate.ts'
import { verify } from './verify.ts'
import { waive } from './waive.ts'
import { workerFile } from './worker-file.ts'
import { workerGrep } from './worker-grep.ts'
import { workerList } from './worker-list.ts'
import { workerShow } from './worker-show.ts'

const LISTED: readonly Command[] = [
  demo,
  init,
  uninstall,
  status,
  doctor,
  pause,
  resume,
  run,
  validate,
  outcome,
  ci,
  waive,
  accept,
  sessions,
  explain,
  report,
  docs,
  show,
  verify,
  checkpointCommand,
  exportCommand,
  keyRotate,
  gc,
  mountCommand,
  workerList,
  workerShow,
  workerFile,
  workerGrep,
  controllerLint,
  controllerRun,
  controllerList,
  controllerShow,
  controllerReplay,
  controllerVerify,
  controllerResolve,
  controllerSchema,
  trustScore,
  trustPatterns,
  trustStatus,
  trustObserve,
  trustReplay,
  trustUndo,
  trustTune,
  adminKeygen,
  adminShow,
  adminSet,
  adminRecalibrate,
  adminHistory,
  adminSign,
  adminApply,
  claimsExtract,
  policyCheck,
  policyApprove,
  policyDiff,
  policyShow,
  policySchemaCommand,
  policySign,
  policyTrust,
  mcp,
  hook,
]

/** Every command, in the order of its family; help.ts groups them on the first page. */
export const COMMANDS: readonly Command[] = [...LISTED, completionFor(LISTED)]
