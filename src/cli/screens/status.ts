import type { DoctorFinding } from '../../doctor/finding.ts'
import type { HookedHost } from '../../doctor/supervision.ts'
import type { ActivePolicy } from '../../policy/choose-policy.ts'
import type { Pause } from '../../session/pause.ts'
import type { Checking } from '../../session/state.ts'
import type { TurnEnding } from '../../session/tally.ts'
import { clock, day, zoneAt } from '../../views/local-time.ts'
import { sayUntil } from '../../views/pauses.ts'
import { runningFor } from './checking.ts'
import { SCREEN_WIDTH, widthOf } from './width.ts'

/** The newest session of a project, and how its last turn ended. */
export type LastTurn = { session: string; verdict: TurnEnding | null; at: string; checking: Checking | null }

/** The facts that `bailiff status` shows. The policy is null if the ledger is unusable. */
export type Status = {
  hosts: readonly HookedHost[]
  ledger: DoctorFinding | null
  paused: Pause | null
  policy: Pick<ActivePolicy, 'policy' | 'why' | 'finding' | 'isMissing'> | null
  last: LastTurn | null
}

/** True if the agents of at least one program are recorded and judged. */
export const isSupervised = ({ hosts, ledger, paused }: Status): boolean =>
  ledger === null && paused === null && hosts.some(works)

const works = ({ silent }: HookedHost): boolean => silent === null

/**
 * One line that fits a screen, with the next step if there is one. To fit, it leaves out what matters least; if that is not
 * enough, the next step gets a line of its own.
 */
export function statusLines(status: Status, now: Date): [string, ...string[]] {
  const step = nextOf(status)
  const inline = step === null ? '' : `run ${step}`
  const fits = (one: string): boolean => widthOf(one) <= SCREEN_WIDTH
  const line = rungs(status, now, inline).find(fits)
  if (line !== undefined) return [line]
  const rest = rungs(status, now, '')
  return [rest.find(fits) ?? rest.at(-1) ?? '', ...(step === null ? [] : [`Run: ${step}`])]
}

/** The line with less and less detail. */
function rungs(status: Status, now: Date, step: string): string[] {
  const [state, policy, last] = [stateOf(status, 'reasons'), policyOf(status), lastOf(status, '')]
  const joined = (...parts: string[]): string => [...parts, step].filter((part) => part !== '').join('; ')
  return [
    joined(state, policy, lastOf(status, whenOf(status, now))),
    joined(state, policy, last),
    joined(stateOf(status, 'named'), policy, last),
    ...(status.hosts.filter(works).length > 1 ? [joined(stateOf(status, 'counted'), policy, last)] : []),
    // If nothing is supervised, the rest matters less.
    ...(isSupervised(status) ? [] : [joined(state, policy), joined(state)]),
  ]
}

function stateOf({ hosts, ledger, paused }: Status, shown: 'reasons' | 'named' | 'counted'): string {
  if (paused !== null) return `Paused ${sayUntil(paused)}: nothing is recorded`
  if (ledger !== null) return 'Not supervised: the ledger cannot be used'
  const working = hosts.filter(works)
  const silent = hosts.flatMap(({ title, silent }) => (silent === null ? [] : [{ title, code: silent.code }]))
  if (hosts.length === 0) return 'Not supervised: no agent program has our hooks'
  if (working.length === 0) return `Not supervised: ${silent.map(saySilent).join(', ')}`
  const names = shown === 'counted' ? `${working.length} programs` : working.map(({ title }) => title).join(', ')
  return [
    `Supervised: ${names}`,
    ...silent.map((one) => `not ${shown === 'reasons' ? saySilent(one) : one.title}`),
  ].join(', ')
}

const saySilent = ({ title, code }: { title: string; code: DoctorFinding['code'] }): string =>
  `${title} (${SILENT[code] ?? 'its hooks do not run'})`

/** Why a program's hooks record nothing. */
const SILENT: { readonly [code in DoctorFinding['code']]?: string } = {
  HOOKS_UNTRUSTED: 'hooks not approved',
  HOOKS_OFF: 'hooks switched off',
  HOOK_ELSEWHERE: 'another ledger',
  KEY_REPLACED: 'keys replaced',
  SETTINGS_UNREADABLE: 'settings unreadable',
  LAUNCHER_MISSING: 'hook program missing',
}

function policyOf({ policy }: Status): string {
  if (policy === null) return ''
  const isWarnOnly = Object.values(policy.policy.modes).every((mode) => mode !== 'block')
  return `${policyName(policy)}${isWarnOnly ? ' (warns only)' : ''}`
}

function policyName({ why, finding, isMissing }: NonNullable<Status['policy']>): string {
  if (why !== 'built-in') return POLICIES[why]
  if (finding !== null) return 'policy tampered with'
  return isMissing ? 'no policy' : 'policy not approved'
}

const POLICIES = {
  environment: 'policy named by BAILIFF_POLICY_SHA256',
  signed: 'policy signed',
  approved: 'policy approved',
  'approved-copy': 'approved copy of the policy',
} as const

function lastOf({ last }: Status, when: string): string {
  if (last === null) return ''
  const { verdict, checking } = last
  return `last turn ${checking === null ? (verdict ?? 'not ended') : `checking (${runningFor(checking)})`}${when}`
}

/** The time on the same day, or the date. */
function whenOf({ last }: Status, now: Date): string {
  if (last === null) return ''
  const isToday = day(last.at) === day(now.toISOString())
  return `, ${isToday ? `${clock(last.at).slice(0, 5)} ${zoneAt(last.at)}` : day(last.at)}`
}

/** Endings that a person should look into. */
const TROUBLED: readonly (TurnEnding | null)[] = [
  'blocked',
  'capped',
  'failed',
  'overruled',
  'superseded',
  'unanswered',
  'unsupervised',
]

/** The command to run next; null if nothing is wrong. */
function nextOf({ hosts, ledger, paused, policy, last }: Status): string | null {
  if (paused !== null) return 'bailiff resume'
  if (ledger !== null || (hosts.length > 0 && !hosts.some(works))) return 'bailiff doctor'
  if (hosts.length === 0) return 'bailiff init'
  if (policy?.why === 'built-in')
    return policy.isMissing && policy.finding === null ? 'bailiff init' : 'bailiff policy approve'
  if (policy?.why === 'approved-copy') return 'bailiff policy diff'
  return TROUBLED.includes(last?.verdict ?? null) ? 'bailiff explain' : null
}
