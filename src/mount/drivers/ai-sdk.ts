import { inspect } from 'node:util'
import type { Json } from '../../ledger/kinds.ts'
import { type Budget, limitsOf } from '../budget.ts'
import { MountError } from '../errors.ts'
import type { Ending } from '../facts.ts'
import { HEADER } from '../lines.ts'
import type { Run } from './run.ts'
import { type LeadTool, leadToolsFor, type SpawnOptions } from './tools.ts'
import type { CallTrace, WorkerTrace } from './worker.ts'

/** Adapters for the AI SDK. They import none of its code: their types are structurally compatible. */

/** A message in a prompt. */
type PromptMessage = { role: string; content: unknown }
type CallParams = { prompt: PromptMessage[] }

/**
 * `end`: after all messages, so the whole conversation stays a stable prefix for prompt caches. `after-system`: after the
 * system messages at the start, for models that accept none later.
 */
export type Position = 'end' | 'after-system'

export type MountOptions = { budget?: Budget; position?: Position }

/** Providers that reject system messages in the middle of a conversation. */
const SYSTEM_FIRST = /anthropic|claude|google|gemini|vertex|bedrock|cohere|mistral/i

/**
 * Middleware for `wrapLanguageModel`: adds the current evidence to every call, generated or streamed, as one system
 * message. The caller's messages are not changed; blocks from earlier calls are left out.
 */
export const mountMiddleware = (run: Run, { budget = {}, position }: MountOptions = {}) => {
  // An invalid budget must fail here, not in every model call.
  limitsOf(budget)
  return {
    specificationVersion: 'v3' as const,
    transformParams: async <Params extends CallParams>({
      params,
      model,
    }: {
      params: Params
      model?: { provider?: string; modelId?: string }
    }): Promise<Params> => {
      const { text } = await run.mount(budget)
      const isFirst = SYSTEM_FIRST.test(`${model?.provider} ${model?.modelId}`)
      return { ...params, prompt: withEvidence(params.prompt, text, position ?? (isFirst ? 'after-system' : 'end')) }
    },
  }
}

/** Adds the current evidence to messages as one system message, for programs that call a model themselves. */
export async function mountEvidence<Message extends PromptMessage>(
  run: Run,
  messages: readonly Message[],
  { budget = {}, position = 'end' }: MountOptions = {},
): Promise<(Message | { role: 'system'; content: string })[]> {
  const { text } = await run.mount(budget)
  return withEvidence(messages as readonly PromptMessage[], text, position) as Message[]
}

function withEvidence<Message extends PromptMessage>(
  messages: readonly Message[],
  text: string,
  position: Position,
): Message[] {
  const kept = messages.filter((message) => !isEarlierBlock(message))
  if (text === '') return kept
  const block = { role: 'system', content: text } as PromptMessage as Message
  const system = kept.findIndex(({ role }) => role !== 'system')
  const at = position === 'end' || system === -1 ? kept.length : system
  return [...kept.slice(0, at), block, ...kept.slice(at)]
}

const isEarlierBlock = ({ role, content }: PromptMessage): boolean =>
  role === 'system' && typeof content === 'string' && content.startsWith(HEADER)

/** The lead's tools as AI SDK tools. An error becomes the tool's answer, so that the model can react to it. */
export const leadTools = (run: Run, options: SpawnOptions = {}) =>
  Object.fromEntries(leadToolsFor(async () => run, options).map((tool) => [tool.name, asTool(tool)]))

const asTool = ({ description, input, call }: LeadTool) => ({
  description,
  inputSchema: input,
  execute: async (given: unknown): Promise<string> => {
    try {
      return await call(given)
    } catch (error) {
      if (error instanceof MountError) return `${error.message} [${error.code}]`
      throw error
    }
  },
})

// biome-ignore lint/suspicious/noExplicitAny: tools have any input and output
type AnyTool = { execute?: (input: any, options: any) => any }

export type WorkerToolOptions = {
  /** True if an output means failure. Default: `ok: false`, `isError: true`, or an exit code other than 0. */
  isFailure?: (output: unknown, tool: string) => boolean
}

/**
 * Wraps a worker's tools so that every call and its output are recorded as they arrive, however the call ends. The model
 * gets the output unchanged. Only tools whose `execute` is an async generator stream their output.
 */
export const workerTools = <Tools extends { [name: string]: AnyTool }>(
  worker: WorkerTrace,
  tools: Tools,
  { isFailure = looksFailed }: WorkerToolOptions = {},
): Tools =>
  Object.fromEntries(
    Object.entries(tools).map(([name, tool]) => [name, recordedTool(worker, name, tool, isFailure)]),
  ) as Tools

type IsFailure = NonNullable<WorkerToolOptions['isFailure']>

function recordedTool(worker: WorkerTrace, name: string, tool: AnyTool, isFailure: IsFailure): AnyTool {
  const { execute } = tool
  if (execute === undefined) return tool
  const record = async function* (input: unknown, options: unknown): AsyncGenerator<unknown> {
    const call = await worker.call(name, asJson(input))
    yield* recorded(
      call,
      () => execute.call(tool, input, options),
      (output) => isFailure(output, name),
    )
  }
  // The AI SDK checks what `execute` returns: only a streaming tool may return a stream.
  const recording = isGenerator(execute)
    ? record
    : async (input: unknown, options: unknown) => last(record(input, options))
  // Keeps the prototype, because a tool may be a class instance.
  return Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, { execute: recording })
}

const isGenerator = (execute: unknown): boolean =>
  Object.prototype.toString.call(execute) === '[object AsyncGeneratorFunction]'

async function last(outputs: AsyncIterable<unknown>): Promise<unknown> {
  let output: unknown
  for await (const one of outputs) output = one
  return output
}

/** Each output of a streaming tool replaces the previous one. If it extends that one, only the new part is written. */
async function* recorded(
  call: CallTrace,
  execute: () => unknown,
  isFailure: (output: unknown) => boolean,
): AsyncGenerator<unknown> {
  let written = ''
  let output: unknown
  let status: Ending | null = null
  try {
    const given = await execute()
    for await (output of isStream(given) ? given : [given]) {
      const text = printed(output)
      const writing = call.write(text.startsWith(written) ? text.slice(written.length) : `\n${text}`)
      // If this write fails, `call.end` reports it.
      writing.catch(() => {})
      written = text
      yield output
    }
    status = isFailure(output) ? 'failed' : 'success'
  } catch (error) {
    status = 'failed'
    const gap = written === '' || written.endsWith('\n') ? '' : '\n'
    // The tool's own error matters more than a failure to record it.
    await call.end(status, `${gap}${describe(error)}\n`).catch(() => {})
    throw error
  } finally {
    // The consumer may stop reading before the stream ends.
    if (status === null) await call.end('cancelled').catch(() => {})
  }
  await call.end(status)
}

const describe = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value

/** True if a structured output reports a failure. Plain text is never interpreted. */
function looksFailed(output: unknown): boolean {
  if (typeof output !== 'object' || output === null) return false
  const { ok, isError, exitCode, exit_code } = output as { [key: string]: unknown }
  return ok === false || isError === true || isNonZero(exitCode) || isNonZero(exit_code)
}

const isNonZero = (code: unknown): boolean => typeof code === 'number' && code !== 0

/** Formats an output for the trace: strings as they are, everything else as JSON. */
function printed(output: unknown): string {
  if (typeof output === 'string') return output
  try {
    return JSON.stringify(output, null, 2) ?? ''
  } catch {
    // Circular, or contains a bigint. No limits, because all of it is evidence.
    return inspect(output, { depth: null, maxArrayLength: null, maxStringLength: null })
  }
}

function asJson(value: unknown): Json {
  try {
    return JSON.parse(JSON.stringify(value) ?? 'null')
  } catch {
    return String(value)
  }
}

/** The parts of an AI SDK step that go into a trace. */
type Step = {
  text: string
  toolCalls: readonly { toolCallId: string; toolName: string; input?: unknown }[]
  finishReason: string
  usage: unknown
  response: { modelId?: string }
}

/** An `onStepFinish` for a worker's model calls: writes the message and the call's metrics to the trace. */
export const traceSteps =
  (worker: WorkerTrace) =>
  async ({ text, toolCalls, finishReason, usage, response }: Step): Promise<void> => {
    const calls = toolCalls.map(({ toolCallId, toolName, input }) => ({
      id: toolCallId,
      name: toolName,
      input: asJson(input),
    }))
    await worker.message({ role: 'assistant', content: text, ...(calls.length > 0 && { tool_calls: calls }) })
    const model = response.modelId ?? null
    await worker.metric({ event: 'llm_call', model, finish_reason: finishReason, usage: asJson(usage) })
  }
