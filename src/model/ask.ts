import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { ModelReader } from '../policy/policy.ts'

/** The door to language models: one question, one reply, through the AI SDK. */

type Message = { role: 'system'; content: string } | { role: 'user'; content: { type: 'text'; text: string }[] }

/** The text of a reply, or the reason why there is none. */
export type Reply = { text: string } | { why: string }

const MAX_REPLY_BYTES = 1 << 20

/** Asks a model at an endpoint that speaks the protocol of OpenAI. Never throws, and never tries again. */
export async function askModel(
  { name, url, key, seconds }: ModelReader,
  prompt: readonly Message[],
  env: NodeJS.ProcessEnv,
): Promise<Reply> {
  const apiKey = key === null ? undefined : env[key]
  if (key !== null && !apiKey) return { why: `The environment variable ${key} is not set.` }
  const signal = AbortSignal.timeout(seconds * 1000)
  const provider = createOpenAICompatible({
    name: 'model',
    baseURL: url,
    fetch: fetchWithin,
    ...(apiKey && { apiKey }),
  })
  try {
    const { content } = await provider(name).doGenerate({ prompt: [...prompt], abortSignal: signal })
    return { text: content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('') }
  } catch (error) {
    return { why: signal.aborted ? `The model did not reply within ${seconds} s.` : sayWhy(error) }
  }
}

/** Fetches without following redirects, which could send the message elsewhere, and refuses a body that is too large. */
const fetchWithin: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' })
  let left = MAX_REPLY_BYTES
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength
      if (left < 0) controller.error(new Error(TOO_LARGE))
      else controller.enqueue(chunk)
    },
  })
  return new Response(response.body?.pipeThrough(limit) ?? null, response)
}

const TOO_LARGE = 'The response is larger than 1 MB.'

const MAX_WHY = 200

/** The status of an HTTP error, or the innermost message. The endpoint's own words are left out. */
function sayWhy(error: unknown): string {
  const { statusCode, cause, message } = Object(error) as { statusCode?: unknown; cause?: unknown; message?: unknown }
  if (typeof statusCode === 'number' && statusCode >= 300)
    return `The endpoint answered with HTTP status ${statusCode}.`
  if (cause instanceof Error) return sayWhy(cause)
  return `The model could not be asked: ${String(message ?? error).slice(0, MAX_WHY)}`
}
