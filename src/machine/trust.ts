import type { Home } from '../ledger/stores/files/home.ts'
import type { Trust } from '../supervisor/trust.ts'
import { loadPack } from '../trust/drivers/load-pack.ts'
import { readOwn, refresh } from '../trust/drivers/snapshot.ts'
import { automaticAnswer, ownRateOf } from '../trust/own-rate.ts'
import type { Pack } from '../trust/pack/format.ts'
import { riskOf, unscored } from '../trust/risk.ts'
import { DEFAULT_THRESHOLD, routeOf } from '../trust/route.ts'
import { storeOf } from '../trust/scorers/scorer.ts'
import { NEW_STATE } from '../trust/state.ts'

/** The scorers of this machine: the pack in the program's folder, and what the project has learnt. The pack is loaded once. */
export function trustIn(folder: string, home: Home | null): Trust {
  let loaded: Pack | null = null
  const packOf = (): Pack => {
    loaded ??= loadPack(folder)
    return loaded
  }
  return {
    score(call, project) {
      const threshold = DEFAULT_THRESHOLD
      try {
        const pack = packOf()
        const own = home === null || project === null ? NOTHING_OWN : readOwn(home, project, pack)
        const risk = riskOf(call, storeOf(pack, own.library))
        const answer = automaticAnswer(ownRateOf(own.state))
        return { risk, route: routeOf(risk, threshold), answer, threshold, pack: pack.id, learnt: own.state.seq }
      } catch (error) {
        const risk = unscored(error)
        return { risk, route: routeOf(risk, threshold), answer: 'flag', threshold, pack: null, learnt: 0 }
      }
    },
    refresh(project) {
      if (home !== null) refresh(home, project, packOf())
    },
  }
}

const NOTHING_OWN = { state: NEW_STATE, library: null }
