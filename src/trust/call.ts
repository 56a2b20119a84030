import type { Json } from '../ledger/kinds.ts'

/**
 * A tool call as scorers see it: what the agent proposes, and nothing else. There is no field for tool output, for the
 * content of files on disk or for the conversation.
 */
export type Call = {
  tool: string
  input: Json
  /** The command line; null if the tool is not a shell. */
  command: string | null
}

const SHELLS = ['Bash', 'PowerShell', 'Cmd']

/** Builds a call from a tool name and its input. Any other field of the caller's object stays behind. */
export function callOf({ tool, input }: { tool: string; input: Json }): Call {
  const command = SHELLS.includes(tool) && isRecord(input) ? input['command'] : null
  return { tool, input, command: typeof command === 'string' ? command : null }
}

/** Exactly the fields that scorers and reviewers may see, whatever else the caller's object holds. */
export const seenCall = ({ tool, input, command }: Call): Call => ({ tool, input, command })

const isRecord = (value: Json): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
