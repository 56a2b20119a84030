import { z } from 'zod'
import { LedgerError } from '../ledger/errors.ts'
import type { Store } from '../ledger/store.ts'
import { commandWork } from '../mount/drivers/command.ts'
import { openRun, type Run, startRun } from '../mount/drivers/run.ts'
import { type LeadTool, leadToolsFor, type SpawnOptions } from '../mount/drivers/tools.ts'
import { MountError } from '../mount/errors.ts'
import { requireOwner } from '../mount/names.ts'
import type { Tool, ToolReply } from './server.ts'

/** A lead, as configured by the person who starts the server. No tool call can change any of this. */
export type Lead = {
  /** Without an owner, every tool returns an error. */
  owner: string | undefined
  /** The run to continue; undefined starts a new one at the first tool call. */
  run: string | undefined
  /** The command line of another agent; it gets the task on its standard input. */
  agent: string | undefined
  commands: NonNullable<SpawnOptions['commands']>
}

/** A lead's tools, as a server offers them. `stop` ends the workers that are still running. */
export type ServedLead = { tools: Tool[]; stop(): Promise<void> }

export function serveLead(ledger: Store, { owner, run, agent, commands }: Lead): ServedLead {
  let opened: Promise<Run> | null = null
  const open = async (): Promise<Run> => {
    const whose = requireOwner(owner)
    opened ??= run === undefined ? startRun(ledger, { owner: whose }) : openRun(ledger, { run, owner: whose })
    try {
      return await opened
    } catch (error) {
      // The next call may succeed.
      opened = null
      throw error
    }
  }
  const agents = agent === undefined ? {} : { agent: (task: string) => commandWork(agent, commands, task) }
  return {
    tools: leadToolsFor(open, { agents, commands }).map(asTool),
    stop: async () => {
      await (await opened?.catch(() => null))?.stop()
    },
  }
}

function asTool({ name, description, input, isReadOnly, call }: LeadTool): Tool {
  const title = name.replaceAll('_', ' ')
  return {
    name,
    title: `${title[0]?.toUpperCase()}${title.slice(1)}`,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
    annotations: isReadOnly ? { readOnlyHint: true } : { readOnlyHint: false, openWorldHint: true },
    // A call that waits for its worker must not hold up the others.
    order: 'beside others',
    call: (given, signal) => Promise.race([answerOf(() => call(given)), cancelled(signal)]),
  }
}

async function answerOf(call: () => Promise<string>): Promise<ToolReply> {
  try {
    return { text: await call(), isError: false }
  } catch (error) {
    if (error instanceof MountError || error instanceof LedgerError)
      return { text: `${error.message} [${error.code}]`, isError: true }
    throw error
  }
}

/** A cancelled call stops waiting; its worker keeps running. */
const cancelled = (signal: AbortSignal): Promise<ToolReply> =>
  new Promise((resolve) => {
    const end = (): void => resolve({ text: 'Cancelled.', isError: true })
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
