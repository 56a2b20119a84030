import { HOSTS } from '../../hosts/registry.ts'
import type { Ask, Schema, ToolCall } from './protocol.ts'
import type { ScriptedCall } from './script.ts'

/** A scripted call: the tool names and argument names it may have in a program, best first. */
type Wish = {
  names: readonly string[]
  values: readonly (readonly [keys: readonly string[], value: unknown])[]
  /** The input for a tool that takes plain text. */
  text?: string
}

/** The shell tools that hosts offer their models. */
const shells = () => HOSTS.flatMap(({ canary }) => canary?.shell.offered ?? [])
const PATH = ['file_path', 'path', 'absolute_path']
const PROMPT = ['prompt', 'message', 'task']

/** The tool that subagents in some programs must call to finish. */
export const LAST_WORD = 'complete_task'

/** Translates a call to a tool that the program offers; null if it offers none. */
export function toolFor(call: ScriptedCall, ask: Ask, heard: string): Omit<ToolCall, 'id'> | null {
  const wish = wishOf(call, heard)
  const tool = wish.names.flatMap((name) => ask.tools.filter((one) => one.name === name))[0]
  if (tool === undefined) return null
  const { name, namespace, schema, takesText } = tool
  return { name, namespace, input: takesText ? (wish.text ?? '') : argumentsOf(schema, wish) }
}

function wishOf(call: ScriptedCall, heard: string): Wish {
  if ('shell' in call) return shellWish(call)
  if ('write' in call)
    return {
      names: ['Write', 'write_file', 'apply_patch'],
      values: [
        [PATH, call.write],
        [['content'], call.content],
      ],
      text: patch(`Add File: ${call.write}`, prefixed('+', call.content)),
    }
  if ('edit' in call)
    return {
      names: ['Edit', 'replace', 'apply_patch'],
      values: [
        [PATH, call.edit],
        [['old_string'], call.from],
        [['new_string'], call.to],
      ],
      text: patch(`Update File: ${call.edit}`, `@@\n${prefixed('-', call.from)}${prefixed('+', call.to)}`),
    }
  if ('read' in call) return { names: ['Read', 'read_file'], values: [[PATH, call.read]] }
  if ('agent' in call) return agentWish(call.agent)
  if ('tool' in call)
    return { names: [call.tool], values: Object.entries(call.input).map(([key, value]) => [[key], value]) }
  if ('wait' in call) return waitWish(call.wait, heard)
  return { names: ['exec'], values: [], text: call.code }
}

const shellWish = (call: { shell: string; background?: true; yieldMs?: number }): Wish => ({
  names: shells().map(({ tool }) => tool),
  values: [
    [shells().map(({ command }) => command), call.shell],
    [['run_in_background', 'is_background'], call.background],
    [['yield_time_ms'], call.yieldMs],
  ],
})

const agentWish = (prompt: string): Wish => ({
  names: ['Agent', 'invoke_agent', 'spawn_agent'],
  values: [
    [PROMPT, prompt],
    [['subagent_type'], 'general-purpose'],
    [['agent_name'], 'generalist'],
    [['run_in_background'], false],
  ],
})

/** The program chooses the ids of agents and commands, and passes them to the model. */
const waitWish = (what: 'agent' | 'command', heard: string): Wish =>
  what === 'agent'
    ? {
        names: ['wait_agent'],
        values: [
          [['targets', 'ids'], [last(heard, /agent_id[^0-9a-f]+([0-9a-f-]{36})/g)]],
          [['timeout_ms'], 20_000],
        ],
      }
    : {
        names: ['write_stdin'],
        values: [
          [['session_id'], Number(last(heard, /session ID (\d+)/g))],
          [['chars'], ''],
          [['yield_time_ms'], 10_000],
        ],
      }

const last = (text: string, pattern: RegExp): string => [...text.matchAll(pattern)].at(-1)?.[1] ?? ''

const patch = (head: string, lines: string): string => `*** Begin Patch\n*** ${head}\n${lines}*** End Patch\n`

const prefixed = (sign: string, text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `${sign}${line}\n`)
    .join('')

/** Maps the values to the tool's own argument names, and adds placeholders for other required arguments. */
function argumentsOf({ properties = {}, required = [] }: Schema, wish: Wish): Record<string, unknown> {
  const wished = wish.values.flatMap(([keys, value]) => {
    const key = keys.find((one) => one in properties)
    return key === undefined || value === undefined ? [] : [[key, value] as const]
  })
  const rest = required.map((key) => [key, standIn(properties[key] ?? {})] as const)
  return Object.fromEntries([...rest, ...wished])
}

/** The smallest value that fits a schema. */
export function standIn({ type, properties = {}, required, enum: choices, anyOf }: Schema): unknown {
  if (choices !== undefined) return choices[0]
  if (anyOf?.[0] !== undefined) return standIn(anyOf[0])
  switch ([type].flat()[0]?.toLowerCase()) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).flatMap(([key, schema]) =>
          required?.includes(key) ? [[key, standIn(schema)] as const] : [],
        ),
      )
    case 'array':
      return []
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    default:
      return 'scripted'
  }
}
