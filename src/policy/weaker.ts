import { hasGained, hasLost, type IsWeaker, isLess, listOf, textOf } from './compare.ts'
import {
  ACCESSES,
  ANSWERS,
  type CommandRule,
  DISPATCH_CODES,
  type DispatchAnswer,
  type DispatchCode,
} from './dispatch.ts'
import type { Binding, Demand, Validator } from './policy.ts'
import { kindOf } from './validators.ts'

/**
 * Detects changes that demand less of the agent, as far as possible without knowing the project. Whether a different command
 * is as good, or a different scope as wide, is for the person who reads the change to decide.
 */

const isMore: IsWeaker = (from, to) => Number(to) > Number(from)
const becomes =
  (value: unknown): IsWeaker =>
  (_, to) =>
    to === value

/** True if the new list permits more; an empty list means no limit. */
const isWider: IsWeaker = (from, to) => listOf(from).length > 0 && (listOf(to).length === 0 || hasGained(from, to))

/** True if the new list has a folder that no folder in the old list contains. */
const reachesFurther: IsWeaker = (from, to) =>
  listOf(to).some((folder) => !listOf(from).some((known) => holds(String(known), String(folder))))

const holds = (folder: string, other: string): boolean =>
  folder === other || (folder === '.' ? !/^[~/]/.test(other) : other.startsWith(`${folder}/`))

/** Like `reachesFurther`, but an empty list means no limit. */
const readsFurther: IsWeaker = (from, to) =>
  listOf(from).length > 0 && (listOf(to).length === 0 || reachesFurther(from, to))

const isMilder = (from: DispatchAnswer, to: DispatchAnswer): boolean => ANSWERS.indexOf(to) < ANSWERS.indexOf(from)

/** True if a command rule became milder. A command without a rule counts as `flag`. */
const areMilder: IsWeaker = (from, to) => {
  const [before, after] = [listOf(from), listOf(to)] as [CommandRule[], CommandRule[]]
  const answerIn = (rules: CommandRule[], { words }: CommandRule): DispatchAnswer =>
    rules.find((rule) => textOf(rule.words) === textOf(words))?.answer ?? 'flag'
  return [...before, ...after].some((rule) => isMilder(answerIn(before, rule), answerIn(after, rule)))
}

const SETTINGS: { [path: string]: IsWeaker } = {
  blockBudget: isLess,
  onStop: becomes('off'),
  onStopSeconds: isLess,
  acceptReported: becomes(true),
  baseline: becomes('no_worse'),
  // One matching keyword is enough, so more keywords make it weaker.
  'contract.keywords': isWider,
  'contract.ladder': hasLost,
  'dispatch.roots': reachesFurther,
  'dispatch.readRoots': readsFurther,
  'dispatch.hosts': isWider,
  'dispatch.commands': areMilder,
  'dispatch.protectedFiles': hasLost,
  'dispatch.buildOutputs': hasGained,
  'dispatch.maxLines': isMore,
  'dispatch.maxFiles': isMore,
  'dispatch.nobodyToAsk': becomes('flag'),
  'claims.model.name': becomes(undefined),
}

/** All settings of a policy, flattened: `dispatch.codes.X`. */
export type Settings = { [path: string]: unknown }

/** True if a change to one setting is weaker. A missing setting has its default. */
export function isWeakerSetting(path: string, from: Settings, to: Settings): boolean {
  const [section, list] = path.split('.')
  if (section !== 'dispatch' || (list !== 'codes' && list !== 'roles'))
    return SETTINGS[path]?.(from[path], to[path]) ?? false
  const [, , name = '', access = ''] = path.split('.')
  if (list === 'codes') return isMilder(codeIn(from, name), codeIn(to, name))
  // Adding or removing a row affects all its accesses.
  const changed = hasRow(from, name) === hasRow(to, name) ? [access] : ACCESSES
  return changed.some((one) => isMilder(roleIn(from, name, one), roleIn(to, name, one)))
}

const codeIn = (all: Settings, code: string): DispatchAnswer =>
  (all[`dispatch.codes.${code}`] as DispatchAnswer | undefined) ?? DISPATCH_CODES[code as DispatchCode]?.[1] ?? 'flag'

const hasRow = (all: Settings, role: string): boolean =>
  role === 'main' || Object.keys(all).some((path) => path.startsWith(`dispatch.roles.${role}.`))

/** Returns a role's answer. A subagent type without a row of its own uses the `*` row. */
const roleIn = (all: Settings, role: string, access: string): DispatchAnswer =>
  (all[`dispatch.roles.${hasRow(all, role) ? role : '*'}.${access}`] as DispatchAnswer | undefined) ?? 'allow'

/** Compares validators with the same name. A validator that no longer runs a command or counts tests is weaker, too. */
export function isWeakerValidator(from: Validator, to: Validator): boolean {
  const [before, after]: { [field: string]: unknown }[] = [from, to]
  return (
    Object.entries(kindOf(from).weaker ?? {}).some(
      ([field, isWeaker]) => field in to && isWeaker(before?.[field], after?.[field]),
    ) || ['minTests', 'requiredRuns'].some((field) => field in from && !(field in to))
  )
}

/** True if the binding of a claim became weaker: one demand is now enough, or there are fewer, or they require less. */
export function isWeakerBinding(from: Binding, to: Binding): boolean {
  if (from.demands.length === 0) return false
  if (to.demands.length === 0) return true
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
