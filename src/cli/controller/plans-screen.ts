import type { EnvSnapshot, ProposedChangePlan } from '../../controller/artifacts.ts'
import type { Json } from '../../ledger/kinds.ts'
import { changesBetween, type FieldChange } from '../../views/json-changes.ts'
import type { Io } from '../command.ts'
import { type Colors, colors, oneLine, plural } from '../screens/output.ts'
import { cutTo, padTo, SCREEN_WIDTH } from '../screens/width.ts'
import { changeLines } from './diff-lines.ts'
import { shortId } from './ids.ts'

/** The difference between two plans. */
export type PlanDifference = {
  before: string | null
  after: string
  isSame: boolean
  decisions: { effect_ref: string; in: 'both' | 'before' | 'after'; changes: FieldChange[] }[]
}

/** Compares two plans, target by target. */
export function comparePlans(before: ProposedChangePlan | null, after: ProposedChangePlan): PlanDifference {
  const [old, now] = [statesIn(before), statesIn(after)]
  const refs = [...new Set([...old.keys(), ...now.keys()])]
  return {
    before: before?.plan_id ?? null,
    after: after.plan_id,
    isSame: before?.plan_id === after.plan_id,
    decisions: refs.map((effect_ref) => ({
      effect_ref,
      in: !old.has(effect_ref) ? 'after' : now.has(effect_ref) ? 'both' : 'before',
      changes: changesBetween(old.get(effect_ref), now.get(effect_ref)),
    })),
  }
}

const statesIn = (plan: ProposedChangePlan | null): Map<string, Json> =>
  new Map((plan?.decisions ?? []).map(({ effect_ref, target_state }) => [effect_ref, target_state as Json]))

/** Two plans in a line each, then what differs between them. */
export function renderPlans(
  label: string,
  before: ProposedChangePlan | null,
  after: ProposedChangePlan,
  io: Io,
): string {
  const c = colors(io.color)
  const first = before === null ? `${c.bold(label.padEnd(LABEL_WIDTH))}no plan` : planLine(label, before, c)
  return `${first}\n${planLine('Now', after, c)}\n${differenceOf(before, after, c)}`
}

/** Lists the differences between two plans, target by target. */
function differenceOf(before: ProposedChangePlan | null, after: ProposedChangePlan, c: Colors): string {
  const { decisions, isSame } = comparePlans(before, after)
  const differing = decisions.filter((one) => one.in !== 'both' || one.changes.length > 0)
  const none = isSame ? 'Both plans are the same.' : 'Both plans make the same changes.'
  if (differing.length === 0) return `  ${c.green(none)}\n`
  return differing
    .flatMap(({ effect_ref, in: where, changes }) => [
      `  ${c.bold(effect_ref)}  ${WORDS[where]}`,
      ...changeLines(changes, c, SCREEN_WIDTH - 4).map((line) => `    ${line}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}

/** Terminals from this width on show two plans beside each other. */
const WIDE_COLUMNS = 120
const GAP = '  '

/** The plan of the past and the new one: beside each other on a wide terminal, else one after the other; then what differs. */
export function renderPlansBeside(
  { snapshot_id }: EnvSnapshot,
  before: ProposedChangePlan | null,
  after: ProposedChangePlan,
  io: Io,
): string {
  const c = colors(io.color)
  const isWide = io.columns !== null && io.columns >= WIDE_COLUMNS
  const width = isWide ? Math.floor((io.columns ?? 0) / 2) - GAP.length : SCREEN_WIDTH
  const [left, right] = [wholePlan('Before', before, width), wholePlan('Now', after, width)]
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, i) =>
    `${padTo(left[i] ?? '', width)}${GAP}${right[i] ?? ''}`.trimEnd(),
  )
  const both = isWide ? rows : [...left, ...right]
  return `${c.bold('Decided again')} on ${snapshot_id}\n${both.join('\n')}\n${c.bold('Difference')}\n${differenceOf(before, after, c)}`
}

/** A plan with the whole state of every target. */
function wholePlan(label: string, plan: ProposedChangePlan | null, width: number): string[] {
  const plain = colors(false)
  if (plan === null) return [`${label.padEnd(LABEL_WIDTH)}no plan`]
  return [
    cutTo(planLine(label, plan, plain), width),
    `  by ${oneLine(plan.llm_metadata.model, width - 5)}`,
    ...plan.decisions.flatMap(({ effect_ref, target_state, reasoning_trace }) => [
      `  ${oneLine(effect_ref, width - 2)}`,
      ...(reasoning_trace === undefined ? [] : [`    ${oneLine(`Why: ${reasoning_trace}`, width - 4)}`]),
      ...changeLines(changesBetween(undefined, target_state as Json), plain, width - 4).map((line) => `    ${line}`),
    ]),
  ]
}

const LABEL_WIDTH = 10

const WORDS = { both: 'differs', before: 'no longer changed', after: 'newly changed' } as const

const planLine = (label: string, { plan_id, decisions, summary }: ProposedChangePlan, c: Colors): string =>
  `${c.bold(label.padEnd(LABEL_WIDTH))}${shortId(plan_id)}, ${plural(decisions.length, 'effect')}${summary === '' ? '' : `: ${oneLine(summary, 40)}`}`
