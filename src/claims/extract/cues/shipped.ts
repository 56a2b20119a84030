import type { Role } from '../lexicon/roles.ts'
import type { Clause } from '../sentences.ts'
import { has, some, type Token } from '../tokens.ts'
import { frameOf, isHabitual } from '../view.ts'
import { type Cue, each, type FindCues } from './cue.ts'
import { isHash, isHost } from './programs.ts'

/** Finds claims that work left the workspace: committed, pushed, merged, deployed, released, live, pull request opened. */
export const shippedCues: FindCues = (clause, { before }) =>
  each(clause.tokens, (token, i) => {
    const find = FINDERS.find(([role]) => has(token, role))?.[1]
    if (has(token, 'shipped') || isThere(clause, i)) return shippedAt(clause, i)
    if (find !== undefined) return find(clause, i)
    if (isPlace(token) || has(token, 'device')) return arrivedAt(clause, i)
    if (i === 0 && isResult(clause, before)) return { type: 'shipped', at: 0 }
    if (has(token, 'passed')) return wentThroughAt(clause, i)
    return isCommit(clause, i, before) ? { type: 'shipped', at: i, act: 'commit' } : null
  })

/** "I'm committed to implementing it": a promise. */
const isDevoted = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'committed' && tokens[at + 1]?.text === 'to' && /ing$/.test(tokens[at + 2]?.text ?? '')

function shippedAt(clause: Clause, at: number): Cue | null {
  if (isDevoted(clause, at)) return null
  const frame = frameOf(clause, at)
  if (frame === 'user' || frame === 'other') return { type: 'shipped', at, not: 'attributed' }
  const described = frame === 'attributive' || frame === 'relative' || (frame === 'state' && isHabitual(clause, at))
  if (described) return { type: 'shipped', at, not: 'described' }
  return isLocal(clause, at) ? { type: 'shipped', at, act: 'commit' } : { type: 'shipped', at }
}

/** True for a commit or a merge: of branches, not of a pull request, and nothing that is said to be elsewhere. */
const isLocal = ({ tokens }: Clause, at: number): boolean =>
  has(tokens[at], 'committed') && !some(tokens, 'request', 'remote')

/** "Deploy: ok", "Release: success". */
const isResult = ({ tokens, opener }: Clause, label: Clause | undefined): boolean =>
  /[:=|]/.test(opener) &&
  tokens.length === 1 &&
  has(tokens[0], 'passed', 'success', 'done') &&
  label?.tokens.length === 1 &&
  has(label.tokens[0], 'to-ship')

/** True for a word that means "shipped" only together with a device or a remote. */
const isThere = (clause: Clause, at: number): boolean =>
  (has(clause.tokens[at], 'installed') && isOnDevice(clause, at)) ||
  (has(clause.tokens[at], 'synced') && isWithRemote(clause, at))

/** Maximum number of words between "installed" and the device. */
const DEVICE_REACH = 8

/** "installed on your phone", "installed the build on the tablet": on a device, not as a dependency. */
function isOnDevice({ tokens, order }: Clause, at: number): boolean {
  if (order === 'free') return some(tokens, 'device')
  const behind = tokens.slice(at + 1, at + DEVICE_REACH)
  const on = behind.findIndex((token) => has(token, 'on'))
  return on >= 0 && behind.slice(on + 1).some((token) => has(token, 'device') || /^i(?:Phone|Pad)$/.test(token.text))
}

/** "The branch is in sync with origin"; "both lists stay in sync" describes. */
const isWithRemote = ({ tokens, order }: Clause, at: number): boolean =>
  some(tokens, 'remote') &&
  (order === 'free' || at === 0 || has(tokens[at - 1], 'be', 'been', 'now', 'adverb', 'agent'))

/** "The site is live", "We're live", "Live on prod", "PR 42 is up", "the release is out". */
function liveAt(clause: Clause, at: number): Cue | null {
  const { tokens } = clause
  const subject = tokens.slice(0, at)
  if (
    !isOurs(clause, at) ||
    (some(subject, 'problem') && !some(subject, 'work')) ||
    subject.some(({ text }) => text === 'old')
  )
    return null
  const frame = frameOf(clause, at)
  const isState = (frame === 'state' || frame === 'passive') && !some(subject, 'have')
  const stands = isState || (frame === 'agent' && has(tokens[at - 1], 'be', 'now', 'adverb')) || isHeadline(clause, at)
  const next = tokens[at + 1]
  const ends = next === undefined || has(next, 'prep', 'live', 'now', 'and', 'verdict', 'well')
  if (!stands || !ends) return null
  // "live at localhost:3000" left nothing, and a server that is live runs.
  return tokens.some(({ text }) => /localhost|127\.0\.0\.1/.test(text)) || subject.some(isHost)
    ? { type: 'verified', at }
    : { type: 'shipped', at }
}

/** True unless the word needs a subject it lacks: a server is up, a request or a new build is up on prod, time is out. */
function isOurs(clause: Clause, at: number): boolean {
  const { tokens } = clause
  const subject = tokens.slice(0, at)
  const isWork =
    some(subject, 'work', 'it') ||
    subject.some(({ kind, text }) => kind === 'code' || kind === 'number' || /^v\d/.test(text))
  switch (tokens[at]?.text) {
    case 'up':
    case 'open':
      return some(subject, 'request') || (isWork && !some(subject, 'other') && isAtPlace(clause, at))
    case 'out':
      // "out of support"
      return isWork && tokens[at + 1]?.text !== 'of'
    default:
      return true
  }
}

/** "up on prod", "live on npm". */
const isAtPlace = ({ tokens }: Clause, at: number): boolean =>
  (has(tokens[at + 1], 'live') && /\bprod/.test(tokens[at + 1]?.text ?? '')) ||
  (has(tokens[at + 1], 'on', 'prep') && tokens.slice(at + 2, at + 4).some(isPlace))

/** "Live on prod.", "Now live!": no subject, and nothing that "live" could describe. */
function isHeadline(clause: Clause, at: number): boolean {
  const { tokens } = clause
  if (tokens[at]?.text !== 'live' || !tokens.slice(0, at).every((token) => has(token, 'now', 'adverb', 'and')))
    return false
  const isNow = (token: Token | undefined): boolean => has(token, 'now')
  return (
    isAtPlace(clause, at) || (tokens.length === at + 1 && at > 0) || (tokens.length === at + 2 && isNow(tokens.at(-1)))
  )
}

/** "The deploy went through", "the push succeeded"; a trial run left nothing. */
function wentThroughAt({ tokens, order }: Clause, at: number): Cue | null {
  const left = tokens
    .slice(0, at)
    .findLastIndex(
      (token) => !has(token, 'be', 'been', 'have', 'now', 'adverb', 'success') && !PARTICLE.test(token.text),
    )
  const act = tokens[left]
  const isPast = order === 'free' || /^(?:went through|gone through|succeeded)$/.test(tokens[at]?.text ?? '')
  const isTrial = tokens.slice(0, left).some((token) => has(token, 'test', 'if') || TRIAL.test(token.text))
  if (!isPast || !has(act, 'to-ship') || isTrial) return null
  return /^(?:commit|merge)/.test(act?.text ?? '') ? { type: 'shipped', at, act: 'commit' } : { type: 'shipped', at }
}
const TRIAL = /^(?:dry|trial|local|preview)/
/** Japanese and Korean particles between an act and its result: "デプロイが成功しました". */
const PARTICLE = /^[がもは이가도은는까]$/

/** "Opened a pull request", "the PR was created". */
function openedAt(clause: Clause, at: number): Cue | null {
  const near = clause.tokens.slice(Math.max(0, at - 4), at + 6)
  const frame = frameOf(clause, at)
  const fits = frame !== 'user' && frame !== 'other' && frame !== 'relative' && frame !== 'attributive'
  return fits && some(near, 'request') ? { type: 'shipped', at } : null
}

const isPlace = (token: Token): boolean =>
  has(token, 'place') || (token.kind === 'code' && /^(?:origin\/)?(?:main|master|production|prod)$/.test(token.text))

/** "The change is on main." */
function arrivedAt({ tokens }: Clause, at: number): Cue | null {
  const on = has(tokens[at - 1], 'det') ? at - 2 : at - 1
  const arrived = has(tokens[on], 'on') && has(tokens[on - 1], 'be', 'now', 'adverb') && tokens[at + 1]?.text !== "'s"
  const subject = tokens.slice(0, Math.max(0, on - 1))
  const ours = some(subject, 'work', 'it') || subject.some(({ kind }) => kind === 'code' || kind === 'number')
  return arrived && ours && !some(subject, 'problem') ? { type: 'shipped', at, arrived } : null
}

/** Conventional Commits types. */
const KINDS = /^(?:feat|fix|docs|chore|refactor|test|style|perf|build|ci)$/

/** "Commit: 9f365f4", "Commit 9f365f4 feat: add paging", "Fixed in 9f365f4". */
function isCommit({ tokens }: Clause, at: number, before: Clause | undefined): boolean {
  const text = tokens[at]?.text ?? ''
  // "Commit: docs: add the guide"
  if (at === 0 && KINDS.test(text)) return before?.tokens.length === 1 && before.tokens[0]?.text === 'commit'
  if (!isHash(tokens[at])) return false
  const next = tokens[at + 1]
  const ends = next === undefined || has(next, 'prep') || KINDS.test(next.text)
  if (
    /^(?:in|as|with)$/.test(tokens[at - 1]?.text ?? '') &&
    at === 2 &&
    has(tokens[0], 'fixed', 'done', 'changed', 'built')
  )
    return true
  return (at === 0 ? before?.tokens.at(-1) : tokens[at - 1])?.text === 'commit' && at <= 1 && ends
}

/** Words that ship something only in the right place, with the function that decides. */
const FINDERS: readonly [Role, (clause: Clause, at: number) => Cue | null][] = [
  ['live', liveAt],
  ['opened', openedAt],
]
