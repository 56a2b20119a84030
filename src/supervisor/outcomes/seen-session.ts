import { resolve } from 'node:path'
import type { Act } from '../../dispatch/act.ts'
import { isWithin } from '../../dispatch/protection/place.ts'
import type { Entry } from '../../ledger/kinds.ts'
import { sessionOf } from '../../session/fold.ts'
import type { Call } from '../../session/state.ts'
import { leftBy } from '../stop/turn.ts'
import type { Tools } from '../tools.ts'
import type { SeenSession } from './outcome.ts'

/** Reads the latest turns of a session from their entries. `rootOf` returns the folder of the project. */
export function seenSession(entries: readonly Entry[], tools: Tools, rootOf: () => string): SeenSession {
  const session = sessionOf(entries)
  const folder = session.cwd ?? entries.map(({ body }) => body['cwd']).find((one) => typeof one === 'string')
  const cwd = folder ?? '/'
  const actOf = ({ tool, input, ranWith, id }: Call): Act =>
    tools.actOf({ tool, input: ranWith ?? input, call: id, command: null })
  const wasMade = ({ denied, end }: Call): boolean => denied === null && end?.status !== 'refused'
  return {
    entries,
    session,
    mayChange: (call) => wasMade(call) && leftBy(actOf(call), tools.isIdle(call.tool), cwd).changed,
    mayOutlast: (call) => wasMade(call) && commandsIn(actOf(call)).some((command) => LASTING.test(command)),
    writesOnly: (call) => isWriting(actOf(call), cwd, rootOf()),
  }
}

/** Signs that a command leaves something running: `&`, or a program that starts others on its own. */
const LASTING =
  /(?<![&>|<\\])&(?![&>\d-])|\b(?:nohup|setsid|disown|daemonize|daemon|systemd-run|at|batch|crontab|tmux|screen|pm2)\b/

function commandsIn(act: Act): string[] {
  if (act.kind === 'shell') return [act.command]
  if (act.kind === 'code') return [act.code]
  return act.kind === 'several' ? act.acts.flatMap(commandsIn) : []
}

const isWriting = (act: Act, cwd: string, root: string): boolean =>
  act.kind === 'files' &&
  act.files.length > 0 &&
  act.files.every(({ how, change, path }) => how === 'write' && change !== null && isWithin(resolve(cwd, path), root))
