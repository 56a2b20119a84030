import { LESSONS } from '../../trust/facts.ts'
import { isHarm } from '../../trust/outcome.ts'
import { minute, zoneName } from '../../views/local-time.ts'
import { observedOutcomes, type ShownOutcome } from '../../views/trust-outcomes.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { wholeNumber } from '../input/quantity.ts'
import { subjectOf } from '../screens/call-subject.ts'
import { type Colors, colors, json, oneLine, plural } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { trustHere } from './store.ts'

const DEFAULT_LIMIT = 20

/** Implements `bailiff trust observe`. Reads only: lessons come from the hooks. */
export function observe(args: Args, io: Io): Exit {
  const limit = wholeNumber(args.get('limit'), '--limit') ?? DEFAULT_LIMIT
  const { home, project } = trustHere(args, io)
  const { total, outcomes } = home === null ? { total: 0, outcomes: [] } : observedOutcomes(home, project, limit)
  if (args.json) io.out(json({ project, total, outcomes: outcomes.map(asData) }))
  else io.out(total === 0 ? NOTHING : render(outcomes, total, project, io))
  return EXIT.fine
}

const NOTHING = `Nothing was observed in this project yet. An outcome is recorded when a check
denies a call, a person refuses one or undoes its changes, or a validator fails
after it. That comes with the hooks: bailiff init
`

const asData = ({
  at,
  stream,
  seq,
  turn,
  outcome,
  why,
  score,
  isAbove,
  lesson,
  call,
  ...one
}: ShownOutcome): object => ({
  at,
  session: stream,
  seq,
  turn,
  outcome,
  why,
  score,
  isAbove,
  call,
  lesson,
  learnt: LESSONS[lesson],
  patterns: patternsIn(one),
})

/** The patterns that an outcome added or gave another weight. */
const patternsIn = ({ changes }: Pick<ShownOutcome, 'changes'>): string[] =>
  changes.flatMap((change) => {
    if (change.kind === 'pattern.added') return [change.call.id]
    return change.kind === 'pattern.weighed' ? [change.id] : []
  })

function render(outcomes: readonly ShownOutcome[], total: number, project: string, io: Io): string {
  const c = colors(io.color)
  const shown = outcomes.map((one) => block(one, project, c)).join('\n')
  const more =
    total > outcomes.length
      ? `The last ${outcomes.length} of ${plural(total, 'outcome')}. More: --limit ${total}\n`
      : ''
  const isTaught = outcomes.some((one) => patternsIn(one).length > 0)
  const next = isTaught ? 'To take the last change of a pattern back: bailiff trust undo <pattern>\n' : ''
  const gap = shown === '' ? '' : '\n'
  return `${shown}${gap}${more}${next}${c.dim(`Times: ${zoneName()}`)}\n`
}

const MAX_CALL = 76

function block(one: ShownOutcome, project: string, c: Colors): string {
  const { at, outcome, why, score, isAbove } = one
  const name = isHarm(outcome) ? c.red(outcome) : c.green(outcome)
  const risk = score === null ? 'not scored' : `risk ${score.toFixed(2)}, ${isAbove ? 'above' : 'below'} the threshold`
  return `${minute(at)}  ${name}, ${risk}\n  ${oneLine(callLine(one, project), MAX_CALL)}\n${fill(oneLine(why, 300), '  ')}${fill(lessonLine(one), '  ')}`
}

function lessonLine({ lesson, changes }: ShownOutcome): string {
  const words = LESSONS[lesson]
  if (changes.length === 0) return `Nothing learnt: ${words}.`
  const ids = patternsIn({ changes })
  return `${words[0]?.toUpperCase()}${words.slice(1)}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}.`
}

/** The call as it was proposed; from the lesson if the session is gone. */
function callLine({ call, changes }: ShownOutcome, project: string): string {
  if (call !== null) return `${call.tool}: ${subjectOf(call.input, project)}`
  const kept = changes.flatMap((change) => ('call' in change ? [change.call.about] : []))
  return kept[0] ?? '(the call is no longer recorded)'
}
