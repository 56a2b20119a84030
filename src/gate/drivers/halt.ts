import type { EndCode } from '../messages.ts'
import type { Clock } from './clock.ts'

/** The end of a run. Thrown where it happens, caught where it is recorded. */
export class Ending extends Error {
  readonly code: EndCode
  /** The failure, or null. */
  readonly why: string | null
  /** The free text of the terminating step, or null. */
  readonly freeText: string | null

  constructor(code: EndCode, { why, freeText }: { why?: string; freeText?: string } = {}) {
    super(code)
    this.code = code
    this.why = why ?? null
    this.freeText = freeText ?? null
  }
}

/** Ends a run from outside: its time is up, or a person stops it. Every wait is abandoned at once. */
export class Halt {
  readonly #controller = new AbortController()
  readonly #undo: (() => void)[] = []

  constructor(clock: Clock, budgetMs: number, person: AbortSignal | undefined) {
    const byPerson = () => this.#end('STOPPED_BY_PERSON')
    if (person?.aborted === true) byPerson()
    person?.addEventListener('abort', byPerson, { once: true })
    this.#undo.push(() => person?.removeEventListener('abort', byPerson))
    this.#undo.push(clock.after(budgetMs, () => this.#end('TIME_SPENT')))
  }

  /** Aborts when the run ends, for any reason. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  #end(code: EndCode): void {
    this.#controller.abort(new Ending(code))
  }

  /** Waits for `act`. Throws the `Ending` if the run ends first. */
  wait<T>(act: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    return new Promise<T>((resolve, reject) => {
      const leave = () => reject(this.signal.reason)
      this.signal.addEventListener('abort', leave, { once: true })
      const settle = () => this.signal.removeEventListener('abort', leave)
      begin(act).then(resolve, reject).finally(settle)
    })
  }

  /** Stops listening and aborts the signal, so that agent and environment stop working. */
  release(): void {
    for (const undo of this.#undo) undo()
    this.#controller.abort()
  }
}

/** Turns a synchronous throw into a rejected promise. */
const begin = async <T>(act: () => Promise<T>): Promise<T> => act()
