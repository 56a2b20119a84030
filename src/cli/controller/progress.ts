import type { Progress } from '../../controller/drivers/world.ts'
import type { Io } from '../command.ts'
import { statusLine } from '../screens/progress.ts'

/** Shows on a terminal what a cycle is doing and for how long, in a line that disappears. */
export type LiveCycle = {
  watch(progress: Progress): void
  clear(): void
  /** The effect that is being carried out; null if there is none. */
  effect(): string | null
}

/** Shorter steps are not shown: they would only flicker. */
const DELAY_MS = 200
const TICK_MS = 1000

export function liveCycle(io: Io, isQuiet: boolean): LiveCycle {
  const line = statusLine(isQuiet ? { ...io, columns: null } : io)
  let timer: NodeJS.Timeout | undefined
  let effect: string | null = null
  const clear = (): void => {
    clearTimeout(timer)
    line.clear()
    effect = null
  }
  return {
    watch(progress) {
      clear()
      effect = progress.kind === 'effect' ? progress.effect_ref : null
      if (io.columns === null) return
      const startedAt = performance.now()
      const draw = (): void => {
        const seconds = Math.floor((performance.now() - startedAt) / TICK_MS)
        line.show(seconds === 0 ? wordsOf(progress) : `${wordsOf(progress)} (${seconds} s)`)
        timer = setTimeout(draw, TICK_MS)
      }
      timer = setTimeout(draw, DELAY_MS)
    },
    clear,
    effect: () => effect,
  }
}

function wordsOf(progress: Progress): string {
  const at = `cycle ${progress.cycle}:`
  switch (progress.kind) {
    case 'observing':
      return `${at} observing`
    case 'deciding':
      return `${at} deciding`
    case 'reporting':
      return `${at} writing the report`
    case 'resuming':
      return `${at} finishing what a crash interrupted`
    case 'effect':
      return `${at} effect ${progress.done + 1} of ${progress.of}, ${progress.effect_ref}`
  }
}
