import { resolve } from 'node:path'
import { exportFiles } from '../../ledger/stores/files/export.ts'
import { type Command, EXIT } from '../command.ts'
import { requireNew } from '../input/files.ts'
import { withHome } from '../input/home.ts'
import { bytes, json, plural } from '../screens/output.ts'

export const exportCommand: Command = {
  name: 'export',
  summary: 'write streams to one file that can be verified elsewhere',
  usage: '<file> [<stream>…]',
  words: { min: 1, max: Number.POSITIVE_INFINITY, names: '<file> [<stream>…]' },
  details: `The file is a plain tar with the streams, their artifacts and a signed
checkpoint. It contains the verifier key, but no secret keys. Also send the
verifier key by another route, so that readers can tell who signed the file.`,
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
      const what = `${plural(summary.streams, 'stream')}, ${plural(summary.artifacts, 'artifact')}, ${bytes(summary.bytes)}`
      io.out(`Wrote ${resolve(file)}:\n  ${what}\n`)
      io.out(`Verifier key:\n  ${summary.vkey}\n`)
      io.out(`To verify: bailiff verify --export ${file} --vkey <verifier key>\n`)
    }
    return EXIT.fine
  },
}
