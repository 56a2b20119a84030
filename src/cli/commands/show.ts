import { type Opened, openLine } from '../../ledger/chain.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { type Entry, isStreamName } from '../../ledger/kinds.ts'
import { getArtifact } from '../../ledger/stores/files/artifacts.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { segmentPath } from '../../ledger/stores/files/layout.ts'
import { linesFrom, type Readable } from '../../ledger/stores/files/stream-lines.ts'
import { clock } from '../../views/local-time.ts'
import { type Args, type Command, EXIT, type Io, UsageError } from '../command.ts'
import { sessionNamed } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { describe } from '../screens/entry-line.ts'
import { type EntryText, findTexts, textsOf } from '../screens/entry-texts.ts'
import { bytes, type Colors, colors, json, oneLine, printable, table } from '../screens/output.ts'

export const show: Command = {
  name: 'show',
  summary: 'list the entries of a stream, or print recorded text',
  usage: '<stream> | <stream> --raw <seq> [<text>]',
  words: { min: 1, max: 2, names: '<stream>, or <stream> --raw <seq> [<text>]' },
  details: `<stream> may also be a session as "bailiff sessions" names it. A line that does
not verify is marked; "bailiff verify" says why.
--raw <seq> lists the text in an entry: its artifacts, and the strings in its
body, such as output.stdout or input.command. With <text>, it writes that one
byte for byte, even with --json. The end of the name is enough if it is unique:
stdout. Times are local; --json has them in UTC.`,
  example: 'bailiff show session/3f2a --raw 4 stdout',
  options: {
    raw: { value: '<seq>', help: 'write the named text in this entry, or list what there is' },
    json: { help: 'print one JSON line per entry; with --raw <seq>, one list of names and sizes' },
  },
  async run(args, io) {
    requireWords(args)
    const home = openToRead(args.home)
    const stream = streamIn(home, args.words[0] ?? '', io.cwd)
    const raw = args.get('raw')
    if (raw === undefined) timeline(home, stream, args, io)
    else if (args.words[1] === undefined) listTexts(findEntry(home, stream, raw), args, io)
    else await writeRaw(findEntry(home, stream, raw), args.words[1], home, io)
    return EXIT.fine
  },
}

function requireWords({ words, get }: Args): void {
  if (words.length > 1 && get('raw') === undefined)
    throw new UsageError('Usage: bailiff show <stream> [--raw <seq> [<text>]]')
}

/** Finds a stream by its own name or by its session's name. */
function streamIn(home: Readable, given: string, cwd: string): string {
  if (!given.includes('/')) return sessionNamed(home, given, cwd)
  if (!isStreamName(given))
    throw new UsageError(`"${printable(given)}" is not a stream name, such as session/3f2a. Run: bailiff sessions`)
  if (fileSize(segmentPath(home.dir, given, 1)) !== null) return given
  throw new LedgerError('STREAM_UNKNOWN', `No stream ${given} in ${home.dir}. Run: bailiff sessions --all`)
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
  if (opened.kind !== 'sealed') return c.red(`     ?  this line does not verify (${opened.kind})\n`)
  const { seq, at, kind, actor, artifacts, redacted } = opened.entry
  const head = `${String(seq).padStart(6)}  ${c.dim(`${clock(at)}${at.slice(19, 23)}`)}  ${actor.padEnd(9)}  ${c.bold(kind)}`
  const hidden = redacted ? c.yellow(`  redacted: ${counts(redacted)}`) : ''
  const files = artifacts.map((one) => {
    const removed = one.redacted ? c.yellow(`  redacted: ${counts(one.redacted)}`) : ''
    return `${' '.repeat(8)}${c.dim('└')} ${printable(one.name)}  ${c.dim(bytes(one.bytes))}${removed}\n`
  })
  return `${head}  ${describe(opened.entry)}${hidden}\n${files.join('')}`
}

const counts = (redacted: { [kind: string]: number }): string =>
  Object.entries(redacted)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')

function listTexts(entry: Entry, args: Args, io: Io): void {
  const texts = textsOf(entry).map((one) => ({ name: one.name, bytes: bytesOf(one) }))
  if (args.json) io.out(json(texts))
  else if (texts.length === 0) io.out(`Entry ${entry.seq} has no text.\n`)
  else io.out(table(texts.map(({ name, bytes: count }) => [oneLine(name, 80), bytes(count)])))
}

const bytesOf = (text: EntryText): number => (text.kind === 'inside' ? Buffer.byteLength(text.text) : text.ref.bytes)

async function writeRaw(entry: Entry, name: string, home: Readable, io: Io): Promise<void> {
  const found = findTexts(entry, name)
  const [text] = found
  if (text === undefined || found.length > 1) throw noText(entry, name, found)
  if (text.kind === 'inside') io.raw(Buffer.from(text.text))
  else for await (const chunk of getArtifact(home.dir, text.ref.sha256)) io.raw(chunk)
}

function noText({ seq, stream, ...entry }: Entry, name: string, found: readonly EntryText[]): Error {
  const names = (found.length > 0 ? found : textsOf({ seq, stream, ...entry })).map((one) => oneLine(one.name, 80))
  const listed = names.slice(0, MAX_LISTED).join(', ') + (names.length > MAX_LISTED ? ', …' : '')
  if (found.length > 0) return new UsageError(`"${name}" is ambiguous: ${listed}. Use a longer name.`)
  return new LedgerError(
    'ARTIFACT_UNKNOWN',
    `Entry ${seq} of ${stream} has no text "${name}". It has: ${listed || 'none'}.`,
  )
}

const MAX_LISTED = 20

function findEntry(home: Readable, stream: string, seq: string): Entry {
  for (const opened of openedLines(home, stream)) {
    if (opened.kind === 'sealed' && opened.entry.seq === Number(seq)) return opened.entry
  }
  throw new LedgerError('ENTRY_UNKNOWN', `${stream} has no entry ${seq} that verifies. Run: bailiff show ${stream}`)
}
