import { resolve } from 'node:path'
import { checkpoint } from '../../ledger/stores/files/signer.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { type Command, EXIT } from '../command.ts'
import { replaceText, requireReplaceable } from '../input/files.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { countFindings, renderAudit } from '../screens/audit.ts'
import { json } from '../screens/output.ts'

export const checkpointCommand: Command = {
  name: 'checkpoint',
  summary: 'sign the current end of every stream, to detect rollbacks',
  usage: '[--out <file>]',
  words: { min: 0, max: 0, names: '' },
  details: `Audits the entries first. If the ledger has been altered, nothing is signed and
the exit code is 2. Prints a signed note in the C2SP tlog-checkpoint format, or
writes it to a file. Keep the note and the verifier key where the agent cannot
reach them.`,
  example: 'bailiff checkpoint --out /mnt/elsewhere/checkpoint.txt',
  options: { out: { value: '<file>', help: 'write the note to this file; an existing file is replaced' } },
  async run(args, io) {
    requireLedger(args.home)
    const out = args.get('out')
    const path = out === undefined ? null : resolve(out)
    if (path !== null) requireReplaceable(path)
    const audit = await verifyFiles(args.home, { artifacts: 'none' })
    if (!audit.ok) {
      const headline = `Not signed: the ledger has been altered. ${countFindings(audit)}.`
      io.out(args.json ? json(audit) : renderAudit(headline, audit, io))
      return EXIT.broken
    }
    const { note, vkey } = await withHome(args.home, checkpoint)
    if (path !== null) replaceText(path, note)
    if (args.json) io.out(json({ ok: true, vkey, ...(path === null ? { note } : { out: path }) }))
    else if (path === null) io.out(note)
    else {
      io.out(`Wrote ${path}.\nVerifier key:\n  ${vkey}\n`)
      io.out(`To check later: bailiff verify --against ${out} --vkey '${vkey}'\n`)
    }
    return EXIT.fine
  },
}
