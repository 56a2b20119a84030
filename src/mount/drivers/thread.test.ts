import { generateText, stepCountIs, streamText, ToolLoopAgent, wrapLanguageModel } from 'ai'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Answer, overloaded, type Prompt, scriptedModel } from '../../../test/helpers/language-model.ts'
import { scaled, seed } from '../../../test/helpers/scale.ts'
import type { Store } from '../../ledger/store.ts'
import { openMemoryStore } from '../../ledger/stores/memory.ts'
import { HEADER } from '../lines.ts'
import { leadTools, mountMiddleware } from './ai-sdk.ts'
import { startRun } from './run.ts'
import { type Origin, openThread, startThread, type Thread } from './thread.ts'

const OWNER = 'alice'

async function opened(ledger: Store = openMemoryStore()) {
  const thread = await startThread(ledger, { owner: OWNER })
  const run = await startRun(ledger, { owner: OWNER, thread })
  await run.spawn('Check the disk', async (worker) => (await worker.call('df')).end('success', 'disk 45 %\n'))
  await run.wait()
  return { ledger, thread, run }
}

describe('a thread', () => {
  it('refuses mounted text, by type and at run time', async () => {
    const { thread, run } = await opened()
    const { text } = await run.mount()
    // @ts-expect-error ephemeral text is not lasting text
    await expect(thread.add(text)).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    // @ts-expect-error ephemeral text is not lasting text
    await expect(run.answer(text)).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    // @ts-expect-error ephemeral text is not lasting text
    const origin: Origin = { run: run.stream, call: 1, provenance: text, cites: [] }
    await expect(thread.answer('Fine.', origin)).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    expect(await thread.messages()).toEqual([])
  })

  it('refuses text with mounted text in it, which has lost its type', async () => {
    const { thread, run } = await opened()
    const { text } = await run.mount()
    const { text: brief } = await run.mount({ bytes: 150 })
    expect(brief).toMatch(/^\[INTERNAL.* run\//)
    const note = `${HEADER} Evidence of workers is unavailable for this call.`
    const prompt = [{ role: 'system', content: text }]
    for (const given of [
      `Here is what I saw:\n${text}`,
      `Look: ${text}`,
      text.replaceAll('\n', '\r\n'),
      text.slice(0, 60),
      brief,
      note,
      JSON.stringify(prompt),
      JSON.stringify({ prompt: JSON.stringify(prompt) }),
    ])
      await expect(thread.add(given)).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    expect(await thread.messages()).toEqual([])
  })

  it('refuses everything that is not text: tool results, messages, parts, nothing', async () => {
    const { thread } = await opened()
    const results: readonly unknown[] = [
      { type: 'tool-result', toolCallId: 'x', toolName: 'df', output: { type: 'text', value: 'disk 45 %' } },
      { role: 'tool', content: [] },
      [{ type: 'text', text: 'disk 45 %' }],
      Buffer.from('disk 45 %'),
      new String('disk 45 %'),
      { toString: () => 'disk 45 %' },
      45,
      null,
      undefined,
    ]
    for (const given of results)
      await expect(thread.add(given as string)).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    // @ts-expect-error a tool result is not text
    await expect(thread.add({ output: 'disk 45 %' })).rejects.toMatchObject({ code: 'MESSAGE_REFUSED' })
    expect(await thread.messages()).toEqual([])
  })

  it('stores what a person or a model says about evidence', async () => {
    const { thread, run } = await opened()
    const { text } = await run.mount()
    const quoted = text.replace(/^/gm, '> ')
    for (const said of [`What does ${HEADER} mean?`, quoted, 'disk 45 %', '']) await thread.add(said)
    expect((await thread.messages()).map(({ content }) => content)).toEqual([
      `What does ${HEADER} mean?`,
      quoted,
      'disk 45 %',
      '',
    ])
  })

  it('stores long text whole, and gives it back in order when it is opened again', async () => {
    const { thread, ledger } = await opened()
    const long = `€${'word '.repeat(40_000)}`
    await thread.add(long)
    await thread.add('short')
    const again = await openThread(ledger, { thread: thread.stream, owner: OWNER })
    expect(await again.messages()).toEqual([
      { role: 'user', content: long },
      { role: 'user', content: 'short' },
    ])
  })

  it('stores an answer with the workers that it was based on', async () => {
    const { thread, run } = await opened()
    expect(await run.answer('I did not look.')).toBe(null)
    await run.mount()
    const line = `Evidence: worker job 1 (${run.stream})`
    expect(await run.answer('The disk is 45 % full.')).toBe(line)
    const stored = await thread.stored()
    expect(stored.map(({ stored: { provenance, run: of, call } }) => [provenance, of, call])).toEqual([
      [null, run.stream, null],
      [line, run.stream, 1],
    ])
  })
})

/** All text in a thread's stream, entries and artifacts, without the names of streams: provenance consists of them. */
async function textIn(ledger: Store, thread: Thread): Promise<string> {
  const found: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') found.push(value)
    else if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) collect(one)
  }
  for await (const entry of ledger.read(thread.stream)) {
    collect(entry)
    for (const { sha256 } of entry.artifacts)
      for await (const part of ledger.getArtifact(sha256)) found.push(Buffer.from(part).toString())
  }
  return found.join('\n').replace(/(?:run|worker|thread)\/[\w.-]+/g, '')
}

const WINDOW = 32

function windowsOf(text: string): Set<string> {
  const bytes = Buffer.from(text).toString('latin1')
  const windows = new Set<string>()
  for (let at = 0; at + WINDOW <= bytes.length; at++) windows.add(bytes.slice(at, at + WINDOW))
  return windows
}

/** The windows of mounted texts that occur in a text, apart from those that people wrote themselves. */
function leakedInto(text: string, mounted: readonly string[], own: readonly string[]): string[] {
  const theirs = windowsOf(own.join('\n'))
  const windows = windowsOf(mounted.join('\n'))
  return [...windowsOf(text)].filter((window) => windows.has(window) && !theirs.has(window))
}

const blocksIn = (prompt: Prompt): string[] =>
  prompt.flatMap(({ role, content }) => (role === 'system' ? [String(content)] : []))

describe('a thread, whatever a lead does', () => {
  const words = fc.string({ unit: fc.constantFrom('a', 'b', '€', ' ', '\n', '"', '🙂'), maxLength: 300 })
  const output = fc.string({ unit: fc.constantFrom('x', 'y', '字', '\n', '"', '\\'), minLength: 40, maxLength: 3_000 })
  const step = fc.oneof(
    // Null: the worker prints the question.
    fc.record({ kind: fc.constant('spawn' as const), output: fc.option(output), isFailing: fc.boolean() }),
    fc.record({ kind: fc.constantFrom('read' as const, 'retry' as const, 'mistake' as const) }),
  )
  const turn = fc.record({
    question: words,
    steps: fc.array(step, { maxLength: 6 }),
    end: fc.oneof({ weight: 4, arbitrary: words }, fc.constantFrom('abort' as const, 'error' as const)),
    way: fc.constantFrom('generate' as const, 'stream' as const, 'agent' as const),
  })
  type Turn = typeof turn extends fc.Arbitrary<infer Each> ? Each : never

  const calling = (name: string, input: object) => (): Answer => ({ calls: [{ name, input }] })
  const ANSWERS: { [kind in Turn['steps'][number]['kind']]: () => Answer } = {
    spawn: calling('spawn_worker', { task: 'Check', wait: true }),
    read: calling('get_worker_evidence', {}),
    mistake: calling('read_worker_file', { job: 9, name: '../x' }),
    retry: () => ({ error: overloaded() }),
  }

  /** Plays a turn of a lead. Returns its answer, or null if it gave none. */
  async function play(ledger: Store, thread: Thread, { question, steps, end, way }: Turn, seen: Prompt[]) {
    await thread.add(question)
    const run = await startRun(ledger, { owner: OWNER, thread })
    const outputs = steps.flatMap((one) => (one.kind === 'spawn' ? [one] : []))
    const agents = {
      check: () => async (worker: Parameters<Parameters<typeof run.spawn>[1]>[0]) => {
        const { output: given, isFailing = false } = outputs.shift() ?? {}
        const printed = given ?? question
        await (await worker.call('check')).end(isFailing ? 'failed' : 'success', printed)
        if (isFailing) throw new Error(printed)
        return printed
      },
    }
    const stop = new AbortController()
    const { model, prompts } = scriptedModel((_prompt, call): Answer => {
      const now = steps[call - 1]
      if (now !== undefined) return ANSWERS[now.kind]()
      if (end === 'abort') stop.abort()
      return end === 'abort' || end === 'error' ? { error: new Error('the model is gone') } : { text: end }
    })
    const given = {
      model: wrapLanguageModel({ model, middleware: mountMiddleware(run, { budget: { bytes: 4_000 } }) }),
      tools: leadTools(run, { agents }),
      stopWhen: stepCountIs(20),
      maxRetries: 9,
    }
    const asked = { messages: await thread.messages(), abortSignal: stop.signal }
    try {
      const text = await answering(way, given, asked)
      await run.answer(text)
      return { question, answer: text, run: run.stream }
    } catch {
      return { question, answer: null, run: run.stream }
    } finally {
      seen.push(...prompts)
    }
  }

  type Given = Omit<Parameters<typeof generateText>[0], 'prompt' | 'messages'>
  type Asked = { messages: Awaited<ReturnType<Thread['messages']>>; abortSignal: AbortSignal }

  async function answering(way: Turn['way'], given: Given, asked: Asked): Promise<string> {
    if (way === 'stream') return await streamText({ ...given, ...asked, onError: () => {} } as never).text
    if (way === 'generate') return (await generateText({ ...given, ...asked } as never)).text
    return (await new ToolLoopAgent(given as never).generate(asked as never)).text
  }

  it("has exactly the person's text, the model's answer and its provenance, and no mounted byte", async () => {
    let mounts = 0
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 3 }), async (turns) => {
        const ledger = openMemoryStore()
        const thread = await startThread(ledger, { owner: OWNER })
        const seen: Prompt[] = []
        const played = []
        for (const one of turns) played.push(await play(ledger, thread, one, seen))
        const stored = await thread.stored()
        expect(stored.map(({ role, content, stored: { run } }) => [role, content, run])).toEqual(
          played.flatMap(({ question, answer, run }) => [
            ['user', question, null],
            ...(answer === null ? [] : [['assistant', answer, run]]),
          ]),
        )
        for (const { stored: about } of stored)
          expect(about.provenance ?? '').toMatch(/^(?:Evidence: worker jobs? [\d, ]+ \(run\/[\w-]+\))?$/)
        const blocks = seen.flatMap(blocksIn)
        mounts += blocks.length
        const questions = turns.map(({ question }) => question)
        expect(leakedInto(await textIn(ledger, thread), blocks, questions)).toEqual([])
      }),
      { seed: seed(), numRuns: scaled(500, 20) },
    )
    expect(mounts).toBeGreaterThan(50)
  })

  it('is examined well enough: the property finds a single window of mounted text in a stored message', async () => {
    const { ledger, thread, run } = await opened()
    const { text } = await run.mount()
    const at = text.indexOf('Workers: ')
    for (const leak of [text.slice(at, at + WINDOW), text.slice(-WINDOW)]) {
      await thread.add(`I saw ${leak}!`)
      expect(leakedInto(await textIn(ledger, thread), [text], [])).toContain(leak)
      expect(leakedInto(await textIn(ledger, thread), [text], [`I saw ${leak}!`])).not.toContain(leak)
    }
  })
})
