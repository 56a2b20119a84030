import type { Role } from '../lexicon/roles.ts'
import type { Obstacle } from '../obstacles.ts'
import type { Clause } from '../sentences.ts'
import { has, some, someBefore, type Token } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues, type Surroundings } from './cue.ts'
import { isTest } from './programs.ts'

/** Roles that name an obstacle. */
const OBSTACLES: readonly Role[] = ['cannot', 'can', 'in-vain', 'access', 'here', 'blocked', 'blocks']

/** Finds statements that the agent cannot do a step: "I can't", "no access", "is not installed". */
export const blockedCues: FindCues = (clause, around) =>
  each(clause.tokens, (token, i): Cue | null => {
    const obstacle = has(token, ...OBSTACLES) ? obstacleAt(clause, i, around) : null
    return obstacle === null ? null : { type: 'blocked', at: i, negative: true, obstacle }
  })

function obstacleAt(clause: Clause, at: number, around: Surroundings): Obstacle | null {
  const token = clause.tokens[at]
  const isInVain = has(token, 'in-vain')
  if (isUnable(clause, at) || (isInVain && isStopped(clause, at)))
    return isCheck(clause, at) ? 'check' : isInVain ? 'failure' : 'task'
  if (has(token, 'access', 'here') && hinders(clause, at, around))
    return isUnshipped(clause, around) ? 'cause' : 'check'
  if (!isMissing(clause, at) && !isStopped(clause, at)) return null
  // "pytest is not installed": only tests lack something.
  return clause.tokens.some(isTest) ? 'check' : 'cause'
}

/** "I can't", "ich kann … nicht". */
const isUnable = (clause: Clause, at: number): boolean =>
  (has(clause.tokens[at], 'cannot') && isAgents(clause, at)) || (has(clause.tokens[at], 'can') && isDenied(clause, at))

const isMissing = (clause: Clause, at: number): boolean =>
  has(clause.tokens[at], 'access') && (failed(clause, at) || lacks(clause, at))

/** "is blocked", "no network". */
const isStopped = (clause: Clause, at: number): boolean =>
  (has(clause.tokens[at], 'blocked') || isHindering(clause, at)) &&
  !isAdjective(clause, at) &&
  !some(clause.tokens.slice(at), 'well') &&
  frameOf(clause, at) !== 'attributive' &&
  !some(clause.tokens.slice(0, at), 'user', 'that', 'your')

/** "blocks network access", "is blocking me"; a dialog that blocks the page hinders no agent. */
const isHindering = ({ tokens }: Clause, at: number): boolean =>
  has(tokens[at], 'blocks') && some(tokens.slice(at + 1, at + 4), 'access', 'me')

/** "Blocked users see an empty page", "forbidden actions", "571 issues are blocked": about users, actions and issues. */
function isAdjective({ tokens, order }: Clause, at: number): boolean {
  if (order === 'free') return false
  const next = tokens[at + 1]
  const noun = next?.kind === 'word' && (next.roles.length === 0 || (at === 0 && has(next, 'other')))
  const counted = tokens
    .slice(0, at)
    .some((token, i) => token.kind === 'number' && has(tokens[i + 1], 'problem', 'work'))
  return (
    has(tokens[at - 1], 'as') ||
    counted ||
    (noun && !has(tokens[at - 1], 'be', 'been', 'agent') && /^\w+(?:ed|en)$/.test(tokens[at]?.text ?? ''))
  )
}

const CHECKS = ['to-check', 'checked', 'test', 'ensure'] as const

/** "could not run the tests", "can't confirm that it works": only a check is prevented. */
function isCheck({ tokens, order }: Clause, at: number): boolean {
  const and = tokens.findIndex((token, i) => i > at && has(token, 'and'))
  const object = order === 'free' ? tokens : tokens.slice(at + 1, and < 0 ? undefined : and)
  return some(object, ...CHECKS) || object.some(isTest) || (order === 'fixed' && has(tokens[at + 1], 'bad'))
}

/** "No board is attached here, so it has not run", "Not built: no Xcode here": something is missing, and work was not done. */
function hinders({ tokens }: Clause, at: number, { before, behind }: Surroundings): boolean {
  const missing = has(tokens[at], 'here') ? tokens : tokens.slice(at, at + 4)
  // "I didn't change files in this session" names no obstacle.
  const not = tokens.findIndex((token) => has(token, 'not'))
  if (has(tokens[at], 'here') && someBefore(tokens, not, 'agent') && !some(tokens, 'lack', 'cannot')) return false
  const undone = [before?.tokens ?? [], tokens, behind[0]?.tokens ?? []].some((own) =>
    own.some((token, i) => has(token, 'not') && some(own.slice(i + 1), ...WORK)),
  )
  return undone && some(missing, 'not', 'lack')
}

/** "no token here, so it was not pushed": more than a check was left undone. */
const isUnshipped = ({ tokens }: Clause, { before, behind }: Surroundings): boolean =>
  [before?.tokens ?? [], tokens, behind[0]?.tokens ?? []].some((own) => some(own, 'to-ship', 'shipped'))

const WORK = [
  'checked',
  'test',
  'step',
  'to-check',
  'to-ship',
  'changed',
  'built',
  'passed',
  'shipped',
  'tried',
  'works',
] as const

/** "I do not have network access." */
const lacks = ({ tokens }: Clause, at: number): boolean =>
  some(tokens.slice(0, at), 'agent') &&
  some(tokens.slice(Math.max(0, at - 4), at), 'not') &&
  some(tokens.slice(Math.max(0, at - 3), at), 'have')

/** "failed due to network issues"; "both failures are network time-outs" explains. */
const failed = ({ tokens }: Clause, at: number): boolean =>
  tokens.slice(Math.max(0, at - 5), at).some(({ text }) => /^fail/.test(text) && !/^failure/.test(text))

function isAgents({ tokens, order, opener }: Clause, at: number): boolean {
  const subject = tokens.slice(Math.max(0, at - 4), at)
  // "I could not find the commit" reports a finding.
  const found = /^(?:find|see|tell|say|think|imagine|recommend)$/.test(tokens[at + 1]?.text ?? '')
  // "… — impossible"
  const isRemark = tokens.length === 1 && opener !== ''
  if (order === 'free')
    return !some(tokens.slice(0, at), 'user', 'other', 'your') && !isThing(tokens[at - 1]) && !isRemark
  return (some(subject, 'agent') || at === 0) && !some(subject, 'user') && !found
}

/** "`parse` 无法读取": a program, not the agent. */
const isThing = (subject: Token | undefined): boolean => subject?.kind === 'code' || has(subject, 'it')

/** "Ich kann … nicht erreichen": the negation comes later. */
const isDenied = ({ tokens, order }: Clause, at: number): boolean =>
  order === 'free' && some(tokens, 'agent') && some(tokens.slice(at), 'not')
