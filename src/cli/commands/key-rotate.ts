import { rotateKey } from '../../ledger/stores/files/rotate.ts'
import { readPause, writePause } from '../../machine/pause.ts'
import { type Command, EXIT } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { decisionOf } from '../input/who.ts'
import { json } from '../screens/output.ts'

export const keyRotate: Command = {
  name: 'key rotate',
  summary: 'seal new entries with a new key and retire the old one',
  usage: '[--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Old entries still verify with the old key, which stays in keys/. From now on,
an entry sealed with the old key is a finding.`,
  example: 'bailiff key rotate',
  options: { yes: { help: 'do not ask; agents are still refused' } },
  async run(args, io) {
    await requirePerson(io, args, 'key rotate')
    requireLedger(args.home)
    const confirmed = await requireConfirmation(io, args, 'key rotate', 'rotate')
    const { from, to } = await withHome(args.home, (home) => {
      const pause = readPause(home)
      const rotated = rotateKey(home, decisionOf(home, io, confirmed))
      // The pause is sealed with the old key, which is no longer trusted; the person's decision must survive.
      if (pause !== null) writePause(home, pause)
      return rotated
    })
    io.out(args.json ? json({ ok: true, from, to }) : `Key ${to} seals new entries; key ${from} is retired.\n`)
    return EXIT.fine
  },
}
