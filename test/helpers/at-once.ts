import { vi } from 'vitest'

/** Awaits an action in this process, and lets its time limits pass at once. */
export async function atOnce<T>(act: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    let isOver = false
    const acted = act().finally(() => {
      isOver = true
    })
    // An error is thrown below.
    acted.catch(() => {})
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(500)
      await new Promise(setImmediate)
    }
    return await acted
  } finally {
    vi.useRealTimers()
  }
}
