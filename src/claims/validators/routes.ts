import type { Route } from '../../policy/policy.ts'
import { hiddenStatuses } from '../../shell/exit.ts'
import { readShell } from '../../shell/read.ts'
import type { SeenCall } from '../turn.ts'

/** The result of a route in a turn: the seq of its last call if that failed, otherwise null. */
export type RouteEnd = { route: string; failedAt: number | null }

/** Determines for each route whether it was tried, failed, and did not succeed later. */
export function routeEnds(routes: readonly Route[], calls: readonly SeenCall[], keyword: string | null): RouteEnd[] {
  const names = [...new Set(routes.map(({ name }) => name))]
  return names.map((name) => {
    const ways = routes.filter((route) => route.name === name)
    const taken = calls.filter((call) => isAbout(call, keyword) && ways.some((route) => takes(call, route)))
    const last = taken.findLast((call) => call.end === 'succeeded' || isRealFailure(call))
    return { route: name, failedAt: last?.end === 'failed' ? last.seq : null }
  })
}

const isAbout = ({ input, command }: SeenCall, keyword: string | null): boolean =>
  keyword === null || `${JSON.stringify(input)} ${command ?? ''}`.toLowerCase().includes(keyword.toLowerCase())

/** True if the call matches every field that the route sets. */
function takes(call: SeenCall, { tool, command, host }: Route): boolean {
  if (tool !== null && call.tool !== tool) return false
  if (command !== null && !runs(call, command)) return false
  return host === null || hostsIn(call).some((one) => isHost(one, host))
}

/** Commands whose exit code does not matter. */
const SETTING: readonly (string | null)[] = ['set', 'export', 'echo', 'printf']

/** True if a shell call runs only this program and shows its exit code. Otherwise the failure may be another program's. */
function runs({ command }: SeenCall, program: string): boolean {
  const reading = command === null ? null : readShell(command)
  if (command === null || reading?.kind !== 'read') return false
  const own = reading.runs.filter(({ name }) => !SETTING.includes(name))
  const statuses = hiddenStatuses(command)
  const isShown = statuses.kind === 'read' && statuses.hidden.every((one) => !one.command.includes(program))
  return isShown && own.length > 0 && own.every(({ name }) => name === program)
}

const ADDRESS = /\bhttps?:\/\/(?:[^\s/"'@]*@)?([a-z0-9.-]+(?::\d+)?)/gi

const hostsIn = ({ input, command }: SeenCall): string[] =>
  [...`${JSON.stringify(input)} ${command ?? ''}`.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase())

const isHost = (host: string, wanted: string): boolean =>
  wanted.startsWith('*.')
    ? host.replace(/:\d+$/, '').endsWith(wanted.slice(1))
    : host === wanted || host.replace(/:\d+$/, '') === wanted

/** Exit codes for wrong usage, not executable, not found. */
const USAGE_EXITS: ReadonlySet<number> = new Set([64, 126, 127])
const USAGE =
  /(?:^|\s)(?:usage:|command not found|syntax error|(?:unknown|unrecogni[sz]ed|invalid|illegal|no such) (?:option|argument|flag|command|subcommand)|option .{1,40} (?:is unknown|requires)|no url specified|missing url|url (?:using bad|rejected)|malformed)/i

/** True if a call made a real attempt that failed. Wrong usage is not an attempt. */
const isRealFailure = ({ end, exit, said }: SeenCall): boolean =>
  end === 'failed' && !(exit !== null && USAGE_EXITS.has(exit)) && !USAGE.test(said)
