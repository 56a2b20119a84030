import { heldFiles } from '../../doctor/facts/settings.ts'
import { listBackups } from '../../hosts/install/backup.ts'
import { mentionsOurs } from '../../hosts/install/command.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { type LostHooks, lostHooks } from '../../hosts/install/lost.ts'
import { HOSTS } from '../../hosts/registry.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { readPause } from '../../machine/pause.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { isOver, type Pause } from '../../session/pause.ts'
import type { Checking } from '../../session/state.ts'
import type { TurnEnding } from '../../session/tally.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { checksNow } from '../../views/outcome.ts'
import { sayUntil } from '../../views/pauses.ts'
import { summarise } from '../../views/sessions.ts'
import { newestHere } from '../../views/sessions-here.ts'
import { NOT_HELD, type Unheld, unheldIn } from '../../views/unheld.ts'
import { type Command, EXIT } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { placeOf } from '../input/targets.ts'
import { openIfThere } from '../policy/policy.ts'
import { runningFor } from '../screens/checking.ts'
import { json, plural, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

export const status: Command = {
  name: 'status',
  summary: 'say whether agents in this project are supervised',
  usage: '[--line]',
  words: { min: 0, max: 0, names: '' },
  details: `One line: the agent programs that have our hooks here, the policy that applies,
and how the last turn ended. Below it, settings files of any project that have
lost our hooks, and the turns of the last week here that were not judged or
ended despite a block. "bailiff docs hosts" shows how to put the line into
Claude Code's status line.
Exit code 0 if agents are supervised here; 1 if no program has our hooks, or
recording is paused.`,
  example: 'bailiff status',
  options: { line: { help: 'only the first line, without the warnings; for status lines' } },
  async run(args, io) {
    const place = placeOf(io)
    const home = openIfThere(args.home)
    const hosts = hookedHosts(args.home, place)
    const lost = lostHooks(args.home)
    const { why, notice, isMissing } = loadActivePolicy(home, place.project, io.env, 'ledger')
    const pause = readPause(home)
    const unheld = args.has('line') ? NOT_HELD : unheldIn(home, place.project, new Date())
    const paused = pause !== null && !isOver(pause, new Date()) ? pause : null
    const isSupervised = hosts.length > 0 && paused === null
    const exit = isSupervised ? EXIT.fine : EXIT.error
    const last = lastTurnIn(home, place.project)
    if (args.json) {
      const paths = lost.map(({ path }) => path)
      const isPaused = paused !== null
      io.out(json({ ok: isSupervised, hosts, policy: why, notice, isPaused, last, lost: paths, ...unheld }))
      return exit
    }
    io.out(
      fill(
        [sayState(hosts, paused), POLICIES[why], sayLast(last)].filter((part) => part !== '').join('; ') +
          nextOf(hosts, paused),
      ),
    )
    if (args.has('line')) return exit
    const warnings = [
      ...lost.map((one) => sayLost(one, place)),
      ...sayUnheld(unheld),
      // That no policy is approved was said above.
      ...(notice === null || (why === 'built-in' && isMissing) ? [] : [`! ${printable(notice)}`]),
    ]
    for (const one of warnings) io.out(fill(one, '', '  '))
    return exit
  },
}

type LastTurn = { session: string; verdict: TurnEnding | null; at: string; checking: Checking | null }

/** The newest session of the project, and how its last turn ended. */
function lastTurnIn(home: Readable, project: string): LastTurn | null {
  const stream = newestHere(home, project)
  if (stream === null) return null
  const { verdict, last } = summarise(home, stream)
  const checking = verdict === 'checking' ? checksNow(home, stream) : null
  return { session: shortName(stream), verdict, at: last, checking }
}

const sayLast = (last: LastTurn | null): string =>
  last === null ? '' : `last turn: ${sayVerdict(last)}, ${minuteInZone(last.at)}`

const sayVerdict = ({ verdict, checking }: LastTurn): string =>
  checking === null ? (verdict ?? 'not ended') : `checking (${runningFor(checking)})`

const sayLost = ({ path, project }: LostHooks, place: Site): string =>
  `! Hooks are gone from ${printable(path)}.${project === place.project ? '' : ' Run there: bailiff init'}`

const sayUnheld = ({ unjudged, overruled }: Unheld): string[] => [
  ...(unjudged === 0 ? [] : [`! ${plural(unjudged, 'stop')} in the last week went unjudged.${MORE}`]),
  ...(overruled === 0
    ? []
    : [`! ${plural(overruled, 'turn')} in the last week ended despite a block. To find the cause: bailiff doctor`]),
]

const MORE = ' For the sessions: bailiff report'

const nextOf = (titles: readonly string[], paused: Pause | null): string =>
  paused !== null ? '. Run: bailiff resume' : titles.length === 0 ? '. Run: bailiff init' : '.'

const POLICIES = {
  environment: 'the policy is named by BAILIFF_POLICY_SHA256',
  signed: 'the policy is signed by a trusted key',
  approved: 'the policy is approved',
  'approved-copy': 'the approved copy of the policy applies',
  'built-in': 'no policy is approved, so claims only warn',
} as const

const sayState = (titles: readonly string[], paused: Pause | null): string =>
  paused !== null
    ? `Paused ${sayUntil(paused)}: nothing is recorded or checked`
    : titles.length === 0
      ? 'Not supervised: no agent program has our hooks here'
      : `Supervised here: ${titles.join(', ')}`

/** The programs whose settings for this project have our hooks now. */
const hookedHosts = (home: string, place: Site): string[] =>
  HOSTS.filter((host) =>
    heldFiles(host, place, listBackups(home)).some(({ text }) => mentionsOurs(text ?? '', host.name)),
  ).map(({ install }) => install.title)
