import { listStreams } from '../../ledger/stores/files/list.ts'
import { bytesOfStream } from '../../ledger/stores/files/stream-files.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { sealedEntries } from '../../ledger/stores/files/stream-lines.ts'
import { type Command, EXIT } from '../command.ts'
import { openToRead } from '../home.ts'
import { bytes, json, table } from '../output.ts'

export const sessions: Command = {
  name: 'sessions',
  summary: 'list the recorded sessions, newest last',
  usage: '[options]',
  words: { min: 0, max: 0, names: '' },
  example: 'bailiff sessions',
  options: { all: { help: 'list every stream, not only sessions' } },
  async run(args, io) {
    const home = openToRead(args.home)
    const streams = listStreams(home.dir).filter((stream) => args.has('all') || stream.startsWith('session/'))
    const rows = streams.map((stream) => summarise(home, stream)).sort((a, b) => (a.last < b.last ? -1 : 1))
    if (args.json) io.out(json(rows))
    else if (rows.length === 0) io.out(`No ${args.has('all') ? 'streams' : 'sessions'} in ${home.dir} yet.\n`)
    else io.out(table([['STREAM', 'ENTRIES', 'FIRST', 'LAST', 'SIZE'], ...rows.map(cells)]))
    return EXIT.fine
  },
}

type Summary = { stream: string; entries: number; first: string; last: string; bytes: number }

function summarise(home: Readable, stream: string): Summary {
  const summary: Summary = { stream, entries: 0, first: '', last: '', bytes: bytesOfStream(home.dir, stream) }
  for (const { at } of sealedEntries(home, stream)) {
    summary.entries++
    if (summary.first === '') summary.first = at
    summary.last = at
  }
  return summary
}

const cells = (row: Summary): string[] => [
  row.stream,
  String(row.entries),
  when(row.first),
  when(row.last),
  bytes(row.bytes),
]

const when = (at: string): string => at.replace('T', ' ').slice(0, 19)
