import { z } from 'zod'
import { sha256 } from '../../ledger/digest.ts'
import type { Json, JsonObject } from '../../ledger/kinds.ts'
import type { EnvSnapshot } from '../artifacts.ts'
import type { Effect } from '../bundle.ts'
import { ControllerError } from '../errors.ts'
import { digest } from '../ids.ts'
import type { Proposed } from '../plan.ts'
import type { DecideAgent, DecideContext } from './agents.ts'
import { messageOf } from './reason.ts'

/** Decides with a language model. Needs no code of the AI SDK: any of its models fits `PlanningModel`. */

type PromptMessage =
  | { role: 'system'; content: string }
  | { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] }

type CallOptions = {
  prompt: PromptMessage[]
  responseFormat: { type: 'json'; schema: object; name: string }
  abortSignal: AbortSignal
  temperature?: number
  seed?: number
  maxOutputTokens?: number
}

type Generated = {
  content: readonly { type: string; text?: string }[]
  usage?: unknown
  response?: { modelId?: string }
}

/** A model of the AI SDK, such as `openai('gpt-5')`. */
export type PlanningModel = {
  readonly provider: string
  readonly modelId: string
  // biome-ignore lint/suspicious/noExplicitAny: the prompt types of each SDK version differ in parts that are not used
  doGenerate(options: any): PromiseLike<Generated>
}

export type ModelDecideOptions = {
  model: PlanningModel
  /** The goal of the model, and the limits it must keep. */
  instructions: string
  /** Replies that are no valid plan are recorded and asked for again, up to this many calls; default 3. */
  attempts?: number
  settings?: { temperature?: number; seed?: number; maxOutputTokens?: number }
  /** The hash of the model, where it is known. */
  modelHash?: string
}

const replySchema = z.object({
  summary: z.string().describe('one sentence for people'),
  decisions: z.array(
    z.object({
      effect_ref: z.string().describe('one of the permitted targets; each at most once'),
      target_state: z.record(z.string(), z.json()).describe('the state that the target shall have'),
      reasoning_trace: z.string().optional().describe('why'),
    }),
  ),
})

const DEFAULT_ATTEMPTS = 3

/** A decide agent that asks a model for a plan. Prompts and replies are recorded, usable or not. */
export const modelDecide = (options: ModelDecideOptions): DecideAgent => ({
  identity: {
    provider: options.model.provider,
    model: options.model.modelId,
    instructions: options.instructions,
    settings: { ...options.settings },
  },
  async decide(snapshot, context) {
    const asking = new Asking(options, snapshot, context)
    const attempts = options.attempts ?? DEFAULT_ATTEMPTS
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const found = await asking.ask()
      if (found !== null) return { ...found, llm_metadata: { ...found.llm_metadata, attempts: attempt } } as Proposed
    }
    throw new ControllerError(
      'PLAN_INVALID',
      `The model gave no valid plan in ${attempts} replies: ${asking.lastFault}`,
    )
  },
})

/** One decision: a conversation that goes on until a reply is a valid plan. */
class Asking {
  lastFault = ''
  readonly #options: ModelDecideOptions
  readonly #context: DecideContext
  readonly #prompt: PromptMessage[]
  readonly #inputs: string

  constructor(options: ModelDecideOptions, snapshot: EnvSnapshot, context: DecideContext) {
    this.#options = options
    this.#context = context
    this.#inputs = digest({ snapshot_id: snapshot.snapshot_id, data_hash: snapshot.data_hash })
    this.#prompt = [
      { role: 'system', content: systemText(options.instructions, context) },
      { role: 'user', content: [{ type: 'text', text: snapshotText(snapshot) }] },
    ]
  }

  /** Calls the model once. Returns null if its reply is of no use. */
  async ask(): Promise<Proposed | null> {
    const { model, settings = {} } = this.#options
    const prompt = JSON.stringify(this.#prompt)
    const generated = await this.#generate(prompt)
    const reply = generated.content.flatMap(({ type, text }) => (type === 'text' && text ? [text] : [])).join('')
    const read = this.#read(reply)
    const prompt_hash = await this.#record(prompt, reply, read.ok ? null : read.fault)
    if (!read.ok) return this.#again(reply, read.fault)
    const version = generated.response?.modelId
    return {
      ...read.proposed,
      llm_metadata: {
        model: model.modelId,
        provider: model.provider,
        prompt_hash,
        determinism_hint: 'replayable',
        inputs_hash: this.#inputs,
        prompt_template_hash: sha256(systemText(this.#options.instructions, this.#context)),
        config_hash: digest(settings as JsonObject),
        ...(version !== undefined && { model_version: version }),
        ...(this.#options.modelHash !== undefined && { model_hash: this.#options.modelHash }),
        ...(generated.usage !== undefined && { usage: plain(generated.usage) }),
      },
    }
  }

  async #generate(prompt: string): Promise<Generated> {
    const { model, settings = {} } = this.#options
    const call: CallOptions = {
      prompt: [...this.#prompt],
      responseFormat: { type: 'json', schema: REPLY_JSON_SCHEMA, name: 'plan' },
      abortSignal: this.#context.signal,
      ...settings,
    }
    try {
      return await model.doGenerate(call)
    } catch (error) {
      const why = messageOf(error)
      await this.#record(prompt, '', `The call failed: ${why}`)
      throw new ControllerError('AGENT_FAILED', `The model ${model.modelId} could not be called: ${why}`)
    }
  }

  #record(prompt: string, reply: string, why: string | null): Promise<string> {
    return this.#context.recordCall({ model: this.#options.model.modelId, prompt, reply, why })
  }

  #read(reply: string): { ok: true; proposed: Proposed } | { ok: false; fault: string } {
    const value = jsonIn(reply)
    if (value === undefined) return { ok: false, fault: 'The reply is not JSON.' }
    const parsed = replySchema.safeParse(value)
    if (!parsed.success) return { ok: false, fault: z.prettifyError(parsed.error).replace(/\s+/g, ' ') }
    const fault = this.#context.faultOf(parsed.data)
    return fault === null ? { ok: true, proposed: parsed.data as Proposed } : { ok: false, fault }
  }

  #again(reply: string, fault: string): null {
    this.lastFault = fault
    this.#prompt.push(
      { role: 'assistant', content: [{ type: 'text', text: reply === '' ? '(no reply)' : reply }] },
      { role: 'user', content: [{ type: 'text', text: `Not accepted: ${fault}` }] },
    )
    return null
  }
}

const REPLY_JSON_SCHEMA = z.toJSONSchema(replySchema, { target: 'draft-7' })

/** Says what a plan may contain. What the plan should achieve is for the instructions to say. */
function systemText(instructions: string, { intent_id, effects }: DecideContext): string {
  const targets = effects.map(({ target, name }: Effect) => `- ${target} (${name})`)
  return [
    instructions,
    '',
    `Intent: ${intent_id}`,
    'Reply with one JSON object: {"summary": text, "decisions": [{"effect_ref", "target_state", "reasoning_trace"}]}.',
    'Permitted targets; * stands for one name:',
    ...(targets.length === 0 ? ['(none)'] : targets),
    'If nothing should change, return an empty list of decisions.',
  ].join('\n')
}

const snapshotText = ({ environment, constraints }: EnvSnapshot): string =>
  JSON.stringify({ environment, constraints }, null, 1)

/** Parses a reply. Some models wrap JSON in a code fence. */
function jsonIn(reply: string): unknown {
  const bare = /^\s*```(?:json)?[^\S\n]*\n([\s\S]*?)\n?```\s*$/.exec(reply)?.[1] ?? reply
  try {
    return JSON.parse(bare)
  } catch {
    return undefined
  }
}

/** Usage figures as plain JSON. */
function plain(value: unknown): JsonObject {
  const text = JSON.stringify(value)
  const parsed: Json = text === undefined ? null : JSON.parse(text)
  return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? parsed : {}
}
