import type { Clock } from '../../src/gate/drivers/clock.ts'
import type { Agent, AgentMessage, Environment, Performed } from '../../src/gate/environment.ts'
import { type SuperviseOptions, supervise } from '../../src/gate/loop.ts'
import type { RunResult } from '../../src/gate/result.ts'
import type { Task } from '../../src/gate/task.ts'
import type { Entry } from '../../src/ledger/kinds.ts'
import { openMemoryStore } from '../../src/ledger/stores/memory.ts'
import { collect } from './collect.ts'

/** A clock that moves only when the test moves it. */
export class HandClock implements Clock {
  #now = Date.parse('2026-01-01T00:00:00Z')
  readonly #waiting = new Set<{ at: number; act: () => void }>()

  now(): number {
    return this.#now
  }

  after(ms: number, act: () => void): () => void {
    const one = { at: this.#now + ms, act }
    this.#waiting.add(one)
    return () => this.#waiting.delete(one)
  }

  pass(ms: number): void {
    this.#now += ms
    for (const one of [...this.#waiting]) if (one.at <= this.#now && this.#waiting.delete(one)) one.act()
  }
}

export const performed = (facts: Partial<Performed> = {}): Performed => ({
  command: './something',
  success: true,
  exit: 0,
  wrote: false,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  droppedBytes: 0,
  ...facts,
})

/** An environment in which nothing happens and no probe answers, for tests about something else. */
export const QUIET: Environment = {
  perform: async ({ type }) => performed({ wrote: type === 'write' }),
  ask: async () => ({ exit: 1, output: '' }),
}

/** An agent that sends these messages in order, then ends. Keeps what it is told. */
export function giving(steps: Iterable<unknown>, heard: AgentMessage[] = []): Agent {
  const list = steps[Symbol.iterator]()
  return async (told) => {
    heard.push(told)
    const next = list.next()
    return next.done === true ? null : next.value
  }
}

export type Recorded = { result: RunResult; entries: Entry[]; verdicts: string[] }

/** Supervises on a ledger in memory and returns its entries. */
export async function recorded(
  agent: Agent,
  environment: Environment,
  task: Task,
  options: Partial<SuperviseOptions> = {},
): Promise<Recorded> {
  const ledger = openMemoryStore()
  const result = await supervise(agent, environment, task, { ledger, clock: new HandClock(), ...options })
  const entries = await collect(ledger.read(result.stream))
  const verdicts = entries.filter(({ kind }) => kind === 'verdict.given').map(({ body }) => String(body['verdict']))
  return { result, entries, verdicts }
}
