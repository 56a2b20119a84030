import { nameTests } from '../../claims/name-tests.ts'
import { knownEntries } from '../../ledger/stores/files/chain-spool.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { recorderOf } from '../../ledger/stores/files/recorder.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { acceptedTestsIn } from '../../machine/accepted-tests.ts'
import { stillOpen } from '../../session/recent.ts'
import type { WeakenedTest } from '../../session/state.ts'
import type { Decision } from '../../session/who.ts'
import { acceptOpen } from '../../supervisor/accepted-tests.ts'
import { newestHere, rootIfThere } from '../../views/sessions-here.ts'
import { type Args, type Command, EXIT, type Io } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { sessionNamed, shortName } from '../input/find-session.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { decisionOf } from '../input/who.ts'
import { json, plural, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

export const accept: Command = {
  name: 'accept',
  summary: 'accept tests that an agent weakened (people only)',
  usage: '[--session <id>] [--yes]',
  words: { min: 0, max: 0, names: '' },
  details: `Accepts all tests that the last stop of the session found gone, skipped or
expected to fail. They never count as weakened again in this project. The
decision is recorded, and "bailiff report" lists it. The line "bailiff: accept"
in your next prompt does the same. Agents are refused with exit code 3.
Exit codes: 0 accepted, 1 nothing to accept, 3 refused.`,
  example: 'bailiff accept',
  options: {
    session: { value: '<id>', help: "the session; default: this project's most recent" },
    yes: { help: 'do not ask; agents are still refused' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'accept')
    requireLedger(args.home)
    const found = await withHome(args.home, (home) => openIn(home, args, io))
    if (found === null || found.tests.length === 0) return nothing(args, io)
    const { stream, tests } = found
    if (!args.json) io.out(listed(stream, tests))
    const confirmed = await requireConfirmation(io, args, 'accept', 'accept')
    const accepted = await withHome(args.home, (home) => acceptIn(home, found, decisionOf(home, io, confirmed)))
    io.out(
      args.json
        ? json({ ok: true, session: stream, tests: accepted })
        : `Recorded: ${plural(accepted.length, 'test')} accepted. Open turns are judged without them from now on.\n`,
    )
    return EXIT.fine
  },
}

type Open = { stream: string; project: string; tests: WeakenedTest[] }

/** The tests that are open in the named session, or in the most recent one here; null if there is no session. */
function openIn(home: Readable, args: Args, io: Io): Open | null {
  const named = args.get('session')
  const stream = named === undefined ? newestHere(home, io.cwd) : sessionNamed(home, named, io.cwd)
  if (stream === null) return null
  const entries = [...knownEntries(home, stream)]
  const cwd = entries[0]?.body['cwd']
  const folder = typeof cwd === 'string' ? cwd : io.cwd
  return { stream, project: rootIfThere(folder) ?? folder, tests: stillOpen(entries.reverse()) }
}

const acceptIn = (home: Home, { stream, project }: Open, decision: Decision): WeakenedTest[] =>
  acceptOpen({ recorder: recorderOf(home), accepted: acceptedTestsIn(home, home) }, { stream, project, decision })

function nothing(args: Args, io: Io): typeof EXIT.error {
  const said = 'Nothing to accept: no test is weakened in this session.'
  io.out(args.json ? json({ ok: false, code: 'NOTHING_OPEN', said }) : `${said}\n`)
  return EXIT.error
}

const MAX_LISTED = 20

function listed(stream: string, tests: readonly WeakenedTest[]): string {
  const lines = tests.slice(0, MAX_LISTED).map((one) => `  ${printable(nameTests([one]))}\n`)
  const left = tests.length - lines.length
  const head = `These tests were removed or disabled in session ${shortName(stream)}. Accepted, they never count as weakened again in this project:`
  return `${fill(head)}${lines.join('')}${left === 0 ? '' : `  … and ${left} more\n`}`
}
