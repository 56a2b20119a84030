import { addedStopHooks, heldBack, isFine, type TurnEnd, unjudgedIn } from '../../session/outcome.ts'
import type { JudgedFinding, RecordedJudgement, TurnVerdict } from '../../session/state.ts'
import { clock, day, zoneAt } from '../../views/local-time.ts'
import { type AgentEnded, type Ended, isUnearned } from '../../views/outcome.ts'
import type { Io } from '../command.ts'
import { shortName } from '../input/find-session.ts'
import { evidenceOf } from './audit.ts'
import { runningFor } from './checking.ts'
import { type Colors, colors, oneLine, oneLineMiddle, plural } from './output.ts'
import { saySpooled } from './spooled.ts'
import { claimLines, HELD_BY_FAILURE, heldOf, isHeldByFailure, VERDICTS } from './story/judgement.ts'
import { placeOf, WIDTH } from './story/teller.ts'
import { beginningOf, wrap } from './texts.ts'

const LABEL_WIDTH = 12
/** Keeps the outcome on one screen; `explain` shows the rest. */
const MAX_CLAIMS = 6
const MAX_LINES = 3
const MAX_AGENT_LINES = 6

/** The end of a turn, for people. */
export function renderOutcome(ended: Ended, dir: string, io: Io): string {
  const { stream, session, outcome, agents, audit, spooled } = ended
  const c = colors(io.color)
  const row = (label: string, text: string): string => `  ${c.dim(label.padEnd(LABEL_WIDTH))}${text}`
  const wide = (text: string): string => oneLine(text, WIDTH - LABEL_WIDTH - 2)
  const said = outcome.kind === 'going-on' ? null : outcome.stop.message
  const name = shortName(stream)
  const unjudged = unjudgedIn(session)
  const held = heldBack(session).length
  const lines = [
    headline(ended, c),
    ...some(claimsOf(outcome), MAX_CLAIMS).flatMap(claimRow),
    row('session', wide(`${name} (${session.host ?? 'unknown host'})`)),
    ...(whereIn(outcome) === '' ? [] : [row('turn', whereIn(outcome))]),
    row('folder', wide(session.cwd ?? 'unknown')),
    ...(said === null || said === ''
      ? []
      : [row('said', oneLineMiddle(JSON.stringify(beginningOf(dir, said)), WIDTH - LABEL_WIDTH - 2))]),
    ...(held === 0
      ? []
      : [row('before', `${plural(held, 'message')} that a block followed: bailiff outcome --answer`)]),
    ...(unjudged <= (outcome.kind === 'unanswered' ? 1 : 0)
      ? []
      : [row('unjudged', `${plural(unjudged, 'stop')} of this session`)]),
    ...addedStopHooks(session).map((hook) => row('! added', wide(`another hook on stops: ${hook}`))),
    ...(agents.length === 0 ? [] : [row('subagents', countAgents(agents))]),
    ...some(agents.filter(isUnearned).flatMap(agentLines), MAX_AGENT_LINES),
    row('evidence', evidenceOf(audit, c)),
    ...(spooled === 0 ? [] : [row('spooled', saySpooled(spooled))]),
    c.dim(`For details: bailiff explain ${name}${outcome.turn === 0 ? '' : ' last'}`),
  ]
  return `${lines.join('\n')}\n`
}

/** Long claims continue on the next lines. */
const claimRow = (text: string): string[] =>
  wrap(text, WIDTH - 4, MAX_LINES).map((line, n) => `${n === 0 ? '  ' : '    '}${line}`)

const TEXTS: { [verdict in TurnVerdict]: string } = {
  unclaimed: 'no claim needs evidence',
  earned: 'every claim is earned',
  warned: 'some claims are not earned; warning only',
  blocked: 'the claims are not earned',
  capped: 'blocked',
  open: 'something is left open; not earned',
  red: 'only tests that are new in this turn fail, as the agent announced',
  waiting: 'evidence is missing that background tasks may still bring',
  unsupervised: 'the gate could not judge this turn and let it end',
  checking: 'a check continues in the background',
  failed: 'a check failed after the turn ended; not earned',
  superseded: 'files changed before the check ended; not earned',
  deferred: 'judged when its lead stops',
  asking: 'the agent waits for an answer; nothing was checked',
}

/** The texts for a turn that claimed nothing: it is judged by the files that it changed. */
const SILENT: { [verdict in TurnVerdict]?: string } = {
  earned: 'the checks of the changed files passed',
  warned: 'the changed files are not proven; warning only',
  blocked: 'the changed files are not proven',
}
const isSilent = ({ findings, notes }: RecordedJudgement): boolean =>
  [...findings, ...notes].every(({ subject }) => subject === 'work') && findings.length + notes.length > 0

const VANISHED = 'tests are still removed or disabled, and no person has accepted that; not earned'
const isOfVanished = ({ code, mode }: JudgedFinding): boolean => code === 'TESTS_WEAKENED' && mode === 'block'

/** The end of the last turn in one line, which `explain` shows too. */
export function headline({ outcome, agents, audit }: Pick<Ended, 'outcome' | 'agents' | 'audit'>, c: Colors): string {
  if (!audit.ok) return `${c.red('✗')} ${c.bold('broken evidence')}: the record cannot be trusted`
  if (isFine(outcome) && agents.some(isUnearned))
    return `${c.red('✗')} ${c.bold('not earned by subagents')}; main agent: ${nameOf(outcome)}`
  const told = judged(outcome)
  return `${c[told.color](told.sign)} ${c.bold(nameOf(outcome))}: ${told.text}${c.dim(told.seq)}`
}

const nameOf = (outcome: TurnEnd): string =>
  outcome.kind === 'judged' ? outcome.judgement.verdict : NAMES[outcome.kind]

const NAMES = {
  unanswered: 'unanswered',
  checking: 'checking',
  overruled: 'overruled',
  'going-on': 'unfinished',
} as const

const UNJUDGED = 'the gate did not judge this stop: it was killed or took too long'

const OVERRULED = {
  hook: 'blocked, but another hook ended the turn; not earned',
  unknown: 'blocked, but the turn ended anyway; not earned',
} as const

type Headline = { sign: string; color: 'green' | 'yellow' | 'red' | 'dim'; text: string; seq: string }

function judged(outcome: TurnEnd): Headline {
  if (outcome.kind === 'unanswered')
    return {
      sign: '✗',
      color: 'red',
      text: outcome.isCertain ? UNJUDGED : 'the gate has not judged this stop (yet)',
      seq: '',
    }
  if (outcome.kind === 'checking') return { ...VERDICTS.checking, text: runningFor(outcome.checking), seq: '' }
  if (outcome.kind === 'overruled')
    return {
      sign: '✗',
      color: 'red',
      text: OVERRULED[outcome.by === 'hook' ? 'hook' : 'unknown'],
      seq: placeOf(outcome.judgement.seq),
    }
  if (outcome.kind === 'going-on') {
    const { failure } = outcome
    return failure === null
      ? { sign: '…', color: 'yellow', text: 'the agent is at work, or was cut short', seq: '' }
      : {
          sign: '✗',
          color: 'red',
          text: 'a host error ended the last turn',
          seq: placeOf(failure.seq),
        }
  }
  const { verdict, failed, seq } = outcome.judgement
  const code = failed === null ? '' : ` [${failed}]`
  const { sign, color } = VERDICTS[verdict]
  return { sign, color, text: `${textOf(outcome.judgement)}${code}`, seq: placeOf(seq) }
}

/** Explains the verdict. A waived claim is neither unclaimed nor earned, so the text says that a person waived it. */
function textOf(judgement: RecordedJudgement): string {
  const { verdict, notes, checking } = judgement
  if (checking !== null && verdict === 'checking') return runningFor(checking)
  if (isHeldByFailure(judgement)) return HELD_BY_FAILURE
  const isWaived = notes.some(({ code }) => code === 'WAIVED')
  if (isWaived && verdict === 'unclaimed') return 'a person waived the claims'
  if (isWaived && verdict === 'earned') return 'every claim is earned, or waived by a person'
  if (verdict === 'open' && judgement.findings.some(isOfVanished)) return VANISHED
  const text = (isSilent(judgement) ? SILENT[verdict] : undefined) ?? TEXTS[verdict]
  return `${text}${heldOf(judgement)}`
}

function claimsOf(outcome: TurnEnd): string[] {
  switch (outcome.kind) {
    case 'judged':
    case 'overruled':
      return claimLines(outcome.judgement, 'shown')
    case 'going-on':
      return outcome.earlier === null ? [] : [workedOn(outcome.earlier)]
    case 'unanswered':
    case 'checking':
      return []
  }
}

/** Mentions an earlier verdict that no longer applies, so that no one searches for it. */
const workedOn = ({ verdict, seq }: RecordedJudgement): string =>
  `earlier verdict: ${verdict}${seq === 0 ? '' : ` at #${seq}`}; the agent continued after it`

function whereIn(outcome: TurnEnd): string {
  const turn = outcome.turn === 0 ? '' : String(outcome.turn)
  const stopped =
    outcome.kind === 'going-on'
      ? ''
      : `stopped ${day(outcome.stop.at)} ${clock(outcome.stop.at)} ${zoneAt(outcome.stop.at)}${placeOf(outcome.stop.seq)}`
  return [turn, stopped].filter((part) => part !== '').join(', ')
}

function countAgents(agents: readonly AgentEnded[]): string {
  const unearned = agents.filter(isUnearned).length
  const open = agents.filter(({ outcome }) => outcome.kind === 'going-on').length
  const odd = [...(unearned > 0 ? [`${unearned} not earned`] : []), ...(open > 0 ? [`${open} never stopped`] : [])]
  return `${plural(agents.length, 'subagent')}${odd.length === 0 ? '' : `: ${odd.join(', ')}`}`
}

/** The verdict on a subagent, and below it the claims that are not earned. */
function agentLines({ stream, type, outcome }: AgentEnded): string[] {
  const findings = outcome.kind === 'judged' ? claimLines({ ...outcome.judgement, notes: [] }, 'left out') : []
  return [
    `    ${oneLine(`✗ ${nameOf(outcome)}: ${type === '' ? 'a subagent' : type} ${shortName(stream)}`, WIDTH - 4)}`,
    ...findings.map((line) => `      ${oneLine(line, WIDTH - 6)}`),
  ]
}

const some = (lines: readonly string[], most: number): string[] =>
  lines.length <= most ? [...lines] : [...lines.slice(0, most), `  … and ${lines.length - most} more`]
