import { toolsOf } from '../../hosts/calls.ts'
import { recordedCall } from '../../supervisor/dispatch/seen-call.ts'
import { currentState } from '../../trust/drivers/snapshot.ts'
import { automaticAnswer, isCold, ownRateOf } from '../../trust/own-rate.ts'
import { NEW_STATE } from '../../trust/state.ts'
import { scoredCalls } from '../../views/scored-calls.ts'
import { histogramOf, lastRecalibration, MAX_RECENT } from '../../views/trust.ts'
import { metricsOf } from '../../views/trust-metrics.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { json } from '../screens/output.ts'
import { measureLatency } from './latency.ts'
import { renderStatus, type Status } from './status-screen.ts'
import { trustHere } from './store.ts'

/** Implements `bailiff trust status`. */
export function showStatus(args: Args, io: Io): Exit {
  const status = statusHere(args, io)
  if (!args.json) {
    io.out(renderStatus(status, io))
    return EXIT.fine
  }
  const { state, rate, recalibrated, ...rest } = status
  const { baseline, median, drift } = state
  io.out(
    json({
      ...rest,
      own: { patterns: Object.keys(state.patterns).length, exemplars: Object.keys(state.exemplars).length },
      ...rate,
      isCold: isCold(rate),
      answer: automaticAnswer(rate),
      baseline,
      median,
      drift,
      recalibrated: recalibrated && { at: recalibrated.at, by: recalibrated.by, calls: recalibrated.calls },
    }),
  )
  return EXIT.fine
}

function statusHere(args: Args, io: Io): Status {
  const { pack, home, project, own, store, parameters } = trustHere(args, io)
  const state = home === null ? NEW_STATE : currentState(home, project)
  const recent = home === null ? [] : scoredCalls(home, project, MAX_RECENT)
  const { id, library } = pack
  return {
    project,
    pack: { id, patterns: library.patterns, exemplars: library.size - library.patterns },
    threshold: own.threshold,
    administratorThreshold: parameters.threshold,
    window: parameters.window,
    state,
    rate: ownRateOf(state, own.settings),
    metrics: metricsOf(state, recent, parameters),
    latency: measureLatency(
      recent.flatMap((call) => recordedCall(call.proposal, toolsOf(call.host)) ?? []),
      store,
      own.settings,
    ),
    recalibrated: home === null ? null : lastRecalibration(home, project),
    histogram: histogramOf(recent.flatMap(({ score }) => score ?? [])),
  }
}
