import { type Replay, replay } from '../../gate/replay.ts'
import type { Verdict } from '../../gate/verdict.ts'
import { type Readable, sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { type VerifyReport, verifyFiles } from '../../ledger/stores/files/verify.ts'
import { clock, day, zoneAt } from '../../views/local-time.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { evidenceOf } from '../screens/audit.ts'
import { type Colors, colors, json, oneLine, plural } from '../screens/output.ts'
import { between, WIDTH } from '../screens/story/teller.ts'
import { wrap } from '../screens/texts.ts'
import { endLine, linesOf } from './lines.ts'

/** Shows a supervised run to people, and judges it again from its record. */
export async function explainRun(home: Readable, stream: string, args: Args, io: Io): Promise<Exit> {
  const told = replay(sealedEntries(home, stream))
  const audit = await verifyFiles(home.dir, { streams: [stream] })
  if (audit.ok && told.moments[0]?.fact.kind !== 'run.opened') throw new UsageError(otherScreen(home, stream))
  io.out(args.json ? json(asData(stream, told, audit)) : render(stream, told, audit, colors(io.color)))
  return audit.ok && told.differences.length === 0 ? EXIT.fine : EXIT.broken
}

/** Points to the screen of a stream that is not a supervised run. A lead's run shares the stream kind. */
function otherScreen(home: Readable, stream: string): string {
  const [first] = sealedEntries(home, stream)
  return first?.kind === 'run.started'
    ? `${stream} is a lead's run: it has workers, not steps. Run: bailiff worker list --run ${stream} --owner <owner>`
    : `${stream} is not a supervised run. Run: bailiff show ${stream}`
}

const LABEL_WIDTH = 12
const MAX_SHOWN = 5

function render(stream: string, told: Replay, audit: VerifyReport, c: Colors): string {
  const { moments, state, differences } = told
  const [first] = moments
  if (first?.fact.kind !== 'run.opened')
    return `The beginning of this run is missing or altered. Run: bailiff verify ${stream}\n`
  const row = (label: string, text: string): string => `  ${c.dim(label.padEnd(LABEL_WIDTH))}${text}`
  const wide = (text: string | null): string => oneLine(text ?? 'unknown', WIDTH - LABEL_WIDTH - 2)
  const lastAt = moments.at(-1)?.at ?? first.at
  const sections = [
    [
      c.bold('Supervised run'),
      row('stream', stream),
      row('agent', wide(first.fact.body.agent)),
      row('folder', wide(first.fact.body.cwd)),
      row(
        'when',
        `${day(first.at)} ${clock(first.at)} to ${clock(lastAt)} ${zoneAt(lastAt)}, ${between(first.at, lastAt)}`,
      ),
      row('did', countsOf(told)),
      row('outcome', state.ended === null ? c.yellow('… not ended, or cut short') : endLine(state.ended, c)),
      row('evidence', evidenceOf(audit, c)),
      row('verdicts', againOf(told, c)),
    ],
    moments.flatMap((moment) => withSeq(linesOf(moment, c), moment.seq, moment.fact.kind === 'action.executed', c)),
    differences
      .slice(0, MAX_SHOWN)
      .map(({ seq, recorded, judged }) => c.red(`  #${seq} says ${recorded}, but its facts lead to ${judged}`)),
    wrap(state.ended?.freeText ?? '', WIDTH - 4, MAX_SHOWN)
      .filter((line) => line !== '')
      .map((line) => `  ${c.cyan(`> ${line}`)}`),
    ['#n is an entry. To print its output:', `  bailiff show ${stream} --raw <n> stdout (or stderr)`].map(c.dim),
  ]
  return sections
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

/** Adds the seq of the entry with the output, if there is output. */
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
    `${count('CONTINUE')} continued`,
    `${plural(executed, 'action')} run`,
  ].join(', ')
}

const againOf = ({ verdicts, differences }: Replay, c: Colors): string =>
  differences.length === 0
    ? c.green(`✓ ${plural(verdicts, 'verdict')} judged again: the same, byte for byte`)
    : c.red(`✗ ${plural(differences.length, 'entry', 'entries')} inconsistent with the recorded facts`)

const asData = (stream: string, { moments, state, verdicts, differences }: Replay, audit: VerifyReport): object => ({
  ok: audit.ok && differences.length === 0,
  stream,
  evidence: { ok: audit.ok, findings: audit.findings, unlisted: audit.unlisted, notes: audit.notes },
  replay: { verdicts, differences },
  run: { ended: state.ended, steps: state.steps, masks: state.masks, last: state.last },
  facts: moments.map(({ seq, at, fact }) => ({ seq, at, ...fact })),
})
