import { existsSync } from 'node:fs'
import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { CLAIM_TYPES, type ClaimType } from '../../policy/policy.ts'
import type { TriedClaims } from '../../supervisor/stop/try-claims.ts'
import type { AskedClaim, Validated } from '../../supervisor/stop/validate-claim.ts'
import { type Args, type Command, EXIT, type Exit, type Io, RefusedError, UsageError } from '../command.ts'
import { isTrial, renderValidated, tryClaimsHere, validatedData, validateHere } from '../input/validation-target.ts'
import { json } from '../screens/output.ts'
import { renderTried, triedData } from '../screens/tried-claims.ts'

export const validate: Command = {
  name: 'validate',
  summary: 'run the approved checks for a claim, or try them all',
  usage: '[<claim>] [--with <validator>] [--args <json>] [--session <id>]',
  words: { min: 0, max: 1, names: '[<claim>]' },
  details: `Runs only what the approved policy binds to the claim, in the session in which
an agent is working in this project. Without --with it runs all bound validators
in order, or, if any one is enough, until one passes. If no agent is working, or
a person names no claim, it tries the checks, says what the gate would do, and
records nothing.
<claim> is one of:
${CLAIM_TYPES.join(', ')}.
Exit codes: 0 the claim would be supported now, or, with --with, that validator
passed; 2 failed; 3 refused: no result counts; 1 error.`,
  example: 'bailiff validate tests_pass',
  options: {
    with: { value: '<validator>', help: 'run only this validator of the policy' },
    args: { value: '<json>', help: `arguments for the validator, as JSON: '{"required_runs":3}'` },
    session: { value: '<id>', help: 'the session; default: the one that started this command, or the working one' },
  },
  async run(args, io) {
    const [claim] = args.words
    if (args.get('session') === undefined && existsSync(currentKeyPath(args.home)) && isTrial(args.home, claim, io))
      return tryHere(args, io)
    const asked = readAsked(args)
    const { session, validated } = await validateHere(args.home, args.get('session'), asked, io, io.stopped())
    return tell(asked, session, validated, args, io)
  },
}

async function tryHere(args: Args, io: Io): Promise<Exit> {
  const [claim] = args.words
  const asked = {
    claim: claim === undefined ? null : claimNamed(claim),
    validator: args.get('with') ?? null,
    given: readGiven(args.get('args') ?? '{}'),
  }
  const tried = await tryClaimsHere(args.home, asked, io)
  if (tried.kind === 'refused')
    throw new RefusedError(tried.code === 'NOT_BOUND' ? 'NOT_BOUND' : 'NO_POLICY', tried.sentence)
  io.out(args.json ? triedData(tried) : renderTried(tried, io))
  return isBlocked(tried) ? EXIT.broken : EXIT.fine
}

/** True if the gate would block a claim, or the one validator that was asked for did not pass. */
const isBlocked = ({ runs, claims }: TriedClaims): boolean =>
  claims.some(({ would }) => would === 'block') ||
  (claims.length === 0 && [...runs.values()].some(({ kind }) => kind !== 'passed'))

function claimNamed(given: string): ClaimType {
  const type = CLAIM_TYPES.find((one) => one === given)
  if (type === undefined) throw new UsageError(`Unknown claim "${given}". Known: ${CLAIM_TYPES.join(', ')}.`)
  return type
}

function readAsked(args: Args): AskedClaim {
  const [claim] = args.words
  if (claim === undefined) throw new UsageError('Name the claim that you want to make. Run: bailiff validate --help')
  return { claim: claimNamed(claim), validator: args.get('with') ?? null, given: readGiven(args.get('args') ?? '{}') }
}

function readGiven(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value as JsonObject
  } catch {
    // Reported below.
  }
  throw new UsageError(`--args takes a JSON object, such as '{"required_runs":3}'.`)
}

function tell(asked: AskedClaim, session: string | null, validated: Validated, args: Args, io: Io): Exit {
  io.out(args.json ? json(validatedData(asked, session, validated)) : renderValidated(asked, validated))
  return { passed: EXIT.fine, failed: EXIT.broken, refused: EXIT.refused }[validated.result]
}
