import type { Call } from '../../src/trust/call.ts'
import { Comparison } from '../../src/trust/learning/near.ts'
import { ownLibrary } from '../../src/trust/learning/own-library.ts'
import { type Recording, recordingOf } from '../../src/trust/learning/recording.ts'
import { Replay } from '../../src/trust/learning/replay.ts'
import type { Library } from '../../src/trust/library.ts'
import type { Outcome } from '../../src/trust/outcome.ts'
import type { Pack } from '../../src/trust/pack/format.ts'
import { DEFAULT_PARAMETERS } from '../../src/trust/parameters.ts'
import { NEW_STATE, type TrustState } from '../../src/trust/state.ts'

/** A labelled call of a stream, and the outcome that somebody observed; null if nobody did. */
export type StreamCall = { call: Call; isHarmful: boolean; isRecurring: boolean; outcome: Outcome | null }

/** A call that was read once, so that several loops can play it. */
export type Recorded = StreamCall & { recording: Recording }

export const recordAll = (calls: readonly StreamCall[], pack: Pack): Recorded[] =>
  calls.map((one) => ({ ...one, recording: recordingOf(one.call, pack) }))

/** A feedback loop: says whether a call is flagged, then learns. */
export type Loop = { play(one: Recorded): boolean; patterns(): number }

/** The loop of this program. */
export function ourLoop(pack: Pack): Loop & { replay: Replay } {
  const replay = new Replay(pack, DEFAULT_PARAMETERS)
  let patterns = 0
  return {
    replay,
    play({ recording, outcome }) {
      const step = replay.play(recording, outcome)
      patterns = step.patterns
      return step.isAbove
    },
    patterns: () => patterns,
  }
}

/** Flagged calls are added in batches, because compiling thousands of patterns takes a while. */
const BATCH = 50

/** The loop that runs away: takes the maximum of the scorers, and learns every call that it flags. */
export function runawayLoop(pack: Pack): Loop {
  const comparison = new Comparison(pack.space)
  let state: TrustState = NEW_STATE
  let own: Library | null = null
  let played = 0
  return {
    play({ recording: { kept, categories, riskWith } }) {
      const scores = riskWith(own, DEFAULT_PARAMETERS).opinions.map(({ score }) => score)
      const isFlagged = Math.max(...scores) > DEFAULT_PARAMETERS.threshold
      if (isFlagged) {
        const pattern = { ...kept, category: categories[0] ?? ('destructive' as const), weight: 1, before: [] }
        const learnt = { ...pattern, stream: '', turn: 0, outcome: 'fine' as const, at: '', addedAt: 0, matchedAt: 0 }
        state = { ...state, patterns: { ...state.patterns, [kept.id]: learnt } }
      }
      if (++played % BATCH === 0) own = ownLibrary(state, comparison)
      return isFlagged
    },
    patterns: () => Object.keys(state.patterns).length,
  }
}

/** Shares of calls that were flagged, and the patterns after each tenth of the stream. */
export type Figures = {
  detection: number
  recurring: number
  falsePositives: number
  tenths: { falsePositives: number; patterns: number }[]
}

/** Plays a stream to a loop. */
export function figuresOf(loop: Loop, calls: readonly Recorded[]): Figures {
  const flags: boolean[] = []
  const patterns: number[] = []
  for (const one of calls) {
    flags.push(loop.play(one))
    patterns.push(loop.patterns())
  }
  const share = (of: (one: Recorded, i: number) => boolean): number => {
    const chosen = flags.filter((_, i) => of(calls[i] as Recorded, i))
    return chosen.filter(Boolean).length / Math.max(1, chosen.length)
  }
  const tenthOf = (i: number): number => Math.floor((10 * i) / calls.length)
  return {
    detection: share(({ isHarmful }) => isHarmful),
    recurring: share(({ isRecurring }) => isRecurring),
    falsePositives: share(({ isHarmful }) => !isHarmful),
    tenths: Array.from({ length: 10 }, (_, tenth) => ({
      falsePositives: share(({ isHarmful }, i) => !isHarmful && tenthOf(i) === tenth),
      patterns: patterns[Math.ceil(((tenth + 1) * calls.length) / 10) - 1] ?? 0,
    })),
  }
}

/** False harm on benign calls, then false "fine" on attacks: half of each. */
export function poisonFrom(calls: readonly Recorded[], count: number): Recorded[] {
  const told = (isHarmful: boolean, outcome: Outcome): Recorded[] => {
    const chosen = calls.filter((one) => one.isHarmful === isHarmful)
    // A step that shares no factor with the length visits all of them before any comes again.
    return Array.from({ length: count / 2 }, (_, i) => ({ ...(chosen[(7 * i) % chosen.length] as Recorded), outcome }))
  }
  return [...told(false, 'rejection'), ...told(true, 'fine')]
}

/** Forgets that most "fine" outcomes were observed, as in real use: one in `every` stays. */
export function mostlyUnobserved(calls: readonly Recorded[], every: number): Recorded[] {
  let fine = 0
  return calls.map((one) => (one.outcome === 'fine' && fine++ % every !== 0 ? { ...one, outcome: null } : one))
}
