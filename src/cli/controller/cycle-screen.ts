import type { CycleView, DecisionView, EffectView, GuardView } from '../../views/cycle-view.ts'
import type { FieldChange } from '../../views/json-changes.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { type Colors, oneLine, plural, printable } from '../screens/output.ts'
import { between } from '../screens/story/teller.ts'
import { fill, SCREEN_WIDTH } from '../screens/width.ts'
import { endWords, paintEnd, resultText, signOf } from './cycle-end.ts'
import { changeLines, firstLines } from './diff-lines.ts'
import { shortId } from './ids.ts'

/** Everything a screen needs besides the cycle. */
export type ScreenOptions = {
  c: Colors
  /** `brief` leaves out what did not fail. */
  detail: 'brief' | 'full'
  /** True if the person has just seen the plan's changes. */
  isPlanShown?: boolean
  /** ` --home <dir>`, if the command line names one. */
  homeOption: string
}

/** One cycle for people: what was observed, decided, judged and done, and what to do next. */
export function renderCycle(view: CycleView, options: ScreenOptions): string {
  const { c } = options
  return [
    titleOf(view, c),
    ...observed(view, options),
    ...decided(view, options),
    ...guarded(view, c),
    ...acted(view, options),
    ...result(view, options),
  ]
    .map((line) => `${line}\n`)
    .join('')
}

function titleOf(view: CycleView, c: Colors): string {
  const { controller, cycle, at, endedAt, isResumed } = view
  const took = endedAt === null ? '' : `, ${between(at, endedAt)}`
  const when = `${minuteInZone(at)}${took}${isResumed ? ', resumed after a crash' : ''}`
  const title = `${printable(controller)}, cycle ${cycle}:`
  const isLong = `${title} ${endWords(view)}  ${when}`.length > SCREEN_WIDTH
  return `${c.bold(title)} ${paintEnd(view, c)(endWords(view))}${isLong ? '\n' : ''}  ${c.dim(when)}`
}

/** Maximum number of lines for the changes of a snapshot, of one decision, and of one output. */
const MAX_SNAPSHOT_LINES = 20
const MAX_DECISION_LINES = 40
const MAX_OUTPUT_LINES = 10

const showCommand = ({ controller, cycle }: CycleView, artifact: string, { homeOption }: ScreenOptions): string =>
  `bailiff controller show ${controller} --cycle ${cycle} --artifact ${artifact}${homeOption}`

function observed(view: CycleView, options: ScreenOptions): string[] {
  const { c } = options
  const { snapshot } = view
  if (snapshot === null) return []
  const { previous, changes, snapshot_id } = snapshot
  const since =
    previous === null
      ? 'the first snapshot'
      : previous.snapshot_id === snapshot_id
        ? `unchanged since cycle ${previous.cycle}`
        : `changed since cycle ${previous.cycle}:`
  const lines = changeLines(withoutHashes(changes), c, SCREEN_WIDTH - 2)
  const pointer = showCommand(view, 'snapshot', options)
  return [
    heading('Observed', `${snapshot_id}, ${since}`, c),
    ...firstLines(lines, MAX_SNAPSHOT_LINES, pointer).map((line) => `  ${line}`),
  ]
}

/** The last report is part of every snapshot, as two hashes. That it is a new one is enough for people. */
function withoutHashes(changes: readonly FieldChange[]): FieldChange[] {
  const others = changes.filter(({ path }) => path[0] !== 'last_report')
  const report = changes.find(({ path }) => path[0] === 'last_report' && path[1] === 'report_id')
  if (report === undefined) return others
  const short = ({ before, after }: FieldChange): FieldChange => ({
    path: ['last_report'],
    ...(before !== undefined && { before: shortId(String(before)) }),
    ...(after !== undefined && { after: shortId(String(after)) }),
  })
  return [...others, short(report)]
}

function decided(view: CycleView, options: ScreenOptions): string[] {
  const { c } = options
  const { plan } = view
  if (plan === null) return []
  const { plan_id, isReused, decisions, summary, model, modelCalls, answer } = plan
  const count = decisions.length === 0 ? 'nothing to change' : plural(decisions.length, 'effect')
  const failed = modelCalls.filter(({ why }) => why !== null)
  const how = isReused
    ? 'the plan of an earlier cycle'
    : `by ${model}${modelCalls.length > 1 ? `, ${plural(modelCalls.length, 'call')}` : ''}`
  return [
    heading('Decided', `${shortId(plan_id)}, ${count}, ${oneLine(how, 40)}`, c),
    ...(summary === '' ? [] : lines(fill(oneLine(summary, 400), '  '))),
    ...failed.flatMap(({ attempt, why }) =>
      lines(fill(`Call ${attempt} gave no usable plan: ${oneLine(why ?? '', 300)}`, '  ')),
    ),
    ...(options.isPlanShown === true
      ? []
      : decisions.flatMap((one) => decisionLines(shownOnce(one, view), showCommand(view, 'plan', options), c))),
    ...(answer === null ? [] : [answerLine(answer, view.cycle, c)]),
  ]
}

function answerLine(
  { kind, by, cycle }: NonNullable<NonNullable<CycleView['plan']>['answer']>,
  at: number,
  c: Colors,
): string {
  const where = cycle === at ? '' : ` in cycle ${cycle}`
  const text = `  ${kind} by ${oneLine(by, 50)}${where}`
  return kind === 'approved' ? c.green(text) : c.red(text)
}

/** A denial that the guard has recorded is shown there. */
const shownOnce = (decision: DecisionView, { guard }: CycleView): DecisionView =>
  guard.some(({ effect_ref }) => effect_ref === decision.effect_ref) ? { ...decision, denied: null } : decision

/** One decision: its target, why, and what it changes. `pointer` is the command that shows all of a long one. */
export function decisionLines(
  { effect_ref, changes, reasoning_trace, denied }: DecisionView,
  pointer: string,
  c: Colors,
  max: number = MAX_DECISION_LINES,
): string[] {
  const diff = changeLines(changes, c, SCREEN_WIDTH - 4)
  return [
    `  ${c.bold(effect_ref)}`,
    ...(reasoning_trace === null ? [] : lines(fill(`Why: ${oneLine(reasoning_trace, 400)}`, '    '))),
    ...(diff.length === 0 ? ['    already in this state'] : []),
    ...firstLines(diff, max, pointer).map((line) => `    ${line}`),
    ...(denied === null ? [] : lines(fill(`would be denied: ${printable(denied)}`, '    ')).map(c.red)),
  ]
}

function guarded({ guard }: CycleView, c: Colors): string[] {
  if (guard.length === 0) return []
  const denied = guard.filter(({ allowed }) => !allowed)
  const allowed = guard.length - denied.length
  return [
    heading(
      'Guard',
      `${allowed} allowed, ${denied.length === 0 ? 'none denied' : c.red(`${denied.length} denied`)}`,
      c,
    ),
    ...denied.flatMap((one) => denialLines(one, c)),
  ]
}

const BY: { readonly [by in GuardView['by']]: string } = {
  guard: '',
  check: ' by a dispatch check',
  person: ' by a person',
}

const denialLines = ({ effect_ref, reason, by }: GuardView, c: Colors): string[] => [
  `  ${c.red('✗')} ${effect_ref}`,
  ...lines(fill(`denied${BY[by]}: ${printable(reason)}`, '    ')),
]

function acted(view: CycleView, options: ScreenOptions): string[] {
  const { c } = options
  const { plan, effects, end, isDryRun, guard, compared } = view
  const isActing = effects.length > 0 || (plan !== null && plan.decisions.length > 0 && end !== 'awaiting-approval')
  if (isDryRun || compared !== null || !isActing) return []
  const begun = new Set(effects.map(({ idempotency_key }) => idempotency_key))
  const denied = new Set(guard.flatMap(({ allowed, effect_ref }) => (allowed ? [] : [effect_ref])))
  const left = (plan?.decisions ?? []).filter(
    ({ idempotency_key, effect_ref }) => !begun.has(idempotency_key) && !denied.has(effect_ref),
  )
  if (effects.length === 0 && left.length === 0) return []
  return [
    heading('Effects', `${plural(effects.length, 'attempt')}`, c),
    ...effects.flatMap((one) => effectLines(one, options)),
    ...left.map(({ effect_ref, outcome }) =>
      outcome === 'done'
        ? `  ${c.green('✓')} ${effect_ref}  done in an earlier cycle`
        : `  ${c.dim('·')} ${effect_ref}  not attempted`,
    ),
  ]
}

function effectLines(effect: EffectView, { c, detail }: ScreenOptions): string[] {
  const { effect_ref, attempt, outcome, how, why, response, output, resolved } = effect
  const [sign, word] = markOf(effect, c)
  const again = attempt > 1 ? `, attempt ${attempt}` : ''
  const probed = how === 'probed' && outcome !== 'unknown' ? ', found by a probe' : ''
  const isShown = detail === 'full' || outcome !== 'done'
  return [
    `  ${sign} ${effect_ref}  ${word}${again}${probed}`,
    ...(why === null ? [] : lines(fill(printable(why), '    '))),
    ...(isShown && hasContent(response) ? [c.dim(`    ${oneLine(JSON.stringify(response), SCREEN_WIDTH - 4)}`)] : []),
    ...(isShown ? outputLines(output, c) : []),
    ...(resolved === null
      ? []
      : lines(fill(`a person says ${resolved.outcome}: ${printable(resolved.reason)}`, '    '))),
  ]
}

function markOf({ outcome }: EffectView, c: Colors): [string, string] {
  switch (outcome) {
    case 'done':
      return [c.green('✓'), 'done']
    case 'not-done':
      return [c.red('✗'), 'not done']
    case 'unknown':
      return [c.yellow('?'), 'outcome unknown']
    case null:
      return [c.yellow('?'), 'begun, no outcome recorded']
  }
}

const hasContent = (response: unknown): boolean =>
  typeof response === 'object' && response !== null && Object.keys(response).length > 0

/** The ends of texts: programs print their conclusion last. */
const outputLines = (output: { [name: string]: string }, c: Colors): string[] =>
  Object.entries(output).flatMap(([name, text]) => {
    const all = text.trimEnd() === '' ? [] : text.trimEnd().split('\n')
    const tail = all.slice(-MAX_OUTPUT_LINES)
    return [
      ...(all.length > tail.length ? [c.dim(`    ${name}: … ${all.length - tail.length} lines before`)] : []),
      ...tail.map((line) => c.dim(`    ${name}: ${oneLine(line, SCREEN_WIDTH - name.length - 6)}`)),
    ]
  })

function result(view: CycleView, options: ScreenOptions): string[] {
  const { c, detail, homeOption } = options
  const { report, why, code, end, unresolved } = view
  const isCode = code !== null && end === 'error'
  const reasons = report?.errors ?? (why === null ? [] : [`${why}${isCode ? ` [${code}]` : ''}`])
  const told = reasons.filter((reason) => !isShownAbove(reason, view))
  const isTold = end === 'awaiting-approval'
  const paint = paintEnd(view, c)
  return [
    ...(isTold ? [] : [paint(`${signOf(view)} ${resultText(view)}`)]),
    ...(isTold ? [] : told.flatMap((one) => lines(fill(printable(one), '  ')))),
    ...(report !== null && detail === 'full' ? [c.dim(`execution_hash ${report.execution_hash}`)] : []),
    ...unresolved.flatMap(({ effect_ref, idempotency_key }) => [
      c.yellow(`Unresolved: ${effect_ref}. Look at the target, then run:`),
      `  bailiff controller resolve ${shortKey(idempotency_key)} --as done|not-done --reason "…"${homeOption}`,
    ]),
  ]
}

/** Denials are shown under Guard, failures and what was not attempted under Effects. */
const isShownAbove = (reason: string, { guard, effects }: CycleView): boolean =>
  (guard.length > 0 && reason.startsWith('policy guard denied ')) ||
  reason.startsWith('not attempted: ') ||
  effects.some(({ effect_ref }) => reason.startsWith(`${effect_ref}: `))

const shortKey = (key: string): string => key.slice(0, 12)

const LABEL_WIDTH = 10

const heading = (label: string, text: string, c: Colors): string => `${c.bold(label.padEnd(LABEL_WIDTH))}${text}`

const lines = (text: string): string[] => text.trimEnd().split('\n')
