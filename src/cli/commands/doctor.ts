import { examine } from '../../doctor/examine.ts'
import type { Check } from '../../doctor/report.ts'
import { InstallError } from '../../hosts/install/errors.ts'
import { nameOf } from '../../hosts/install/launcher.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { namedHosts, placeOf } from '../input/targets.ts'
import { renderCheck, renderEnd, TIER_1 } from '../screens/doctor.ts'
import { json } from '../screens/output.ts'
import { VERSION } from '../version.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'prove that the hooks work, or show how to fix them',
  usage: '[--host <names>] [--quick]',
  words: { min: 0, max: 0, names: '' },
  details: `Checks the ledger, the hook program, the policy and the settings. Runs every
hook as its host would. Then starts each agent program with your settings and a
scripted model on this machine, and makes two calls: one permitted, one that
must be denied. Plays a stop to your other stop hooks, which might overrule a
block. Uses none of your API keys, writes nothing to your settings, and marks
what it records as its own.
Exit codes: 0 all checks passed; 2 findings; 1 the checks could not be run.`,
  example: 'bailiff doctor --quick',
  options: {
    host: { value: '<names>', help: `${HOSTS.map(({ name }) => name).join(', ')}; separate several with commas` },
    quick: { help: 'run the hooks only; do not start any agent program' },
  },
  async run(args, io) {
    let last: string | null = null
    const tell = (check: Check): void => {
      if (!args.json) io.out(renderCheck(check, check.host !== last, io))
      last = check.host
    }
    const ask = {
      home: args.home,
      place: placeOf(io),
      cwd: io.cwd,
      named: namedHosts(args),
      depth: args.has('quick') ? ('quick' as const) : ('live' as const),
      own: ownProgram(io),
      now: new Date(),
    }
    const report = await examine(ask, tell)
    io.out(args.json ? json({ ...report, tier1: TIER_1 }) : renderEnd(report, io))
    return report.ok ? EXIT.fine : EXIT.broken
  },
}

/** Null if this copy of Bailiff is not built. */
function ownProgram(io: Io): string | null {
  try {
    return nameOf({ from: io.program, version: VERSION })
  } catch (error) {
    if (error instanceof InstallError) return null
    throw error
  }
}
