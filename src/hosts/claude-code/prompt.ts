import { isObject, type Json } from '../../ledger/kinds.ts'
import type { Origin, Task } from '../../supervisor/event.ts'

/** Reads a prompt and its origin. */
export function promptOf(prompt: Json): { text: string; origin: Origin; task?: Task } {
  if (typeof prompt !== 'string') return { text: JSON.stringify(prompt), origin: originOfParts(prompt) }
  const origin = originOf(prompt.trimStart())
  const task = origin === 'notification' ? taskOf(prompt) : null
  return { text: prompt, origin, ...(task !== null && { task }) }
}

/** The task a notification is about. */
function taskOf(text: string): Task | null {
  const id = within('task-id', text)
  if (id === null) return null
  const exit = /(?: with |\()exit code (\d{1,3})\)?$/.exec(within('summary', text) ?? '')?.[1]
  return {
    id,
    call: within('tool-use-id', text),
    status: within('status', text),
    exit: exit === undefined ? null : Number(exit),
  }
}

/** Returns the content of a tag that occurs exactly once: the agent controls part of the text and could add a second. */
function within(tag: string, text: string): string | null {
  const [, inside, ...more] = text.split(`<${tag}>`)
  const [value, rest, ...others] = inside?.split(`</${tag}>`) ?? []
  return more.length > 0 || others.length > 0 || rest === undefined ? null : (value ?? null)
}

function originOf(text: string): Origin {
  if (text === '') return 'empty'
  if (text.startsWith('<task-notification>')) return 'notification'
  if (text.startsWith('Stop hook feedback:')) return 'feedback'
  return 'person'
}

/** The origin of a message in parts. Tool results have the role `user`. */
function originOfParts(prompt: Json): Origin {
  const parts = Array.isArray(prompt) ? prompt : [prompt]
  if (parts.every((part) => part === null)) return 'empty'
  return parts.some((part) => isObject(part) && part['type'] === 'tool_result') ? 'tool-result' : 'person'
}
