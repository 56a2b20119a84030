import { generateText, stepCountIs, streamText, ToolLoopAgent, type ToolSet, tool, wrapLanguageModel } from 'ai'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { type Prompt, scriptedModel } from '../../../test/helpers/language-model.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { leadTools, mountEvidence, mountMiddleware, traceSteps, type WorkerToolOptions, workerTools } from './ai-sdk.ts'
import { readFile, requireFile } from './files.ts'
import { type Run, startRun } from './run.ts'
import type { WorkerTrace } from './worker.ts'

/** The AI SDK is the real one; its models are scripted (`ai/test`). */

/** Runs a worker to its end. Returns its files by name, each with status and text. */
async function traceOf(work: (worker: WorkerTrace, signal: AbortSignal) => Promise<unknown>, timeoutMs = 10_000) {
  const ledger = openMemoryStore()
  const run = await startRun(ledger, { owner: 'alice' })
  await run.spawn('Check', work, { timeoutMs })
  await run.wait()
  const [worker] = (await run.evidence.snapshot()).workers
  if (worker === undefined) throw new Error('no worker')
  const files: { [name: string]: [string, string | null] } = {}
  for (const { name, status, bytes } of worker.files) {
    const { text } = await readFile(ledger, worker.stream, requireFile(worker, name), { start: 0, end: bytes })
    files[name] = [status, text]
  }
  return { files, worker, run }
}

const none = z.object({})

/** The answer that a model gets to one tool call, with and without recording, generated and streamed. */
async function compared(tools: ToolSet, options: WorkerToolOptions = {}) {
  const asked = async (given: ToolSet, isStreamed: boolean): Promise<Prompt[number][]> => {
    const { model, prompts } = scriptedModel([{ calls: [{ name: 'check', input: { host: 'a' } }] }, { text: 'Done.' }])
    const call = { model, prompt: 'Go.', tools: given, stopWhen: stepCountIs(3) }
    if (isStreamed) await streamText({ ...call, onError: () => {} }).text
    else await generateText(call)
    return (prompts[1] ?? []).filter(({ role }) => role === 'tool')
  }
  const traces = []
  for (const isStreamed of [false, true]) {
    const plain = await asked(tools, isStreamed)
    const { files } = await traceOf(async (worker) => {
      expect(await asked(workerTools(worker, tools, options), isStreamed)).toEqual(plain)
    })
    traces.push(files['tool_calls/001_check.txt'])
  }
  expect(traces[1]).toEqual(traces[0])
  return traces[0]
}

describe('a recorded tool gives the model what it gives without recording, and its trace has', () => {
  it('the text of a text', async () => {
    const check = tool({ inputSchema: none, execute: async () => 'disk 45 %\n' })
    expect(await compared({ check })).toEqual(['success', 'disk 45 %\n'])
  })

  it('the JSON of an object', async () => {
    const check = tool({ inputSchema: none, execute: () => ({ use: 45, mount: ['/'] }) })
    expect(await compared({ check })).toEqual(['success', '{\n  "use": 45,\n  "mount": [\n    "/"\n  ]\n}'])
  })

  it('nothing if the output is nothing', async () => {
    const check = tool({ inputSchema: none, execute: async () => {} })
    expect(await compared({ check })).toEqual(['success', ''])
  })

  it('the message of an error', async () => {
    const check = tool({
      inputSchema: none,
      execute: async (): Promise<string> => {
        throw new TypeError('no route to host')
      },
    })
    expect(await compared({ check })).toEqual(['failed', 'TypeError: no route to host\n'])
  })

  it('all that a streaming tool yields', async () => {
    const check = tool({
      inputSchema: none,
      async *execute() {
        yield 'line 1\n'
        yield 'line 1\nline 2\n'
        yield 'line 1\nline 2\nline 3\n'
      },
    })
    expect(await compared({ check })).toEqual(['success', 'line 1\nline 2\nline 3\n'])
  })

  it('what a streaming tool yielded before it failed', async () => {
    const check = tool({
      inputSchema: none,
      async *execute() {
        yield 'line 1'
        throw new Error('connection lost')
      },
    })
    expect(await compared({ check })).toEqual(['failed', 'line 1\nError: connection lost\n'])
  })

  it('the states of a streaming tool that replaces its output', async () => {
    const check = tool({
      inputSchema: none,
      async *execute() {
        yield { state: 'connecting' }
        yield { state: 'done', ok: true }
      },
    })
    const [status, text] = (await compared({ check })) ?? []
    expect(status).toBe('success')
    expect(text).toMatch(/connecting[\s\S]*\n\{[\s\S]*done/)
  })

  it.each([{ ok: false, error: 'denied' }, { isError: true }, { exitCode: 1, stdout: '' }, { exit_code: 127 }])(
    'a failure if the output says so: %j',
    async (output) => {
      const check = tool({ inputSchema: none, execute: async () => output })
      expect(await compared({ check })).toEqual(['failed', JSON.stringify(output, null, 2)])
    },
  )

  it.each([{ ok: true }, { exitCode: 0 }, { ok: 'false' }, { exitCode: '1' }, [false], null, 'ok: false, exit code 1'])(
    'no failure if it does not: %j',
    async (output) => {
      const check = tool({ inputSchema: none, execute: async () => output })
      expect((await compared({ check }))?.[0]).toBe('success')
    },
  )

  it('a failure if the program says so', async () => {
    const check = tool({ inputSchema: none, execute: async () => 'FATAL: disk full\n' })
    const isFailure = (output: unknown, name: string): boolean => name === 'check' && String(output).startsWith('FATAL')
    expect(await compared({ check }, { isFailure })).toEqual(['failed', 'FATAL: disk full\n'])
  })

  it('all of an output that is not JSON', async () => {
    const circular: { self?: unknown; size: string } = { size: 'x'.repeat(20_000) }
    circular.self = circular
    const { files } = await traceOf(async (worker) => {
      const { check } = workerTools(worker, { check: { execute: async () => ({ size: 10n ** 20n, circular }) } })
      await check.execute()
    })
    const [status, text] = files['tool_calls/001_check.txt'] ?? []
    expect(status).toBe('success')
    expect(text).toContain('100000000000000000000n')
    expect(text).toContain('x'.repeat(20_000))
  })

  it('all of a long output, also around the limit of a piece', async () => {
    for (const bytes of [65_535, 65_536, 65_537, 300_000]) {
      const check = tool({ inputSchema: none, execute: async () => 'x'.repeat(bytes) })
      expect(await compared({ check })).toEqual(['success', 'x'.repeat(bytes)])
    }
  })
})

describe('workerTools', () => {
  it('records a call before the tool runs, so that a crash leaves a trace of it', async () => {
    const seen: string[] = []
    const ledger = openMemoryStore()
    const run = await startRun(ledger, { owner: 'alice' })
    await run.spawn('Check', async (worker) => {
      const { check } = workerTools(worker, {
        check: {
          execute: async (_input: unknown) => {
            for await (const { kind, body } of ledger.read(worker.stream)) seen.push(`${kind} ${body['input'] ?? ''}`)
          },
        },
      })
      await check.execute({ host: 'a' })
    })
    await run.wait()
    expect(seen.at(-1)).toBe('call.started {"host":"a"}')
  })

  it('records calls that run at the same time, each in its own file', async () => {
    const check = tool({
      inputSchema: z.object({ host: z.string() }),
      execute: async ({ host }) => `${host} is up\n`,
    })
    const { files } = await traceOf(async (worker) => {
      const calls = ['a', 'b', 'c'].map((host) => ({ name: 'check', input: { host } }))
      const { model } = scriptedModel([{ calls }, { text: 'Done.' }])
      const tools = workerTools(worker, { check })
      await generateText({ model, prompt: 'Go.', tools, stopWhen: stepCountIs(3) })
    })
    const texts = [1, 2, 3].map((n) => files[`tool_calls/00${n}_check.txt`]?.[1])
    expect(texts.sort()).toEqual(['a is up\n', 'b is up\n', 'c is up\n'])
  })

  it('leaves a tool without execute alone, and the tools that were passed in', async () => {
    const ask = tool({ inputSchema: none, outputSchema: z.string() })
    const check = tool({ description: 'Checks.', inputSchema: none, execute: async () => 'x', needsApproval: false })
    const tools = Object.freeze({ ask: Object.freeze(ask), check: Object.freeze(check) })
    await traceOf(async (worker) => {
      const wrapped = workerTools(worker, tools)
      expect(wrapped.ask).toBe(ask)
      expect({ ...wrapped.check, execute: null }).toEqual({ ...check, execute: null })
      expect(wrapped.check.execute).not.toBe(check.execute)
    })
  })

  it('keeps the `this` and the class of a tool', async () => {
    class Disk {
      readonly inputSchema = none
      readonly #use = 45
      use = 45
      get description(): string {
        return 'Checks the disk.'
      }
      async execute(): Promise<string> {
        return `${this.use} ${this.#use} %\n`
      }
    }
    const { files } = await traceOf(async (worker) => {
      const { disk } = workerTools(worker, { disk: new Disk() })
      expect([disk.description, await disk.execute()]).toEqual(['Checks the disk.', '45 45 %\n'])
    })
    expect(files['tool_calls/001_disk.txt']?.[1]).toBe('45 45 %\n')
  })

  it('records a stream as cancelled if its reader stops early', async () => {
    const { files } = await traceOf(async (worker) => {
      const { check } = workerTools(worker, {
        check: {
          async *execute(_input: unknown, _options: unknown) {
            for (let line = 1; ; line++) yield 'line\n'.repeat(line)
          },
        },
      })
      for await (const output of check.execute({}, {})) if (output.length > 10) break
    })
    expect(files['tool_calls/001_check.txt']).toEqual(['cancelled', 'line\nline\nline\n'])
  })

  it('keeps what a tool printed before the worker reached its time limit', async () => {
    const { files, worker } = await traceOf(async (trace, signal) => {
      const { check } = workerTools(trace, {
        check: {
          async *execute(_input: unknown, _options: unknown) {
            yield 'copying disk 45 %\n'
            await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
          },
        },
      })
      for await (const _ of check.execute({}, {}));
    }, 400)
    expect(worker.status).toBe('timeout')
    expect(files['tool_calls/001_check.txt']).toEqual([
      'failed',
      expect.stringMatching(/^copying disk 45 %\n(?:TimeoutError: exceeded its time limit of 0.4 s\n)?$/),
    ])
  })

  it('passes on the error of a tool whose worker has ended meanwhile', async () => {
    let ended: WorkerTrace | null = null
    await traceOf(async (worker) => {
      ended = worker
    })
    const late = ended as unknown as WorkerTrace
    const { check } = workerTools(late, { check: { execute: async () => 'x' } })
    await expect(check.execute()).rejects.toMatchObject({ code: 'WORKER_ENDED' })
  })
})

describe('traceSteps', () => {
  it('writes the messages and the metrics of every step, generated and streamed', async () => {
    const check = tool({ inputSchema: z.object({ host: z.string() }), execute: async () => 'up\n' })
    const script = [{ calls: [{ name: 'check', input: { host: 'a' } }] }, { text: 'It is up.' }]
    for (const isStreamed of [false, true]) {
      const { files } = await traceOf(async (worker) => {
        const { model } = scriptedModel(script, { modelId: 'scripted' })
        const tools = workerTools(worker, { check })
        const call = { model, prompt: 'Go.', tools, stopWhen: stepCountIs(3), onStepFinish: traceSteps(worker) }
        return isStreamed ? streamText(call).text : (await generateText(call)).text
      })
      const lines = (name: string) =>
        (files[name]?.[1] ?? '')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      expect(lines('thread.jsonl')).toEqual([
        { role: 'assistant', content: '', tool_calls: [{ id: 'call-1-0', name: 'check', input: { host: 'a' } }] },
        { role: 'assistant', content: 'It is up.' },
      ])
      expect(lines('metrics.jsonl')).toMatchObject([
        { event: 'llm_call', model: 'scripted', finish_reason: 'tool-calls', usage: { inputTokens: 10 } },
        { event: 'llm_call', model: 'scripted', finish_reason: 'stop', usage: { outputTokens: 5 } },
      ])
      expect(files['result.txt']?.[1]).toBe('It is up.')
    }
  })
})

describe('the types', () => {
  it('fit those of the AI SDK without casts, and tools keep theirs', () => {
    // Compiled, never called.
    const use = async (run: Run, worker: WorkerTrace) => {
      const { model } = scriptedModel([])
      const middleware = [mountMiddleware(run), mountMiddleware(run, { position: 'end', budget: { tokens: 8_000 } })]
      const lead = wrapLanguageModel({ model, middleware })
      const tools = workerTools(worker, {
        size: tool({
          inputSchema: z.object({ path: z.string() }),
          execute: async ({ path }) => ({ bytes: path.length }),
        }),
        tail: tool({
          inputSchema: none,
          async *execute() {
            yield 'line'
          },
        }),
        ask: tool({ inputSchema: none, outputSchema: z.string() }),
      })
      const own = leadTools(run) satisfies ToolSet
      const { toolResults, text } = await generateText({
        model: lead,
        tools,
        messages: (await run.thread?.messages()) ?? [],
        onStepFinish: traceSteps(worker),
        prepareStep: async ({ messages }) => ({ messages: await mountEvidence(run, messages) }),
      })
      for (const result of toolResults)
        if (!result.dynamic && result.toolName === 'size') {
          expectTypeOf(result.output).toEqualTypeOf<{ bytes: number }>()
          expectTypeOf(result.input).toEqualTypeOf<{ path: string }>()
        }
      streamText({ model: lead, tools: { ...own, ...tools }, prompt: text, onStepFinish: traceSteps(worker) })
      await new ToolLoopAgent({ model: lead, tools: own, onStepFinish: traceSteps(worker) }).generate({ prompt: text })
      // @ts-expect-error a tool keeps the type of its input
      await tools.size.execute?.({ path: 1 }, { toolCallId: 'x', messages: [] })
    }
    expect(use).toBeTypeOf('function')
  })
})
