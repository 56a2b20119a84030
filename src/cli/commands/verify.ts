import { readFileSync } from 'node:fs'
import { type Checkpoint, openCheckpoint } from '../../ledger/checkpoint.ts'
import { LedgerError } from '../../ledger/errors.ts'
import type { ArtifactCheck } from '../../ledger/stores/files/check-artifacts.ts'
import { openKeyring } from '../../ledger/stores/files/keyring.ts'
import { ownVkey } from '../../ledger/stores/files/signer.ts'
import { type VerifyReport, verifyFiles } from '../../ledger/stores/files/verify.ts'
import { verifyExport } from '../../ledger/stores/files/verify-export.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { colors, entries, json, plural, printable, table } from '../output.ts'

export const verify: Command = {
  name: 'verify',
  summary: 'audit the ledger: find what was edited, removed, forged or rolled back',
  usage: '[<stream>…] [options]',
  details: `Reads and never writes. Without a stream, everything is audited. Exit code 0: all is as it was
written; 2: findings; 1: the audit could not be made.`,
  example: 'bailiff verify --against ~/elsewhere/checkpoint.txt',
  options: {
    all: { help: 'audit every stream (the default)' },
    artifacts: { value: 'none|sample|all', help: 'which stored outputs to read back; default all' },
    against: { value: '<file>', help: 'a checkpoint kept elsewhere: finds a rollback of everything together' },
    export: { value: '<file>', help: 'audit an export instead of the ledger here' },
    vkey: { value: '<key>', help: 'the verifier key to check the checkpoint or export with' },
  },
  async run(args, io) {
    const report = await audit(args)
    io.out(args.json ? json(report) : render(report, io))
    return report.ok ? EXIT.fine : EXIT.broken
  },
}

function audit(args: Args): Promise<VerifyReport> {
  const artifacts = artifactCheck(args.get('artifacts') ?? 'all')
  const vkey = args.get('vkey')
  const file = args.get('export')
  if (file !== undefined) return verifyExport(file, { artifacts, ...(vkey && { vkey }) })
  if (args.has('all') && args.words.length > 0) throw new UsageError('Give streams or --all, not both.')
  const against = args.get('against')
  return verifyFiles(args.home, {
    artifacts,
    ...(args.words.length > 0 && { streams: args.words }),
    ...(against !== undefined && { against: readCheckpoint(args.home, against, vkey) }),
  })
}

function artifactCheck(word: string): ArtifactCheck {
  if (word === 'none' || word === 'sample' || word === 'all') return word
  throw new UsageError(`--artifacts takes none, sample or all, not "${word}".`)
}

function readCheckpoint(dir: string, path: string, given: string | undefined): Checkpoint {
  const vkey = given ?? ownVkey({ dir, keyring: openKeyring(dir) })
  if (vkey === null) {
    throw new LedgerError(
      'KEY_MISSING',
      `No checkpoint was ever signed in ${dir}; pass --vkey with the key it was signed with.`,
    )
  }
  return openCheckpoint(readFileSync(path, 'utf8'), vkey)
}

function render(report: VerifyReport, io: Io): string {
  const c = colors(io.color)
  const scope = `${plural(report.streams, 'stream')}, ${entries(report.entries)}, ${plural(report.artifacts, 'artifact')} read back`
  const notes = table(
    report.notes.map(({ stream, seq, note, detail }) => ['  note', note, place(stream, seq), printable(detail)]),
  )
  if (report.ok) return `${c.green('✓ The ledger is as it was written.')} ${scope}.\n${c.dim(notes)}`
  const findings = table(
    report.findings.map(({ stream, seq, reason, detail }) => [`  ${reason}`, place(stream, seq), printable(detail)]),
  )
  const more = report.unlisted > 0 ? `  … and ${report.unlisted} more\n` : ''
  const count = plural(report.findings.length + report.unlisted, 'finding')
  return `${c.red(`✗ The ledger is not as it was written: ${count}.`)} ${scope}.\n${findings}${more}${c.dim(notes)}`
}

const place = (stream: string, seq: number): string => (seq === 0 ? stream : `${stream} seq ${seq}`)
