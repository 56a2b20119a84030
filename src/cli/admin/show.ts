import type { Json } from '../../ledger/kinds.ts'
import { fileSize } from '../../ledger/stores/files/disk.ts'
import { currentKeyPath } from '../../ledger/stores/files/layout.ts'
import { ledgerId } from '../../ledger/stores/files/signer.ts'
import { describeValue } from '../../trust/admin/command.ts'
import { auditAdmin } from '../../trust/admin/drivers/read.ts'
import { type AdminState, NO_ADMIN } from '../../trust/admin/state.ts'
import { DEFAULT_PARAMETERS, type ParameterName, RANGES } from '../../trust/parameters.ts'
import { minuteInZone } from '../../views/local-time.ts'
import { type Args, EXIT, type Exit, type Io } from '../command.ts'
import { openToRead } from '../input/home.ts'
import { json, table } from '../screens/output.ts'
import { warningOf } from './warning.ts'

const NAMES = Object.keys(RANGES) as ParameterName[]

/** Implements `bailiff admin show`. */
export function showParameters(args: Args, io: Io): Exit {
  const home = fileSize(currentKeyPath(args.home)) === null ? null : openToRead(args.home)
  const { state, finding } = home === null ? { state: NO_ADMIN, finding: null } : auditAdmin(home)
  const ledger = home === null ? null : ledgerId(home)
  if (args.json) io.out(json({ ok: finding === null, ledger, ...dataOf(state), finding }))
  else {
    const warning = finding === null ? '' : warningOf(`The defaults apply: ${finding}`, io)
    io.out(`${warning}${table(NAMES.map((name) => rowOf(state, name)))}\n${footer(state, ledger)}`)
  }
  return finding === null ? EXIT.fine : EXIT.broken
}

const valueIn = (parameters: AdminState['parameters'], name: ParameterName): string =>
  describeValue(parameters[name] as Json)

function rowOf({ parameters, changes }: AdminState, name: ParameterName): string[] {
  const value = valueIn(parameters, name)
  const standard = valueIn(DEFAULT_PARAMETERS, name)
  const change = changes[name]
  const lines = [
    value === standard ? `${value} (the default)` : `${value} (default: ${standard})`,
    `range: ${RANGES[name]}`,
    ...(change === undefined
      ? []
      : [
          `set by command ${change.command.counter} on ${minuteInZone(change.at)}; before: ${describeValue(change.from)}`,
        ]),
  ]
  return [name, lines.join('\n')]
}

function footer({ key, counter, recalibrations }: AdminState, ledger: string | null): string {
  if (key === null) return 'There is no administrator yet. To create a key: bailiff admin keygen\n'
  const last = recalibrations.at(-1)
  const since = `${key.id}, since ${minuteInZone(key.at)}${key.forced ? ' (by force)' : ''}`
  return table([
    ['key', since],
    ['ledger', ledger ?? ''],
    ['last command', counter === 0 ? 'none yet' : String(counter)],
    ...(last === undefined ? [] : [['recalibrate', `command ${last.command.counter} on ${minuteInZone(last.at)}`]]),
  ])
}

const dataOf = ({ key, parameters, changes, counter, recalibrations }: AdminState): object => ({
  key: key === null ? null : { id: key.id, publicKey: key.publicKey, since: key.at, forced: key.forced },
  counter,
  parameters: Object.fromEntries(
    NAMES.map((name) => {
      const change = changes[name]
      const changed =
        change === undefined ? null : { at: change.at, counter: change.command.counter, from: change.from }
      return [name, { value: parameters[name], default: DEFAULT_PARAMETERS[name], range: RANGES[name], changed }]
    }),
  ),
  recalibrations: recalibrations.map(({ seq, at, command }) => ({ seq, at, counter: command.counter })),
})
