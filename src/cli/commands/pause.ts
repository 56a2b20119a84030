import { appendSync } from '../../ledger/stores/files/append.ts'
import { writePause } from '../../machine/pause.ts'
import { PAUSE_STREAM } from '../../session/streams.ts'
import { sayUntil } from '../../views/pauses.ts'
import { type Command, EXIT } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { quantity } from '../input/quantity.ts'
import { decisionOf } from '../input/who.ts'
import { json } from '../screens/output.ts'

const UNITS = { m: 60_000, h: 3600_000, d: 24 * 3600_000 }

/** A pause stops recording and checking alike. A person who only wants to record less must know that. */
const MEANING =
  'Until you resume, nothing is recorded and the stop gate is off: claims pass\nunchecked, and no tool call is denied.\n'

export const pause: Command = {
  name: 'pause',
  summary: 'stop recording and checking for a while',
  usage: '[--for <n>m|h|d] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Agents run as if there were no hooks: the stop gate is off, claims pass
unchecked, and no tool call is denied. The pause itself is recorded, and each
session notes it once. Until it ends, "bailiff sessions", "outcome" and
"policy show" say so.`,
  example: 'bailiff pause --for 1h',
  options: {
    for: { value: '<n>m|h|d', help: 'resume automatically after this time; default: until "bailiff resume"' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'pause')
    const forMs = quantity(args.get('for'), UNITS, '--for', '1h') ?? null
    requireLedger(args.home)
    const confirmed = await requireConfirmation(io, args, 'pause', 'pause', MEANING)
    const paused = await withHome(args.home, (home) => {
      const now = home.now()
      const until = forMs === null ? null : new Date(now.getTime() + forMs).toISOString()
      const pause = { since: now.toISOString(), until }
      // Recorded first: no pause without a trace.
      const body = { ...pause, ...decisionOf(home, io, confirmed) }
      appendSync(home, PAUSE_STREAM, [{ kind: 'pause.began', actor: 'admin', body }])
      writePause(home, pause)
      return pause
    })
    const end = paused.until === null ? 'until further notice' : sayUntil(paused)
    io.out(
      args.json ? json({ ok: true, ...paused }) : `Paused ${end}. The stop gate is off.\nTo resume: bailiff resume\n`,
    )
    return EXIT.fine
  },
}
