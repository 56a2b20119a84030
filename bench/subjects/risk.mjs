import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'tsdown'
import { COMMANDS } from './risk-commands.mjs'
import { eachMicros, wallMicros } from './sample.mjs'

const JSON_TEXT = JSON.stringify(Array.from({ length: 640 }, (_, i) => ({ n: i, s: 'ab' })))
/** Together 0.7 ms on a two-core arm64 machine. */
const PARSES = 4
const A_ROUND = 20
const LIMIT_P95_MS = 2
const FRESH_STARTS = 5

/**
 * Scores short and long commands against 1,000 patterns and 5,000 exemplars. The limits are 0.7 ms for the median and 2 ms
 * for the 95th percentile. The first is expressed as calls of JSON.parse on 10 KB so that slow machines compare fairly.
 */
export const risk = {
  name: 'risk',
  what: `risk of one call, median of ${COMMANDS.length} commands`,
  baselineWhat: `${PARSES} × JSON.parse of 10 KB`,
  target: 1,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const { libraryWith, scorerWith, fresh, close } = await ours()
    const library = libraryWith(1_000, 5_000)
    const score = scorerWith(library)
    const first = fresh(library)
    const all = []
    return {
      baseline: async () => (await eachMicros(A_ROUND, () => JSON.parse(JSON_TEXT))) * PARSES,
      subject: async () => {
        const times = await timesOf(score)
        all.push(...times)
        return quantile(times, 0.5)
      },
      note: () => {
        const [middle, high] = [0.5, 0.95].map((share) => quantile(all, share) / 1000)
        const met = high <= LIMIT_P95_MS ? 'met' : 'MISSED'
        return `p50 ${middle.toFixed(2)} ms, p95 ${high.toFixed(2)} ms (limit ${LIMIT_P95_MS} ms, ${met}); in a fresh process, loading takes ${first.loadMs.toFixed(1)} ms and the first score ${first.scoreMs.toFixed(1)} ms`
      },
      close,
    }
  },
}

/** The same with 100,000 remembered calls instead of 1,000: a score looks at a bounded number of them for each feature. */
export const riskGrowth = {
  name: 'risk-growth',
  what: 'risk of one call, 100,000 remembered calls',
  baselineWhat: 'the same with 1,000',
  target: 3,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const { libraryWith, scorerWith, fresh, close } = await ours()
    const sizes = [1_000, 10_000, 100_000].map((size) => {
      const library = libraryWith(Math.round(size / 6), size - Math.round(size / 6))
      return { size, score: scorerWith(library), least: Number.POSITIVE_INFINITY, ...fresh(library) }
    })
    const median = async (one) => {
      const micros = quantile(await timesOf(one.score), 0.5)
      one.least = Math.min(one.least, micros)
      return micros
    }
    const [small, medium, large] = sizes
    return {
      baseline: () => median(small),
      subject: async () => {
        await median(medium)
        return median(large)
      },
      note: () => sizes.map(toldSize).join('; '),
      close,
    }
  },
}

const toldSize = ({ size, least, loadMs, bytes }) =>
  `${size.toLocaleString('en-US')} remembered calls: ${least.toFixed(0)} µs, ${(bytes / 2 ** 20).toFixed(1)} MB, loaded in ${loadMs.toFixed(1)} ms`

/** The time of each command, in microseconds. */
async function timesOf(score) {
  const times = []
  for (const command of COMMANDS) times.push(await wallMicros(() => score(command)))
  return times
}

const quantile = (list, share) => list.toSorted((a, b) => a - b)[Math.floor(share * list.length)]

/** Our scorers, built from the sources, and libraries of any size with calls like those in pack/. */
async function ours() {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
  const entry = {
    pack: 'scripts/trust-pack.ts',
    call: 'src/trust/call.ts',
    library: 'src/trust/library.ts',
    format: 'src/trust/pack/format.ts',
    risk: 'src/trust/risk.ts',
  }
  const common = { config: false, outDir: dir, format: 'esm', platform: 'node', target: 'node20', fixedExtension: true }
  await build({ ...common, entry, dts: false, clean: false, logLevel: 'silent' })
  const load = (name) => import(pathToFileURL(join(dir, `${name}.mjs`)).href)
  const { readPack, readSpace } = await load('pack')
  const { callOf } = await load('call')
  const { libraryOf } = await load('library')
  const { encodePack } = await load('format')
  const { riskOf } = await load('risk')
  const space = readSpace()
  const pack = readPack()
  const take = (count, list) => Array.from({ length: count }, (_, i) => varied(list[i % list.length], i, list.length))
  const varied = (remembered, i, known) => {
    if (i < known) return remembered
    const { tool, input, command } = remembered.call
    const name = letters(i)
    const more = command === null ? { ...input, name } : { ...input, command: `${command} ./${name}` }
    return { ...remembered, call: callOf({ tool, input: more }) }
  }
  return {
    libraryWith: (patterns, exemplars) => {
      const danger = pack.filter(({ category }) => category !== null)
      const benign = pack.filter(({ category }) => category === null)
      return libraryOf([...take(patterns, danger), ...take(exemplars, benign)], space)
    },
    scorerWith: (library) => (command) =>
      riskOf(callOf({ tool: 'Bash', input: { command } }), { space, library, own: null }),
    /** Loads a library in processes of its own, and returns the times of the fastest and the memory. */
    fresh: (library) => {
      const file = join(dir, `${library.size}.bin`)
      writeFileSync(file, encodePack({ space, library, made: {} }))
      const runs = Array.from({ length: FRESH_STARTS }, () =>
        JSON.parse(execFileSync(process.execPath, ['--input-type=module', '--eval', FRESH, dir, file], CHILD)),
      )
      return runs.toSorted((a, b) => a.loadMs - b.loadMs)[0]
    },
    close: async () => rmSync(dir, { recursive: true }),
  }
}

/** These certificates are read at every start, and have nothing to do with the measurement. */
const CHILD = { encoding: 'utf8', env: { ...process.env, NODE_EXTRA_CA_CERTS: undefined } }

/** The program of a fresh process. The file itself is in the system's cache. */
const FRESH = `
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
const [dir, file] = process.argv.slice(1)
const load = (name) => import(pathToFileURL(dir + '/' + name + '.mjs').href)
const { callOf } = await load('call')
const { decodePack } = await load('format')
const { riskOf } = await load('risk')
const used = () => { const { heapUsed, arrayBuffers } = process.memoryUsage(); return heapUsed + arrayBuffers }
const before = used()
const from = performance.now()
const { space, library } = decodePack(readFileSync(file))
const loaded = performance.now()
riskOf(callOf({ tool: 'Bash', input: { command: 'git push origin main' } }), { space, library, own: null })
const scored = performance.now()
console.log(JSON.stringify({ loadMs: loaded - from, scoreMs: scored - loaded, bytes: used() - before }))
`

/** A name of its own for each number, without digits: views treat all digits as the same. */
const letters = (number) =>
  [...number.toString(26).padStart(4, '0')].map((digit) => LETTERS[parseInt(digit, 26)]).join('')

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
