import { type Replay, replay } from '../../gate/replay.ts'
import type { Verdict } from '../../gate/verdict.ts'
import { type Readable, sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../../ledger/stores/files/verify.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { type Colors, colors, json, oneLine, plural } from '../screens/output.ts'
import { evidenceOf } from '../screens/story/story.ts'
import { between, clock, WIDTH } from '../screens/story/teller.ts'
import { wrap } from '../screens/texts.ts'
import { endLine, linesOf } from './lines.ts'

/** Tells a run for people, and judges it again from its record. */
export async function explainRun(home: Readable, stream: string, args: Args, io: Io): Promise<Exit> {
  const told = replay(sealedEntries(home, stream))
  const audit = await verifyFiles(home.dir, { streams: [stream] })
  io.out(args.json ? json(asData(stream, told, audit)) : render(stream, told, audit, colors(io.color)))
  return audit.ok && told.differences.length === 0 ? EXIT.fine : EXIT.broken
}

const LABEL_WIDTH = 12
const MAX_SHOWN = 5

function render(stream: string, told: Replay, audit: VerifyReport, c: Colors): string {
  const { moments, state, differences } = told
  const [first] = moments
  if (first?.fact.kind !== 'run.opened') return `No run was opened in this stream. Run: bailiff show ${stream}\n`
  const row = (label: string, text: string): string => `  ${c.dim(label.padEnd(LABEL_WIDTH))}${text}`
  const wide = (text: string | null): string => oneLine(text ?? 'unknown', WIDTH - LABEL_WIDTH - 2)
  const lastAt = moments.at(-1)?.at ?? first.at
  const sections = [
    [
      c.bold('Supervised run'),
      row('stream', stream),
      row('agent', wide(first.fact.body.agent)),
      row('folder', wide(first.fact.body.cwd)),
      row('when', `${first.at.slice(0, 10)} ${clock(first.at)} to ${clock(lastAt)} UTC, ${between(first.at, lastAt)}`),
      row('did', countsOf(told)),
      row('outcome', state.ended === null ? c.yellow('… it has not ended, or was cut short') : endLine(state.ended, c)),
      row('evidence', evidenceOf(audit, c)),
      row('verdicts', againOf(told, c)),
    ],
    moments.flatMap((moment) => withSeq(linesOf(moment, c), moment.seq, moment.fact.kind === 'action.executed', c)),
    differences
      .slice(0, MAX_SHOWN)
      .map(({ seq, recorded, judged }) => c.red(`  #${seq} says ${recorded}, its facts lead to ${judged}`)),
    wrap(state.ended?.freeText ?? '', WIDTH - 4, MAX_SHOWN)
      .filter((line) => line !== '')
      .map((line) => `  ${c.cyan(`> ${line}`)}`),
    [c.dim(`#n is an entry: bailiff show ${stream} --raw <n> stdout (or stderr)`)],
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** Where there is output to be looked at, which entry has it. */
const withSeq = (lines: string[], seq: number, hasOutput: boolean, c: Colors): string[] =>
  hasOutput ? lines.map((line) => `${line}${c.dim(`  #${seq}`)}`) : lines

function countsOf({ moments, state }: Replay): string {
  const count = (verdict: Verdict): number =>
    moments.filter(({ fact }) => fact.kind === 'verdict.given' && fact.body.verdict === verdict).length
  const executed = moments.filter(({ fact }) => fact.kind === 'action.executed').length
  return [
    plural(state.steps, 'step'),
    `${count('ALLOW')} allowed`,
    `${count('BLOCK')} blocked`,
    `${count('CONTINUE')} told to continue`,
    `${plural(executed, 'action')} carried out`,
  ].join(', ')
}

const againOf = ({ verdicts, differences }: Replay, c: Colors): string =>
  differences.length === 0
    ? c.green(`✓ ${plural(verdicts, 'verdict')} judged again from the record: the same, byte for byte`)
    : c.red(`✗ ${plural(differences.length, 'entry', 'entries')} that the facts on record do not lead to`)

const asData = (stream: string, { moments, state, verdicts, differences }: Replay, audit: VerifyReport): object => ({
  ok: audit.ok && differences.length === 0,
  stream,
  evidence: { ok: audit.ok, findings: audit.findings, unlisted: audit.unlisted, notes: audit.notes },
  replay: { verdicts, differences },
  run: { ended: state.ended, steps: state.steps, masks: state.masks, last: state.last },
  facts: moments.map(({ seq, at, fact }) => ({ seq, at, ...fact })),
})
