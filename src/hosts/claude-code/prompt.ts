import { isObject, type Json } from '../../ledger/kinds.ts'
import type { Origin } from '../../supervisor/event.ts'

/** What Claude Code passes as a prompt, and from whom it comes. */
export function promptOf(prompt: Json): { text: string; origin: Origin } {
  if (typeof prompt !== 'string') return { text: JSON.stringify(prompt), origin: originOfParts(prompt) }
  return { text: prompt, origin: originOf(prompt.trimStart()) }
}

function originOf(text: string): Origin {
  if (text === '') return 'empty'
  if (text.startsWith('<task-notification>')) return 'notification'
  if (text.startsWith('Stop hook feedback:')) return 'feedback'
  return 'person'
}

/** A message in parts: results of tools are typed as the user's. */
function originOfParts(prompt: Json): Origin {
  const parts = Array.isArray(prompt) ? prompt : [prompt]
  if (parts.every((part) => part === null)) return 'empty'
  return parts.some((part) => isObject(part) && part['type'] === 'tool_result') ? 'tool-result' : 'person'
}
