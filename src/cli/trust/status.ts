import { automaticAnswer, COLD_CALLS, isCold, MAX_FALSE_ALARMS, type OwnRate, ownRateOf } from '../../trust/own-rate.ts'
import { NEW_STATE } from '../../trust/state.ts'
import { histogramOf, readTrustState, recentScores } from '../../views/trust.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { colors, json, oneLine, plural, table } from '../screens/output.ts'
import { trustHere } from './store.ts'

/** Implements `bailiff trust status`. */
export function showStatus(args: Args, io: Io): Exit {
  const { pack, home, project, own } = trustHere(args, io)
  const state = home === null ? NEW_STATE : readTrustState(home, project)
  const scores = home === null ? [] : recentScores(home, project)
  const rate = ownRateOf(state, own.settings)
  const { size, patterns } = pack.library
  const bins = histogramOf(scores)
  if (args.json) {
    const learnt = { patterns: Object.keys(state.patterns).length, exemplars: Object.keys(state.exemplars).length }
    const packed = { id: pack.id, patterns, exemplars: size - patterns }
    const answer = automaticAnswer(rate)
    io.out(
      json({
        project,
        threshold: own.threshold,
        pack: packed,
        own: learnt,
        ...rate,
        isCold: isCold(rate),
        answer,
        histogram: bins,
      }),
    )
    return EXIT.fine
  }
  const rows = [
    ['project', oneLine(project, 60)],
    ['pack', `${pack.id}: ${plural(patterns, 'pattern')}, ${plural(size - patterns, 'exemplar')}`],
    ['threshold', own.threshold.toFixed(2)],
    ['experience', experience(rate)],
    ['risky calls', answerLine(rate)],
  ]
  io.out(`${table(rows)}\n${scores.length === 0 ? NO_SCORES : histogram(bins, own.threshold, io)}`)
  return EXIT.fine
}

const NO_SCORES = 'No call was scored in this project yet. Scores come with the hooks: bailiff init\n'

const experience = ({ calls, recent, falseAlarms }: OwnRate): string =>
  calls === 0
    ? 'none yet'
    : `${plural(calls, 'scored call')}; of the last ${recent}, ${falseAlarms} had a high risk and ran without known harm (${((100 * falseAlarms) / recent).toFixed(1)} %)`

function answerLine(rate: OwnRate): string {
  const limit = `${100 * MAX_FALSE_ALARMS} %`
  if (isCold(rate)) return `flag, until ${COLD_CALLS} calls were scored in this project`
  if (automaticAnswer(rate) === 'ask') return 'ask a person, where the host can, from the next session on'
  return `flag, because ${limit} or more of the calls were false alarms`
}

const BAR = 40

/** A bar for each tenth of the scale. Scores are rarely even, so short bars stay visible. */
function histogram(bins: readonly number[], threshold: number, io: Io): string {
  const c = colors(io.color)
  const most = Math.max(1, ...bins)
  const lines = bins.map((count, i) => {
    const bar = '█'.repeat(count === 0 ? 0 : Math.max(1, Math.round((BAR * count) / most)))
    const isAbove = i / 10 >= threshold
    return `${(i / 10).toFixed(1)}–${((i + 1) / 10).toFixed(1)} ${(isAbove ? c.red : c.green)(bar)}${bar === '' ? '' : ' '}${count}`
  })
  return `${c.dim('Scores of recent calls')}\n${lines.join('\n')}\n`
}
