import { limitsOf } from '../../mount/budget.ts'
import { renderMount } from '../../mount/drivers/mount.ts'
import { readingOf } from '../../mount/drivers/reading.ts'
import { readSubagents } from '../../mount/drivers/subagents.ts'
import { type Args, type Exit, type Io, UsageError } from '../command.ts'
import { findSession } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { printable } from '../screens/output.ts'
import { budgetIn, damageIn, finish, reading } from './open.ts'

/** The subagents of a recorded session as one block. A session belongs to the person who runs the command. */
export const mountSession = (args: Args, io: Io): Promise<Exit> =>
  reading(async () => {
    if (args.has('diff')) throw new UsageError('--diff is for runs: a session records no blocks.')
    const home = openToRead(args.home)
    const session = findSession(home.dir, args.get('session') ?? '')
    const checked = readingOf(home)
    const { snapshot, ledger } = await readSubagents(checked, session)
    const block = await renderMount(ledger, snapshot, limitsOf(budgetIn(args)))
    const data = { session, ...block, heads: snapshot.heads }
    const text = (): string =>
      snapshot.workers.length === 0
        ? `${session} has no subagents, so there is nothing to mount.\n`
        : `${printable(block.text)}\n`
    return finish(args, io, { data, text }, damageIn(checked))
  })
