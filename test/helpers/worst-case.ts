import { runInThisContext } from 'node:vm'

/** A text that can grow: a head, a part again and again, and a tail; `lines`: the whole of that on each line. */
export type Shape = {
  head: readonly string[]
  part: readonly string[]
  tail: readonly string[]
  kind: 'repeated' | 'lines' | 'nested'
}

/** Stands for a number that differs in each repetition. */
export const COUNTER = '\u0001'

/** A text of about this many characters. */
export function grown({ head, part, tail, kind }: Shape, chars: number): string {
  const [first, again, last] = [head.join(''), part.join('') || 'a', tail.join('')]
  if (kind === 'repeated') return first + repeated(again, chars) + last
  if (kind === 'nested') return first + repeated(again, chars / 2) + repeated(last || 'b', chars / 2)
  const width = Math.ceil(Math.sqrt(chars))
  return repeated(`${first}${repeated(again, width)}${last}\n`, chars)
}

function repeated(text: string, chars: number): string {
  const times = Math.max(1, Math.floor(chars / text.length))
  if (!text.includes(COUNTER)) return text.repeat(times)
  return Array.from({ length: times }, (_, i) => text.replaceAll(COUNTER, String(i))).join('')
}

export type Measured = { chars: number; ms: number; error: string | null }

declare global {
  var readWorstCase: (() => void) | undefined
}

/** Other programs may hold the processor: this many times the limit, by the clock. */
const PATIENCE = 4

/** The CPU time of reading a text; infinite if it takes far longer than `limitMs`. */
export function measure(read: (text: string) => unknown, text: string, limitMs: number): Measured {
  // Flat, as a text from a file is.
  const flat = Buffer.from(text).toString()
  let error: string | null = null
  globalThis.readWorstCase = () => void read(flat)
  const before = process.cpuUsage()
  try {
    runInThisContext('readWorstCase()', { timeout: PATIENCE * limitMs })
  } catch (thrown) {
    const { code = '', message = '' } = Object(thrown) as { code?: string; message?: string }
    if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { chars: flat.length, ms: Number.POSITIVE_INFINITY, error }
    error = `${code} ${message}`.trim().slice(0, 120)
  }
  const { user, system } = process.cpuUsage(before)
  return { chars: flat.length, ms: (user + system) / 1000, error }
}

export type Random = (below: number) => number

/** mulberry32 */
export function randomOf(seed: number): Random {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % below
  }
}

/** `small` and `large`: characters of the texts that the search compares. */
type Search = { rounds: number; small: number; large: number; limitMs: number; kept: number }
const SEARCH: Search = { rounds: 100, small: 4 << 10, large: 32 << 10, limitMs: 3_000, kept: 12 }

type Tried = { shape: Shape; ms: number; growth: number }

/** Less time than this is noise. */
const NOISE_MS = 1.5

/** Looks for the shapes whose reading takes longest, and whose time grows most as they do. */
export function worstShapes(
  read: (text: string) => unknown,
  fragments: readonly string[],
  random: Random,
  search: Partial<Search> = {},
): Tried[] {
  const { rounds, small, large, limitMs, kept } = { ...SEARCH, ...search }
  const pick = (): string => fragments[random(fragments.length)] ?? 'a'
  let best: Tried[] = []
  const attempt = (shape: Shape): void => {
    const { ms } = measure(read, grown(shape, large), limitMs)
    const growth = ms < NOISE_MS ? 0 : ms / Math.max(NOISE_MS / 8, measure(read, grown(shape, small), limitMs).ms)
    best.push({ shape, ms, growth })
    if (best.length >= 2 * kept) best = fittest(best, kept)
  }
  for (let i = 0; i < 20; i++)
    measure(read, grown({ head: [], part: [pick()], tail: [], kind: 'repeated' }, large), limitMs)
  for (let i = 0; i < Math.min(fragments.length, rounds); i++) {
    const one = fragments.length <= rounds ? (fragments[i] ?? 'a') : pick()
    for (const part of [[one], [one, '\n'], [one, ' ']]) attempt({ head: [], part, tail: [], kind: 'repeated' })
  }
  for (let i = 0; i < rounds; i++)
    attempt(
      i % 4 === 0 || best.length === 0
        ? anyShape(pick, random)
        : mutated(best[random(best.length)]?.shape ?? anyShape(pick, random), pick, random),
    )
  return fittest(best, kept)
}

function fittest(tried: readonly Tried[], kept: number): Tried[] {
  const by = (of: (one: Tried) => number): Tried[] => tried.toSorted((a, b) => of(b) - of(a)).slice(0, kept / 2)
  return [...new Set([...by(({ ms }) => ms), ...by(({ growth }) => growth)])]
}

const KINDS = ['repeated', 'repeated', 'repeated', 'lines', 'nested'] as const

const anyShape = (pick: () => string, random: Random): Shape => ({
  head: some(random(3), pick),
  part: [...some(1 + random(3), pick), ...(random(5) === 0 ? [COUNTER] : [])],
  tail: some(random(2), pick),
  kind: KINDS[random(KINDS.length)] ?? 'repeated',
})

const some = (count: number, pick: () => string): string[] => Array.from({ length: count }, pick)

const PLACES = ['head', 'part', 'part', 'tail'] as const
const MAX_PARTS = 8

function mutated(shape: Shape, pick: () => string, random: Random): Shape {
  if (random(8) === 0) return { ...shape, kind: KINDS[random(KINDS.length)] ?? 'repeated' }
  const place = PLACES[random(PLACES.length)] ?? 'part'
  const list = [...shape[place]]
  const at = random(list.length + 1)
  const way = random(4)
  if (way === 0) list.splice(at, 1)
  else if (way === 1) list.splice(at, 1, random(8) === 0 ? COUNTER : pick())
  else if (way === 2 && list[at] !== undefined) list.splice(at, 1, shaken(list[at] ?? '', random))
  else list.splice(at, 0, pick())
  return { ...shape, [place]: list.slice(0, MAX_PARTS) }
}

/** A fragment with a piece cut out or doubled. */
function shaken(text: string, random: Random): string {
  const [from, to] = [random(text.length + 1), random(text.length + 1)].sort((a, b) => a - b)
  return random(2) === 0 ? text.slice(from, to) : text.slice(0, to) + text.slice(from)
}

/** A shape, the time that its growing texts took, and the exponent of that growth: 1 is linear. */
export type Growth = { shape: Shape; steps: Measured[]; exponent: number }

/** Doubles a shape's text until it is as long as asked, or takes too long to read. */
export function growthOf(read: (text: string) => unknown, shape: Shape, chars: number, limitMs: number): Growth {
  const steps: Measured[] = []
  for (let size = 1 << 12; size <= chars; size *= 2) {
    const step = measure(read, grown(shape, size), limitMs)
    steps.push(step)
    if (step.ms > limitMs / 4) break
  }
  return { shape, steps, exponent: exponentOf(steps) }
}

/** Over the last three doublings that took measurable time. */
function exponentOf(steps: readonly Measured[]): number {
  const timed = steps.filter(({ ms }) => ms > 4 && Number.isFinite(ms)).slice(-4)
  const [first, last] = [timed[0], timed.at(-1)]
  if (steps.some(({ ms }) => ms === Number.POSITIVE_INFINITY) && timed.length < 2) return Number.POSITIVE_INFINITY
  if (first === undefined || last === undefined || first === last) return 0
  return Math.log(last.ms / first.ms) / Math.log(last.chars / first.chars)
}
