import type { JsonObject } from '../ledger/kinds.ts'
import type { Tool, ToolReply } from './server.ts'

/** Renders the evidence of all subagents of the server's session, or of one; passed in by the program that starts the server. */
export type ShowSubagents = (worker: number | string | null) => Promise<ToolReply>

/** A lead gets only the last message of a subagent. This tool shows what the subagent ran and saw. */
export const subagentEvidenceTool = (show: ShowSubagents): Tool => ({
  name: 'get_subagent_evidence',
  title: 'Get subagent evidence',
  description:
    'Shows what the subagents of this session ran and what came out of it, as recorded, whatever they said: all of them, or one by its number or id.',
  inputSchema: {
    type: 'object',
    properties: {
      worker: { type: ['integer', 'string'], description: 'the number or the id of one subagent; default: all' },
    },
    additionalProperties: false,
  },
  annotations: { readOnlyHint: true },
  order: 'beside others',
  call: async (given) => {
    const worker = workerIn(given)
    return worker === undefined
      ? { text: 'worker must be the number of a subagent, from 1, or its id.', isError: true }
      : show(worker)
  },
})

/** Returns null for all subagents, undefined for something that names none. */
function workerIn({ worker, ...others }: JsonObject): number | string | null | undefined {
  if (Object.keys(others).length > 0) return undefined
  if (worker === undefined) return null
  if (typeof worker === 'string' && worker !== '') return worker
  return typeof worker === 'number' && Number.isSafeInteger(worker) && worker > 0 ? worker : undefined
}
