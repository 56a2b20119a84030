import { FINDING_MESSAGES } from '../../claims/messages.ts'
import type { JudgedFinding, Judgement, Validation } from '../../supervisor/session/state.ts'
import type { TurnVerdict } from '../../supervisor/verdict.ts'
import { plural } from '../output.ts'
import { wrap } from '../texts.ts'
import { clock, type Teller, WIDTH } from './teller.ts'

/** How a final message was judged: the verdict, and under it what was claimed, and which evidence counted or did not. */

export const VERDICTS: {
  [verdict in TurnVerdict]: { sign: string; color: 'green' | 'yellow' | 'red' | 'dim'; text: string }
} = {
  unclaimed: { sign: '·', color: 'dim', text: 'nothing was claimed that needs evidence' },
  earned: { sign: '✓', color: 'green', text: 'earned' },
  warned: { sign: '!', color: 'yellow', text: 'not earned, let go with a warning' },
  blocked: { sign: '✗', color: 'red', text: 'not earned, held back' },
  capped: { sign: '✗', color: 'red', text: 'CAPPED: let go unearned, held back as often as it may be' },
  waiting: { sign: '…', color: 'dim', text: 'not earned, let go while tasks in the background ran' },
  unsupervised: { sign: '✗', color: 'red', text: 'UNSUPERVISED: the gate could not judge, and let go' },
}

export function renderJudgement(step: Judgement, { c, indent }: Teller): string[] {
  const { sign, color, text } = VERDICTS[step.verdict]
  const held = step.verdict === 'blocked' ? ` (${step.blocks} of ${step.budget})` : ''
  const under = (text: string): string[] =>
    wrap(text, WIDTH - indent - 14, 2).map((line, n) => `${' '.repeat(indent + (n === 0 ? 12 : 14))}${line}`)
  return [
    `${' '.repeat(indent)}${c.dim(clock(step.at))}  ${c[color](sign)} ${text}${held}${failure(step)} ${c.dim(`#${step.seq}`)}`,
    ...claimLines(step).flatMap(under),
  ]
}

/** Each claim and what became of it, with the entries that show it. */
export const claimLines = ({ notes, findings }: Judgement): string[] => [
  ...findings.map(findingLine),
  ...notes.filter(({ code }) => code !== 'NOTHING_DONE').map(noteLine),
]

const failure = ({ failed }: Judgement): string => (failed === null ? '' : ` [${failed}]`)

const NOTES: { [code: string]: string } = {
  EARNED: 'earned by',
  HEDGED: 'said with doubt',
  WAIVED: 'a person let it pass',
  WRITTEN: 'written for others without evidence',
}

const noteLine = ({ code, subject, quote, seqs }: Judgement['notes'][number]): string =>
  `${code === 'EARNED' ? '✓' : '·'} ${subject} "${quote}": ${NOTES[code] ?? code}${seqs.length === 0 ? '' : ` ${list(seqs)}`}`

function findingLine({ code, subject, mode, quote, validator, detail, seqs }: JudgedFinding): string {
  const sentence = (FINDING_MESSAGES as { [code: string]: string })[code] ?? code
  const said = quote === null ? '' : ` "${quote}"`
  const seen = seqs.length === 0 ? '' : ` (${list(seqs)})`
  const more = detail === '' ? '' : ` ${detail}`
  return `${mode === 'block' ? '✗' : '!'} ${subject}${said}: ${sentence.replace('%', validator === null ? 'It' : `"${validator}"`)}${seen}${more}`
}

const MAX_SEQS = 8

const list = (seqs: readonly number[]): string =>
  seqs.length > MAX_SEQS ? plural(seqs.length, 'entry', 'entries') : seqs.map((seq) => `#${seq}`).join(', ')

/** What a validator said, in a line. */
export const validationLine = ({ validator, claim, result, code, reused }: Validation): string => {
  const from = reused === null ? '' : `, taken over from #${reused.seq} of ${reused.stream.replace('session/', '')}`
  return `validator ${validator} ${result} for "${claim}"${code === null ? '' : ` (${code})`}${from}`
}
