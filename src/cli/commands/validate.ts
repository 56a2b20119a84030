import type { Asked } from '../../claims/validators/asked.ts'
import type { Outcome } from '../../claims/validators/outcome.ts'
import { worldOf } from '../../gatherer/world.ts'
import { recorderOf } from '../../hook/recorder.ts'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { CLAIM_TYPES } from '../../policy/policy.ts'
import { validate as validateIn } from '../../supervisor/validate.ts'
import { type Args, type Command, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { withHome } from '../home.ts'
import { json, printable } from '../output.ts'
import { findPlace } from '../validation.ts'

export const validate: Command = {
  name: 'validate',
  summary: 'run an approved check for a claim, and put on record what it showed',
  usage: '--claim <type> --validator <name> [--args <json>] [--session <id>]',
  words: { min: 0, max: 0, names: '' },
  details: `Runs what the approved policy binds to the claim, and nothing else, in the session that is open in
this project. <type> is one of ${CLAIM_TYPES.join(', ')}.
Exit code 0: passed; 2: failed; 3: refused, nothing counts as run; 1: error.`,
  example: `bailiff validate --claim tests_pass --validator tests --args '{"required_runs":3}'`,
  options: {
    claim: { value: '<type>', help: 'the claim that is to be supported' },
    validator: { value: '<name>', help: 'the validator, as the policy names it' },
    args: { value: '<json>', help: 'arguments of the validator, as a JSON object' },
    session: { value: '<id>', help: 'the session; default: the one that is open in this project' },
  },
  async run(args, io) {
    const asked = readAsked(args)
    return withHome(args.home, async (home) => {
      const place = findPlace(home, args.get('session'), io)
      if (place.kind === 'refused') return tell(asked, null, place, args, io)
      const outcome = await validateIn(
        recorderOf(home),
        place.stream,
        asked,
        worldOf(home, place, { env: io.env, signal: io.stopped() }),
      )
      return tell(asked, place.stream, outcome, args, io)
    })
  },
}

function readAsked(args: Args): Asked {
  const [claim, validator] = [args.get('claim'), args.get('validator')]
  const type = CLAIM_TYPES.find((one) => one === claim)
  if (type === undefined) throw new UsageError(`--claim takes one of ${CLAIM_TYPES.join(', ')}.`)
  if (validator === undefined) throw new UsageError('--validator is missing. Run: bailiff validate --help')
  return { claim: type, validator, given: readGiven(args.get('args') ?? '{}') }
}

function readGiven(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value as JsonObject
  } catch {
    // Said below.
  }
  throw new UsageError(`--args takes a JSON object, such as '{"required_runs":3}'.`)
}

function tell({ claim, validator }: Asked, session: string | null, outcome: Outcome, args: Args, io: Io): Exit {
  const { kind, sentence, data } = outcome
  const code = outcome.kind === 'passed' ? 'PASSED' : outcome.code
  const grade = outcome.kind === 'passed' ? { grade: outcome.grade } : {}
  if (args.json)
    io.out(
      json({ ok: kind === 'passed', result: kind, code, claim, validator, session, said: sentence, ...grade, data }),
    )
  else io.out(`${kind}: ${printable(sentence)} [${code}]\n`)
  return { passed: EXIT.fine, failed: EXIT.broken, refused: EXIT.refused }[kind]
}
