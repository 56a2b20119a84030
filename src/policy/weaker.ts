import { canonical } from '../ledger/canonical.ts'
import type { Json } from '../ledger/kinds.ts'
import { ANSWERS, type CommandRule, DISPATCH_CODES, type DispatchAnswer, type DispatchCode } from './dispatch.ts'
import type { Binding, Demand, Validator } from './policy.ts'

/**
 * Whether a change asks less of the agent than before, as far as that can be told without knowing the project: whether
 * another command is as good, or another scope as wide, the person who reads the change must say.
 */

type IsWeaker = (from: unknown, to: unknown) => boolean

const isLess: IsWeaker = (from, to) => Number(to) < Number(from)
const isMore: IsWeaker = (from, to) => Number(to) > Number(from)
const becomes =
  (value: unknown): IsWeaker =>
  (_, to) =>
    to === value

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const textOf = (value: unknown): string => canonical(value as Json)

/** Something was in the list and is not any more. */
const hasLost: IsWeaker = (from, to) => {
  const left = new Set(listOf(to).map(textOf))
  return listOf(from).some((one) => !left.has(textOf(one)))
}

const hasGained: IsWeaker = (from, to) => hasLost(to, from)

/** Of a list of what is permitted, where none means no limit. */
const isWider: IsWeaker = (from, to) => listOf(from).length > 0 && (listOf(to).length === 0 || hasGained(from, to))

const isMilder = (from: DispatchAnswer, to: DispatchAnswer): boolean => ANSWERS.indexOf(to) < ANSWERS.indexOf(from)

/** A rule that is gone leaves it to the checks, which let through what they find nothing in. */
const areMilder: IsWeaker = (from, to) => {
  const [before, after] = [listOf(from), listOf(to)] as [CommandRule[], CommandRule[]]
  const answerIn = (rules: CommandRule[], { words }: CommandRule): DispatchAnswer =>
    rules.find((rule) => textOf(rule.words) === textOf(words))?.answer ?? 'flag'
  return [...before, ...after].some((rule) => isMilder(answerIn(before, rule), answerIn(after, rule)))
}

const SETTINGS: { [path: string]: IsWeaker } = {
  blockBudget: isLess,
  onStop: becomes('off'),
  acceptReported: becomes(true),
  baseline: becomes('no_worse'),
  'contract.keywords': hasLost,
  'contract.ladder': hasLost,
  'dispatch.roots': hasGained,
  'dispatch.readRoots': isWider,
  'dispatch.hosts': isWider,
  'dispatch.commands': areMilder,
  'dispatch.protectedFiles': hasLost,
  'dispatch.buildOutputs': hasGained,
  'dispatch.maxLines': isMore,
  'dispatch.maxFiles': isMore,
  'dispatch.nobodyToAsk': becomes('flag'),
}

/** Of a setting, by its flattened name; what is not there is what it is by default. */
export function isWeakerSetting(path: string, from: unknown, to: unknown): boolean {
  const [section, list, name = ''] = path.split('.')
  if (section !== 'dispatch' || (list !== 'codes' && list !== 'roles')) return SETTINGS[path]?.(from, to) ?? false
  const usual = list === 'codes' ? (DISPATCH_CODES[name as DispatchCode]?.[1] ?? 'flag') : 'allow'
  return isMilder((from ?? usual) as DispatchAnswer, (to ?? usual) as DispatchAnswer)
}

/** Of a validator that goes by the same name: fewer files that must be as approved, more that may be written, lower numbers. */
export const isWeakerValidator = (from: Validator, to: Validator): boolean =>
  hasField(from, to, 'pins', hasLost) ||
  hasField(from, to, 'outputs', hasGained) ||
  hasField(from, to, 'hosts', hasGained) ||
  ['minTests', 'requiredRuns', 'distinctRoutesAttempted'].some((name) => hasField(from, to, name, isLess)) ||
  ('minTests' in from && !('minTests' in to))

const hasField = (from: object, to: object, name: string, test: IsWeaker): boolean =>
  name in from && name in to && test(from[name as keyof typeof from], to[name as keyof typeof to])

/** Of a binding of the same claim: one demand is enough now, or there are fewer, or they ask for less. */
export function isWeakerBinding(from: Binding, to: Binding): boolean {
  if (from.match === 'all' && to.match === 'any' && to.demands.length > 1) return true
  const isGone = (demand: Demand): boolean => !to.demands.some(({ validator }) => validator === demand.validator)
  const isNew = (demand: Demand): boolean => !from.demands.some(({ validator }) => validator === demand.validator)
  if (to.match === 'any' ? to.demands.some(isNew) : from.match === 'all' && from.demands.some(isGone)) return true
  return to.demands.some((demand) => {
    const before = from.demands.find(({ validator }) => validator === demand.validator)
    return before !== undefined && asksLess(before, demand)
  })
}

const asksLess = (from: Demand, to: Demand): boolean =>
  Object.entries(from.minimum).some(([name, least]) => (to.minimum[name] ?? 0) < least)
