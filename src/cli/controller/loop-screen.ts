import { isFailure } from '../../controller/facts.ts'
import type { CycleView } from '../../views/cycle-view.ts'
import { clock, zoneAt } from '../../views/local-time.ts'
import { type Args, EXIT, type Io } from '../command.ts'
import { type Colors, colors, json, oneLine, plural, printable } from '../screens/output.ts'
import { statusLine } from '../screens/progress.ts'
import { timeSpan } from '../screens/story/teller.ts'
import { fill, SCREEN_WIDTH } from '../screens/width.ts'
import { approveCommand } from './approve-command.ts'
import { endWords, paintEnd } from './cycle-end.ts'
import { exitOf } from './exit.ts'
import { homeOption } from './ids.ts'

/** A loop for people: one line per cycle. On a terminal, cycles in which nothing happens share one changing line. */
export class LoopScreen {
  readonly #args: Args
  readonly #io: Io
  readonly #c: Colors
  readonly #line
  /** The last line that was folded, and how many cycles it stands for. */
  #folded: { key: string; text: string; since: string; count: number } | null = null
  #waiting = new Set<string>()

  constructor(args: Args, io: Io) {
    this.#args = args
    this.#io = io
    this.#c = colors(io.color)
    this.#line = statusLine(io)
  }

  begin(name: string, everyMs: number): void {
    if (!this.#args.json)
      this.#io.out(
        `${printable(name)}: a cycle every ${timeSpan(everyMs)}. Stop with Ctrl-C. Times: ${zoneAt(new Date().toISOString())}\n`,
      )
  }

  cycle(view: CycleView, nextInMs: number | null): void {
    if (this.#args.json) {
      const next = view.end === 'awaiting-approval' ? approveCommand(view, this.#args) : null
      this.#io.out(json({ ok: exitOf(view) === EXIT.fine, ...view, next, next_in_ms: nextInMs }))
      return
    }
    const key = quietKey(view)
    if (key !== null && this.#io.columns !== null) this.#fold(key, view, nextInMs)
    else {
      this.settle()
      this.#io.out(this.#linesOf(view))
    }
  }

  /** Shows a cycle in which nothing happens in the line that changes. */
  #fold(key: string, view: CycleView, nextInMs: number | null): void {
    const at = clock(view.endedAt ?? view.at)
    if (this.#folded?.key !== key) {
      this.settle()
      // The first such cycle may need explaining.
      if (view.end !== 'idle') this.#io.out(this.#linesOf(view))
      this.#folded = { key, text: '', since: at, count: 0 }
    }
    const { since, count } = this.#folded
    const times = count === 0 ? '' : `, ${plural(count + 1, 'cycle')} since ${since}`
    this.#folded.count++
    this.#folded.text = `${at}  cycle ${view.cycle}  ${endWords(view)}${times}`
    this.#line.show(`${this.#folded.text}${nextInMs === null ? '' : `, next in ${timeSpan(nextInMs)}`}`)
  }

  /** Turns the changing line into one that stays. */
  settle(): void {
    this.#line.clear()
    if (this.#folded !== null) this.#io.out(`${this.#c.dim(this.#folded.text)}\n`)
    this.#folded = null
  }

  #linesOf(view: CycleView): string {
    const paint = paintEnd(view, this.#c)
    const head = `${clock(view.endedAt ?? view.at)}  cycle ${view.cycle}  `
    const said = saidOf(view)
    const room = SCREEN_WIDTH - head.length - endWords(view).length - 2
    return `${head}${paint(endWords(view))}${said === '' ? '' : `  ${oneLine(said, room)}`}\n${this.#more(view)}`
  }

  /** The reasons of a failure, and what a person has to do. */
  #more(view: CycleView): string {
    const { report, why, code, end, controller, cycle, plan, unresolved } = view
    const show = `bailiff controller show ${controller} --cycle ${cycle}${homeOption(this.#args)}`
    if (end === 'awaiting-approval') {
      if (this.#waiting.has(plan?.plan_id ?? '')) return ''
      this.#waiting.add(plan?.plan_id ?? '')
      return `${fill('A person must approve the plan. Stop this loop, then run:', '  ')}  ${approveCommand(view, this.#args)}\n`
    }
    const hasFailed = isFailure(end)
    const reasons = !hasFailed ? [] : (report?.errors ?? [`${why ?? ''}${code === null ? '' : ` [${code}]`}`])
    const lines = reasons.slice(0, MAX_REASONS).map((one) => fill(printable(one), '  '))
    const next = hasFailed ? [`  ${this.#c.dim(show)}\n`] : []
    const resolve = hasFailed && unresolved.length > 0 ? [`  ${plural(unresolved.length, 'effect')} to resolve\n`] : []
    return [...lines, ...resolve, ...next].join('')
  }
}

const MAX_REASONS = 3

/** Cycles with the same key say the same; null if something happened. */
function quietKey({ end, plan, report }: CycleView): string | null {
  if (end === 'idle') return `idle ${report?.status}`
  return end === 'awaiting-approval' ? `waiting ${plan?.plan_id}` : null
}

function saidOf({ end, effects, plan }: CycleView): string {
  const done = effects.filter(({ outcome }) => outcome === 'done').map(({ effect_ref }) => effect_ref)
  if (end === 'succeeded' && done.length === 0) return 'nothing had to be changed'
  if (done.length > 0) return `${plural(done.length, 'effect')}: ${done.join(', ')}`
  return end === 'awaiting-approval' ? `${plural(plan?.decisions.length ?? 0, 'effect')}` : ''
}
