import { canonical } from '../ledger/canonical.ts'
import { isObject, type Json } from '../ledger/kinds.ts'
import { builtInPolicy } from './built-in.ts'
import { describeNeeds, describeValidator } from './describe.ts'
import type { Binding, Policy, Validator } from './policy.ts'
import { isWeakerBinding, isWeakerSetting, isWeakerValidator, type Settings } from './weaker.ts'

/** One difference between two policies, in one line. `weaker`: it demands less of the agent than before. */
export type Change = { weaker: boolean; line: string }

/** Returns the changes an approval would make to the previously approved policy, or else to the built-in one. */
export const changesFrom = (before: Policy | null, after: Policy): Change[] =>
  diffPolicies(before ?? builtInPolicy(), after)

/** Compares two policies by meaning: layout, key order and short forms make no difference. */
const diffPolicies = (before: Policy, after: Policy): Change[] => [
  ...diffModes(before, after),
  ...diffNamed('validator', before.validators, after.validators, describeValidator, isWeakerValidator),
  ...diffNamed('binding', bindingsOf(before), bindingsOf(after), describeNeeds, isWeakerBinding),
  ...diffRest(before, after),
]

const STRICTNESS = ['off', 'warn', 'block']

function diffModes(before: Policy, after: Policy): Change[] {
  return (Object.keys(after.modes) as (keyof Policy['modes'])[])
    .filter((subject) => before.modes[subject] !== after.modes[subject])
    .map((subject) => {
      const [from, to] = [before.modes[subject], after.modes[subject]]
      return { weaker: STRICTNESS.indexOf(to) < STRICTNESS.indexOf(from), line: `mode of ${subject}: ${from} → ${to}` }
    })
}

const bindingsOf = ({ bindings }: Policy): { [name: string]: Binding } =>
  Object.fromEntries(bindings.map((one) => [one.scope === null ? one.claim : `${one.claim} in ${one.scope}`, one]))

type Named<Value> = { [name: string]: Value }

function diffNamed<Value extends Validator | Binding>(
  what: string,
  before: Named<Value>,
  after: Named<Value>,
  describe: (value: Value) => string,
  isWeaker: (from: Value, to: Value) => boolean,
): Change[] {
  return union(before, after).flatMap((name): Change[] => {
    const [from, to] = [own(before, name), own(after, name)]
    if (from !== undefined && to !== undefined && same(from, to)) return []
    const [earlier, later] = [inEffect(before, name), inEffect(after, name)]
    // A removed validator or binding no longer demands anything, unless a general one still applies.
    const weaker = earlier !== undefined && (later === undefined || isWeaker(earlier, later))
    return [{ weaker, line: lineOf(`${what} ${name}`, from, to, describe) }]
  })
}

/** Returns the value in effect: a scope without its own binding uses the general one. */
const inEffect = <Value>(all: Named<Value>, name: string): Value | undefined =>
  own(all, name) ?? own(all, name.replace(/ in .*$/s, ''))

function lineOf<Value extends object>(
  which: string,
  from: Value | undefined,
  to: Value | undefined,
  describe: (value: Value) => string,
): string {
  if (to === undefined) return `${which} removed: ${from === undefined ? '' : describe(from)}`
  if (from === undefined) return `new ${which}: ${describe(to)}`
  const [said, next] = [describe(from), describe(to)]
  return `${which}: ${said === next ? details(from, to) : `${said} → ${next}`}`
}

const details = (from: object, to: object): string =>
  union(from, to)
    .filter((key) => !same(own(from, key), own(to, key)))
    .map((key) => `${inFile(key)} ${show(own(from, key))} → ${show(own(to, key))}`)
    .join('; ')

/** Compares all other settings, flattened: `dispatch.codes.X`. */
function diffRest(before: Policy, after: Policy): Change[] {
  const [from, to] = [settings(before), settings(after)]
  return union(from, to)
    .filter((path) => !same(from[path], to[path]))
    .map((path) => ({
      weaker: isWeakerSetting(path, from, to),
      line: `${inFile(path)}: ${show(from[path])} → ${show(to[path])}`,
    }))
}

/** Spells a setting as the policy file does (`block_budget`). Names chosen by people are left alone. */
const inFile = (path: string): string =>
  path.startsWith('dispatch.roles.')
    ? path
    : path.replace(/([a-z])([A-Z])/g, (_, end: string, next: string) => `${end}_${next.toLowerCase()}`)

function settings(policy: Policy): Settings {
  const { v: _, modes: __, validators: ___, bindings: ____, ...rest } = policy
  return Object.fromEntries(flatten('', rest))
}

const flatten = (path: string, value: unknown): [string, unknown][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => flatten(path === '' ? key : `${path}.${key}`, inner))
    : [[path, value]]

const own = <Value>(of: { [name: string]: Value } | object, name: string): Value | undefined =>
  Object.hasOwn(of, name) ? (of as { [name: string]: Value })[name] : undefined

const union = (a: object, b: object): string[] => [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()

const same = (a: unknown, b: unknown): boolean =>
  a === undefined || b === undefined ? a === b : canonical(a as Json) === canonical(b as Json)

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (typeof value === 'string') return value
  if (!Array.isArray(value) || !value.some(isObject)) return JSON.stringify(value)
  return `[${value.map((one) => (isObject(one) ? showOne(one) : JSON.stringify(one))).join(', ')}]`
}

/** Renders a route, a pin or a command rule for people. */
function showOne(value: { [key: string]: unknown }): string {
  const { name, words, answer, file, pointer, ...rest } = value
  if (Array.isArray(words)) return `${answer} ${words.join(' ')}`
  if (file !== undefined) return `${file}${pointer ?? ''}`
  const how = Object.entries(rest).filter(([, one]) => one !== null)
  return name === undefined ? JSON.stringify(value) : `${name} (${how.map(([key, one]) => `${key} ${one}`).join(', ')})`
}
