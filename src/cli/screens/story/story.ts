import { explainBlindSpot } from '../../../hosts/blind-spots.ts'
import type { VerifyReport } from '../../../ledger/stores/files/verify.ts'
import { isFailure } from '../../../session/pairing.ts'
import {
  type Call,
  type Checking,
  type Compared,
  type Session,
  type Step,
  stepsOf,
  type Turn,
} from '../../../session/state.ts'
import { clock, day, inMinutes, zoneAt } from '../../../views/local-time.ts'
import type { Ended } from '../../../views/outcome.ts'
import { shortName } from '../../input/find-session.ts'
import { evidenceOf } from '../audit.ts'
import { runningFor } from '../checking.ts'
import { headline } from '../outcome.ts'
import { bytes, oneLine, plural } from '../output.ts'
import { saySpooled } from '../spooled.ts'
import { beginningOf, wrap } from '../texts.ts'
import { wrapWords } from '../width.ts'
import { type Agents, reason, renderSteps } from './steps.ts'
import { between, type Teller, WIDTH } from './teller.ts'

/**
 * A session with its stream, subagents, audit, and number of entries in the spool. `checking` are the checks that its last stop
 * is waiting for.
 */
export type ToldSession = {
  stream: string
  session: Session
  agents: Agents
  audit: VerifyReport
  checking: Checking | null
  /** The end of the last turn, as `bailiff outcome` shows it. */
  ended: Pick<Ended, 'outcome' | 'agents'>
  spooled: number
}

/** The whole session, or one turn. */
export type Part = { kind: 'all' } | { kind: 'turn'; number: number }

const LABEL_WIDTH = 12

/** A session for people, from the first prompt to the blind spots. */
export function renderStory(told: ToldSession, part: Part, teller: Teller): string {
  const { session, agents } = told
  const turns = session.turns.map((turn, i) => ({ turn, number: i + 1 }))
  const waiting = told.checking === null ? [] : [runningLine(told.checking, teller)]
  const isLast = (number: number): boolean => number === turns.length
  const before =
    part.kind === 'all' ? [...renderSteps(session.before, agents, teller), ...(isLast(0) ? waiting : [])] : []
  const title = session.turns.length > 0 ? 'Before the first prompt' : 'What happened'
  const sections = [
    renderHeader(told, teller),
    before.length === 0 ? [] : [teller.c.bold(title), ...before],
    ...turns
      .filter(({ number }) => part.kind === 'all' || part.number === number)
      .map(({ turn, number }) => [...renderTurn(turn, number, agents, teller), ...(isLast(number) ? waiting : [])]),
    session.startedAt === null ? [nothingIn(told.stream)] : renderBlindSpots(told, teller),
    stepsOf(session).some(hasSeq) ? whereMore(told.stream).map(teller.c.dim) : [],
  ]
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')}`
}

const runningLine = (checking: Checking, { c, indent }: Teller): string =>
  `${' '.repeat(indent)}${c.dim(clock(checking.since))}  ${c.yellow('…')} ${oneLine(`checking: ${runningFor(checking)}`, WIDTH - indent - 12)}`

const NUMBERED: readonly Step['kind'][] = ['call', 'validation', 'judgement']

const hasSeq = ({ kind, seq }: Step): boolean => seq !== 0 && NUMBERED.includes(kind)

const whereMore = (stream: string): string[] => [
  '#n is an entry. To list the text in it, or to print one piece by name:',
  `  bailiff show ${shortName(stream)} --raw <n> [<text>]`,
]

const nothingIn = (stream: string): string => `No host reported anything in this stream. Run:\n  bailiff show ${stream}`

function renderHeader({ stream, session, agents, audit, ended, spooled }: ToldSession, { c }: Teller): string[] {
  const row = (label: string, text: string): string => `  ${c.dim(label.padEnd(LABEL_WIDTH))}${text}`
  const wide = (text: string): string => oneLine(text, WIDTH - LABEL_WIDTH - 2)
  const { agent, parent } = session
  return [
    c.bold(
      oneLine(`${session.host ?? 'Unknown host'} ${agent === null ? 'session' : `subagent (${agent.type})`}`, WIDTH),
    ),
    row('stream', stream),
    ...(parent === null ? [] : [row('started by', wide(parent.stream ?? `a ${parent.host} session`))]),
    row('folder', wide(session.cwd ?? 'unknown')),
    ...(session.model === null ? [] : [row('model', wide(session.model))]),
    row('when', wide(whenOf(session))),
    row('did', wrapWords(countsOf(session, agents), WIDTH - LABEL_WIDTH - 2).join(`\n${' '.repeat(LABEL_WIDTH + 2)}`)),
    ...(session.startedAt === null ? [] : [row('last turn', headline({ ...ended, audit }, c))]),
    row('evidence', evidenceOf(audit, c)),
    ...(spooled === 0 ? [] : [row('spooled', saySpooled(spooled))]),
  ]
}

function whenOf({ startedAt, lastAt, ended, agent }: Session): string {
  if (startedAt === null || lastAt === null) return 'nothing was recorded'
  const until = day(lastAt) === day(startedAt) ? clock(lastAt) : `${day(lastAt)} ${clock(lastAt)}`
  const state = ended === null ? (agent === null ? ', not ended' : '') : `, ended${reason(ended.reason)}`
  return `${day(startedAt)} ${clock(startedAt)} to ${until} ${zoneAt(lastAt)}, ${between(startedAt, lastAt)}${state}`
}

function countsOf(session: Session, agents: Agents): string {
  const calls = callsOf(session)
  const theirs = [...agents.values()].reduce((sum, agent) => sum + callsOf(agent).length, 0)
  const subagents = stepsOf(session).filter(({ kind }) => kind === 'agent').length
  return [
    ...(session.agent === null ? [plural(session.turns.length, 'turn')] : []),
    `${plural(calls.length, 'call')}${oddOnes(calls)}`,
    ...(subagents > 0 ? [`${plural(subagents, 'subagent')} (${plural(theirs, 'call')})`] : []),
  ].join(', ')
}

/** The number of calls that need a person's attention. */
function oddOnes(calls: readonly Call[]): string {
  const count = (label: string, isIt: (call: Call) => boolean): string[] => {
    const number = calls.filter(isIt).length
    return number === 0 ? [] : [`${number} ${label}`]
  }
  const odd = [
    ...count('denied', ({ denied }) => denied !== null),
    ...count('failed', isFailed),
    ...count('unseen', ({ isUnseen }) => isUnseen),
    ...count('without a result', ({ end, isUnseen, denied }) => end === null && !isUnseen && denied === null),
  ]
  return odd.length === 0 ? '' : ` (${odd.join(', ')})`
}

const isFailed = ({ end, task, denied }: Call): boolean =>
  denied === null && (isFailure(end?.status ?? null) || (task?.exit ?? 0) !== 0)

const callsOf = (session: Session): Call[] => stepsOf(session).filter((step): step is Call => step.kind === 'call')

const PROMPT_LINES = 6

function renderTurn({ at, prompt, steps }: Turn, number: number, agents: Agents, teller: Teller): string[] {
  const { c, dir } = teller
  const last = steps.at(-1)
  const took = last === undefined ? '' : `, ${between(at, last.at)}`
  return [
    `${c.bold(`Turn ${number}`)}  ${c.dim(`${clock(at)}${took}`)}`,
    ...wrap(beginningOf(dir, prompt), WIDTH - 4, PROMPT_LINES).map((one) => `  ${c.cyan(`> ${one}`)}`),
    ...renderSteps(steps, agents, teller),
  ]
}

function renderBlindSpots({ session, agents }: ToldSession, { c }: Teller): string[] {
  const unannounced = session.source === 'unannounced' ? [{ code: 'unannounced', detail: null }] : []
  const spots = [...unannounced, ...session.blindSpots].map(
    ({ code, detail }) => `${explainBlindSpot(code)}${detail === null ? '' : ` ${inMinutes(detail)}`} (${code})`,
  )
  return [c.bold('Blind spots'), ...[...spots, comparedWith([session, ...agents.values()])].flatMap(item)]
}

const ITEM_LINES = 4

const item = (text: string): string[] =>
  wrap(text, WIDTH - 4, ITEM_LINES).map((line, n) => `${n === 0 ? '  - ' : '    '}${line}`)

const times = (count: number): string => (count === 1 ? 'once' : plural(count, 'time'))

/** The result of comparing the host's transcripts with the record, for the session and its subagents. */
function comparedWith(sessions: readonly Session[]): string {
  const sum = (key: keyof Compared): number => sessions.reduce((total, { compared }) => total + compared[key], 0)
  const failed = sum('unreadable') > 0
  if (sum('times') === 0)
    return `The host's own transcript ${failed ? 'could not be read, so it ' : ''}was not compared with this record.`
  const found = [
    `${plural(sum('unseen'), 'call')} that no hook reported`,
    ...(sum('malformed') > 0 ? [`${plural(sum('malformed'), 'unreadable line')}`] : []),
    ...(sum('skippedBytes') > 0 ? [`${bytes(sum('skippedBytes'))} skipped`] : []),
    ...(failed ? [`not readable ${times(sum('unreadable'))}`] : []),
  ]
  return `The host's own transcript was compared ${times(sum('times'))}: ${found.join(', ')}.`
}
