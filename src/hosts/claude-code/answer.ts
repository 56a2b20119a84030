import type { JsonObject } from '../../ledger/kinds.ts'
import type { Answer } from '../../supervisor/answer.ts'

/** Events for which Claude Code honours a plain "block". */
const BLOCKABLE = ['Stop', 'SubagentStop', 'UserPromptSubmit', 'PostToolUse', 'ConfigChange']

const TELLABLE = ['SessionStart', 'UserPromptSubmit', 'PostToolUse', 'Stop', 'SubagentStop']

/** Phrases an answer for Claude Code. Codex understands the same format. */
export function phrase(event: string, answer: Answer): JsonObject | null {
  const specific = (fields: JsonObject): JsonObject => ({ hookSpecificOutput: { hookEventName: event, ...fields } })
  switch (answer.kind) {
    case 'go-on':
      return {}
    case 'deny':
    case 'ask':
      if (event !== 'PreToolUse') return null
      return specific({ permissionDecision: answer.kind, permissionDecisionReason: answer.reason })
    case 'rewrite':
      return event === 'PreToolUse' ? specific({ permissionDecision: 'allow', updatedInput: answer.input }) : null
    case 'block':
      return BLOCKABLE.includes(event) ? { decision: 'block', reason: answer.reason } : null
    case 'context':
      return TELLABLE.includes(event) ? specific({ additionalContext: answer.text }) : null
    case 'end':
      return { continue: false, stopReason: answer.reason }
  }
}
