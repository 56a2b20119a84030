import { appendSync } from '../../ledger/stores/files/append.ts'
import { writePause } from '../../machine/pause.ts'
import { PAUSE_STREAM } from '../../session/streams.ts'
import { sayUntil } from '../../views/pauses.ts'
import { type Command, EXIT } from '../command.ts'
import { confirm } from '../input/confirm.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { quantity } from '../input/quantity.ts'
import { json } from '../screens/output.ts'

const UNITS = { m: 60_000, h: 3600_000, d: 24 * 3600_000 }

/** What goes with recording: whoever only wants less on record must know. */
const QUESTION =
  'Record nothing for a while? Meanwhile the stop gate is off, claims pass unchecked, and no tool call is denied.'

export const pause: Command = {
  name: 'pause',
  summary: 'record and check nothing for a while; that it is paused is recorded',
  usage: '[--for <n>m|h|d] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Agents go on as if there were no hooks: the stop gate is off, so claims pass unchecked, and no tool call is
denied. Each session notes once that recording was paused. While it lasts, sessions, outcome and policy show say so.
Times are UTC.`,
  example: 'bailiff pause --for 1h',
  options: {
    for: { value: '<n>m|h|d', help: 'go on by itself after this time; otherwise with bailiff resume' },
    yes: { help: 'do not ask' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'pause')
    const forMs = quantity(args.get('for'), UNITS, '--for', '1h') ?? null
    requireLedger(args.home)
    if (!(await confirm(args, io, QUESTION))) return EXIT.refused
    const paused = await withHome(args.home, (home) => {
      const now = home.now()
      const until = forMs === null ? null : new Date(now.getTime() + forMs).toISOString()
      const pause = { since: now.toISOString(), until }
      // Recorded first: no pause without a trace.
      appendSync(home, PAUSE_STREAM, [{ kind: 'pause.began', actor: 'admin', body: pause }])
      writePause(home, pause)
      return pause
    })
    const end = paused.until === null ? 'until you say: bailiff resume' : `${sayUntil(paused)}, or: bailiff resume`
    io.out(args.json ? json({ ok: true, ...paused }) : `Paused ${end}\nThe stop gate is off meanwhile.\n`)
    return EXIT.fine
  },
}
