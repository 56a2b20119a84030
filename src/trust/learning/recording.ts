import type { Call } from '../call.ts'
import { categoriesOf } from '../categories.ts'
import type { Library } from '../library.ts'
import type { Pack } from '../pack/format.ts'
import type { Category } from '../patterns.ts'
import { readCall } from '../reading/read.ts'
import { type Risk, riskFrom, type ScoreSettings } from '../risk.ts'
import { type Base, baseOf, opinionFrom } from '../scorers/scorer.ts'
import { VIEWS } from '../views/views.ts'
import { type KeptCall, keptCall } from './change.ts'

/** A call, read and compared with the pack once. It can be scored again and again as a project learns. */
export type Recording = {
  kept: KeptCall
  categories: readonly Category[]
  riskWith(own: Library | null, settings: ScoreSettings): Risk
}

export function recordingOf(call: Call, { space, library }: Pick<Pack, 'space' | 'library'>): Recording {
  const reading = readCall(call)
  const bases: Base[] = VIEWS.map((_, i) => baseOf(i, reading, { space, library }))
  return {
    kept: keptCall(call),
    categories: categoriesOf(reading, space.categories),
    riskWith: (own, settings) =>
      riskFrom(
        bases.slice(0, settings.scorers).map((base, i) => ({
          name: VIEWS[i]?.name ?? '',
          opine: () => opinionFrom(i, base, { space, own }),
        })),
        reading,
        { space },
        settings,
      ),
  }
}
