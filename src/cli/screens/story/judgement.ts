import { byCause, isTold, quoted, sentenceOf } from '../../../claims/messages.ts'
import { saySupport } from '../../../project/support.ts'
import type { JudgedFinding, RecordedJudgement, TurnVerdict, Validation } from '../../../session/state.ts'
import { clock } from '../../../views/local-time.ts'
import { plural } from '../output.ts'
import { wrap } from '../texts.ts'
import { cutMiddle } from '../width.ts'
import { placeOf, type Seqs, type Teller, WIDTH } from './teller.ts'

/** The verdict on a final message, and below it each claim with the evidence for and against it. */

export const VERDICTS: {
  [verdict in TurnVerdict]: { sign: string; color: 'green' | 'yellow' | 'red' | 'dim'; text: string }
} = {
  unclaimed: { sign: '·', color: 'dim', text: 'no claim needs evidence' },
  earned: { sign: '✓', color: 'green', text: 'earned' },
  warned: { sign: '!', color: 'yellow', text: 'not earned: warning only' },
  blocked: { sign: '✗', color: 'red', text: 'not earned: blocked' },
  capped: { sign: '✗', color: 'red', text: 'capped: blocked' },
  open: { sign: '○', color: 'yellow', text: 'open: not earned, something is left open' },
  red: { sign: '○', color: 'yellow', text: 'red, as announced: only new tests fail' },
  waiting: { sign: '…', color: 'dim', text: 'not earned: allowed to end, background tasks still running' },
  unsupervised: { sign: '✗', color: 'red', text: 'unsupervised: the gate failed and let the turn end' },
  checking: { sign: '…', color: 'yellow', text: 'checking: allowed to end, a check continues in the background' },
  failed: { sign: '✗', color: 'red', text: 'failed: not earned, a check failed after the turn ended' },
  superseded: { sign: '·', color: 'yellow', text: 'superseded: not earned, files changed before the check ended' },
  asking: { sign: '?', color: 'yellow', text: 'asking: the agent waits for an answer, nothing was checked' },
  deferred: { sign: '·', color: 'dim', text: 'deferred: judged when its lead stops' },
}

export function renderJudgement(step: RecordedJudgement, { c, indent, seqs }: Teller): string[] {
  const { sign, color } = VERDICTS[step.verdict]
  const text = isHeldByFailure(step) ? HELD_BY_FAILURE : `${VERDICTS[step.verdict].text}${heldOf(step)}`
  const under = (text: string): string[] =>
    wrap(text, WIDTH - indent - 14, 3).map((line, n) => `${' '.repeat(indent + (n === 0 ? 12 : 14))}${line}`)
  const seq = seqs === 'shown' ? c.dim(placeOf(step.seq)) : ''
  return [
    `${' '.repeat(indent)}${c.dim(clock(step.at))}  ${c[color](sign)} ${text}${failure(step)}${seq}`,
    ...claimLines(step, seqs).flatMap(under),
    ...(step.supportFiles.length === 0 ? [] : under(`· ${saySupport(step.supportFiles)}`)),
  ]
}

/** A failing gate blocks a turn once, whatever the budget is. */
export const isHeldByFailure = ({ verdict, failed }: RecordedJudgement): boolean =>
  verdict === 'blocked' && failed !== null
export const HELD_BY_FAILURE = 'the gate could not judge: blocked once'

/** The number of blocks so far, and the number that the policy allows. */
export function heldOf({ verdict, blocks, budget }: RecordedJudgement): string {
  if (verdict === 'blocked') return ` (${blocks} of ${budget})`
  if (verdict !== 'capped') return ''
  // Some entries do not record the number of blocks allowed.
  const often = budget === 0 ? 'as often as the policy allows' : `${blocks} of ${plural(budget, 'time')}`
  return ` ${often}, then allowed to end; not earned`
}

/** Each claim and its result, with the entries that show it; or the reason why nothing could be judged. */
export const claimLines = ({ notes, findings, failed, detail }: RecordedJudgement, seqs: Seqs): string[] => [
  ...(failed !== null && detail !== null && detail !== '' ? [`✗ ${detail}`] : []),
  ...byCause(findings).map((group) => findingLine(group, seqs)),
  ...notes.map((one) => noteLine(one, seqs)),
]

const failure = ({ failed }: RecordedJudgement): string => (failed === null ? '' : ` [${failed}]`)

const NOTES: { [code: string]: string } = {
  EARNED: 'earned',
  HEDGED: 'hedged',
  FAILURE_STATED: 'a stated failure, which needs no evidence',
  SEEN: 'shown by a recorded call',
  WAIVED: 'waived by a person',
  WRITTEN: 'written for others without evidence',
  GAP: 'left open by the agent',
  NO_WORSE: 'fails as it did when the turn began',
  RED: 'only new tests fail, as announced',
}

function noteLine(note: RecordedJudgement['notes'][number], seqs: Seqs): string {
  const { code, subject, quote, seqs: seen } = note
  const by = code === 'EARNED' ? ' by' : ''
  const where = list(seen, seqs)
  // "blocked" before an honest failure would read as if the turn had been blocked.
  const about = [code === 'FAILURE_STATED' || code === 'GAP' ? '' : subject, quote === '' ? '' : `"${short(quote)}"`]
  const text = about.filter((part) => part !== '').join(' ')
  return `${code === 'EARNED' ? '✓' : '·'} ${text}${readers([note])}: ${NOTES[code] ?? code}${where === '' ? '' : `${by} ${where}`}`
}

/** A long quote leaves no room for the reason, which comes after it. */
const MAX_QUOTE = 60
const short = (quote: string): string => cutMiddle(quote, MAX_QUOTE)

/** One cause, with the claims that it leaves unearned. */
function findingLine(group: readonly [JudgedFinding, ...JudgedFinding[]], seqs: Seqs): string {
  const [first] = group
  const { sentence, code } = sentenceOf(first)
  const where = list([...new Set(group.flatMap((one) => one.seqs))], seqs)
  const more = isTold(first.code) ? ` [${code}]` : first.detail === '' ? '' : ` ${first.detail}`
  const claims = quoted(
    group,
    (subject) => subject,
    (quote) => ` "${short(quote)}"`,
  )
  return `${first.mode === 'block' ? '✗' : '!'} ${claims}${readers(group)}: ${sentence}${more}${where === '' ? '' : ` (${where})`}`
}

/** The models that read these words; empty if the rules did. */
function readers(all: readonly { readBy?: string }[]): string {
  const names = [...new Set(all.flatMap(({ readBy }) => (readBy === undefined ? [] : [readBy])))]
  return names.length === 0 ? '' : ` (read by ${names.join(', ')})`
}

const MAX_SEQS = 8

/** The entries that have a seq; empty if none has one, or if seqs are not shown. */
function list(seen: readonly number[], seqs: Seqs): string {
  const placed = seqs === 'left out' ? [] : seen.filter((seq) => seq !== 0)
  return placed.length > MAX_SEQS
    ? plural(placed.length, 'entry', 'entries')
    : placed.map((seq) => `#${seq}`).join(', ')
}

/** The start of a session's id, as `bailiff sessions` shows it. */
const shortStream = (stream: string): string =>
  stream.replace(/^session\/(?:.*-)?([0-9a-f]{8})-[0-9a-f-]{27}/, '$1').replace(/^session\//, '')

/** The result of a validator, in one line. */
export const validationLine = ({ validator, claim, result, code, reused }: Validation): string => {
  const from =
    reused === null
      ? ''
      : `, reused from${reused.seq === 0 ? '' : `${placeOf(reused.seq)} of`} ${shortStream(reused.stream)}`
  return `validator ${validator} ${result} for "${claim}"${code === null ? '' : ` (${code})`}${from}`
}
