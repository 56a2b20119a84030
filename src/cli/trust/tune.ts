import { canonical } from '../../ledger/canonical.ts'
import type { Json } from '../../ledger/kinds.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { readAdmin } from '../../trust/admin/drivers/read.ts'
import { recordingOf } from '../../trust/learning/recording.ts'
import { isHarm } from '../../trust/outcome.ts'
import type { ParameterName, Parameters } from '../../trust/parameters.ts'
import { bestOf, changesTo, meets, type Objective, type Play, pointOf, search } from '../../trust/tune.ts'
import { proposalOf } from '../admin/proposal.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { replaceText, requireReplaceable } from '../input/files.ts'
import { json, plural } from '../screens/output.ts'
import { statusLine } from '../screens/progress.ts'
import { measureLatency } from './latency.ts'
import { type Labelled, labelledHere } from './recorded.ts'
import { type TrustHere, trustHere } from './store.ts'
import { pointData, renderTuning } from './tune-screen.ts'

/** Implements `bailiff trust tune`. Proposes only: an administrator signs and applies. */
export function tune(args: Args, io: Io): Exit {
  const objective = objectiveIn(args)
  const file = args.get('proposal') ?? null
  if (file !== null) requireReplaceable(file)
  const here = trustHere(args, io)
  if (file !== null) requireAdministrator(here)
  const calls = labelledHere(args, io, here)
  requireHarm(calls)
  const seen = new Set(calls.flatMap(({ outcome }) => outcome ?? []))
  const points = search(here.parameters, objective, seen, playing(here, calls, io))
  const best = bestOf(points, objective)
  const set = changesTo(best.parameters, here.parameters)
  const isChanged = Object.keys(set).length > 0
  if (file !== null && isChanged) replaceText(file, proposalsOf(here, set))
  const tuning = { points, best, objective, current: here.parameters, set, file: isChanged ? file : null }
  io.out(
    args.json
      ? json({
          objective,
          isMet: meets(best, objective),
          points: points.map(pointData),
          best: pointData(best),
          proposal: set,
          file: tuning.file,
        })
      : renderTuning(tuning, io),
  )
  return EXIT.fine
}

/** A proposal names the ledger that it is for, and its place among the administrator's commands. */
function requireAdministrator({ home }: TrustHere): Readable {
  if (home !== null && readAdmin(home).state.key !== null) return home
  throw new UsageError('There is no administrator who could sign a proposal. First run: bailiff admin keygen')
}

/** One unsigned command on each line, as `bailiff admin sign` reads them. */
function proposalsOf(here: TrustHere, set: Partial<Parameters>): string {
  const home = requireAdministrator(here)
  const { state } = readAdmin(home)
  return Object.entries(set)
    .map(([name, value], i) => {
      const command = { kind: 'set', name: name as ParameterName, value: value as Json } as const
      return `${canonical(proposalOf(home, { ...state, counter: state.counter + i }, command))}\n`
    })
    .join('')
}

function objectiveIn(args: Args): Objective {
  const number = (name: string, fallback: number, most: number): number => {
    const given = args.get(name)
    const value = given === undefined ? fallback : Number(given)
    if (given?.trim() !== '' && value >= 0 && value <= most) return value
    throw new UsageError(`Invalid --${name} "${given}". It takes a number from 0 to ${most}.`)
  }
  return { detection: number('detection', 0.95, 1), latencyMs: number('latency', 200, 60_000) }
}

/** Without harm, every candidate that flags nothing would be perfect. */
function requireHarm(calls: readonly Labelled[]): void {
  if (calls.some(({ outcome }) => outcome !== null && isHarm(outcome))) return
  throw new UsageError(
    `There is no observed harm among ${plural(calls.length, 'recorded call')}, so there is nothing to tune with. Name a file of recorded calls, or see what was observed: bailiff trust observe`,
  )
}

/** Reads each call once, then plays all of them under one candidate after the other. */
function playing({ pack, store }: TrustHere, calls: readonly Labelled[], io: Io): Play {
  const line = statusLine(io)
  line.show(`Reading ${plural(calls.length, 'call')}`)
  const recorded = calls.map(({ call, outcome }) => ({ recording: recordingOf(call, pack), outcome }))
  const latencies = new Map<number, number>()
  const latencyOf = (parameters: Parameters): number => {
    const { scorers } = parameters
    const known =
      latencies.get(scorers) ??
      measureLatency(
        calls.map(({ call }) => call),
        store,
        parameters,
      )?.medianMs ??
      0
    latencies.set(scorers, known)
    return known
  }
  let tried = 0
  return (parameters) => {
    line.show(`Trying parameters: ${++tried}`)
    const point = pointOf(pack, recorded, parameters, latencyOf(parameters))
    line.clear()
    return point
  }
}
