import type { JsonObject } from '../../ledger/kinds.ts'
import type { Answer } from '../../supervisor/answer.ts'

const BLOCKABLE = ['BeforeAgent', 'AfterAgent', 'AfterTool']
const TELLABLE = ['SessionStart', 'BeforeAgent', 'AfterTool']

/** Phrases an answer for Gemini CLI. */
export function phrase(event: string, answer: Answer): JsonObject | null {
  const specific = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName: event, ...fields } })
  switch (answer.kind) {
    case 'go-on':
      return {}
    case 'deny':
    case 'ask':
      return event === 'BeforeTool' ? { decision: answer.kind, reason: answer.reason } : null
    case 'rewrite':
      return event === 'BeforeTool' ? specific({ tool_input: answer.input }) : null
    case 'block':
      return BLOCKABLE.includes(event) ? { decision: 'block', reason: answer.reason } : null
    case 'context':
      return TELLABLE.includes(event) ? specific({ additionalContext: answer.text }) : null
    case 'end':
      return { continue: false, stopReason: answer.reason }
  }
}
