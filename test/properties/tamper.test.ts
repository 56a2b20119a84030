import { chmodSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Flip, flipsOf, NEWLINE, poke } from '../helpers/flips.ts'
import {
  artifactFile,
  audit,
  brief,
  type Expected,
  headFile,
  inBrief,
  readSegments,
  segmentsOf,
  smallLedger,
} from '../helpers/ledger.ts'
import { classOf, linesOfSegment } from '../helpers/lines.ts'

/** Applies every flip, one at a time, and lists those for which the audit did not find exactly the expected findings. */
async function surprises(dir: string, path: string, expected: (flip: Flip) => readonly Expected[]): Promise<string[]> {
  chmodSync(path, 0o600)
  const original = readFileSync(path)
  const wrong: string[] = []
  for (const flip of flipsOf(original)) {
    poke(path, flip)
    const found = brief((await audit(dir)).findings).join(', ')
    const due = inBrief(expected(flip)).join(', ')
    if (found !== due)
      wrong.push(`${path.slice(dir.length + 1)} byte ${flip.at} to ${flip.byte}: found [${found}], not [${due}]`)
    poke(path, { at: flip.at, byte: original[flip.at] ?? NEWLINE })
  }
  expect(await audit(dir)).toMatchObject({ ok: true })
  return wrong
}

/** Flips every byte of every file of a stream. `follows` adds the findings that a changed line causes elsewhere. */
async function flipStream(
  dir: string,
  stream: string,
  follows: (seq: number) => readonly Expected[] = () => [],
): Promise<string[]> {
  const segments = readSegments(dir, stream)
  const wrong: string[] = []
  for (const [i, path] of segmentsOf(dir, stream).entries()) {
    const lines = linesOfSegment(segments, i)
    const expected = (flip: Flip) => {
      const line = lines.findLast(({ from }) => from <= flip.at)
      if (line === undefined) throw new Error(`no line at byte ${flip.at}`)
      const own = classOf(stream, line, flip)
      return [...own, ...own.flatMap(([, seq]) => follows(seq))]
    }
    wrong.push(...(await surprises(dir, path, expected)))
  }
  return wrong
}

it('finds every changed byte of a stream, says whether it was edited or forged, and at which entry', async () => {
  const { dir, alpha } = await smallLedger()
  expect(readSegments(dir, alpha).map((lines) => lines.length)).toEqual([3, 4, 2])
  expect(await flipStream(dir, alpha)).toEqual([])
})

it('finds every changed byte of the register, and names the stream it no longer lists', async () => {
  const { dir } = await smallLedger()
  const follows = (seq: number): Expected[] => {
    const { entry } = JSON.parse(readSegments(dir, 'admin/streams').flat()[seq - 1] ?? '')
    return entry.kind === 'ledger.opened'
      ? [['admin/streams', 1, 'register-lost']]
      : [[entry.body.stream, 0, 'stream-unlisted']]
  }
  const original = new Map([1, 2, 3, 4, 5].map((seq) => [seq, follows(seq)]))
  expect(await flipStream(dir, 'admin/streams', (seq) => original.get(seq) ?? [])).toEqual([])
})

it('finds every changed byte of the stream of keys, and blames no entry that was sealed in time', async () => {
  const { dir } = await smallLedger()
  expect(await flipStream(dir, 'admin/keys')).toEqual([])
})

it.each(['session/alpha', 'session/beta', 'run/gamma', 'admin/streams', 'admin/keys'])(
  'finds every changed byte of the head of %s',
  async (stream) => {
    const { dir } = await smallLedger()
    const last = readSegments(dir, stream).flat().length
    expect(await surprises(dir, headFile(dir, stream), () => [[stream, last, 'head-forged']])).toEqual([])
  },
)

it('finds every changed byte of an artifact at each entry that names it', async () => {
  const { dir, alpha, beta, shared, late } = await smallLedger()
  const uses: Expected[] = [
    [alpha, 2, 'artifact-changed'],
    [beta, 1, 'artifact-changed'],
  ]
  expect(await surprises(dir, artifactFile(dir, shared), () => uses)).toEqual([])
  expect(await surprises(dir, artifactFile(dir, late), () => [[alpha, 8, 'artifact-changed']])).toEqual([])
})

it('finds every changed byte of the artifact that lists the ends of streams when a key was retired', async () => {
  const { dir } = await smallLedger()
  const { entry } = JSON.parse(readSegments(dir, 'admin/keys').flat()[1] ?? '')
  const path = artifactFile(dir, entry.artifacts[0])
  expect(await surprises(dir, path, () => [['admin/keys', 2, 'artifact-changed']])).toEqual([])
})
