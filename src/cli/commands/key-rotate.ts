import { rotateKey } from '../../ledger/stores/files/rotate.ts'
import { readPause, writePause } from '../../machine/pause.ts'
import { type Command, EXIT } from '../command.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requireConfirmation, requirePerson } from '../input/person.ts'
import { json } from '../screens/output.ts'

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'seal new entries with a new key; the old one can no longer forge',
  usage: '[--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Old entries still verify with the old key, which stays in keys/. From now on an entry sealed with
it is a finding.`,
  example: 'bailiff key rotate',
  options: { yes: { help: 'rotate without typing; an agent is refused all the same' } },
  async run(args, io) {
    await requirePerson(io, args, 'key rotate')
    requireLedger(args.home)
    await requireConfirmation(io, args, 'key rotate', 'rotate')
    const { from, to } = await withHome(args.home, (home) => {
      const pause = readPause(home)
      const rotated = rotateKey(home)
      // What the old key sealed is believed no longer, and a pause is a person's word.
      if (pause !== null) writePause(home, pause)
      return rotated
    })
    io.out(args.json ? json({ ok: true, from, to }) : `Key ${to} seals from now on; ${from} is retired.\n`)
    return EXIT.fine
  },
}
