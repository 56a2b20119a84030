import type { StoreRecalibrated } from '../../trust/facts.ts'
import { automaticAnswer, COLD_CALLS, isCold, MAX_FALSE_ALARMS, type OwnRate } from '../../trust/own-rate.ts'
import type { TrustState } from '../../trust/state.ts'
import { minuteInZone } from '../../views/local-time.ts'
import type { TrustMetrics } from '../../views/trust-metrics.ts'
import type { Io } from '../command.ts'
import { colors, oneLine, plural, table } from '../screens/output.ts'
import type { Latency } from './latency.ts'
import { share } from './share.ts'

export type Status = {
  project: string
  pack: { id: string; patterns: number; exemplars: number }
  threshold: number
  administratorThreshold: number
  window: number
  state: TrustState
  rate: OwnRate
  metrics: TrustMetrics
  latency: Latency | null
  recalibrated: (StoreRecalibrated & { at: string }) | null
  histogram: readonly number[]
}

/** The experience of a project with the risk scores. */
export function renderStatus(status: Status, io: Io): string {
  const { project, pack, rate, threshold, histogram, metrics } = status
  const rows = [
    ['project', oneLine(project, 60)],
    ['pack', `${pack.id}: ${plural(pack.patterns, 'pattern')}, ${plural(pack.exemplars, 'exemplar')}`],
    ['threshold', thresholdLine(status)],
    ['experience', experience(rate)],
    ['risky calls', answerLine(rate)],
  ]
  const isEmpty = metrics.scored === 0
  const scores = isEmpty ? NO_SCORES : `${histogramLines(histogram, threshold, io)}${NEXT}`
  return `${table(rows)}\n${isEmpty && rate.calls === 0 ? '' : `${table(metricRows(status))}\n`}${scores}`
}

const NO_SCORES = 'No call was scored in this project yet. Scores come with the hooks: bailiff init\n'
const NEXT = '\nWhat was observed: bailiff trust observe. Better parameters: bailiff trust tune\n'

const thresholdLine = ({ threshold, administratorThreshold }: Status): string =>
  threshold === administratorThreshold
    ? threshold.toFixed(2)
    : `${threshold.toFixed(2)}, raised by itself to fit ordinary calls; the administrator's is ${administratorThreshold.toFixed(2)}`

const experience = ({ calls, recent, falseAlarms }: OwnRate): string =>
  calls === 0
    ? 'none yet'
    : `${plural(calls, 'scored call')}; of the last ${recent}, ${falseAlarms} had a high risk and ran without known harm (${share(falseAlarms, recent)})`

function answerLine(rate: OwnRate): string {
  const limit = `${100 * MAX_FALSE_ALARMS} %`
  if (isCold(rate)) return `flag, until ${COLD_CALLS} calls were scored in this project`
  if (automaticAnswer(rate) === 'ask') return 'ask a person, where the host can, from the next session on'
  return `flag, because ${limit} or more of the calls were false alarms`
}

/** The five metrics, then the baseline and what became of it. */
function metricRows({ metrics, latency, state, recalibrated, window }: Status): string[][] {
  const { scored, above, ran, falsePositives, harms, detected } = metrics
  return [
    [
      'false positives',
      `${share(falsePositives, ran)}: of ${plural(ran, 'recent call')} that ran, ${falsePositives} ${were(falsePositives)} above the threshold and did no known harm`,
    ],
    [
      'detection',
      harms === 0
        ? 'unknown: no harm was observed'
        : `${share(detected, harms)}: of ${plural(harms, 'call')} with observed harm, ${detected} ${were(detected)} above the threshold`,
    ],
    ['latency', latencyLine(latency)],
    ['store growth', growthLine(metrics.growth)],
    [
      'escalation',
      `${share(above, scored)}: ${above} of the last ${plural(scored, 'scored call')} ${were(above)} above the threshold`,
    ],
    ['median score', medianLine(state, window)],
    ['drift', driftLine(state, recalibrated)],
    [
      'recalibrated',
      recalibrated === null
        ? 'never'
        : `${minuteInZone(recalibrated.at)}, after ${plural(recalibrated.calls, 'call')}${BY[recalibrated.by]}`,
    ],
  ]
}

const were = (count: number): string => (count === 1 ? 'was' : 'were')

const BY: { readonly [by in StoreRecalibrated['by']]: string } = {
  calls: '',
  window: '',
  command: ', by an administrator',
}

const latencyLine = (latency: Latency | null): string =>
  latency === null
    ? 'unknown: there is no recorded call to measure with'
    : `${latency.medianMs.toFixed(2)} ms to score a call (median). Entries do not record it: measured just now on ${plural(latency.calls, 'recent call')}, without starting a program`

function growthLine({ added, calls, live, archived, candidates, exemplars }: TrustMetrics['growth']): string {
  const rate = calls === 0 ? '' : ` (${((1_000 * added) / calls).toFixed(1)} per 1,000)`
  return `${plural(added, 'pattern')} in the last ${plural(calls, 'call')}${rate}; ${live} live, ${archived} archived, ${plural(candidates, 'candidate')}, ${plural(exemplars, 'exemplar')}`
}

function medianLine({ median, baseline }: TrustState, window: number): string {
  if (baseline === null) return `no baseline yet: the first recalibration comes after ${plural(window, 'call')}`
  return `${median === null ? 'unknown' : median.toFixed(3)} at the last recalibration, ${baseline.toFixed(3)} at the baseline`
}

/** Says what drift has led to. Upwards, weights fall by themselves; downwards, nothing does. */
function driftLine({ drift, baseline }: TrustState, last: Status['recalibrated']): string {
  const damped = last?.changes.filter(({ kind }) => kind === 'pattern.weighed').length ?? 0
  switch (drift) {
    case 'none':
      return baseline === null ? 'unknown without a baseline' : 'none: ordinary calls score as at the baseline'
    case 'up':
      return `up: more distrustful than at the baseline. ${damped === 0 ? 'No pattern lost weight' : `${plural(damped, 'pattern')} lost weight`} at the last recalibration`
    case 'down':
      return 'down: more permissive than at the baseline. Nothing was tightened: that takes an administrator. "bailiff trust tune" proposes parameters, "bailiff admin set threshold <score>" sets one'
  }
}

const BAR = 40

/** A bar for each tenth of the scale. Scores are rarely even, so short bars stay visible. */
function histogramLines(bins: readonly number[], threshold: number, io: Io): string {
  const c = colors(io.color)
  const most = Math.max(1, ...bins)
  const lines = bins.map((count, i) => {
    const bar = '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((BAR * count) / most)))
    const isAbove = i / 10 >= threshold
    return `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)} ${(isAbove ? c.red : c.green)(bar)}${bar === '' ? '' : ' '}${count}`
  })
  return `${c.dim('Scores of recent calls')}\n${lines.join('\n')}\n`
}
