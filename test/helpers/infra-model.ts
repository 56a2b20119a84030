import type { Chat, Reply } from './chat-model.ts'

/**
 * A scripted model for a lead and for its workers that check a server. It answers only from what it can see in the prompt.
 * As a lead it spawns a worker for each check, asks for their results, and then says what it found in the messages: the
 * number if it is there, else that it could not check.
 */
export function infraModel(chat: Chat): Reply {
  const tools = (chat.tools ?? []).map(({ function: { name } }) => name)
  return tools.includes('spawn_worker') ? asLead(chat) : asWorker(chat, tools)
}

function asLead({ messages }: Chat): Reply {
  const seen = messages.map(({ content }) => content ?? '').join('\n')
  const calls = JSON.stringify(messages.flatMap(({ tool_calls = [] }) => tool_calls))
  if (!calls.includes('spawn_worker'))
    return {
      calls: ['disk', 'backup', 'certificates'].map((agent) => ({ name: 'spawn_worker', input: spawning(agent) })),
    }
  if (!calls.includes('read_worker_result'))
    return { calls: [1, 2, 3].map((job) => ({ name: 'read_worker_result', input: { job } })) }
  return {
    text: [
      `Disk: ${found(/(\d+)%/, seen, '% full')}.`,
      `Backup: ${found(/backup: (\d\d:\d\d)/, seen, '')}.`,
      `Certificate: ${found(/(\d+) more days/, seen, ' days left')}.`,
    ].join(' '),
  }
}

const spawning = (agent: string) => ({ task: `Check the ${agent}`, agent, wait: true })

function found(pattern: RegExp, seen: string, unit: string): string {
  const value = pattern.exec(seen)?.[1]
  return value === undefined ? 'could not check' : `${value}${unit}`
}

/** Calls its tool, then repeats what the tool printed. */
function asWorker({ messages }: Chat, [tool = '']: string[]): Reply {
  const output = messages.find(({ role }) => role === 'tool')?.content
  return output == null ? { calls: [{ name: tool, input: {} }] } : { text: `I saw ${output}` }
}
