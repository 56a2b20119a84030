import type { ToolReply } from '../../mcp/server.ts'
import { limitsOf } from '../../mount/budget.ts'
import { renderMount } from '../../mount/drivers/mount.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import { readSubagents } from '../../mount/drivers/subagents.ts'
import { safe } from '../../session/streams.ts'
import type { Args, Exit, Io } from '../command.ts'
import { sessionNamed } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { findPlace } from '../input/validation-target.ts'
import { printable } from '../screens/output.ts'
import { blockScreen, budgetIn, damageIn, finish, NO_ROOM, reading } from './open.ts'

/**
 * Renders what the subagents of a session saw, for their lead: the session that is named, or whose host started this process. Any
 * other session of the project is not this caller's to read.
 */
export async function subagentBlock(
  dir: string,
  named: string | undefined,
  worker: number | string | null,
  io: Pick<Io, 'cwd' | 'ancestors'>,
): Promise<ToolReply> {
  const home = openToRead(dir)
  const place = findPlace(home, named, io)
  if (place.kind === 'refused' || (named === undefined && !place.isOwn))
    return { text: 'No recorded session started this server. [NO_SESSION]', isError: true }
  const { snapshot, ledger } = await readSubagents(readingOf(home), place.stream)
  const own = typeof worker === 'string' ? `${place.stream}.${safe(worker)}` : null
  const workers = snapshot.workers.filter(({ job, stream }) => worker === null || job === worker || stream === own)
  if (workers.length === 0) return { text: noneOf(snapshot.workers.length, worker), isError: worker !== null }
  const { text } = await renderMount(ledger, { ...snapshot, workers }, limitsOf())
  return { text, isError: false }
}

const noneOf = (count: number, worker: number | string | null): string =>
  worker === null
    ? 'No subagent was started in this session.'
    : `There is no subagent ${printable(String(worker)).slice(0, 80)}: ${count} ${count === 1 ? 'was' : 'were'} started.`

/** Shows a recorded session's subagents as one block. A session belongs to the person who runs the command. */
export const mountSession = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    const home = openToRead(args.home)
    const session = sessionNamed(home, args.get('session'), io.cwd)
    const checked = readingOf(home)
    const { snapshot, ledger } = await readSubagents(checked, session)
    const block = await renderMount(ledger, snapshot, limitsOf(budgetIn(args)))
    const data = { session, ...block, heads: snapshot.heads }
    const none = `${session} has no subagents, so there is nothing to mount.`
    const text = (): string => blockScreen(block, snapshot.workers.length === 0 ? none : NO_ROOM)
    return finish(args, io, { data, text }, damageIn(checked))
  })
