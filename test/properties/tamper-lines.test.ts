import { truncateSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { GENESIS, type Tail } from '../../src/ledger/kinds.ts'
import { segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { drawn, sampled } from '../helpers/flips.ts'
import {
  audit,
  brief,
  called,
  copyHome,
  type Expected,
  findingsOf,
  inBrief,
  madeUpKey,
  passed,
  readSegments,
  recompute,
  removeStream,
  type SmallLedger,
  sealed,
  segmentsOf,
  smallLedger,
  writeHead,
  writeSegments,
} from '../helpers/ledger.ts'
import { LONG, SHARE } from '../helpers/scale.ts'

/** A place between two lines of a stream: before the line with this index. */
type Place = { segment: number; index: number; before: number }

let ledger: SmallLedger
let lines: string[]
let places: Place[]
let last: number

beforeEach(async () => {
  ledger = await smallLedger()
  const segments = readSegments(ledger.dir, ledger.alpha)
  lines = segments.flat()
  last = lines.length
  places = segments.flatMap((segment, s) =>
    [...segment, ...(s === segments.length - 1 ? [''] : [])].map((_, index) => ({
      segment: s,
      index,
      before: segments.slice(0, s).flat().length + index + 1,
    })),
  )
})

const lineAt = (seq: number): string => lines[seq - 1] ?? ''
const seqs = (): number[] => lines.map((_, i) => i + 1)
const found = (reason: Expected[2], ...at: number[]): Expected[] => at.map((seq) => [ledger.alpha, seq, reason])
const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i)

/** The stream with its lines changed one by one; lines stay in their files. */
function withLines(change: (line: string, seq: number) => string[]): string[][] {
  let seq = 0
  return readSegments(ledger.dir, ledger.alpha).map((segment) => segment.flatMap((line) => change(line, ++seq)))
}

/** The stream with text inserted before a line. */
function insertedAt({ segment, index }: Place, text: string): string[][] {
  const segments = readSegments(ledger.dir, ledger.alpha)
  segments[segment]?.splice(index, 0, text)
  return segments
}

/** Writes a changed stream, compares the findings with the expected ones, and restores the stream. */
async function surpriseAt(segments: string[][], expected: readonly Expected[], what: string): Promise<string[]> {
  const { dir, alpha } = ledger
  const original = readSegments(dir, alpha)
  writeSegments(dir, alpha, segments)
  const actual = brief((await audit(dir)).findings)
  writeSegments(dir, alpha, original)
  const due = inBrief(expected)
  return actual.join() === due.join() ? [] : [`${what}: found [${actual.join(', ')}], not [${due.join(', ')}]`]
}

async function surprises<T>(cases: readonly T[], one: (value: T) => Promise<string[]>): Promise<string[]> {
  const wrong: string[] = []
  for (const value of cases) wrong.push(...(await one(value)))
  expect(await audit(ledger.dir)).toMatchObject({ ok: true })
  return wrong
}

const pairs = (): [number, number][] =>
  seqs().flatMap((i) => seqs().flatMap((j): [number, number][] => (i < j ? [[i, j]] : [])))

describe('removed lines', () => {
  it('finds each deleted line, and calls the last one truncated', async () => {
    const wrong = await surprises(seqs(), (seq) =>
      surpriseAt(
        withLines((line, at) => (at === seq ? [] : [line])),
        found(seq === last ? 'truncated' : 'deleted', seq),
        `line ${seq} deleted`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('finds each range of deleted lines at its first line', async () => {
    const wrong = await surprises(pairs(), ([from, to]) =>
      surpriseAt(
        withLines((line, at) => (from <= at && at <= to ? [] : [line])),
        found(to === last ? 'truncated' : 'deleted', from),
        `lines ${from} to ${to} deleted`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('finds a stream truncated at any byte, at the first incomplete line', async () => {
    const { dir, alpha } = ledger
    const wrong: string[] = []
    const segments = readSegments(dir, alpha)
    for (const [s, segment] of segments.entries()) {
      const before = segments.slice(0, s).flat().length
      const lengths = range(0, segment.join('').length - 1)
      for (const length of LONG ? lengths : drawn(lengths, SHARE / 2)) {
        const kept = segment.join('').slice(0, length)
        const whole = before + kept.split('\n').length - 1
        const cut = [...segments.slice(0, s), [kept]]
        wrong.push(...(await surpriseAt(cut, found('truncated', whole + 1), `file ${s + 1} cut to ${length}`)))
      }
    }
    expect(wrong).toEqual([])
  })

  it('finds a truncated file although the stream continues in the next', async () => {
    const { dir, alpha } = ledger
    const [first = [], ...rest] = readSegments(dir, alpha)
    const wrong = await surprises(sampled(range(0, first.join('').length - 1)), (length) => {
      const kept = first.join('').slice(0, length)
      const whole = kept.split('\n').length - 1
      const hasPart = kept !== '' && !kept.endsWith('\n')
      // Part of a line is left in its place; the rest of the file is gone.
      const gone = whole + 1 + (hasPart ? 1 : 0)
      const expected = [
        ...found('edited', ...(hasPart ? [whole + 1] : [])),
        ...found('deleted', ...(gone <= first.length ? [gone] : [])),
      ]
      return surpriseAt([[kept], ...rest], expected, `first file cut to ${length}`)
    })
    expect(wrong).toEqual([])
  })

  it('finds a file removed from the middle of a stream', async () => {
    const [first = [], middle = [], end = []] = readSegments(ledger.dir, ledger.alpha)
    expect([middle.length, end.length]).toEqual([4, 2])
    const wrong = await surpriseAt([first, [], end], found('deleted', first.length + 1), 'second file removed')
    expect(wrong).toEqual([])
  })

  it('finds the first file of a stream removed', async () => {
    const { dir, alpha } = ledger
    const [first = [], ...rest] = readSegments(dir, alpha)
    removeStream(dir, alpha)
    for (const [i, segment] of rest.entries()) writeFileSync(segmentPath(dir, alpha, i + 2), segment.join(''), 'latin1')
    expect(first.length).toBeGreaterThan(1)
    expect(await findingsOf(dir)).toEqual(inBrief(found('deleted', 1)))
  })
})

describe('duplicated or moved lines', () => {
  it('finds each line that is repeated anywhere after its own position', async () => {
    const cases = places.flatMap((place) => seqs().flatMap((seq) => (seq < place.before ? [{ place, seq }] : [])))
    const wrong = await surprises(cases, ({ place, seq }) =>
      surpriseAt(insertedAt(place, lineAt(seq)), found('duplicated', seq), `line ${seq} again before ${place.before}`),
    )
    expect(wrong).toEqual([])
  })

  it('finds a copy inserted before the original, and the lines in between', async () => {
    const cases = places.flatMap((place) => seqs().flatMap((seq) => (seq > place.before ? [{ place, seq }] : [])))
    const wrong = await surprises(cases, ({ place, seq }) => {
      const expected = [...found('reordered', ...range(place.before, seq - 1)), ...found('duplicated', seq)]
      return surpriseAt(insertedAt(place, lineAt(seq)), expected, `line ${seq} also before ${place.before}`)
    })
    expect(wrong).toEqual([])
  })

  it('finds each pair of swapped lines', async () => {
    const wrong = await surprises(pairs(), ([i, j]) =>
      surpriseAt(
        withLines((line, at) => [at === i ? lineAt(j) : at === j ? lineAt(i) : line]),
        // The later line comes too early; the lines it was moved past now follow it.
        found('reordered', ...range(i, j - 1)),
        `lines ${i} and ${j} swapped`,
      ),
    )
    expect(wrong).toEqual([])
  })

  it('finds each line moved to a later position, and blames no other', async () => {
    const wrong = await surprises(pairs(), ([i, j]) =>
      surpriseAt(
        withLines((line, at) => (at === i ? [] : at === j ? [line, lineAt(i)] : [line])),
        found('reordered', i),
        `line ${i} moved after ${j}`,
      ),
    )
    expect(wrong).toEqual([])
  })
})

describe('inserted lines', () => {
  it('finds a line of another stream that is inserted anywhere or replaces any line', async () => {
    const foreign = readSegments(ledger.dir, ledger.beta).flat()
    const cases = places.flatMap((place) => foreign.map((line) => ({ place, line })))
    const inserted = await surprises(cases, ({ place, line }) =>
      surpriseAt(insertedAt(place, line), found('spliced', place.before), `spliced before ${place.before}`),
    )
    const replaced = await surprises(seqs(), (seq) =>
      surpriseAt(
        withLines((line, at) => [at === seq ? (foreign[0] ?? '') : line]),
        found('spliced', seq),
        `spliced in place of ${seq}`,
      ),
    )
    expect([...inserted, ...replaced]).toEqual([])
  })

  it.each([
    ['an empty line', '\n'],
    ['text', 'nothing happened here\n'],
    ['JSON', '{}\n'],
    ['bytes that are not UTF-8', '\xff\xfe\x00\n'],
    ['a line longer than any entry', `${'x'.repeat(1_100_000)}\n`],
  ])('finds %s inserted anywhere', async (_, garbage) => {
    const wrong = await surprises(places, (place) =>
      surpriseAt(insertedAt(place, garbage), found('inserted', place.before), `garbage before ${place.before}`),
    )
    expect(wrong).toEqual([])
  })

  it('finds an edited copy of a line inserted anywhere', async () => {
    const edited = lineAt(4).replace('"n":4', '"n":5')
    const wrong = await surprises(places, (place) =>
      surpriseAt(insertedAt(place, edited), found('inserted', place.before), `edited copy before ${place.before}`),
    )
    expect(wrong).toEqual([])
  })

  it('finds hundreds of lines inserted at one place without blaming the entries around them', async () => {
    const wrong = await surprises(places, (place) => {
      const expected = Array.from({ length: 600 }, () => found('inserted', place.before)).flat()
      return surpriseAt(insertedAt(place, 'x\n'.repeat(600)), expected, `600 lines before ${place.before}`)
    })
    expect(wrong).toEqual([])
  })
})

/** A forger without the key, under their own key id or under one of ours. */
const FORGERS = [
  ['a made-up key', () => madeUpKey()],
  ['the id of our key', () => madeUpKey(ledger.newKey)],
  ['the id of our retired key', () => madeUpKey(ledger.oldKey)],
] as const

/** The tail before a seq, as a forger can read it. */
const tailBefore = (seq: number): Tail => ({
  seq: seq - 1,
  hash: seq === 1 ? GENESIS : JSON.parse(lineAt(seq - 1)).hash,
})

describe.each(FORGERS)('forged lines under %s', (_, key) => {
  it('finds a forged entry between others, in place of another, and after the last', async () => {
    const forge = (seq: number): string => sealed(ledger.alpha, called(99), tailBefore(seq), key()).line
    const inserted = await surprises(places, (place) => {
      const reason = place.before > last ? 'forged' : 'inserted'
      return surpriseAt(
        insertedAt(place, forge(place.before)),
        found(reason, place.before),
        `forged before ${place.before}`,
      )
    })
    const replaced = await surprises(seqs(), (seq) =>
      surpriseAt(
        withLines((line, at) => [at === seq ? forge(seq) : line]),
        found('forged', seq),
        `forged in place of ${seq}`,
      ),
    )
    expect([...inserted, ...replaced]).toEqual([])
  })

  it('reports a forged validator pass as forged, wherever it is', async () => {
    const forge = (seq: number): string => sealed(ledger.alpha, passed(), tailBefore(seq), key()).line
    const inserted = await surprises(places, (place) =>
      surpriseAt(
        insertedAt(place, forge(place.before)),
        found('forged-pass', place.before),
        `pass before ${place.before}`,
      ),
    )
    const replaced = await surprises(seqs(), (seq) =>
      surpriseAt(
        withLines((line, at) => [at === seq ? forge(seq) : line]),
        found('forged-pass', seq),
        `pass in place of ${seq}`,
      ),
    )
    expect([...inserted, ...replaced]).toEqual([])
  })

  it('finds a stream recomputed from its first entry or from any later one', async () => {
    const wrong = await surprises(seqs(), (from) => {
      const kept = lines.slice(0, from - 1)
      const forged = recompute(lines, ledger.alpha, key()).lines.slice(from - 1)
      const expected = range(from, last).map(
        (seq): Expected => [ledger.alpha, seq, isPass(seq) ? 'forged-pass' : 'forged'],
      )
      return surpriseAt([[...kept, ...forged]], expected, `recomputed from ${from}`)
    })
    expect(wrong).toEqual([])
  })

  it('finds a stream and its head recomputed', async () => {
    const dir = copyHome(ledger.dir)
    const forged = recompute(lines, ledger.alpha, key())
    writeSegments(dir, ledger.alpha, [forged.lines])
    writeHead(dir, ledger.alpha, forged.tail, key())
    const expected = seqs().map((seq): Expected => [ledger.alpha, seq, isPass(seq) ? 'forged-pass' : 'forged'])
    expect(await findingsOf(dir)).toEqual(inBrief([...expected, ...found('head-forged', last)]))
  })
})

const isPass = (seq: number): boolean => JSON.parse(lineAt(seq)).entry.kind === 'validator.passed'

describe('emptied files', () => {
  it('finds a stream whose files were all emptied', async () => {
    const { dir, alpha } = ledger
    for (const path of segmentsOf(dir, alpha)) truncateSync(path, 0)
    expect(await findingsOf(dir)).toEqual(inBrief(found('truncated', 1)))
  })

  it('finds a file that was added after the last of a stream, whatever its number', async () => {
    const { dir, alpha } = ledger
    for (const segment of [4, 9]) {
      const copy = copyHome(dir)
      writeFileSync(segmentPath(copy, alpha, segment), 'planted\n')
      expect(await findingsOf(copy)).toEqual(inBrief(found('inserted', last + 1)))
    }
  })
})
