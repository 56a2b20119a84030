import type { Fact } from '../../gate/facts.ts'
import { openRun, type RunState } from '../../gate/state.ts'
import { isOwnAction, type Task } from '../../gate/task.ts'
import type { Io } from '../command.ts'
import { colors } from '../screens/output.ts'
import { linesOf, masksLine } from './lines.ts'

/** Shows a run live: lines that stay and, on a terminal, a status line below them. */
export class Live {
  readonly #io: Io
  readonly #c: ReturnType<typeof colors>
  readonly #startedAt = performance.now()
  readonly #timer: NodeJS.Timeout | null
  #state: RunState
  #doing = 'starting'

  constructor(task: Task, io: Io) {
    this.#io = io
    this.#c = colors(io.color)
    this.#state = openRun(task)
    this.#timer = io.columns === null ? null : setInterval(() => this.#draw(), TICK_MS)
  }

  hear(fact: Fact, state: RunState): void {
    const lines = linesOf({ fact, before: this.#state, state }, this.#c)
    this.#state = state
    this.#doing = doingAfter(fact, state)
    this.#io.out(`${this.#clear()}${lines.map((line) => `${line}\n`).join('')}`)
    this.#draw()
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#io.out(this.#clear())
  }

  #clear(): string {
    return this.#io.columns === null ? '' : '\r\x1b[2K'
  }

  #draw(): void {
    const { columns } = this.#io
    if (columns === null) return
    const { task, steps, masks } = this.#state
    const seconds = Math.floor((performance.now() - this.#startedAt) / 1000)
    const budget = `step ${steps}/${task.limits.steps} · ${seconds}/${task.limits.seconds} s`
    const line = `${budget} · ${this.#doing} · ${masksLine(masks)}`
    this.#io.out(`${this.#clear()}${this.#c.dim(line.length < columns ? line : `${line.slice(0, columns - 2)}…`)}`)
  }
}

const TICK_MS = 1000

function doingAfter({ kind, body }: Fact, { proposed }: RunState): string {
  switch (kind) {
    case 'step.proposed':
    case 'action.denied':
      return 'observing'
    case 'verdict.given':
      return body.verdict === 'ALLOW' && !isOwnAction(proposed?.action.type ?? '')
        ? 'executing'
        : 'waiting for the agent'
    case 'observation.made':
    case 'step.malformed':
      return 'judging'
    case 'run.opened':
    case 'action.executed':
    case 'action.interrupted':
      return 'waiting for the agent'
    case 'run.ended':
      return 'ended'
  }
}
