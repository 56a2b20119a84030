import { examine } from '../../doctor/examine.ts'
import type { Check } from '../../doctor/report.ts'
import { InstallError } from '../../hosts/install/errors.ts'
import { HOST_HOOKS } from '../../hosts/install/hosts.ts'
import { nameOf } from '../../hosts/install/launcher.ts'
import { type Command, EXIT, type Io } from '../command.ts'
import { namedHosts, placeOf } from '../input/targets.ts'
import { renderCheck, renderEnd, TIER_1 } from '../screens/doctor.ts'
import { json } from '../screens/output.ts'
import { VERSION } from '../version.ts'

export const doctor: Command = {
  name: 'doctor',
  summary: 'find out whether hooks really fire and answers are honoured, and how to mend what does not',
  usage: '[--host <names>] [--quick]',
  words: { min: 0, max: 0, names: '' },
  details: `Looks at the ledger, the program that hosts start, the policy and the settings; runs every hook as its
host would; then starts each agent program itself, with your settings and a scripted model on this
machine instead of yours: one call that is permitted, one that must be denied. No key of yours is
used, nothing is written to your settings, and what it records is marked as the doctor's.
Exit code 0: all is sound; 2: something was found; 1: it could not be examined.`,
  example: 'bailiff doctor --quick',
  options: {
    host: { value: '<names>', help: `${HOST_HOOKS.map(({ host }) => host).join(', ')}; several with commas` },
    quick: { help: 'run the hooks only, and start no agent program' },
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

/** Null where this Bailiff is not built. */
function ownProgram(io: Io): string | null {
  try {
    return nameOf({ from: io.program, version: VERSION })
  } catch (error) {
    if (error instanceof InstallError) return null
    throw error
  }
}
