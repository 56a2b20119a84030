import type { Home } from '../ledger/stores/files/home.ts'
import type { Trust } from '../supervisor/trust.ts'
import { learn, settingsIn } from '../trust/drivers/learn.ts'
import { loadPack } from '../trust/drivers/load-pack.ts'
import { NOTHING_OWN, readOwn } from '../trust/drivers/snapshot.ts'
import { NOTHING_SEEN } from '../trust/learning/seen.ts'
import type { Pack } from '../trust/pack/format.ts'
import { riskOf, unscored } from '../trust/risk.ts'
import { DEFAULT_THRESHOLD, routeOf } from '../trust/route.ts'
import { storeOf } from '../trust/scorers/scorer.ts'

/** The scorers of this machine: the pack in the program's folder, and what the project has learnt. The pack is loaded once. */
export function trustIn(folder: string, home: Home | null): Trust {
  let loaded: Pack | null = null
  const packOf = (): Pack => {
    loaded ??= loadPack(folder)
    return loaded
  }
  return {
    score(call, project) {
      try {
        const pack = packOf()
        const own = home === null || project === null ? NOTHING_OWN : readOwn(home, project, pack)
        const { threshold, settings, seq } = own
        const risk = riskOf(call, storeOf(pack, own.library), [], settings)
        const isHigh = risk.score === null || risk.score >= settings.mapping.high
        const answer = isHigh ? own.answer : 'flag'
        return { risk, route: routeOf(risk, threshold), answer, threshold, pack: pack.id, learnt: seq }
      } catch (error) {
        const risk = unscored(error)
        const threshold = DEFAULT_THRESHOLD
        return { risk, route: routeOf(risk, threshold), answer: 'flag', threshold, pack: null, learnt: 0 }
      }
    },
    learn(project, seen) {
      if (home !== null) learn(home, project, packOf, settingsIn(home), seen)
    },
    refresh(project) {
      if (home !== null) learn(home, project, packOf, settingsIn(home), NOTHING_SEEN)
    },
  }
}
