import type { EndCode } from '../messages.ts'
import type { Clock } from './clock.ts'

/** The end of a run, on its way from where it shows to where it is recorded. */
export class Ending extends Error {
  readonly code: EndCode
  /** What failed, where something did. */
  readonly why: string | null
  /** The words of the terminating step, where there is one. */
  readonly freeText: string | null

  constructor(code: EndCode, { why, freeText }: { why?: string; freeText?: string } = {}) {
    super(code)
    this.code = code
    this.why = why ?? null
    this.freeText = freeText ?? null
  }
}

/** What ends a run from outside: its time is over, or a person stops it. Whatever is waited for is left at once. */
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

  /** Aborted when the run is over, however it ended. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  #end(code: EndCode): void {
    this.#controller.abort(new Ending(code))
  }

  /** Waits for something; throws the ending where the run ends before. */
  wait<T>(act: () => Promise<T>): Promise<T> {
    this.signal.throwIfAborted()
    return new Promise<T>((resolve, reject) => {
      const leave = () => reject(this.signal.reason)
      this.signal.addEventListener('abort', leave, { once: true })
      const settle = () => this.signal.removeEventListener('abort', leave)
      begin(act).then(resolve, reject).finally(settle)
    })
  }

  /** Nobody waits any longer: agents and environments are told so. */
  release(): void {
    for (const undo of this.#undo) undo()
    this.#controller.abort()
  }
}

/** What throws at once is a promise that fails. */
const begin = async <T>(act: () => Promise<T>): Promise<T> => act()
