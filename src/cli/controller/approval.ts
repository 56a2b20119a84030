import { userInfo } from 'node:os'
import type { Approval, PlanView } from '../../controller/drivers/world.ts'
import { type Args, type Io, RefusedError, StoppedError } from '../command.ts'
import { requirePerson } from '../input/person.ts'
import { colors, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { decisionLines } from './cycle-screen.ts'
import { shortId } from './ids.ts'
import { decisionsIn } from './previews.ts'

/** More than on other screens: the person decides about these lines. */
const MAX_LINES = 200

/** Decides about plans: with `--approve`, or by asking a person at a terminal. */
export class Approver {
  /** Plans whose changes the person has seen. */
  readonly shown = new Set<string>()
  readonly #args: Args
  readonly #io: Io
  /** The command that shows the whole plan. */
  readonly #pointer: string
  readonly #clear: () => void

  constructor(args: Args, io: Io, pointer: string, clear: () => void) {
    this.#args = args
    this.#io = io
    this.#pointer = pointer
    this.#clear = clear
  }

  readonly decide = async (view: PlanView): Promise<Approval> => {
    const approved = this.#args.get('approve')
    if (approved !== undefined)
      // Only what was shown can be approved: the same plan may meanwhile be carried out by another driver, or elsewhere.
      return approved === view.plan.plan_id && view.wasShown
        ? { kind: 'approve', by: `${userName()} (--approve)` }
        : { kind: 'later' }
    const isAsked = this.#io.columns !== null && !this.#args.json && !this.shown.has(view.plan.plan_id)
    return isAsked && (await this.#isPerson()) ? this.#ask(view) : { kind: 'later' }
  }

  /** The same check as for `--approve`. An agent on a terminal is not asked. */
  async #isPerson(): Promise<boolean> {
    this.#clear()
    try {
      await requirePerson(this.#io, this.#args, 'controller run --approve')
      return true
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error
      this.#io.err(`note: not asking for approval: ${error.message}\n`)
      return false
    }
  }

  async #ask(view: PlanView): Promise<Approval> {
    this.shown.add(view.plan.plan_id)
    this.#io.out(renderPlan(view, this.#pointer, this.#io))
    switch ((await this.#answer())?.trim().toLowerCase()) {
      case 'y':
      case 'yes':
        return { kind: 'approve', by: `${userName()} (at the terminal)` }
      case 'n':
      case 'no':
        return { kind: 'reject', by: `${userName()} (at the terminal)` }
      default:
        return { kind: 'later' }
    }
  }

  /** Ctrl-C at the question decides nothing; the controller has its own way to stop. */
  async #answer(): Promise<string | null> {
    try {
      return await this.#io.ask('Carry out this plan? Type yes, no, or press Enter to decide later: ')
    } catch (error) {
      if (error instanceof StoppedError) return null
      throw error
    }
  }
}

/** A plan against the state as it is now, with the guard's denials. */
function renderPlan(view: PlanView, pointer: string, io: Io): string {
  const c = colors(io.color)
  const lines = decisionsIn(view).flatMap((one) => decisionLines(one, pointer, c, MAX_LINES))
  const { plan_id, summary } = view.plan
  return [
    `${c.bold(`The plan ${shortId(plan_id)} needs approval.`)} Against the state as it is now:`,
    ...(summary === '' ? [] : fill(printable(summary), '  ').trimEnd().split('\n')),
    ...lines,
    '',
  ].join('\n')
}

/** The name of the user who runs this process, for the record. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    // A user id without an entry in the list of users.
    return `user ${process.getuid?.() ?? 'unknown'}`
  }
}
