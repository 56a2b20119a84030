import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readPack, readSpace } from '../../scripts/trust-pack.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { callOf } from '../../src/trust/call.ts'
import { type Library, libraryOf } from '../../src/trust/library.ts'
import { encodePack } from '../../src/trust/pack/format.ts'
import type { Remembered } from '../../src/trust/patterns.ts'
import { riskOf } from '../../src/trust/risk.ts'
import type { Fresh } from '../fresh-risk.ts'
import { start } from './children.ts'
import { COMMANDS } from './risk-commands.ts'
import { eachMicros, JSON_10_KB, tempFolder, wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

/** Together 0.7 ms on a two-core arm64 machine. */
const PARSES = 4
const A_ROUND = 20
const LIMIT_P95_MS = 2
const FRESH_STARTS = 5

/**
 * Scores short and long commands against 1,000 patterns and 5,000 exemplars. The limits are 0.7 ms for the median and 2 ms
 * for the 95th percentile. The first is expressed as calls of JSON.parse on 10 KB so that slow machines compare fairly.
 */
export const risk: Subject = {
  name: 'risk',
  what: `risk of one call, median of ${COMMANDS.length} commands`,
  baselineWhat: `${PARSES} × JSON.parse of 10 KB`,
  target: 1,
  by: 'minimum',
  unit: 'µs',
  open(scaled) {
    const { libraryWith, scorerWith, fresh } = ours()
    const library = libraryWith(scaled(1_000), scaled(5_000))
    const score = scorerWith(library)
    const first = fresh(library)
    const all: number[] = []
    return {
      baseline: async () => (await eachMicros(A_ROUND, () => JSON.parse(JSON_10_KB))) * PARSES,
      subject: async () => {
        const times = await timesOf(score)
        all.push(...times)
        return quantile(times, 0.5)
      },
      note: () => {
        const [middle, high] = [quantile(all, 0.5) / 1000, quantile(all, 0.95) / 1000]
        const met = high <= LIMIT_P95_MS ? 'met' : 'MISSED'
        return `p50 ${middle.toFixed(2)} ms, p95 ${high.toFixed(2)} ms (limit ${LIMIT_P95_MS} ms, ${met}); in a fresh process, loading takes ${first.loadMs.toFixed(1)} ms and the first score ${first.scoreMs.toFixed(1)} ms`
      },
    }
  },
}

/** The same with 100,000 remembered calls instead of 1,000: a score looks at a bounded number of them for each feature. */
export const riskGrowth: Subject = {
  name: 'risk-growth',
  what: 'risk of one call, 100,000 remembered calls',
  baselineWhat: 'the same with 1,000',
  target: 3,
  by: 'minimum',
  unit: 'µs',
  open(scaled) {
    const { libraryWith, scorerWith, fresh } = ours()
    const sizes = [1_000, 10_000, 100_000].map((count) => {
      const size = scaled(count)
      const library = libraryWith(Math.round(size / 6), size - Math.round(size / 6))
      return { size, score: scorerWith(library), least: Number.POSITIVE_INFINITY, ...fresh(library) }
    })
    const median = async (one: (typeof sizes)[number] | undefined) => {
      if (one === undefined) return Number.NaN
      const micros = quantile(await timesOf(one.score), 0.5)
      one.least = Math.min(one.least, micros)
      return micros
    }
    return {
      baseline: () => median(sizes[0]),
      subject: async () => {
        await median(sizes[1])
        return median(sizes[2])
      },
      note: () => sizes.map(sayOf).join('; '),
    }
  },
}

const sayOf = ({ size, least, loadMs, bytes }: Fresh & { size: number; least: number }): string =>
  `${size.toLocaleString('en-US')} remembered calls: ${least.toFixed(0)} µs, ${(bytes / 2 ** 20).toFixed(1)} MB, loaded in ${loadMs.toFixed(1)} ms`

type Score = (command: string) => unknown

/** The time of each command, in microseconds. */
async function timesOf(score: Score): Promise<number[]> {
  const times: number[] = []
  for (const command of COMMANDS) times.push(await wallMicros(() => score(command)))
  return times
}

const quantile = (list: readonly number[], share: number): number =>
  list.toSorted((a, b) => a - b)[Math.floor(share * list.length)] ?? Number.NaN

/** Our scorers, and libraries of any size with calls like those in pack/. */
function ours() {
  const dir = tempFolder()
  const [space, pack] = [readSpace(), readPack()]
  const danger = pack.filter(({ category }) => category !== null)
  const benign = pack.filter(({ category }) => category === null)
  return {
    libraryWith: (patterns: number, exemplars: number): Library =>
      libraryOf([...taken(patterns, danger), ...taken(exemplars, benign)], space),
    scorerWith:
      (library: Library): Score =>
      (command) =>
        riskOf(callOf({ tool: 'Bash', input: { command } }), { space, library, own: null }),
    /** Loads a library in processes of its own, and returns the times of the fastest and the memory. */
    fresh: (library: Library): Fresh => {
      const file = join(dir, `${library.size}.bin`)
      writeFileSync(file, encodePack({ space, library, made: {} }))
      const runs = Array.from({ length: FRESH_STARTS }, (): Fresh => JSON.parse(start([FRESH, file])))
      return runs.reduce((best, run) => (run.loadMs < best.loadMs ? run : best))
    },
  }
}

const FRESH = fileURLToPath(new URL('fresh-risk.mjs', import.meta.url))

/** Takes calls from a list, and makes more like them if there are not enough. */
const taken = (count: number, list: readonly Remembered[]): Remembered[] =>
  Array.from({ length: Math.ceil(count / list.length) }, (_, lap) =>
    list.map((one, i) => (lap === 0 ? one : varied(one, lap * list.length + i))),
  )
    .flat()
    .slice(0, count)

function varied(remembered: Remembered, number: number): Remembered {
  const { tool, input, command } = remembered.call
  const name = letters(number)
  const more = command === null ? { name } : { command: `${command} ./${name}` }
  return { ...remembered, call: callOf({ tool, input: { ...(input as JsonObject), ...more } }) }
}

/** A name of its own for each number, without digits: views treat all digits as the same. */
const letters = (number: number): string =>
  [...number.toString(26).padStart(4, '0')].map((digit) => LETTERS[parseInt(digit, 26)]).join('')

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
