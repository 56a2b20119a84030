import { limitsOf } from '../../mount/budget.ts'
import { renderMount } from '../../mount/drivers/mount.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import { readSubagents } from '../../mount/drivers/subagents.ts'
import type { Args, Exit, Io } from '../command.ts'
import { sessionNamed } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { blockScreen, budgetIn, damageIn, finish, NO_ROOM, reading } from './open.ts'

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
