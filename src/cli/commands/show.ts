import { type Opened, openLine } from '../../ledger/chain.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { type Entry, isStreamName } from '../../ledger/kinds.ts'
import { getArtifact } from '../../ledger/stores/files/artifacts.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { linesFrom, type Readable } from '../../ledger/stores/files/stream-lines.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { openToRead } from '../home.ts'
import { bytes, type Colors, colors, json, oneLine, printable } from '../output.ts'

const VALUE_WIDTH = 60

export const show: Command = {
  name: 'show',
  summary: 'show a stream as a timeline, or one stored output byte for byte',
  usage: '<stream> | <stream> --raw <seq> <artifact>',
  words: { min: 1, max: 2, names: '<stream>, and with --raw <artifact>' },
  details: 'A line that does not verify is shown as such; "bailiff verify" says what was done to it.',
  example: 'bailiff show session/3f2a --raw 4 stdout',
  options: {
    raw: { value: '<seq>', help: 'write the named artifact of this entry to standard output' },
    json: { help: 'print JSON lines: one value a line, an entry each' },
  },
  async run(args, io) {
    const stream = requireStream(args)
    const home = openToRead(args.home)
    if (fileSize(segmentPath(home.dir, stream, 1)) === null) {
      throw new LedgerError('STREAM_UNKNOWN', `No stream ${stream} in ${home.dir}. Run: bailiff sessions --all`)
    }
    const raw = args.get('raw')
    if (raw === undefined) timeline(home, stream, args, io)
    else await writeRaw(home, stream, raw, args.words[1], io)
    return EXIT.fine
  },
}

function requireStream({ words, get }: Args): string {
  const [stream, ...rest] = words
  if (!isStreamName(stream)) throw new UsageError(`Name a stream, such as session/3f2a. Run: bailiff sessions`)
  if (rest.length !== (get('raw') === undefined ? 0 : 1))
    throw new UsageError('Usage: bailiff show <stream> [--raw <seq> <artifact>]')
  return stream
}

function timeline(home: Readable, stream: string, args: Args, io: Io): void {
  const c = colors(io.color)
  for (const opened of openedLines(home, stream)) {
    if (!args.json) io.out(renderLine(opened, c))
    else io.out(json(opened.kind === 'sealed' ? { ...opened.entry, hash: opened.hash } : { unverified: opened.kind }))
  }
}

function* openedLines(home: Readable, stream: string): Generator<Opened> {
  for (const line of linesFrom(home, { stream, segment: 1, bytes: 0 })) {
    if (line.kind !== 'torn') yield openLine(line.bytes, stream, home.keyring.check)
  }
}

function renderLine(opened: Opened, c: Colors): string {
  if (opened.kind !== 'sealed') return c.red(`     ?  a line that does not verify (${opened.kind})\n`)
  const { seq, at, kind, actor, body, artifacts, redacted } = opened.entry
  const head = `${String(seq).padStart(6)}  ${c.dim(at.slice(11, 23))}  ${actor.padEnd(9)}  ${c.bold(kind)}`
  const hidden = redacted ? c.yellow(`  redacted: ${counts(redacted)}`) : ''
  const files = artifacts.map((one) => {
    const removed = one.redacted ? c.yellow(`  redacted: ${counts(one.redacted)}`) : ''
    return `${' '.repeat(8)}${c.dim('└')} ${printable(one.name)}  ${c.dim(bytes(one.bytes))}${removed}\n`
  })
  return `${head}  ${describe(body)}${hidden}\n${files.join('')}`
}

const counts = (redacted: { [kind: string]: number }): string =>
  Object.entries(redacted)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

/** Every field gets its share of the line: a long command must not hide its exit code. */
const describe = (body: Entry['body']): string =>
  Object.entries(body)
    .map(
      ([key, value]) =>
        `${printable(key)}=${oneLine(typeof value === 'string' ? value : JSON.stringify(value), VALUE_WIDTH)}`,
    )
    .join('  ')

async function writeRaw(home: Readable, stream: string, seq: string, name: string | undefined, io: Io): Promise<void> {
  const entry = findEntry(home, stream, Number(seq))
  if (entry === null)
    throw new LedgerError('ENTRY_UNKNOWN', `${stream} has no entry ${seq} that verifies. Run: bailiff show ${stream}`)
  const artifact = entry.artifacts.find((one) => one.name === name)
  if (artifact === undefined) {
    const names = entry.artifacts.map((one) => one.name).join(', ') || 'none'
    throw new LedgerError('ARTIFACT_UNKNOWN', `Entry ${seq} of ${stream} has no artifact "${name}". It has: ${names}.`)
  }
  for await (const chunk of getArtifact(home.dir, artifact.sha256)) io.raw(chunk)
}

function findEntry(home: Readable, stream: string, seq: number): Entry | null {
  for (const opened of openedLines(home, stream)) {
    if (opened.kind === 'sealed' && opened.entry.seq === seq) return opened.entry
  }
  return null
}
