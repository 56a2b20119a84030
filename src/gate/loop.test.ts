import { describe, expect, it } from 'vitest'
import { giving, HandClock, performed, QUIET, recorded } from '../../test/helpers/runs.ts'
import { scaled } from '../../test/helpers/scale.ts'
import { stepOf, taskWith } from '../../test/helpers/tasks.ts'
import { LedgerError } from '../ledger/errors.ts'
import { openMemoryStore } from '../ledger/stores/memory.ts'
import type { Agent, AgentMessage, Environment } from './environment.ts'
import { supervise } from './loop.ts'
import { toldShape } from './protocol.ts'
import { replay } from './replay.ts'
import { farewell } from './tell.ts'

const TASK = taskWith({ stability: 2 })

/** The first apply succeeds; from then on there is a violation. */
function violated(): Environment {
  let isApplied = false
  return {
    async perform({ type }) {
      isApplied ||= type === 'apply'
      return performed({ wrote: type === 'write' })
    },
    ask: async () => (isApplied ? { exit: 0, output: 'false\n' } : { exit: 3, output: '' }),
  }
}

const sure = { posture: 'non_compliant', evidence: 'successful' } as const
const END = [
  stepOf('declare_posture', sure, { posture: 'non_compliant' }),
  { ...stepOf('terminate', sure), free_text: 'One violation.' },
]

const never = new Promise<never>(() => {})

describe('the loop', () => {
  it('follows the order of the seed: shape, observe, judge, execute', async () => {
    const order: string[] = []
    const environment: Environment = {
      async perform({ type }) {
        order.push(`execute ${type}`)
        return performed()
      },
      async ask() {
        order.push('observe')
        return { exit: 1, output: '' }
      },
    }
    const agent: Agent = async (told) => {
      order.push(told.kind === 'task' ? 'agent' : `agent hears ${told.verdict}`)
      return (
        [stepOf('look'), 'garbage', stepOf('terminate'), stepOf('think')][
          order.filter((one) => one.startsWith('agent')).length - 1
        ] ?? null
      )
    }
    const { entries } = await recorded(agent, environment, TASK)
    expect(order).toEqual([
      'agent',
      'observe',
      'execute look',
      'agent hears ALLOW',
      'agent hears CONTINUE',
      'observe',
      'agent hears BLOCK',
      'observe',
      'execute think',
      'agent hears ALLOW',
    ])
    expect(entries.map(({ kind }) => kind)).toEqual([
      'run.opened',
      ...['step.proposed', 'observation.made', 'verdict.given', 'action.executed'],
      ...['step.malformed', 'verdict.given'],
      ...['step.proposed', 'observation.made', 'verdict.given'],
      ...['step.proposed', 'observation.made', 'verdict.given', 'action.executed'],
      'run.ended',
    ])
  })

  it('observes outside changes before it judges the step that claims them', async () => {
    let answer = ''
    const environment: Environment = { ...QUIET, ask: async () => ({ exit: 0, output: answer }) }
    const agent: Agent = async (told) => {
      if (told.kind === 'reply') return null
      // Another program breaks the rule while the agent thinks.
      answer = 'false'
      return stepOf('look', { posture: 'compliant' })
    }
    const { entries } = await recorded(agent, environment, TASK)
    expect(entries.find(({ kind }) => kind === 'verdict.given')?.body).toEqual({
      step: 1,
      verdict: 'CONTINUE',
      code: 'BELIEF_INCONSISTENT',
    })
  })

  it('shows the agent the masks that its step was judged by, and the result of its action', async () => {
    const heard: AgentMessage[] = []
    const environment: Environment = {
      ...violated(),
      perform: async () => performed({ stdout: Buffer.from('made\n') }),
    }
    await recorded(giving([stepOf('apply'), stepOf('look')], heard), environment, TASK)
    expect(heard[1]).toMatchObject({
      verdict: 'ALLOW',
      masks: { evidence: 'none' },
      observation: { command: './something', success: true, exit: 0, output_summary: 'made\n' },
    })
    expect(heard[2]).toMatchObject({ masks: { evidence: 'successful', affordances: { engine: 'available' } } })
  })

  it('tells agents only what the protocol says', async () => {
    const heard: AgentMessage[] = []
    const { result } = await recorded(
      giving([stepOf('write', {}, { content: 'x' }), 'garbage', stepOf('apply'), ...END], heard),
      violated(),
      TASK,
    )
    for (const told of [...heard, farewell(result)])
      expect(() => toldShape.parse(JSON.parse(JSON.stringify(told)))).not.toThrow()
  })

  it('runs a command once for all probes that share it', async () => {
    const asked: string[] = []
    const environment: Environment = {
      ...QUIET,
      async ask(command) {
        asked.push(command.join(' '))
        return { exit: 3, output: '' }
      },
    }
    await recorded(giving([stepOf('think')]), environment, TASK)
    expect(asked).toEqual(['./engine check'])
  })
})

describe('a run', () => {
  it('is earned, with the words of the terminating step and of no other', async () => {
    const talkative = { ...stepOf('apply'), free_text: 'I am certain already.' }
    const { result, entries } = await recorded(giving([talkative, ...END]), violated(), TASK)
    expect(result).toMatchObject({
      outcome: 'earned',
      code: 'EARNED',
      posture: 'non_compliant',
      steps: 3,
      freeText: 'One violation.',
    })
    expect(JSON.stringify(entries)).not.toContain('certain already')
  })

  it('is exhausted after its last judged step, not one earlier', async () => {
    const { result, verdicts } = await recorded(giving(Array(99).fill(stepOf('think'))), QUIET, taskWith({ steps: 50 }))
    expect(result).toMatchObject({ outcome: 'exhausted', code: 'STEPS_SPENT', steps: 50, posture: null })
    expect(verdicts).toHaveLength(50)
  })

  it('may be earned with its last step', async () => {
    const { result } = await recorded(
      giving([stepOf('apply'), ...END]),
      violated(),
      taskWith({ steps: 3, stability: 2 }),
    )
    expect(result.outcome).toBe('earned')
  })

  it('counts malformed steps towards the budget', async () => {
    const { result, verdicts } = await recorded(giving(Array(99).fill('garbage')), QUIET, taskWith({ steps: 7 }))
    expect(result).toMatchObject({ outcome: 'exhausted', code: 'STEPS_SPENT', steps: 7 })
    expect(new Set(verdicts)).toEqual(new Set(['CONTINUE']))
  })

  it('is exhausted when its time is up, even if the agent hangs', async () => {
    const clock = new HandClock()
    const agent: Agent = (told) => {
      if (told.kind === 'task') return Promise.resolve(stepOf('think'))
      queueMicrotask(() => clock.pass(200_000))
      return never
    }
    const { result } = await recorded(agent, QUIET, TASK, { clock })
    expect(result).toMatchObject({ outcome: 'exhausted', code: 'TIME_SPENT', steps: 1, elapsedMs: 200_000 })
  })

  it.each(['perform', 'ask'] as const)(
    'is exhausted when its time is up, even if the environment hangs: %s',
    async (where) => {
      const clock = new HandClock()
      const hang = () => {
        queueMicrotask(() => clock.pass(200_000))
        return never
      }
      const { result, entries } = await recorded(giving([stepOf('look')]), { ...QUIET, [where]: hang }, TASK, { clock })
      expect(result.code).toBe('TIME_SPENT')
      expect(entries.some(({ kind }) => kind === 'action.interrupted')).toBe(where === 'perform')
    },
  )

  it('is contradicted once both postures are ruled out, without waiting for the budget', async () => {
    const answers = ['false', 'true']
    const environment: Environment = { ...QUIET, ask: async () => ({ exit: 0, output: answers.shift() ?? '' }) }
    const { result, verdicts } = await recorded(giving(Array(9).fill(stepOf('think'))), environment, TASK)
    expect(result).toMatchObject({ outcome: 'contradicted', code: 'CONTRADICTED', steps: 2, posture: null })
    expect(verdicts).toEqual(['ALLOW'])
  })

  it('is stopped by a person at once, whatever the agent is doing', async () => {
    const person = new AbortController()
    const agent: Agent = () => {
      queueMicrotask(() => person.abort())
      return never
    }
    const { result } = await recorded(agent, QUIET, TASK, { signal: person.signal })
    expect(result).toMatchObject({ outcome: 'stopped', code: 'STOPPED_BY_PERSON', steps: 0 })
  })

  it('is stopped by a person even if it would have been earned', async () => {
    const person = new AbortController()
    const environment = violated()
    const stopping: Environment = {
      ...environment,
      async ask(...asked) {
        const answer = await environment.ask(...asked)
        if (steps.length === 0) person.abort()
        return answer
      },
    }
    const steps: unknown[] = [stepOf('apply'), ...END]
    const { result, verdicts } = await recorded(async () => steps.shift() ?? null, stopping, TASK, {
      signal: person.signal,
    })
    expect(result.outcome).toBe('stopped')
    expect(verdicts).not.toContain('TERMINATE')
  })

  it('does not begin if a person has already stopped it', async () => {
    const { result } = await recorded(giving([stepOf('think')]), QUIET, TASK, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ outcome: 'stopped', code: 'STOPPED_BY_PERSON', steps: 0 })
  })

  it.each<[string, Agent, object]>([
    ['gives no more', giving([stepOf('think')]), { code: 'AGENT_ENDED', why: null, steps: 1 }],
    ['fails', async () => Promise.reject(new Error('out of tokens')), { code: 'AGENT_FAILED', why: 'out of tokens' }],
    [
      'throws before it promises anything',
      () => {
        throw 'a string'
      },
      { code: 'AGENT_FAILED', why: 'a string' },
    ],
  ])('is stopped if the agent %s', async (_, agent, expected) => {
    const { result, entries } = await recorded(agent, QUIET, TASK)
    expect(result).toMatchObject({ outcome: 'stopped', ...expected })
    expect(entries.at(-1)?.kind).toBe('run.ended')
  })

  it.each(['perform', 'ask'] as const)('is stopped if the environment fails: %s', async (where) => {
    const environment = { ...QUIET, [where]: () => Promise.reject(new Error('no route')) }
    const { result } = await recorded(giving([stepOf('look')]), environment, TASK)
    expect(result).toMatchObject({ outcome: 'stopped', code: 'ENVIRONMENT_FAILED', why: 'no route' })
  })

  it('aborts the signal of agent and environment when it ends', async () => {
    const signals: AbortSignal[] = []
    const agent: Agent = async (_, signal) => {
      signals.push(signal)
      return null
    }
    await recorded(agent, QUIET, TASK)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })

  it('stores long payloads, commands and texts as artifacts, even if redaction makes them longer', async () => {
    const long = 'https://a:b@'.repeat(scaled(40_000, 6_000))
    const shell: Environment = {
      ...violated(),
      perform: async ({ payload }) => performed({ command: String(payload['command']) }),
    }
    const claims = { ...sure, posture: 'non_compliant' } as const
    const steps = [
      stepOf('apply', {}, { command: long }),
      stepOf('shell', {}, { command: long }),
      stepOf('declare_posture', claims, { posture: 'non_compliant', long }),
      { ...stepOf('terminate', claims), free_text: long },
    ]
    const environment = { ...shell, ask: async () => ({ exit: 0, output: 'false' }) }
    const { result, entries } = await recorded(giving(steps), environment, TASK)
    expect(result).toMatchObject({ outcome: 'earned', freeText: long })
    const stored = entries.flatMap(({ kind, artifacts }) => artifacts.map(({ name }) => `${kind} ${name}`))
    expect(stored).toEqual([...Array(3).fill('step.proposed payload'), 'run.ended free_text'])
    expect(replay(entries).differences).toEqual([])
  })

  it('fails if its ledger fails: nothing is done that cannot be recorded', async () => {
    const ledger = openMemoryStore()
    const agent: Agent = async () => {
      await ledger.close()
      return stepOf('look')
    }
    await expect(supervise(agent, QUIET, TASK, { ledger })).rejects.toThrow(LedgerError)
  })

  it('leaves no listener behind on the signal of a person', async () => {
    let listeners = 0
    const signal = new AbortController().signal
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners++
      add(...args)
    }
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners--
      remove(...args)
    }
    await recorded(giving([stepOf('think')]), QUIET, TASK, { signal })
    expect(listeners).toBe(0)
  })
})
