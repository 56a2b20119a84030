import { generateText, stepCountIs, streamText, ToolLoopAgent, type ToolSet, tool, wrapLanguageModel } from 'ai'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  type Answer,
  overloaded,
  type Prompt,
  type Script,
  scriptedModel,
} from '../../../test/helpers/language-model.ts'
import type { Store } from '../../ledger/store.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { HEADER } from '../lines.ts'
import { leadTools, type MountOptions, mountEvidence, mountMiddleware } from './ai-sdk.ts'
import { renderAgain } from './mount.ts'
import { type Run, startRun } from './run.ts'
import { startThread } from './thread.ts'

/** The AI SDK is the real one; its models are scripted (`ai/test`), so that every prompt can be examined. */

const OWNER = 'alice'

async function opened(ledger: Store = openMemoryStore()) {
  const thread = await startThread(ledger, { owner: OWNER })
  return { ledger, thread, run: await startRun(ledger, { owner: OWNER, thread }) }
}

/** A run with a worker that has seen one thing. */
async function runWith(seen: string): Promise<Run> {
  const { run } = await opened()
  await saw(run, seen)
  return run
}

async function saw(run: Run, seen: string): Promise<void> {
  const job = await run.spawn('Look', async (worker) => (await worker.call('look')).end('success', `${seen}\n`))
  await run.wait(job)
}

const mounted = (run: Run, script: Script, options: MountOptions = {}, named = {}) => {
  const { model, prompts } = scriptedModel(script, named)
  return { model: wrapLanguageModel({ model, middleware: mountMiddleware(run, options) }), prompts }
}

const isBlock = ({ role, content }: Prompt[number]): boolean => role === 'system' && content.startsWith(HEADER)
const blocksIn = (prompt: Prompt | undefined): string[] =>
  (prompt ?? []).filter(isBlock).map(({ content }) => `${content}`)

type Asked = { model: ReturnType<typeof mounted>['model']; tools?: ToolSet; question: string }

/** The ways a program asks a model. */
const WAYS: readonly [string, (asked: Asked) => Promise<string>][] = [
  [
    'generateText',
    async ({ model, tools = {}, question }) =>
      (await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(9) })).text,
  ],
  [
    'streamText',
    async ({ model, tools = {}, question }) =>
      streamText({ model, tools, prompt: question, stopWhen: stepCountIs(9), onError: () => {} }).text,
  ],
  [
    'an agent that generates',
    async ({ model, tools = {}, question }) =>
      (await new ToolLoopAgent({ model, tools, instructions: 'Lead.' }).generate({ prompt: question })).text,
  ],
  [
    'an agent that streams',
    async ({ model, tools = {}, question }) =>
      (await new ToolLoopAgent({ model, tools, instructions: 'Lead.' }).stream({ prompt: question })).text,
  ],
]

const calling = (name: string, input: object = {}): Answer => ({ calls: [{ name, input }] })

describe.each(WAYS)('a lead that uses %s', (_, ask) => {
  const look = (run: Run) =>
    tool({
      description: 'Looks with another worker.',
      inputSchema: z.object({ seen: z.string() }),
      execute: async ({ seen }) => {
        await saw(run, seen)
        return 'Looked.'
      },
    })

  it('gets the current evidence before every model call, as one system message', async () => {
    const { run, ledger } = await opened()
    const script = [calling('look', { seen: 'disk 45 %' }), calling('look', { seen: 'load 0.1' }), { text: 'Fine.' }]
    const { model, prompts } = mounted(run, script)
    expect(await ask({ model, tools: { look: look(run) }, question: 'How is it?' })).toBe('Fine.')
    const blocks = prompts.map(blocksIn)
    expect(blocks.map(({ length }) => length)).toEqual([0, 1, 1])
    const has = (text: string): boolean[] => blocks.map(([block = '']) => block.includes(text))
    expect([has('disk 45 %'), has('load 0.1')]).toEqual([
      [false, true, true],
      [false, false, true],
    ])
    const { mounts } = await run.evidence.run()
    expect(mounts.map(({ call }) => call)).toEqual([2, 3])
    for (const mount of mounts)
      expect(await renderAgain(ledger, { run: run.stream, owner: OWNER }, mount)).toMatchObject({
        isSame: true,
        text: blocks[mount.call - 1]?.[0],
      })
  })

  it('gets it again, as it is then, when a call is tried again', async () => {
    const run = await runWith('disk 45 %')
    const { model, prompts } = mounted(run, async (_prompt, call) => {
      if (call > 1) return { text: 'Fine.' }
      await saw(run, 'load 0.1')
      return { error: overloaded() }
    })
    expect(await ask({ model, question: 'How is it?' })).toBe('Fine.')
    expect(prompts.map((prompt) => blocksIn(prompt).map((block) => block.includes('load 0.1')))).toEqual([
      [false],
      [true],
    ])
  })

  it('gets a line instead if the evidence cannot be read, and the failure is recorded', async () => {
    const memory = openMemoryStore()
    let isBroken = false
    const broken = new Proxy(memory, {
      get(store, key) {
        if (key === 'head' && isBroken) throw new Error('the disk is\ngone')
        const value = Reflect.get(store, key)
        return typeof value === 'function' ? value.bind(store) : value
      },
    })
    const { run } = await opened(broken)
    await saw(run, 'disk 45 %')
    isBroken = true
    const { model, prompts } = mounted(run, [{ text: 'I could not look.' }])
    expect(await ask({ model, question: 'How is it?' })).toBe('I could not look.')
    expect(blocksIn(prompts[0])).toEqual([`${HEADER} Evidence of workers is unavailable for this call.`])
    const failures = []
    for await (const { kind, body } of memory.read(run.stream)) if (kind === 'mount.failed') failures.push(body)
    expect(failures).toEqual([{ call: 1, why: 'the disk is gone' }])
  })
})

describe('mountMiddleware', () => {
  const conversation = () => [
    { role: 'user' as const, content: 'Is the disk full?' },
    { role: 'assistant' as const, content: [{ type: 'text' as const, text: 'Let me look.' }] },
    { role: 'user' as const, content: 'And?' },
  ]

  it('changes none of the messages of the caller', async () => {
    const run = await runWith('disk 45 %')
    const { model } = mounted(run, [{ text: 'No.' }])
    const messages = conversation()
    const before = JSON.stringify(messages)
    for (const message of messages) Object.freeze(message)
    const { response } = await generateText({
      model,
      system: 'Lead.',
      messages: Object.freeze(messages) as typeof messages,
    })
    expect(JSON.stringify(messages)).toBe(before)
    // Nor does the evidence reach the messages that a program keeps for the next turn.
    expect(JSON.stringify(response.messages)).not.toContain(HEADER)
    const prompt = Object.freeze([Object.freeze({ role: 'user', content: 'x' })])
    const params = Object.freeze({ prompt: prompt as unknown as { role: string; content: string }[], seed: 1 })
    const { prompt: given, ...rest } = await mountMiddleware(run).transformParams({ params })
    expect(rest).toEqual({ seed: 1 })
    expect(given[0]).toBe(prompt[0])
    expect(prompt).toHaveLength(1)
  })

  it('puts the block at the end, so that everything before it is byte for byte the same as without a mount', async () => {
    const run = await runWith('disk 45 %')
    const plain = scriptedModel([{ text: 'No.' }])
    await generateText({ model: plain.model, system: 'Lead.', messages: conversation() })
    const { model, prompts } = mounted(run, [{ text: 'No.' }])
    await generateText({ model, system: 'Lead.', messages: conversation() })
    const [prompt = []] = prompts
    expect(JSON.stringify(prompt.slice(0, -1))).toBe(JSON.stringify(plain.prompts[0]))
    expect(prompt.slice(-1).every(isBlock)).toBe(true)
  })

  it('keeps the whole prompt of one call as a prefix of the next, apart from the block', async () => {
    const run = await runWith('disk 45 %')
    const { model, prompts } = mounted(run, [calling('wait'), calling('wait'), { text: 'No.' }])
    const wait = tool({ inputSchema: z.object({}), execute: async () => 'Waited.' })
    await generateText({ model, system: 'Lead.', prompt: 'Full?', tools: { wait }, stopWhen: stepCountIs(5) })
    const bare = prompts.map((prompt) =>
      prompt.filter((message) => !isBlock(message)).map((one) => JSON.stringify(one)),
    )
    expect(bare[1]?.slice(0, bare[0]?.length)).toEqual(bare[0])
    expect(bare[2]?.slice(0, bare[1]?.length)).toEqual(bare[1])
  })

  it.each([
    ['anthropic.messages', 'claude-opus-4-6'],
    ['google.generative-ai', 'gemini-3-pro'],
    ['google.vertex.chat', 'gemini-3-pro'],
    ['amazon-bedrock', 'eu.anthropic.claude-sonnet-4-6'],
    ['gateway', 'anthropic/claude-sonnet-4.6'],
    ['mistral.chat', 'mistral-large'],
  ])('puts it after the system prompt for models that accept no later one: %s %s', async (provider, modelId) => {
    const run = await runWith('disk 45 %')
    const { model, prompts } = mounted(run, [{ text: 'No.' }], {}, { provider, modelId })
    await generateText({ model, system: 'Lead.', messages: conversation() })
    expect(prompts[0]?.map((message) => (isBlock(message) ? 'block' : message.role))).toEqual([
      'system',
      'block',
      'user',
      'assistant',
      'user',
    ])
  })

  it.each([
    ['openai.responses', 'gpt-5.5', undefined, -1],
    ['model.chat', 'llama3.1', undefined, -1],
    ['openai.responses', 'gpt-5.5', 'after-system', 0],
    ['anthropic.messages', 'claude-opus-4-6', 'end', -1],
  ] as const)('of %s %s with position %s is where it should be, also without a system prompt', async (...given) => {
    const [provider, modelId, position, at] = given
    const run = await runWith('disk 45 %')
    const options = position === undefined ? {} : { position }
    const { model, prompts } = mounted(run, [{ text: 'No.' }], options, { provider, modelId })
    await generateText({ model, messages: conversation() })
    expect(prompts[0]?.map(isBlock).at(at)).toBe(true)
    expect(blocksIn(prompts[0])).toHaveLength(1)
  })

  it('drops earlier blocks from the history, and no message of a person or of the model', async () => {
    const run = await runWith('disk 45 %')
    const { text: earlier } = await run.mount()
    await saw(run, 'load 0.1')
    const quoting = `${HEADER}\nRun: what does this mean?`
    const kept = [
      { role: 'user' as const, content: quoting },
      { role: 'assistant' as const, content: quoting },
      { role: 'user' as const, content: earlier },
    ]
    const stale = [
      { role: 'system' as const, content: earlier },
      { role: 'system' as const, content: `${HEADER} Evidence of workers is unavailable for this call.` },
    ]
    const { model, prompts } = mounted(run, [{ text: 'No.' }])
    const messages = [...kept.slice(0, 1), ...stale, ...kept.slice(1)]
    await generateText({ model, messages, allowSystemInMessages: true })
    expect(blocksIn(prompts[0])).toHaveLength(1)
    expect(blocksIn(prompts[0])[0]).toContain('load 0.1')
    const texts = prompts[0]?.filter((message) => !isBlock(message)).map(({ content }) => content)
    expect(texts).toEqual(kept.map(({ content }) => [{ type: 'text', text: content }]))
  })

  it('keeps its budget in every call, and refuses an invalid one at once', async () => {
    const run = await runWith('x'.repeat(50_000))
    for (const bytes of [0, 100, 1_000, 5_000]) {
      const { model, prompts } = mounted(run, [{ text: 'No.' }], { budget: { bytes } })
      await generateText({ model, prompt: 'Full?' })
      const [block = ''] = blocksIn(prompts[0])
      expect(Buffer.byteLength(block)).toBeLessThanOrEqual(bytes)
    }
    expect(() => mountMiddleware(run, { budget: { bytes: -1 } })).toThrowError(
      expect.objectContaining({ code: 'BUDGET_INVALID' }),
    )
  })

  it('makes the call also if the ledger takes no records at all', async () => {
    const memory = openMemoryStore()
    const { run } = await opened(memory)
    await saw(run, 'disk 45 %')
    await memory.close()
    const { model, prompts } = mounted(run, [{ text: 'No.' }])
    expect((await generateText({ model, prompt: 'Full?' })).text).toBe('No.')
    expect(blocksIn(prompts[0])).toEqual([`${HEADER} Evidence of workers is unavailable for this call.`])
  })

  it('leaves a run usable whose call was aborted', async () => {
    const run = await runWith('disk 45 %')
    const stop = new AbortController()
    const hanging = mounted(run, (_prompt, _call, { abortSignal }) => {
      stop.abort()
      return { error: new DOMException(String(abortSignal?.aborted), 'AbortError') }
    })
    const asked = generateText({ model: hanging.model, prompt: 'Full?', abortSignal: stop.signal })
    await expect(asked).rejects.toThrow('true')
    const { model, prompts } = mounted(run, [{ text: 'No.' }])
    await generateText({ model, prompt: 'Full?' })
    expect(blocksIn(prompts[0])[0]).toContain('disk 45 %')
  })
})

describe('mountEvidence', () => {
  it('gives the messages for one call, for programs that call a model themselves', async () => {
    const run = await runWith('disk 45 %')
    const messages = [{ role: 'user' as const, content: 'Full?' }]
    const given = await mountEvidence(run, messages)
    expect(given.map(({ role }) => role)).toEqual(['user', 'system'])
    expect(given[0]).toBe(messages[0])
    expect(messages).toHaveLength(1)
    const again = await mountEvidence(run, given, { position: 'after-system', budget: { bytes: 2_000 } })
    expect(again.map(({ role }) => role)).toEqual(['system', 'user'])
  })

  it('works in prepareStep, where the AI SDK does not keep it for the next step', async () => {
    const run = await runWith('disk 45 %')
    const { model, prompts } = scriptedModel([calling('wait'), { text: 'No.' }])
    const wait = tool({ inputSchema: z.object({}), execute: async () => 'Waited.' })
    await generateText({
      model,
      prompt: 'Full?',
      tools: { wait },
      stopWhen: stepCountIs(5),
      prepareStep: async ({ messages }) => ({ messages: await mountEvidence(run, messages) }),
    })
    expect(prompts.map((prompt) => blocksIn(prompt).length)).toEqual([1, 1])
  })
})

describe('leadTools in a tool loop', () => {
  const agents = {
    df: () => async (worker: Parameters<Parameters<Run['spawn']>[1]>[0]) => {
      await (await worker.call('df')).end('success', 'Filesystem Use%\n/dev/sda1 91%\n')
      return 'Done.'
    },
    broken: () => async () => {
      throw new Error('no route to host')
    },
  }

  /** The answers that the model gets to its tool calls, in order. */
  async function told(run: Run, calls: readonly { name: string; input: object }[]): Promise<string[]> {
    const { model, prompts } = mounted(run, [...calls.map((call) => ({ calls: [call] })), { text: 'Done.' }])
    await generateText({ model, prompt: 'Go.', tools: leadTools(run, { agents }), stopWhen: stepCountIs(30) })
    return (prompts.at(-1) ?? []).flatMap(({ role, content }) =>
      role === 'tool'
        ? content.map((part) =>
            part.type === 'tool-result' && 'value' in part.output ? String(part.output.value) : '',
          )
        : [],
    )
  }

  it('spawn workers, list them, and read what they saw', async () => {
    const { run } = await opened()
    const answers = await told(run, [
      { name: 'spawn_worker', input: { task: 'Check the disk', agent: 'df', wait: true } },
      { name: 'spawn_worker', input: { task: 'Reach the host', agent: 'broken', wait: true } },
      { name: 'list_workers', input: {} },
      { name: 'list_workers', input: { status: 'failed' } },
      { name: 'read_worker_result', input: { job: 1 } },
      { name: 'read_worker_result', input: { job: 2 } },
      { name: 'read_worker_file', input: { job: 1, name: 'tool_calls/001_df.txt', start: 16, end: 25 } },
      { name: 'grep_workers', input: { pattern: 'USE%' } },
      { name: 'grep_workers', input: { pattern: 'inode' } },
      { name: 'get_worker_evidence', input: { job: 1, budget_bytes: 10 } },
    ])
    expect(answers.slice(0, 9)).toEqual([
      'Worker 1: success.',
      'Worker 2: failed.',
      '2 workers\n1. success: Check the disk [tool_calls/001_df.txt 30 B, result.txt 5 B]\n2. failed (no route to host): Reach the host [no files]',
      '1 worker\n2. failed (no route to host): Reach the host [no files]',
      'result.txt of worker 1, bytes 0 to 5 of 5\nDone.',
      'Worker 2 has no result.',
      'tool_calls/001_df.txt of worker 1, bytes 16 to 25 of 30\n/dev/sda1',
      'worker 1 tool_calls/001_df.txt:1: Filesystem Use%',
      'No match.',
    ])
    expect(answers[9]).toContain('/dev/sda1 91%')
    expect(answers[9]).not.toContain('Reach the host')
  })

  it('answer a mistake of the model with the reason and its code, so that the loop goes on', async () => {
    const { run } = await opened()
    const answers = await told(run, [
      { name: 'spawn_worker', input: { task: 'Check the disk', agent: 'df', wait: true } },
      { name: 'read_worker_result', input: { job: 7 } },
      { name: 'read_worker_file', input: { job: 1, name: '../../keys/current' } },
      { name: 'read_worker_file', input: { job: 1, name: 'tool_calls/009_df.txt' } },
      { name: 'spawn_worker', input: { task: ' ' } },
    ])
    expect(answers.slice(1)).toEqual([
      'The run has no worker 7. Number of workers: 1. [WORKER_UNKNOWN]',
      'Not a valid trace file name. Example: tool_calls/001_ssh_exec.txt [FILE_REFUSED]',
      'Worker 1 has no file tool_calls/009_df.txt. [FILE_UNKNOWN]',
      'A worker needs a task. [INPUT_INVALID]',
    ])
  })

  it('are told by the AI SDK when the model calls them with invalid arguments', async () => {
    const { run } = await opened()
    const [answer] = await told(run, [{ name: 'read_worker_result', input: { job: 'one' } }])
    expect(answer).toContain('Invalid input for tool read_worker_result')
  })

  it('include spawn_worker only if something can be spawned', async () => {
    const { run } = await opened()
    expect(Object.keys(leadTools(run))).not.toContain('spawn_worker')
    expect(Object.keys(leadTools(run, { agents }))[0]).toBe('spawn_worker')
  })
})
