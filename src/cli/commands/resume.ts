import { appendSync } from '../../ledger/stores/files/append.ts'
import { readPause, writePause } from '../../machine/pause.ts'
import { whoIn } from '../../machine/who.ts'
import { isOver } from '../../session/pause.ts'
import { PAUSE_STREAM } from '../../session/streams.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { type Command, EXIT } from '../command.ts'
import { withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { json } from '../screens/output.ts'

export const resume: Command = {
  name: 'resume',
  summary: 'resume recording after a pause',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: 'Events during the pause stay unrecorded.',
  example: 'bailiff resume',
  options: {},
  async run(args, io) {
    await requirePerson(io, args, 'resume')
    const ended = await withHome(args.home, (home) => {
      const pause = readPause(home)
      if (pause === null || isOver(pause, home.now())) return null
      const over = { ...pause, until: home.now().toISOString() }
      // Kept, so that sessions that ran during the pause know what to leave unrecorded.
      writePause(home, over)
      appendSync(home, PAUSE_STREAM, [
        { kind: 'pause.ended', actor: 'admin', body: { ...over, who: whoIn(home, io.cwd, io.env) } },
      ])
      return over
    })
    if (args.json) io.out(json({ ok: true, wasPaused: ended !== null, ...ended }))
    else
      io.out(
        ended === null
          ? 'Recording was not paused.\n'
          : `Recording has resumed. It had been paused since ${minuteInZone(ended.since)}.\n`,
      )
    return EXIT.fine
  },
}
