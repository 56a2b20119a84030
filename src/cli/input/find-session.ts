import { HOSTS } from '../../hosts/registry.ts'
import { LedgerError } from '../../ledger/errors.ts'
import { listStreams } from '../../ledger/stores/files/list.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { sessionStream } from '../../session/streams.ts'
import { sessionStreams } from '../../views/sessions.ts'
import { newestHere } from '../../views/sessions-here.ts'
import { UsageError } from '../command.ts'
import { printable } from '../screens/output.ts'

const PREFIX = 'session/'

/** A session's short name: the host's id for it or for the subagent; without a known host, the stream's name. */
export function shortName(stream: string): string {
  const id = stream.slice(PREFIX.length)
  // The session in which a pull request is judged.
  if (stream.startsWith(`${PREFIX}ci-`)) return id
  const host = HOSTS.find(({ name }) => id.startsWith(`${name}-`))
  if (host === undefined) return stream
  const own = id.slice(host.name.length + 1)
  return own.slice(own.indexOf('.') + 1)
}

/** Finds the session that a command line means. No name, or "last", means the newest session of this project. */
export function sessionNamed(home: Readable, given: string | undefined, cwd: string): string {
  if (given !== undefined && given !== 'last') return findSession(home.dir, given)
  const stream = newestHere(home, cwd)
  if (stream !== null) return stream
  throw new LedgerError(
    'STREAM_UNKNOWN',
    `No session was recorded in ${cwd}. ${sessionStreams(home.dir).length === 0 ? 'Start an agent there; to check that it is supervised, run: bailiff status' : 'Run: bailiff sessions'}`,
  )
}

/** Finds a stream by its name, by the host's session id, or by a prefix of either. */
function findSession(dir: string, given: string): string {
  const streams = sessionStreams(dir)
  const exact = [given, `${PREFIX}${given}`, ...HOSTS.map(({ name }) => sessionStream(name, given))]
  const named = [...new Set(streams.filter((stream) => exact.includes(stream) || shortName(stream) === given))]
  const found = named.length > 0 ? named : streams.filter((stream) => isCalled(stream, given))
  if (found.length === 1 && found[0] !== undefined) return found[0]
  const what = printable(given)
  if (found.length > 1)
    throw new UsageError(`${found.length} sessions start with "${what}": ${nameSome(found)}. Use a longer prefix.`)
  throw new LedgerError('STREAM_UNKNOWN', `No session "${what}" in ${dir}. Run: bailiff sessions`)
}

function isCalled(stream: string, given: string): boolean {
  if (given === '') return false
  // A subagent's stream starts with the name of its lead's; prefer the lead.
  const isSubagent = stream.includes('.') && !given.includes('.')
  const names = isSubagent ? [shortName(stream)] : [shortName(stream), stream, stream.slice(PREFIX.length)]
  return names.some((name) => name.startsWith(given))
}

/** Finds a run's stream by its name, or by a prefix of it. */
export function findRun(dir: string, given: string): string {
  const found = listStreams(dir).filter((stream) => stream.startsWith(given))
  const [stream] = found.includes(given) ? [given] : found
  if (stream !== undefined && (found.length === 1 || stream === given)) return stream
  const what = printable(given)
  if (stream !== undefined)
    throw new UsageError(`${found.length} runs start with "${what}": ${nameSome(found)}. Use a longer prefix.`)
  throw new LedgerError('STREAM_UNKNOWN', `No run "${what}" in ${dir}. Run: bailiff sessions --all`)
}

const MAX_LISTED = 5

/** The first names, and how many more there are. */
export const nameSome = (streams: string[]): string =>
  streams.length <= MAX_LISTED
    ? streams.join(', ')
    : `${streams.slice(0, MAX_LISTED).join(', ')} and ${streams.length - MAX_LISTED} more`
