import { heldFiles } from '../../doctor/facts/settings.ts'
import { listBackups } from '../../hosts/install/backup.ts'
import { mentionsOurs } from '../../hosts/install/command.ts'
import type { Site } from '../../hosts/install/hooks.ts'
import { type LostHooks, lostHooks } from '../../hosts/install/lost.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { readPause } from '../../machine/pause.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { isOver } from '../../session/pause.ts'
import { NOT_HELD, type Unheld, unheldIn } from '../../views/unheld.ts'
import { type Command, EXIT } from '../command.ts'
import { placeOf } from '../input/targets.ts'
import { openIfThere } from '../policy/policy.ts'
import { json, plural, printable } from '../screens/output.ts'
import { pausedLine } from '../screens/pauses.ts'
import { fill } from '../screens/width.ts'

export const status: Command = {
  name: 'status',
  summary: 'say whether agents in this project are supervised',
  usage: '',
  words: { min: 0, max: 0, names: '' },
  details: `Names the agent programs that have our hooks here, and the policy that applies.
Also lists settings files of any project that have lost our hooks, and counts
the turns of the last week here that were not judged or ended despite a block.
Exit code 0 if agents are supervised here; 1 if no program has our hooks, or
recording is paused.`,
  example: 'bailiff status',
  options: {},
  async run(args, io) {
    const place = placeOf(io)
    const home = openIfThere(args.home)
    const hosts = hookedHosts(args.home, place)
    const lost = lostHooks(args.home)
    const { why, notice, isMissing } = loadActivePolicy(home, place.project, io.env, 'ledger')
    const pause = readPause(home)
    const unheld = home === null ? NOT_HELD : unheldIn(home, place.project, new Date())
    const isPaused = pause !== null && !isOver(pause, new Date())
    const isSupervised = hosts.length > 0 && !isPaused
    const exit = isSupervised ? EXIT.fine : EXIT.error
    if (args.json) {
      const paths = lost.map(({ path }) => path)
      io.out(json({ ok: isSupervised, hosts, policy: why, notice, isPaused, lost: paths, ...unheld }))
      return exit
    }
    io.out(pausedLine(home, io))
    io.out(fill(`${sayHosts(hosts)}; ${POLICIES[why]}.${isSupervised ? '' : NEXT}`))
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

const sayLost = ({ path, project }: LostHooks, place: Site): string =>
  `! Hooks are gone from ${printable(path)}.${project === place.project ? '' : ' Run there: bailiff init'}`

const sayUnheld = ({ unjudged, overruled }: Unheld): string[] => [
  ...(unjudged === 0 ? [] : [`! ${plural(unjudged, 'stop')} in the last week went unjudged.${MORE}`]),
  ...(overruled === 0
    ? []
    : [`! ${plural(overruled, 'turn')} in the last week ended despite a block. To find the cause: bailiff doctor`]),
]

const MORE = ' For the sessions: bailiff report'

const NEXT = ' Run: bailiff init'

const POLICIES = {
  environment: 'the policy is named by BAILIFF_POLICY_SHA256',
  signed: 'the policy is signed by a trusted key',
  approved: 'the policy is approved',
  'approved-copy': 'the approved copy of the policy applies',
  'built-in': 'no policy is approved, so claims only warn',
} as const

const sayHosts = (titles: readonly string[]): string =>
  titles.length === 0 ? 'Not supervised: no agent program has our hooks here' : `Supervised here: ${titles.join(', ')}`

/** The programs whose settings for this project have our hooks now. */
const hookedHosts = (home: string, place: Site): string[] =>
  HOSTS.filter(({ name, install }) =>
    heldFiles(install, place, listBackups(home)).some(({ text }) => mentionsOurs(text ?? '', name)),
  ).map(({ install }) => install.title)
