import { hookedHosts, unusableLedger } from '../../doctor/supervision.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { type LostHooks, lostHooks } from '../../hosts/install/lost.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { readPause } from '../../machine/pause.ts'
import { NOT_APPROVED } from '../../policy/choose-policy.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { isOver } from '../../session/pause.ts'
import { checksNow } from '../../views/outcome.ts'
import { summarise } from '../../views/sessions.ts'
import { newestHere } from '../../views/sessions-here.ts'
import { NOT_HELD, type Unheld, unheldIn } from '../../views/unheld.ts'
import { type Command, EXIT } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { placeOf } from '../input/targets.ts'
import { openIfThere } from '../policy/policy.ts'
import { json, plural, printable } from '../screens/output.ts'
import { isSupervised, type LastTurn, type Status, statusLines } from '../screens/status.ts'
import { fill } from '../screens/width.ts'

export const status: Command = {
  name: 'status',
  summary: 'say whether agents in this project are supervised',
  usage: '[--line]',
  words: { min: 0, max: 0, names: '' },
  details: `One line: the agent programs whose hooks work here, the policy that applies, how
the last turn ended, and the next step if there is one. Only if something is
wrong, more lines follow: hooks that cannot work, settings files of any project
that have lost our hooks, and the turns of the last week here that were not
judged or ended despite a block. It starts nothing; "bailiff doctor" proves that
hooks work. "bailiff docs hosts" shows how to put the line into Claude Code's
status line.
Exit code 0 if agents are supervised here; 1 if no program has hooks that work,
or recording is paused.`,
  example: 'bailiff status',
  options: { line: { help: 'only the first line, without the warnings; for status lines' } },
  async run(args, io) {
    const place = placeOf(io)
    const now = new Date()
    const ledger = unusableLedger(args.home)
    const home = ledger === null ? openIfThere(args.home) : null
    const active = home === null ? null : loadActivePolicy(home, place.project, io.env, 'ledger')
    const known: Status = {
      hosts: hookedHosts(args.home, place),
      ledger,
      paused: home === null ? null : pauseIn(home, now),
      policy: active,
      last: home === null ? null : lastTurnIn(home, place.project),
    }
    const exit = isSupervised(known) ? EXIT.fine : EXIT.error
    const [line, ...more] = statusLines(known, now)
    if (args.has('line') && !args.json) {
      io.out(`${line}\n`)
      return exit
    }
    const lost = lostHooks(args.home)
    const unheld = home === null || args.has('line') ? NOT_HELD : unheldIn(home, place.project, now)
    const notice = active?.notice ?? null
    if (args.json) {
      io.out(json({ ...dataOf(known), notice, lost: lost.map(({ path }) => path), ...unheld }))
      return exit
    }
    for (const one of [line, ...more]) io.out(`${one}\n`)
    const details = [
      ...sayBroken(known),
      ...lost.map((one) => sayLost(one, place)),
      ...sayUnheld(unheld),
      ...(notice === null || isSaid(known, notice) ? [] : [notice]),
    ]
    for (const one of details) io.out(fill(printable(one), '! ', '  '))
    return exit
  },
}

function pauseIn(home: Readable, now: Date): Status['paused'] {
  const pause = readPause(home)
  return pause !== null && !isOver(pause, now) ? pause : null
}

/** The newest session of the project, and how its last turn ended. */
function lastTurnIn(home: Readable, project: string): LastTurn | null {
  const stream = newestHere(home, project)
  if (stream === null) return null
  const { verdict, last } = summarise(home, stream)
  const checking = verdict === 'checking' ? checksNow(home, stream) : null
  return { session: shortName(stream), verdict, at: last, checking }
}

function dataOf(known: Status): object {
  const { hosts, ledger, paused, policy, last } = known
  return {
    ok: isSupervised(known),
    hosts: hosts.filter(({ silent }) => silent === null).map(({ title }) => title),
    silent: hosts.flatMap(({ title, silent }) => (silent === null ? [] : [{ host: title, ...silent }])),
    ledger,
    policy: policy?.why ?? null,
    isPaused: paused !== null,
    last,
  }
}

/** The reasons why hooks do not work, each once. If no hook works, the line names the next step. */
function sayBroken(known: Status): string[] {
  const { hosts, ledger } = known
  if (ledger !== null) return [ledger.what]
  const isSome = hosts.some(({ silent }) => silent === null)
  const said = hosts.flatMap(({ silent }) =>
    silent === null ? [] : [isSome ? `${silent.what} ${silent.fix}` : silent.what],
  )
  return [...new Set(said)]
}

/** True if the line says all that a notice about the policy says. */
const isSaid = ({ policy }: Status, notice: string): boolean =>
  policy !== null &&
  policy.why === 'built-in' &&
  (policy.isMissing || policy.finding !== null || notice === NOT_APPROVED)

const sayLost = ({ path, project }: LostHooks, place: Site): string =>
  `Hooks are gone from ${path}. ${project === place.project ? 'Run' : 'Run there'}: bailiff init`

const sayUnheld = ({ unjudged, overruled }: Unheld): string[] => [
  ...(unjudged === 0
    ? []
    : [`${plural(unjudged, 'stop')} in the last week went unjudged. For the sessions: bailiff report`]),
  ...(overruled === 0
    ? []
    : [`${plural(overruled, 'turn')} in the last week ended despite a block. To find the cause: bailiff doctor`]),
]
