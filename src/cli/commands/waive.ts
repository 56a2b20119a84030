import { appendSync } from '../../ledger/stores/files/append.ts'
import { knownEntries } from '../../ledger/stores/files/chain-spool.ts'
import { recorderOf } from '../../ledger/stores/files/recorder.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { CLAIM_TYPES, type ClaimType } from '../../policy/policy.ts'
import { fact } from '../../session/facts.ts'
import { sessionOf } from '../../session/fold.ts'
import { isOpen, outcomeOf } from '../../session/outcome.ts'
import { OVERRIDES_STREAM } from '../../session/streams.ts'
import { type Args, type Command, EXIT, type Io, RefusedError, UsageError } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { shortName } from '../input/find-session.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { findPlace } from '../input/validation-target.ts'
import { decisionOf } from '../input/who.ts'
import { json, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'

export const waive: Command = {
  name: 'waive',
  summary: 'let a claim pass unproven in this turn (people only)',
  usage: '<claim> --reason <text> [--session <id>] [--yes]',
  words: { min: 1, max: 1, names: '<claim>' },
  details: `Applies to the current turn only, and not to its subagents, which have their
own sessions. The waiver and its reason are recorded, and "bailiff report" lists
them. Agents are refused with exit code 3.
<claim> is one of:
${CLAIM_TYPES.join(', ')}.`,
  example: 'bailiff waive tests_pass --reason "the test server is down until Monday"',
  options: {
    reason: { value: '<text>', help: 'why, for people who read the record later' },
    session: { value: '<id>', help: 'the session; default: the one open in this project' },
    yes: { help: 'do not ask; agents are still refused' },
  },
  async run(args, io) {
    await requirePerson(io, args, 'waive')
    const { claim, reason } = readWaiver(args)
    requireLedger(args.home)
    const { stream, turn } = await withHome(args.home, (home) => openTurn(home, args, io))
    const where = `${turn === 0 ? '' : `turn ${turn} of `}session ${shortName(stream)}`
    if (!args.json)
      io.out(
        `${fill(`This lets the claim "${claim}" pass in ${where}, whatever the evidence says.`)}${fill(`Reason: ${printable(reason)}`, '  ')}`,
      )
    const confirmed = await requireConfirmation(io, args, 'waive', claim)
    await withHome(args.home, (home) => {
      // The turn may have ended while the person was typing.
      if (openTurn(home, args, io).turn !== turn) throw notOpen(stream)
      const body = { claim, reason, turn, ...decisionOf(home, io, confirmed) }
      // Added to the list of overrides first: no waiver without a trace.
      appendSync(home, OVERRIDES_STREAM, [fact('claim.waived', { ...body, session: stream })])
      recorderOf(home).append(stream, [fact('claim.waived', body)])
    })
    io.out(
      args.json
        ? json({ ok: true, session: stream, claim, reason, turn })
        : `Recorded: ${claim} passes. Other claims are judged as before.\n`,
    )
    return EXIT.fine
  },
}

const MAX_REASON = 2_000

function readWaiver(args: Args): { claim: ClaimType; reason: string } {
  const [given] = args.words
  const claim = CLAIM_TYPES.find((one) => one === given)
  if (claim === undefined) throw new UsageError(`Unknown claim "${given}". Known: ${CLAIM_TYPES.join(', ')}.`)
  const reason = (args.get('reason') ?? '').trim()
  if (reason === '') throw new UsageError('--reason is missing. Say why, for people who read the record later.')
  if (reason.length > MAX_REASON) throw new UsageError(`--reason takes at most ${MAX_REASON} characters.`)
  return { claim, reason }
}

/** The current turn; 0 in the session of a subagent. */
function openTurn(home: Readable, args: Args, io: Io): { stream: string; turn: number } {
  const place = findPlace(home, args.get('session'), io)
  if (place.kind === 'refused') {
    if (place.code === 'SEVERAL_SESSIONS') throw new RefusedError(place.code, place.sentence)
    throw new RefusedError('NO_OPEN_TURN', `${place.sentence} There is no claim to waive. Run: bailiff sessions`)
  }
  const session = sessionOf(knownEntries(home, place.stream))
  if (!isOpen(session)) throw notOpen(place.stream)
  return { stream: place.stream, turn: outcomeOf(session).turn }
}

const notOpen = (stream: string): RefusedError =>
  new RefusedError(
    'NO_OPEN_TURN',
    `Session ${shortName(stream)} has no open turn: the last one ended and was judged. Run: bailiff outcome ${shortName(stream)}`,
  )
