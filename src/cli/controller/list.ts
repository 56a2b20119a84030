import { type ControllerSummary, readControllers } from '../../views/controllers.ts'
import { minute, zoneName } from '../../views/local-time.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { colors, json, oneLine, table } from '../screens/output.ts'

/** Implements `bailiff controller list`. */
export function listControllers(args: Args, io: Io): Exit {
  const home = openToRead(args.home)
  const rows = readControllers(home)
  const isBroken = rows.some(({ broken }) => broken !== null)
  if (args.json) io.out(json({ ok: !isBroken, controllers: rows }))
  else if (rows.length === 0)
    io.out(`No controllers in ${home.dir} yet. Run one: bailiff controller run <bundle.yaml>\n`)
  else io.out(render(rows, io))
  for (const { broken } of rows) if (broken !== null) io.err(`bailiff: ${broken} [CHAIN_BROKEN]\n`)
  return isBroken ? EXIT.broken : EXIT.fine
}

/** Names are cut so that the table fits a screen. The start of a name is enough for other commands. */
const NAME_WIDTH = 23

function render(rows: readonly ControllerSummary[], io: Io): string {
  const c = colors(io.color)
  const cells = rows.map((row) => [
    oneLine(row.controller, NAME_WIDTH),
    String(row.cycles).padStart(6),
    row.at === '' ? '-' : minute(row.at),
    String(row.unresolved).padStart(7),
    stateOf(row),
  ])
  const head = ['CONTROLLER', 'CYCLES', 'LAST ENTRY', 'UNKNOWN', 'STATE']
  const [title = '', ...lines] = table([head, ...cells]).split('\n')
  const text = [c.dim(title), ...lines].join('\n')
  return `${text}${c.dim(`Times: ${zoneName()}`)}\nFor details: bailiff controller show <controller>\n`
}

/** The process that runs it, or how the last cycle ended. */
function stateOf({ end, isInterrupted, running, broken }: ControllerSummary): string {
  if (broken !== null) return 'broken evidence'
  if (running !== null)
    return running.life === 'alive' ? `running, pid ${running.pid}` : `held by pid ${running.pid} on ${running.host}`
  return end ?? (isInterrupted ? 'interrupted' : '-')
}
