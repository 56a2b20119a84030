import { resolveEffect, unresolvedEffects } from '../../controller/drivers/resolving.ts'
import { ControllerError } from '../../controller/errors.ts'
import type { EffectState } from '../../controller/state.ts'
import { controllerName } from '../../controller/stream.ts'
import type { Store } from '../../ledger/store.ts'
import { openFileStore } from '../../ledger/stores/files/files.ts'
import { OVERRIDES_STREAM } from '../../session/streams.ts'
import { controllerStreams } from '../../views/controllers.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { requireConfirmation } from '../input/confirm.ts'
import { openToRead, requireLedger } from '../input/home.ts'
import { requirePerson } from '../input/person.ts'
import { decisionOf } from '../input/who.ts'
import { json, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { findController } from './open.ts'

/** Implements `bailiff controller resolve`. */
export async function resolveUnknown(args: Args, io: Io): Promise<Exit> {
  await requirePerson(io, args, 'controller resolve')
  const { outcome, reason } = resolutionIn(args)
  requireLedger(args.home)
  const ledger = openFileStore(args.home)
  try {
    const { stream, effect } = await findEffect(ledger, args)
    const { effect_ref, idempotency_key, why } = effect
    const name = controllerName(stream)
    if (!args.json)
      io.out(
        `${fill(`This records that ${effect_ref} of ${name} is ${outcome}: ${MEANING[outcome]}`)}${
          why === null ? '' : fill(`It was unknown because: ${printable(why)}`, '  ')
        }${fill(`Reason: ${printable(reason)}`, '  ')}`,
      )
    const confirmed = await requireConfirmation(io, args, 'controller resolve', outcome)
    const body = {
      controller: name,
      effect_ref,
      idempotency_key,
      outcome,
      reason,
      ...decisionOf(openToRead(args.home), io, confirmed),
    }
    // Added to the list of overrides first: no resolution without a trace.
    await ledger.append(OVERRIDES_STREAM, [{ kind: 'effect.resolved', actor: 'admin', body }])
    await resolveEffect(ledger, stream, idempotency_key, { outcome, reason })
    io.out(
      args.json
        ? json({ ok: true, controller: name, effect_ref, idempotency_key, outcome, reason })
        : `Recorded. The next cycle of ${printable(name)} goes by it.\n`,
    )
    return EXIT.fine
  } finally {
    await ledger.close()
  }
}

const MEANING = {
  done: 'it will not be carried out again for the same plan.',
  'not-done': 'the next cycle may carry it out again.',
} as const

const MAX_REASON = 2_000

function resolutionIn(args: Args): { outcome: 'done' | 'not-done'; reason: string } {
  const outcome = args.get('as')
  if (outcome !== 'done' && outcome !== 'not-done')
    throw new UsageError('--as takes done (it took effect) or not-done (nothing changed).')
  const reason = (args.get('reason') ?? '').trim()
  if (reason === '')
    throw new UsageError('--reason is missing. Say how you know, for people who read the record later.')
  if (reason.length > MAX_REASON) throw new UsageError(`--reason takes at most ${MAX_REASON} characters.`)
  return { outcome, reason }
}

type Found = { stream: string; effect: EffectState }

/** Finds an unresolved effect by its ref or the start of its key, in one controller or in all of them. */
async function findEffect(ledger: Store, args: Args): Promise<Found> {
  const [given = ''] = args.words
  const named = args.get('controller')
  const streams = named === undefined ? controllerStreams(args.home) : [findController(args.home, named)]
  const all: Found[] = []
  for (const stream of streams)
    for (const effect of await unresolvedEffects(ledger, stream)) all.push({ stream, effect })
  const found = all.filter(
    ({ effect }) => given !== '' && (effect.effect_ref === given || effect.idempotency_key.startsWith(given)),
  )
  const [only, ...others] = found
  if (only !== undefined && others.length === 0) return only
  const what = printable(given)
  if (only === undefined)
    throw new ControllerError(
      'EFFECT_UNKNOWN',
      `No unresolved effect "${what}". ${all.length === 0 ? 'There is none at all.' : `Unresolved: ${listed(all)}.`}`,
    )
  throw new UsageError(`"${what}" fits ${found.length} effects: ${listed(found)}. Give more of the key.`)
}

const listed = (all: readonly Found[]): string =>
  all
    .map(
      ({ stream, effect }) =>
        `${effect.effect_ref} (${effect.idempotency_key.slice(0, 12)}, ${controllerName(stream)})`,
    )
    .join(', ')
