import type { Scored, Trust } from '../../src/supervisor/trust.ts'
import type { Call } from '../../src/trust/call.ts'
import { type Risk, unscored } from '../../src/trust/risk.ts'
import { DEFAULT_THRESHOLD, routeOf } from '../../src/trust/route.ts'
import { VIEWS } from '../../src/trust/views/views.ts'

const NOTHING = { raw: 0, linear: 0, danger: null, benign: null, ownDanger: null, ownBenign: null }

/** A risk on which all scorers agree; null if none of them answered. */
const riskAt = (score: number | null): Risk =>
  score === null
    ? unscored(new Error('no pack'))
    : {
        score,
        opinions: VIEWS.map(({ name }) => ({ scorer: name, score, ...NOTHING })),
        left: [],
        categories: score > 0.25 ? ['exfiltration', 'credential_access', 'persistence'] : [],
      }

/** Scorers that give every call the same score. `seen` collects the calls and projects that they are asked about. */
export function trustAt(
  score: number | null,
  answer: Scored['answer'] = 'flag',
  seen: { call: Call; project: string | null }[] = [],
): Trust {
  return {
    score(call, project) {
      seen.push({ call, project })
      const risk = riskAt(score)
      const pack = score === null ? null : 'pack-1'
      return { risk, route: routeOf(risk), answer, threshold: DEFAULT_THRESHOLD, pack, learnt: 7 }
    },
    learn() {},
    refresh() {},
  }
}
