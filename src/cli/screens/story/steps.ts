import { leftBehind } from '../../../session/outcome.ts'
import type { Call, Session, Step, Text } from '../../../session/state.ts'
import { stepsOf } from '../../../session/state.ts'
import { clock } from '../../../views/local-time.ts'
import { renderDecider } from '../decider.ts'
import { oneLine, plural } from '../output.ts'
import { beginningOf, wrap } from '../texts.ts'
import { cutMiddle, padTo } from '../width.ts'
import { renderCall, taskEnding, toolWidth } from './call.ts'
import { renderJudgement, validationLine } from './judgement.ts'
import { placeOf, SEQ_WIDTH, seqOf, type Teller, WIDTH } from './teller.ts'

/** The readable streams of subagents. */
export type Agents = ReadonlyMap<string, Session>

const MESSAGE_LINES = 6

/** The steps line by line, with those of subagents indented. */
export function renderSteps(steps: readonly Step[], agents: Agents, teller: Teller): string[] {
  const width = toolWidth(steps.filter((step): step is Call => step.kind === 'call'))
  const behind = leftBehind(steps)
  return toldOnce(steps).flatMap((step) => [
    ...(step.kind === 'call' ? renderCall(step, teller, width) : renderStep(step, agents, teller)),
    ...(step === behind ? [workedOn(step, teller)] : []),
  ])
}

/** A line under a verdict that let the turn end: without it, the verdict would seem to cover the whole turn. */
function workedOn({ seq }: Step, { c, indent, seqs }: Teller): string {
  const place = seqs === 'shown' ? placeOf(seq) : ''
  const text = `the agent continued after${place === '' ? ' it' : place}: the verdict does not cover what follows`
  return `${' '.repeat(indent + 10)}${c.yellow('!')} ${text}`
}

/** Drops the message of a block and the host's echo of it: the verdict shows the reason already. */
function toldOnce(steps: readonly Step[]): Step[] {
  let isHeldBack = false
  let reason: Text | null = null
  return steps.flatMap((step): Step[] => {
    if (step.kind === 'stop') isHeldBack = false
    if (step.kind === 'judgement') isHeldBack = step.verdict === 'blocked'
    if (step.kind === 'block') reason = step.reason
    if (step.kind === 'block' && isHeldBack) return []
    return step.kind === 'notice' && isEcho(step, reason) ? [] : [step]
  })
}

const isEcho = ({ origin, text }: Extract<Step, { kind: 'notice' }>, reason: Text | null): boolean =>
  origin === 'feedback' && typeof text === 'string' && typeof reason === 'string' && text.includes(reason)

function renderStep(step: Exclude<Step, Call>, agents: Agents, teller: Teller): string[] {
  const { c, dir } = teller
  switch (step.kind) {
    case 'validation':
      return [
        numbered(step, teller, step.result === 'passed' ? c.green('✓') : c.red('✗'), validationLine(step)),
        ...said(step.said, teller),
      ]
    case 'reading':
      return [line(step, teller, '·', readingLine(step))]
    case 'judgement':
      return renderJudgement(step, teller)
    case 'changes':
      return [line(step, teller, '·', changesLine(step))]
    case 'waiver':
      return [
        line(step, teller, c.yellow('!'), `a person waived "${step.claim}": ${step.reason}`),
        ...said(renderDecider(step.decider), teller),
      ]
    case 'acceptance':
      return [
        line(step, teller, c.yellow('!'), `a person accepted weakened tests: ${step.tests.join(', ')}`),
        ...said(renderDecider(step.decider), teller),
      ]
    case 'notice':
      return [line(step, teller, '·', noticeOf(step, dir))]
    case 'stop':
      return [
        line(step, teller, '■', step.background === 0 ? 'stopped' : `stopped, ${running(step.background)}`),
        ...said(step.message, teller),
      ]
    case 'block':
      return [line(step, teller, c.red('✗'), 'not allowed to stop'), ...said(step.reason, teller)]
    case 'unanswered':
      return [line(step, teller, c.red('✗'), 'not judged: the gate was killed or took too long')]
    case 'overruled':
      return [
        line(
          step,
          teller,
          c.red('✗'),
          `blocked, but ${step.by === 'hook' ? 'another hook ended the turn' : 'the turn ended anyway'}`,
        ),
      ]
    case 'failure':
      return [
        line(step, teller, c.red('✗'), `stopped by an error: ${step.error ? beginningOf(dir, step.error) : 'unnamed'}`),
        ...said(step.message, teller),
      ]
    case 'compaction':
      return step.phase === 'before'
        ? []
        : [line(step, teller, '·', `the conversation so far was summarised${reason(step.trigger)}`)]
    case 'settings':
      return [line(step, teller, c.yellow('!'), `${changeOf(step)}: ${step.path ?? step.source ?? 'unnamed'}`)]
    case 'agent':
      return renderAgent(step, agents, teller)
    case 'linked':
      return [line(step, teller, '▸', `${step.host} session started from here: ${step.stream ?? 'unnamed'}`)]
    case 'restart':
      return [line(step, teller, '·', `session started again${reason(step.source)}`)]
    case 'end':
      return [line(step, teller, '·', `session ended${reason(step.reason)}`)]
  }
}

function readingLine({ model, why, claims, gaps }: Extract<Step, { kind: 'reading' }>): string {
  if (why !== null) return `the model ${model} added nothing: ${why}`
  const added = [
    ...(claims.length > 0 ? [plural(claims.length, 'claim')] : []),
    ...(gaps.length > 0 ? [plural(gaps.length, 'gap')] : []),
  ]
  return `the model ${model} added ${added.length === 0 ? 'nothing' : added.join(' and ')}`
}

/** So that a single long path keeps its file name. */
const MAX_PATH = 40

const changesLine = ({ paths, total }: Extract<Step, { kind: 'changes' }>): string =>
  total === 0
    ? 'this turn changed no file'
    : `this turn changed ${plural(total, 'file')}: ${paths.length === 1 ? cutMiddle(paths[0] ?? '', MAX_PATH) : paths.join(', ')}`

const changeOf = ({ isRefused }: Extract<Step, { kind: 'settings' }>): string =>
  isRefused ? 'settings changed; the change was refused' : 'settings changed'

/** The reason in the host's words; "other" says nothing. */
export const reason = (given: string | null): string => (given === null || given === 'other' ? '' : ` (${given})`)

const running = (count: number): string => `${plural(count, 'task')} still running`

const head = ({ at }: Step, { c, indent }: Teller, sign: string): string =>
  `${' '.repeat(indent)}${c.dim(clock(at))}  ${sign} `

const line = (step: Step, teller: Teller, sign: string, text: string): string =>
  `${head(step, teller, sign)}${oneLine(text, WIDTH - teller.indent - 12)}`

/** The same line with its seq at the right edge, as for calls. */
function numbered(step: Step, teller: Teller, sign: string, text: string): string {
  const seq = seqOf(step.seq, teller.seqs)
  if (seq.trim() === '') return line(step, teller, sign, text)
  const room = WIDTH - teller.indent - 12 - SEQ_WIDTH
  return `${head(step, teller, sign)}${padTo(oneLine(text, room - 1), room)}${teller.c.dim(seq)}`
}

/** The message, below the line with its time. */
function said(text: Text | null, { dir, indent }: Teller): string[] {
  const column = indent + 12
  if (text === null || text === '') return []
  return wrap(beginningOf(dir, text), WIDTH - column, MESSAGE_LINES).map((one) => `${' '.repeat(column)}${one}`)
}

/** The speaker, if it was not a person. */
const SPEAKERS: { readonly [origin: string]: string } = {
  empty: 'an empty prompt',
  notification: 'the host says',
  feedback: 'a stop hook says',
  'tool-result': 'a tool result arrived as a prompt',
  agent: 'its lead says',
}

function noticeOf({ origin, text, task }: Extract<Step, { kind: 'notice' }>, dir: string): string {
  if (task !== null) return `a background task ended: ${taskEnding(task)}`
  const speaker = SPEAKERS[origin] ?? origin
  return origin === 'empty' ? speaker : `${speaker}: ${beginningOf(dir, text)}`
}

function renderAgent(step: Extract<Step, { kind: 'agent' }>, agents: Agents, teller: Teller): string[] {
  const { agent, type, stream, stoppedAt } = step
  const session = stream === null ? undefined : agents.get(stream)
  const state = stoppedAt === null ? ', has not stopped' : ''
  const title = line(step, teller, '▸', `subagent ${type || 'of unknown type'} ${agent}${state}`)
  const inner: Teller = { ...teller, indent: teller.indent + 2, seqs: 'left out' }
  // A damaged entry may name the subagent itself as its own subagent: no endless loop.
  const others = new Map([...agents].filter(([name]) => name !== stream))
  if (session === undefined) return [title, `${' '.repeat(inner.indent + 10)}  its steps are not recorded here`]
  return [title, ...renderSteps(stepsOf(session), others, inner)]
}
