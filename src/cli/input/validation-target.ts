import { type Refused, refuse, type ValidatorOutcome } from '../../claims/validators/outcome.ts'
import { knownEntries } from '../../ledger/stores/files/chain-spool.ts'
import { listOpen, type OpenStream } from '../../ledger/stores/files/open-streams.ts'
import { recorderOf } from '../../ledger/stores/files/recorder.ts'
import { type Readable, sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { type ValidationTarget, worldOf } from '../../machine/validation-world.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import type { Ancestor } from '../../process/ancestors.ts'
import { sessionOf } from '../../session/fold.ts'
import { isOpen } from '../../session/outcome.ts'
import { type AskedTrial, type TriedClaims, tryClaims } from '../../supervisor/stop/try-claims.ts'
import {
  type AskedClaim,
  refusedClaim,
  type Validated,
  type ValidatorRun,
  validateClaim,
} from '../../supervisor/stop/validate-claim.ts'
import { rootIfThere } from '../../views/sessions-here.ts'
import type { Io } from '../command.ts'
import { openIfThere } from '../policy/policy.ts'
import { printable } from '../screens/output.ts'
import { nameSome, sessionNamed, shortName } from './find-session.ts'
import { withHome } from './home.ts'

/**
 * Finds the session to validate in: the named one, the one whose host started this process (`isOwn`), or the one in which an
 * agent is working here. An idle session has no turn that a result could count for.
 */
export function findPlace(
  home: Readable,
  named: string | undefined,
  io: Pick<Io, 'cwd' | 'ancestors'>,
): ({ kind: 'place'; isOwn: boolean } & ValidationTarget) | Refused {
  if (named !== undefined) {
    const stream = sessionNamed(home, named, io.cwd)
    return { kind: 'place', stream, workspace: sessionOf(sealedEntries(home, stream)).cwd ?? io.cwd, isOwn: false }
  }
  const here = rootIfThere(io.cwd)
  const isHere = ({ workspace }: OpenStream): boolean => here !== null && rootIfThere(workspace) === here
  const all = listOpen(home.dir).filter(({ stream }) => stream.startsWith('session/'))
  const own = startedBy(all, io.ancestors())
  const isOwn = own.length > 0
  // If the host has several sessions, take the one in this folder. If it has only one, the agent may have changed folders.
  const open = own.length === 1 ? own : (isOwn ? own : all).filter((one) => isHere(one) && isWorking(home, one.stream))
  const [only, ...others] = open
  if (only !== undefined && others.length === 0)
    return { kind: 'place', stream: only.stream, workspace: only.workspace, isOwn }
  return open.length === 0
    ? refuse('NO_SESSION', 'No agent is working in this project.')
    : refuse(
        'SEVERAL_SESSIONS',
        `Agents are working in ${open.length} sessions of this project: ${namesOf(open)}. Choose one with --session <id>.`,
      )
}

/** True if a turn goes on, as in the list of sessions. */
const isWorking = (home: Readable, stream: string): boolean => isOpen(sessionOf(knownEntries(home, stream)))

const namesOf = (open: readonly OpenStream[]): string => nameSome(open.map(({ stream }) => shortName(stream)))

/** The sessions whose host started this process. */
const startedBy = (open: readonly OpenStream[], ancestors: readonly Ancestor[]): OpenStream[] =>
  open.filter(({ process }) => ancestors.some(({ pid, start }) => pid === process?.pid && start === process.start))

/** Runs the validators bound to a claim in the selected session; without a session nothing is recorded. */
export function validateHere(
  dir: string,
  named: string | undefined,
  asked: AskedClaim,
  io: Pick<Io, 'cwd' | 'ancestors' | 'env'>,
  signal: AbortSignal,
): Promise<{ session: string | null; validated: Validated }> {
  return withHome(dir, async (home) => {
    const place = findPlace(home, named, io)
    if (place.kind === 'refused') return { session: null, validated: refusedClaim(asked, place) }
    const world = worldOf(home, place, { env: io.env, signal })
    return { session: place.stream, validated: await validateClaim(recorderOf(home), place.stream, asked, world) }
  })
}

/** True if a person asks outside of any turn, or about all claims: the results would have no place. */
export function isTrial(dir: string, claim: string | undefined, io: Pick<Io, 'cwd' | 'ancestors'>): boolean {
  const place = findPlace(openIfThere(dir), undefined, io)
  return place.kind === 'refused' ? place.code === 'NO_SESSION' : claim === undefined && !place.isOwn
}

/** Tries the checks that are bound to a claim, or to all of them, outside of any session. */
export const tryClaimsHere = (
  dir: string,
  asked: AskedTrial,
  io: Pick<Io, 'cwd' | 'env' | 'stopped'>,
): Promise<({ kind: 'tried' } & TriedClaims) | Refused> =>
  withHome(dir, async (home) => {
    const world = worldOf(home, { stream: NO_STREAM, workspace: io.cwd }, { env: io.env, signal: io.stopped() })
    // The notice also says what to run.
    if (world.kind === 'refused')
      return { ...world, sentence: loadActivePolicy(home, io.cwd, io.env, 'ledger').notice ?? world.sentence }
    return tryClaims(asked, world)
  })

/** A stream without entries. */
const NO_STREAM = 'session/none'

/** One line per validator, then the result for the claim. */
export function renderValidated({ claim, validator }: AskedClaim, { result, code, said, runs }: Validated): string {
  const lines = runs.map(lineOf)
  const isSaid = runs.length === 1 && (validator !== null || runs[0]?.outcome.sentence === said)
  if (!isSaid) lines.push(`${claim} ${result}: ${said} [${code}]`)
  return lines.map((line) => `${printable(line)}\n`).join('')
}

const lineOf = ({ validator, outcome }: ValidatorRun): string =>
  `${validator} ${outcome.kind}: ${outcome.sentence} [${codeOf(outcome)}]`

const codeOf = (outcome: ValidatorOutcome): string => (outcome.kind === 'passed' ? 'PASSED' : outcome.code)

/** The result for programs. */
export const validatedData = (
  { claim }: AskedClaim,
  session: string | null,
  { result, code, said, runs }: Validated,
): object => ({
  ok: result === 'passed',
  result,
  code,
  claim,
  session,
  said,
  runs: runs.map(({ validator, outcome }) => ({
    validator,
    result: outcome.kind,
    code: codeOf(outcome),
    said: outcome.sentence,
    ...(outcome.kind === 'passed' && { grade: outcome.grade }),
    data: outcome.data,
  })),
})
