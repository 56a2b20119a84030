/** Notifies listeners of changes. Each listener gets every change from when it starts listening until it stops. */
export class Hub<Event> {
  readonly #listeners = new Set<(event: Event) => void>()

  tell(event: Event): void {
    for (const hear of this.#listeners) hear(event)
  }

  /** Starts listening. `return` (or leaving the loop) stops, even while waiting for the next change. */
  listen(): AsyncIterableIterator<Event> {
    const heard: Event[] = []
    let waiting: ((result: IteratorResult<Event>) => void)[] = []
    let isOver = false
    const hear = (event: Event): void => {
      const next = waiting.shift()
      if (next === undefined) heard.push(event)
      else next({ done: false, value: event })
    }
    const stop = (): void => {
      isOver = true
      this.#listeners.delete(hear)
      for (const next of waiting) next(OVER)
      waiting = []
    }
    this.#listeners.add(hear)
    const events: AsyncIterableIterator<Event> = {
      next: () => {
        if (isOver) return Promise.resolve(OVER)
        const value = heard.shift()
        if (value !== undefined) return Promise.resolve({ done: false, value })
        return new Promise((resolve) => waiting.push(resolve))
      },
      return: () => {
        stop()
        return Promise.resolve(OVER)
      },
      [Symbol.asyncIterator]: () => events,
    }
    return events
  }
}

const OVER = { done: true, value: undefined } as const
