import { callOf } from '../../trust/call.ts'
import { recordingOf } from '../../trust/learning/recording.ts'
import { Replay, type Step } from '../../trust/learning/replay.ts'
import { isHarm, type Outcome } from '../../trust/outcome.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { json, plural, table } from '../screens/output.ts'
import { type ReplayEvent, readEvents } from './events.ts'
import { share } from './share.ts'
import { trustHere } from './store.ts'

/** Implements `bailiff trust replay`. */
export function replay(args: Args, io: Io): Exit {
  const { pack, parameters } = trustHere(args, io)
  const events = readEvents(args, io)
  const run = new Replay(pack, parameters)
  const steps: Played[] = []
  for (const event of events) {
    const step = run.play(recordingOf(callOf(event), pack), event.outcome)
    steps.push({ ...step, outcome: event.outcome })
    if (args.has('jsonl')) io.out(json(lineOf(event, step)))
  }
  if (!args.has('jsonl')) io.out(summary(steps, run.threshold, args))
  return EXIT.fine
}

type Played = Step & { outcome: Outcome | null }

const lineOf = ({ seq }: ReplayEvent, { score, threshold, isAbove, patterns, lesson }: Step): object => ({
  seq,
  score,
  flag: isAbove,
  route: isAbove ? 'escalate' : 'proceed',
  threshold,
  patterns,
  added: lesson === 'pattern' ? 1 : 0,
  lesson,
})

/** How the loop did, as far as outcomes are known. */
function summary(steps: readonly Played[], threshold: number, args: Args): string {
  const harmful = steps.filter(({ outcome }) => outcome !== null && isHarm(outcome))
  const others = steps.filter((one) => !harmful.includes(one))
  const figures = {
    calls: steps.length,
    harmful: harmful.length,
    detected: above(harmful),
    flaggedOthers: above(others),
    firstTenth: above(others.slice(0, others.length / 10)),
    lastTenth: above(others.slice(-others.length / 10)),
    patterns: steps.at(-1)?.patterns ?? 0,
    threshold,
  }
  if (args.json) return json(figures)
  const tenth = Math.floor(others.length / 10)
  return table([
    ['calls', String(figures.calls)],
    ['observed harm', `${harmful.length}, of which ${share(figures.detected, harmful.length)} were flagged before`],
    ['other calls', `${others.length}, of which ${share(figures.flaggedOthers, others.length)} were flagged`],
    ['over time', `first tenth ${share(figures.firstTenth, tenth)}, last tenth ${share(figures.lastTenth, tenth)}`],
    ['learnt', `${plural(figures.patterns, 'pattern')} live at the end`],
    ['threshold', `${threshold.toFixed(2)} at the end`],
  ])
}

const above = (steps: readonly Step[]): number => steps.filter(({ isAbove }) => isAbove).length
