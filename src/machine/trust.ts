import type { Home } from '../ledger/stores/files/home.ts'
import type { Trust } from '../supervisor/trust.ts'
import { loadPack } from '../trust/drivers/load-pack.ts'
import { readLibrary, readState, refresh } from '../trust/drivers/snapshot.ts'
import { automaticAnswer, ownRateOf } from '../trust/own-rate.ts'
import type { Pack } from '../trust/pack/format.ts'
import { riskOf, unscored } from '../trust/risk.ts'
import { routeOf } from '../trust/route.ts'
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
      const state = home === null || project === null ? NEW_STATE : readState(home, project)
      const answer = automaticAnswer(ownRateOf(state))
      try {
        const pack = packOf()
        const own = home === null || project === null ? null : readLibrary(home, project, pack)
        const libraries = own === null ? [pack.library] : [pack.library, own]
        const risk = riskOf(call, { space: pack.space, libraries })
        return { risk, route: routeOf(risk), answer, pack: pack.id }
      } catch (error) {
        const risk = unscored(error)
        return { risk, route: routeOf(risk), answer, pack: null }
      }
    },
    refresh(project) {
      if (home !== null) refresh(home, project, packOf())
    },
  }
}
