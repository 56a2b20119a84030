import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, JsonObject } from '../../src/ledger/kinds.ts'
import { tempDir } from './temp.ts'

/** A transcript that a test writes as a host would, one line of JSON at a time. */
export type Written = {
  path: string
  add(...lines: (JsonObject | string)[]): void
  /** Replaces the file with another. */
  replace(...lines: (JsonObject | string)[]): void
}

export function transcript(...lines: (JsonObject | string)[]): Written {
  const path = join(tempDir(), 'transcript.jsonl')
  const render = (all: (JsonObject | string)[]): string =>
    all.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('')
  writeFileSync(path, render(lines))
  return {
    path,
    add: (...more) => appendFileSync(path, render(more)),
    replace: (...more) => writeFileSync(path, render(more)),
  }
}

/** Lines in Claude Code's format. */
export const claude = {
  prompt: (text: string): JsonObject => ({
    type: 'user',
    isSidechain: false,
    message: { role: 'user', content: text },
  }),
  says: (text: string): JsonObject => ({
    type: 'assistant',
    isSidechain: false,
    message: { role: 'assistant', content: [{ type: 'text', text }] },
  }),
  calls: (id: string, input: Json = { command: id }, isSidechain = false): JsonObject => ({
    type: 'assistant',
    isSidechain,
    message: { role: 'assistant', content: [{ type: 'tool_use', id, name: 'Bash', input }] },
  }),
}

const line = (type: string, payload: JsonObject): JsonObject => ({ timestamp: '2026-01-01T00:00:00Z', type, payload })
const item = (given: JsonObject): JsonObject => line('event_msg', { type: 'item_completed', item: given })

/** Lines in the format of a Codex rollout. */
export const codex = {
  prompt: (text: string): JsonObject => item({ type: 'UserMessage', id: 'u', content: [{ type: 'text', text }] }),
  says: (text: string): JsonObject => item({ type: 'AgentMessage', id: 'm', content: [{ type: 'Text', text }] }),
  calls: (id: string, command: string): JsonObject =>
    line('response_item', {
      type: 'function_call',
      name: 'exec_command',
      arguments: JSON.stringify({ cmd: command }),
      call_id: id,
    }),
  ran: (id: string, command: string, more: JsonObject = {}): JsonObject =>
    item({
      type: 'CommandExecution',
      id,
      command: ['/bin/bash', '-lc', command],
      status: 'completed',
      aggregated_output: `${command}\n`,
      exit_code: 0,
      duration: { secs: 1, nanos: 500_000_000 },
      ...more,
    }),
  told: (id: string, output: Json): JsonObject =>
    line('response_item', { type: 'function_call_output', call_id: id, output }),
  patches: (id: string, patch: string): JsonObject =>
    line('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: id, input: patch }),
  patched: (id: string, output: string): JsonObject =>
    line('response_item', { type: 'custom_tool_call_output', call_id: id, output }),
}

/** Lines in the format of Gemini CLI's chat file. */
export const gemini = {
  prompt: (text: string): JsonObject => ({ id: 'u', type: 'user', content: [{ text }] }),
  says: (content: string, id = 'm'): JsonObject => ({ id, type: 'gemini', content }),
  calls: (...calls: [id: string, name: string, args: JsonObject][]): JsonObject => ({
    id: `m-${calls[0]?.[0]}`,
    type: 'gemini',
    content: '',
    toolCalls: calls.map(([id, name, args]) => ({ id, name, args, status: 'success' })),
  }),
  told: (id: string, name: string): JsonObject => ({
    id: `u-${id}`,
    type: 'user',
    content: [{ functionResponse: { id, name, response: { output: 'ok' } } }],
  }),
}
