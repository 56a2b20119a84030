import { currentState } from '../../trust/drivers/snapshot.ts'
import { undoChange } from '../../trust/drivers/undo.ts'
import { TrustError } from '../../trust/errors.ts'
import type { TrustState } from '../../trust/state.ts'
import { type LearntPattern, learntPattern, learntPatterns } from '../../views/trust-patterns.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { requireLedger, withHome } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { json } from '../screens/output.ts'
import { findPattern } from './find-pattern.ts'
import { renderPattern, sayWeight } from './pattern-screen.ts'
import { trustHere } from './store.ts'

/** Implements `bailiff trust undo`. */
export async function undo(args: Args, io: Io): Promise<Exit> {
  await requirePerson(io, args, 'trust undo')
  requireLedger(args.home)
  const { pack, project, parameters } = trustHere(args, io)
  const [given = ''] = args.words
  const before = await withHome(args.home, (home) =>
    findPattern(given, learntPatterns(currentState(home, project)), pack.library),
  )
  if (!args.json) io.out(`${renderPattern(before)}${whatFollows(before)}`)
  requireChange(before)
  await requireConfirmation(io, args, 'trust undo', 'undo')
  const after = await withHome(args.home, (home) => {
    requireUnchanged(before, currentState(home, project))
    return patternIn(
      undoChange(home, project, () => pack, parameters, before.id),
      before.id,
    )
  })
  io.out(
    args.json
      ? json({ ok: true, before, after })
      : `Recorded. Pattern ${before.id} was ${sayWeight(before.weight)} and is now ${sayWeight(after?.weight ?? 0)}.\n`,
  )
  return EXIT.fine
}

const whatFollows = ({ earlier }: LearntPattern): string =>
  earlier === null ? '' : `This takes its last change back: it will be ${sayWeight(earlier)}.\n`

function requireChange({ id, weight, earlier }: LearntPattern): void {
  if (earlier !== null) return
  throw new TrustError(
    'NOTHING_TO_UNDO',
    `Every change of pattern ${id} was taken back: it is ${sayWeight(weight)}. Nothing was changed.`,
  )
}

/** A session may have taught or forgotten something while the person was reading. */
function requireUnchanged(before: LearntPattern, state: TrustState): void {
  const now = patternIn(state, before.id)
  if (now?.weight === before.weight && now.earlier === before.earlier) return
  throw new TrustError(
    'NOTHING_TO_UNDO',
    `Pattern ${before.id} changed in the meantime. Nothing was changed. Run the command again to see what it is now.`,
  )
}

function patternIn(state: TrustState, id: string): LearntPattern | null {
  const pattern = Object.hasOwn(state.patterns, id) ? state.patterns[id] : undefined
  return pattern === undefined ? null : learntPattern(pattern, state)
}
