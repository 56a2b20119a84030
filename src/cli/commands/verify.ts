import { type Checkpoint, openCheckpoint } from '../../ledger/checkpoint.ts'
import { LedgerError } from '../../ledger/errors.ts'
import type { ArtifactCheck } from '../../ledger/stores/files/check-artifacts.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { ownVkey } from '../../ledger/stores/files/signer.ts'
import { type VerifyReport, verifyFiles } from '../../ledger/stores/files/verify.ts'
import { verifyExport } from '../../ledger/stores/files/verify-export.ts'
import { controllerStreams } from '../../views/controllers.ts'
import { repeatedEffects } from '../../views/repeated-effects.ts'
import { type Args, type Command, EXIT, UsageError } from '../command.ts'
import { readText, requireReadable } from '../input/files.ts'
import { openToRead } from '../input/home.ts'
import { countFindings, renderAudit } from '../screens/audit.ts'
import { json } from '../screens/output.ts'

export const verify: Command = {
  name: 'verify',
  summary: 'audit the ledger: edits, removals, forgeries, rollbacks',
  usage: '[<stream>…] [options]',
  words: { min: 0, max: Number.POSITIVE_INFINITY, names: '[<stream>…]' },
  details: `Reads only. Without a stream it audits everything.
Exit codes: 0 everything is intact; 2 findings; 1 the audit could not be run.`,
  example: 'bailiff verify --against ~/elsewhere/checkpoint.txt',
  options: {
    all: { help: 'audit every stream (the default)' },
    artifacts: { value: 'none|sample|all', help: 'which stored outputs to read back; default: all' },
    against: { value: '<file>', help: 'a checkpoint kept elsewhere; detects a rollback of the whole ledger' },
    export: { value: '<file>', help: 'audit an export instead of this ledger' },
    vkey: { value: '<key>', help: 'the verifier key of the checkpoint or export' },
  },
  async run(args, io) {
    const scope = readScope(args)
    const report = await audit(scope, args)
    io.out(args.json ? json(report) : renderAudit(headline(scope, report), report, io))
    return report.ok ? EXIT.fine : EXIT.broken
  },
}

/** The scope of the audit; the headline claims no more than this. */
type AuditScope = { artifacts: ArtifactCheck; vkey: string | undefined } & (
  | { of: 'ledger' }
  | { of: 'streams'; streams: readonly string[] }
  | { of: 'export'; file: string }
)

function readScope(args: Args): AuditScope {
  const common = { artifacts: artifactCheck(args.get('artifacts') ?? 'all'), vkey: args.get('vkey') }
  const file = args.get('export')
  const streams = [...new Set(args.words)]
  if (file !== undefined) {
    if (streams.length > 0) throw new UsageError('--export audits the whole file. Do not name streams with it.')
    if (args.get('against') !== undefined) throw new UsageError('Give --export or --against, not both.')
    return { ...common, of: 'export', file }
  }
  if (common.vkey !== undefined && args.get('against') === undefined)
    throw new UsageError('--vkey needs --against or --export.')
  if (streams.length === 0) return { ...common, of: 'ledger' }
  if (args.has('all')) throw new UsageError('Give streams or --all, not both.')
  return { ...common, of: 'streams', streams }
}

function artifactCheck(word: string): ArtifactCheck {
  if (word === 'none' || word === 'sample' || word === 'all') return word
  throw new UsageError(`--artifacts takes none, sample or all, not "${word}".`)
}

async function audit(scope: AuditScope, args: Args): Promise<VerifyReport> {
  const { artifacts, vkey } = scope
  if (scope.of === 'export') {
    requireReadable(scope.file, 'Name a file that "bailiff export" wrote.')
    return verifyExport(scope.file, { artifacts, ...(vkey !== undefined && { vkey }) })
  }
  const against = args.get('against')
  const report = await verifyFiles(args.home, {
    artifacts,
    ...(scope.of === 'streams' && { streams: scope.streams }),
    ...(against !== undefined && { against: readCheckpoint(args.home, against, vkey) }),
  })
  const controllers = controllerStreams(args.home)
  const audited = scope.of === 'streams' ? controllers.filter((one) => scope.streams.includes(one)) : controllers
  if (audited.length === 0) return report
  const findings = [...report.findings, ...repeatedEffects(openToRead(args.home), audited)]
  return { ...report, findings, ok: findings.length === 0 }
}

function readCheckpoint(dir: string, path: string, given: string | undefined): Checkpoint {
  const note = readText(path, 'Name a file that "bailiff checkpoint --out" wrote.')
  const vkey = given ?? ownVkey({ dir, keyring: openKeyring(dir) })
  if (vkey === null) {
    throw new LedgerError(
      'KEY_MISSING',
      `No checkpoint was ever signed in ${dir}. Pass the key it was signed with: --vkey <key>`,
    )
  }
  return openCheckpoint(note, vkey)
}

function headline(scope: AuditScope, report: VerifyReport): string {
  const claim = report.ok ? soundClaim(scope) : `${brokenClaim(scope, report)}: ${countFindings(report)}`
  const left = notAudited(scope)
  return left.length === 0 ? `${claim}.` : `${claim}; ${left.join(', ')}.`
}

function soundClaim(scope: AuditScope): string {
  if (scope.of === 'ledger') return 'The ledger is intact'
  if (scope.of === 'export') return scope.vkey === undefined ? 'The export is complete' : 'The export is intact'
  const count = scope.streams.length
  return count === 1 ? 'The stream is intact' : `The ${count} streams are intact`
}

function brokenClaim(scope: AuditScope, { findings }: VerifyReport): string {
  if (findings.every(({ reason }) => reason === 'effect-repeated'))
    return `${soundClaim(scope)}, but effects were attempted twice`
  if (scope.of === 'export') return 'The export has been altered'
  // Every audit reads the register, so a finding may lie outside the named streams.
  if (scope.of === 'ledger' || findings.some(({ stream }) => !scope.streams.includes(stream)))
    return 'The ledger has been altered'
  const count = scope.streams.length
  return count === 1 ? 'The stream has been altered' : `The ${count} streams have been altered`
}

function notAudited(scope: AuditScope): string[] {
  const left: string[] = []
  if (scope.of === 'streams') left.push('other streams were not audited')
  if (scope.of === 'export' && scope.vkey === undefined) left.push('its signer was not checked (use --vkey)')
  if (scope.artifacts === 'none') left.push('stored output was not read back')
  if (scope.artifacts === 'sample') left.push('a sample of stored output was read back')
  return left
}
