import { isObject, type Json } from '../../ledger/kinds.ts'
import { isFact, readFact } from '../../session/facts.ts'
import { type Answer, GO_ON } from '../answer.ts'
import type { HostEvent } from '../event.ts'
import type { World } from '../world.ts'

/**
 * A lead gets the last message of a subagent. Tells it in a few words, whatever that message says, what else is on record. Hosts
 * store such context, so it quotes nothing that the subagent saw.
 */

/** The context for a lead after a call that may have started subagents; `result` names those that have ended by now. */
export function afterCall(world: World, event: HostEvent, input: Json, result: () => string): Answer {
  const starts = isObject(input) && INSTRUCTIONS.some((name) => typeof input[name] === 'string')
  return event.agent === null && starts ? afterAgents(world, event, result()) : GO_ON
}

/** Input fields that tell an agent what to do. */
const INSTRUCTIONS = ['prompt', 'message', 'task']

/** The context for a lead that is told about subagents by their ids. */
export function afterAgents({ recorder }: World, { stream }: HostEvent, told: string): Answer {
  const lines: string[] = []
  let left = MAX_ENTRIES
  for (const entry of recorder.has(stream) ? recorder.recent(stream) : []) {
    if (left-- === 0 || lines.length === MAX_AGENTS) break
    if (!isFact(entry, 'agent.stopped')) continue
    const { agent, stream: own } = readFact('agent.stopped', entry)
    if (own === null || agent === '' || !told.includes(agent) || lines.some((line) => line.includes(agent))) continue
    const ran = callsIn({ recorder }, own)
    if (ran !== '') lines.push(`On record for subagent ${agent}: ${ran}. ${WHERE}`)
  }
  return lines.length === 0 ? GO_ON : { kind: 'context', text: lines.join('\n') }
}

const WHERE = 'The tool get_subagent_evidence of "bailiff mcp", or "bailiff mount --session last", shows what came out.'

/** Limits on the entries to search, and on the subagents to name. */
const MAX_ENTRIES = 200
const MAX_AGENTS = 5
const MAX_CALLS = 999
const MAX_TOOLS = 3

/** The number of calls, and the tools called most: "4 calls (Bash 3, Read 1)". Empty if there were none. */
function callsIn({ recorder }: Pick<World, 'recorder'>, stream: string): string {
  const tools = new Map<string, number>()
  let calls = 0
  for (const entry of recorder.has(stream) ? recorder.recent(stream) : []) {
    if (calls === MAX_CALLS) break
    if (!isFact(entry, 'dispatch.proposed')) continue
    const tool = String(entry.body['tool'] ?? '').slice(0, 40)
    tools.set(tool, (tools.get(tool) ?? 0) + 1)
    calls++
  }
  const most = [...tools].sort(([, a], [, b]) => b - a).slice(0, MAX_TOOLS)
  return calls === 0
    ? ''
    : `${calls} ${calls === 1 ? 'call' : 'calls'} (${most.map((one) => one.join(' ')).join(', ')})`
}
