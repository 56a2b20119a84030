import type { Command } from '../command.ts'

/**
 * Every command by its name, in the order of its family; help.ts groups them on the first page. Each is loaded when it is
 * named: loading takes most of the time of a short command.
 */
const LOADERS: { readonly [name: string]: () => Promise<Command> } = {
  demo: async () => (await import('./demo.ts')).demo,
  init: async () => (await import('./init.ts')).init,
  uninstall: async () => (await import('./uninstall.ts')).uninstall,
  status: async () => (await import('./status.ts')).status,
  doctor: async () => (await import('./doctor.ts')).doctor,
  pause: async () => (await import('./pause.ts')).pause,
  resume: async () => (await import('./resume.ts')).resume,
  run: async () => (await import('./run.ts')).run,
  validate: async () => (await import('./validate.ts')).validate,
  outcome: async () => (await import('./outcome.ts')).outcome,
  ci: async () => (await import('./ci.ts')).ci,
  waive: async () => (await import('./waive.ts')).waive,
  accept: async () => (await import('./accept.ts')).accept,
  sessions: async () => (await import('./sessions.ts')).sessions,
  explain: async () => (await import('./explain.ts')).explain,
  report: async () => (await import('./report.ts')).report,
  docs: async () => (await import('./docs.ts')).docs,
  show: async () => (await import('./show.ts')).show,
  verify: async () => (await import('./verify.ts')).verify,
  checkpoint: async () => (await import('./checkpoint.ts')).checkpointCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  'key rotate': async () => (await import('./key-rotate.ts')).keyRotate,
  gc: async () => (await import('./gc.ts')).gc,
  mount: async () => (await import('./mount.ts')).mountCommand,
  'worker list': async () => (await import('./worker-list.ts')).workerList,
  'worker show': async () => (await import('./worker-show.ts')).workerShow,
  'worker file': async () => (await import('./worker-file.ts')).workerFile,
  'worker grep': async () => (await import('./worker-grep.ts')).workerGrep,
  'controller lint': async () => (await import('./controller-lint.ts')).controllerLint,
  'controller run': async () => (await import('./controller-run.ts')).controllerRun,
  'controller list': async () => (await import('./controller-list.ts')).controllerList,
  'controller show': async () => (await import('./controller-show.ts')).controllerShow,
  'controller replay': async () => (await import('./controller-replay.ts')).controllerReplay,
  'controller verify': async () => (await import('./controller-verify.ts')).controllerVerify,
  'controller resolve': async () => (await import('./controller-resolve.ts')).controllerResolve,
  'controller schema': async () => (await import('./controller-schema.ts')).controllerSchema,
  'trust score': async () => (await import('./trust-score.ts')).trustScore,
  'trust patterns': async () => (await import('./trust-patterns.ts')).trustPatterns,
  'trust status': async () => (await import('./trust-status.ts')).trustStatus,
  'trust observe': async () => (await import('./trust-observe.ts')).trustObserve,
  'trust replay': async () => (await import('./trust-replay.ts')).trustReplay,
  'trust undo': async () => (await import('./trust-undo.ts')).trustUndo,
  'trust tune': async () => (await import('./trust-tune.ts')).trustTune,
  'admin keygen': async () => (await import('./admin-keygen.ts')).adminKeygen,
  'admin show': async () => (await import('./admin-show.ts')).adminShow,
  'admin set': async () => (await import('./admin-set.ts')).adminSet,
  'admin recalibrate': async () => (await import('./admin-recalibrate.ts')).adminRecalibrate,
  'admin history': async () => (await import('./admin-history.ts')).adminHistory,
  'admin sign': async () => (await import('./admin-sign.ts')).adminSign,
  'admin apply': async () => (await import('./admin-apply.ts')).adminApply,
  'claims extract': async () => (await import('./claims-extract.ts')).claimsExtract,
  'policy check': async () => (await import('./policy-check.ts')).policyCheck,
  'policy approve': async () => (await import('./policy-approve.ts')).policyApprove,
  'policy diff': async () => (await import('./policy-diff.ts')).policyDiff,
  'policy show': async () => (await import('./policy-show.ts')).policyShow,
  'policy schema': async () => (await import('./policy-schema.ts')).policySchemaCommand,
  'policy sign': async () => (await import('./policy-sign.ts')).policySign,
  'policy trust': async () => (await import('./policy-trust.ts')).policyTrust,
  mcp: async () => (await import('./mcp.ts')).mcp,
  hook: async () => (await import('./hook.ts')).hook,
  completion: async () => (await import('./completion.ts')).completionFor(allCommands),
}

export const NAMES: readonly string[] = Object.keys(LOADERS)

/** The command with a name; null if there is none. */
export const loadCommand = async (name: string): Promise<Command | null> =>
  Object.hasOwn(LOADERS, name) ? ((await LOADERS[name]?.()) ?? null) : null

export const allCommands = (): Promise<Command[]> => Promise.all(Object.values(LOADERS).map((load) => load()))
