import { resolve } from 'node:path'
import { exportFiles } from '../../ledger/stores/files/export.ts'
import { type Command, EXIT } from '../command.ts'
import { requireNew } from '../input/files.ts'
import { withHome } from '../input/home.ts'
import { bytes, json, plural } from '../screens/output.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'write streams and their artifacts to one file that verifies elsewhere',
  usage: '<file> [<stream>…]',
  words: { min: 1, max: Number.POSITIVE_INFINITY, names: '<file> [<stream>…]' },
  details: `The file is a plain tar. It carries a signed checkpoint instead of keys: give its reader the
verifier key by another way, so that they know whose it is.`,
  example: 'bailiff export evidence.tar session/3f2a',
  options: {},
  async run(args, io) {
    const [file = '', ...streams] = args.words
    const summary = await withHome(args.home, (home) => {
      requireNew(resolve(file))
      return exportFiles(home, resolve(file), streams.length > 0 ? streams : undefined)
    })
    if (args.json) io.out(json({ ok: true, file: resolve(file), ...summary }))
    else {
      io.out(
        `Wrote ${resolve(file)}: ${plural(summary.streams, 'stream')}, ${plural(summary.artifacts, 'artifact')}, ${bytes(summary.bytes)}.\n`,
      )
      io.out(`Verifier key: ${summary.vkey}\nVerify it with: bailiff verify --export ${file} --vkey <verifier key>\n`)
    }
    return EXIT.fine
  },
}
