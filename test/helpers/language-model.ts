import { APICallError } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test'

/** Scripted models for the real AI SDK. They speak its provider interface, generated and streamed, without a network. */

type Options = Parameters<MockLanguageModelV3['doGenerate']>[0]
export type Prompt = Options['prompt']
type Generated = Awaited<ReturnType<MockLanguageModelV3['doGenerate']>>
type Part = Generated['content'][number]
type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Each> ? Each : never

/** One answer: text, tool calls, or an error. */
export type Answer = { text: string } | { calls: readonly { name: string; input: object }[] } | { error: Error }

/** A function that answers from what it sees, or answers in order. */
export type Script = readonly Answer[] | ((prompt: Prompt, call: number, options: Options) => Answer | Promise<Answer>)

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: 5, text: 5, reasoning: undefined },
}

/** A model, and every prompt that reached it. */
export function scriptedModel(script: Script, named: { provider?: string; modelId?: string } = {}) {
  const prompts: Prompt[] = []
  const next = async (options: Options): Promise<Generated> => {
    const call = prompts.push(options.prompt)
    const answer = typeof script === 'function' ? await script(options.prompt, call, options) : script[call - 1]
    if (answer === undefined) throw new Error(`The script has no answer ${call}.`)
    if ('error' in answer) throw answer.error
    const content = contentOf(answer, call)
    const unified = 'calls' in answer ? 'tool-calls' : 'stop'
    return { content, finishReason: { unified, raw: unified }, usage: USAGE, warnings: [] }
  }
  const model = new MockLanguageModelV3({
    ...named,
    doGenerate: next,
    doStream: async (options) => ({ stream: convertArrayToReadableStream(streamOf(await next(options))) }),
  })
  return { model, prompts }
}

const contentOf = (answer: Exclude<Answer, { error: Error }>, call: number): Part[] =>
  'text' in answer
    ? [{ type: 'text', text: answer.text }]
    : answer.calls.map(({ name, input }, i) => ({
        type: 'tool-call',
        toolCallId: `call-${call}-${i}`,
        toolName: name,
        input: JSON.stringify(input),
      }))

/** A text comes in two pieces. */
function streamOf({ content, finishReason, usage }: Generated): StreamPart[] {
  const parts = content.flatMap((part, i): StreamPart[] => {
    if (part.type !== 'text') return [part as StreamPart]
    const [id, half] = [`text-${i}`, part.text.length >> 1]
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text.slice(0, half) },
      { type: 'text-delta', id, delta: part.text.slice(half) },
      { type: 'text-end', id },
    ]
  })
  return [{ type: 'stream-start', warnings: [] }, ...parts, { type: 'finish', finishReason, usage }]
}

/** A failure that the AI SDK tries again at once. */
export const overloaded = (): Error =>
  new APICallError({
    message: 'overloaded',
    url: 'http://model.invalid',
    requestBodyValues: {},
    statusCode: 503,
    responseHeaders: { 'retry-after-ms': '1' },
    isRetryable: true,
  })
