import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { explainDisk } from '../../ledger/stores/files/disk.ts'
import { checkpoint } from '../../ledger/stores/files/signer.ts'
import { type Command, EXIT } from '../command.ts'
import { openToRead } from '../home.ts'
import { json } from '../output.ts'

export const checkpointCommand: Command = {
  name: 'checkpoint',
  summary: 'sign where every stream stands now; kept elsewhere, it finds a rollback',
  usage: '[--out <file>]',
  details: `Prints a signed note in the C2SP tlog-checkpoint form, or writes it to a file. Keep it, and the
verifier key, where the agent cannot reach.`,
  example: 'bailiff checkpoint --out /mnt/elsewhere/checkpoint.txt',
  options: { out: { value: '<file>', help: 'write the note to this file, replacing it' } },
  async run(args, io) {
    const { note, vkey } = checkpoint(openToRead(args.home))
    const out = args.get('out')
    if (out !== undefined) writeNote(resolve(out), note)
    if (args.json) io.out(json({ ok: true, vkey, ...(out === undefined ? { note } : { out: resolve(out) }) }))
    else if (out === undefined) io.out(note)
    else io.out(`Wrote ${resolve(out)}.\nVerifier key: ${vkey}\nCheck later with: bailiff verify --against ${out}\n`)
    return EXIT.fine
  },
}

function writeNote(path: string, note: string): void {
  try {
    writeFileSync(path, note, { mode: 0o644 })
  } catch (error) {
    throw explainDisk(error, path)
  }
}
