import { isFine, type TurnEnd } from '../../session/outcome.ts'
import type { RecordedJudgement, TurnVerdict } from '../../session/state.ts'
import { type AgentEnded, type Ended, isUnearned } from '../../views/outcome.ts'
import type { Io } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { type Colors, colors, oneLine, plural } from './output.ts'
import { saySpooled } from './spooled.ts'
import { claimLines, HELD_BY_FAILURE, heldOf, isHeldByFailure, VERDICTS } from './story/judgement.ts'
import { evidenceOf } from './story/story.ts'
import { clock, placeOf, WIDTH } from './story/teller.ts'
import { beginningOf, wrap } from './texts.ts'

const LABEL_WIDTH = 12
/** All of it fits on one screen; what is left out is told by `explain`. */
const MAX_CLAIMS = 6
const MAX_LINES = 2
const MAX_AGENT_LINES = 6

/** How a turn ended, for people. */
export function renderOutcome(ended: Ended, dir: string, io: Io): string {
  const { stream, session, outcome, agents, audit, spooled } = ended
  const c = colors(io.color)
  const row = (label: string, text: string): string => `  ${c.dim(label.padEnd(LABEL_WIDTH))}${text}`
  const wide = (text: string): string => oneLine(text, WIDTH - LABEL_WIDTH - 2)
  const said = outcome.kind === 'going-on' ? null : outcome.stop.message
  const name = shortName(stream)
  const lines = [
    headline(ended, c),
    ...some(claimsOf(outcome), MAX_CLAIMS).flatMap(claimRow),
    row('session', wide([`${name} (${session.host ?? 'unknown host'})`, whereIn(outcome)].filter(isSaid).join(', '))),
    row('folder', wide(session.cwd ?? 'unknown')),
    ...(said === null || said === '' ? [] : [row('said', wide(JSON.stringify(beginningOf(dir, said))))]),
    ...(agents.length === 0 ? [] : [row('subagents', countAgents(agents))]),
    ...some(agents.filter(isUnearned).flatMap(agentLines), MAX_AGENT_LINES),
    row('evidence', evidenceOf(audit, c)),
    ...(spooled === 0 ? [] : [row('spooled', saySpooled(spooled))]),
    c.dim(`Run: bailiff explain ${name}${outcome.turn === 0 ? '' : ' last'}`),
  ]
  return `${lines.join('\n')}\n`
}

/** What is in the way is said to its end, if that takes another line. */
const claimRow = (text: string): string[] =>
  wrap(text, WIDTH - 4, MAX_LINES).map((line, n) => `${n === 0 ? '  ' : '    '}${line}`)

const TEXTS: { [verdict in TurnVerdict]: string } = {
  unclaimed: 'nothing was claimed that needs evidence',
  earned: 'everything that was claimed is supported',
  warned: 'not everything that was claimed is supported; only warned about',
  blocked: 'not everything that was claimed is supported; held back',
  capped: 'let go unearned, held back as often as it may be',
  waiting: 'not judged: tasks in the background still ran',
  unsupervised: 'the gate could not judge, and let go',
}

function headline(ended: Ended, c: Colors): string {
  const { outcome, agents, audit } = ended
  if (!audit.ok) return `${c.red('✗')} ${c.bold('broken evidence')}: what is on record counts for nothing`
  if (isFine(outcome) && agents.some(isUnearned))
    return `${c.red('✗')} ${c.bold('not earned by subagents')}; the main agent: ${nameOf(outcome)}`
  const told = judged(outcome)
  return `${c[told.color](told.sign)} ${c.bold(nameOf(outcome))}: ${told.text}${c.dim(told.seq)}`
}

const nameOf = (outcome: TurnEnd): string =>
  outcome.kind === 'judged' ? outcome.judgement.verdict : NAMES[outcome.kind]

const NAMES = { unanswered: 'unanswered', 'going-on': 'no outcome' } as const

type Headline = { sign: string; color: 'green' | 'yellow' | 'red' | 'dim'; text: string; seq: string }

function judged(outcome: TurnEnd): Headline {
  if (outcome.kind === 'unanswered')
    return { sign: '✗', color: 'red', text: 'the gate did not judge this stop, or is still at it', seq: '' }
  if (outcome.kind === 'going-on') {
    const { failure } = outcome
    return failure === null
      ? { sign: '…', color: 'yellow', text: 'the last turn has not ended', seq: '' }
      : {
          sign: '✗',
          color: 'red',
          text: 'the last turn was broken off by an error of the host',
          seq: placeOf(failure.seq),
        }
  }
  const { verdict, failed, seq } = outcome.judgement
  const code = failed === null ? '' : ` [${failed}]`
  const { sign, color } = VERDICTS[verdict]
  return { sign, color, text: `${textOf(outcome.judgement)}${code}`, seq: placeOf(seq) }
}

/** What a person let pass is not what nobody claimed, nor what evidence supports. */
function textOf(judgement: RecordedJudgement): string {
  const { verdict, notes } = judgement
  if (isHeldByFailure(judgement)) return HELD_BY_FAILURE
  const isWaived = notes.some(({ code }) => code === 'WAIVED')
  if (isWaived && verdict === 'unclaimed') return 'a person let pass what was claimed'
  if (isWaived && verdict === 'earned') return 'everything that was claimed is supported, or a person let it pass'
  return `${TEXTS[verdict]}${heldOf(judgement)}`
}

function claimsOf(outcome: TurnEnd): string[] {
  switch (outcome.kind) {
    case 'judged':
      return claimLines(outcome.judgement, 'shown')
    case 'going-on':
      return outcome.earlier === null ? [] : [workedOn(outcome.earlier)]
    case 'unanswered':
      return []
  }
}

/** A verdict that does not count any more, so that nobody looks for it in vain. */
const workedOn = ({ verdict, seq }: RecordedJudgement): string =>
  `${verdict}${seq === 0 ? '' : ` at #${seq}`}, and the agent worked on after it`

const isSaid = (text: string): boolean => text !== ''

function whereIn(outcome: TurnEnd): string {
  const turn = outcome.turn === 0 ? '' : `turn ${outcome.turn}`
  const stopped = outcome.kind === 'going-on' ? '' : `stopped ${clock(outcome.stop.at)} UTC${placeOf(outcome.stop.seq)}`
  return [turn, stopped].filter((part) => part !== '').join(', ')
}

function countAgents(agents: readonly AgentEnded[]): string {
  const unearned = agents.filter(isUnearned).length
  const open = agents.filter(({ outcome }) => outcome.kind === 'going-on').length
  const odd = [...(unearned > 0 ? [`${unearned} not earned`] : []), ...(open > 0 ? [`${open} never stopped`] : [])]
  return `${plural(agents.length, 'subagent')}${odd.length === 0 ? '' : `: ${odd.join(', ')}`}`
}

/** The verdict on a subagent, and under it what it did not earn. */
function agentLines({ stream, type, outcome }: AgentEnded): string[] {
  const findings = outcome.kind === 'judged' ? claimLines({ ...outcome.judgement, notes: [] }, 'left out') : []
  return [
    `    ${oneLine(`✗ ${nameOf(outcome)}: ${type === '' ? 'a subagent' : type} ${shortName(stream)}`, WIDTH - 4)}`,
    ...findings.map((line) => `      ${oneLine(line, WIDTH - 6)}`),
  ]
}

const some = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `  … and ${lines.length - most} more`]
