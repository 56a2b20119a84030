import { chmodSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type Expected, audit, artifactFile, brief, headFile, inBrief, readSegments, segmentsOf, smallLedger } from '../helpers/ledger.ts'
import { type Flip, flipsOf, NEWLINE, poke } from '../helpers/flips.ts'

/** The parts of a stored line, from its end: what a change there must be called follows from the part. */
const PARTS = [
  ['newline', 1],
  ['form', 2],
  ['mac', 64],
  ['form', 9],
  ['key', 16],
  ['form', 9],
  ['hash', 64],
  ['form', 9],
] as const
const LINE_OPEN = '{"entry":'.length

type Part = (typeof PARTS)[number][0] | 'entry'

function partAt(line: string, at: number): Part {
  let from = line.length
  for (const [part, length] of PARTS) {
    from -= length
    if (at >= from) return part
  }
  return at < LINE_OPEN ? 'form' : 'entry'
}

const isHexDigit = (byte: number): boolean => /[0-9a-f]/.test(String.fromCharCode(byte))

/** A line of a stream and where it stands. */
type Line = { text: string; seq: number; from: number; endsSegment: boolean; endsStream: boolean }

function linesOfSegment(segments: string[][], segment: number): Line[] {
  const before = segments.slice(0, segment).flat().length
  let from = 0
  return (segments[segment] ?? []).map((text, i, all) => {
    const endsSegment = i === all.length - 1
    const line = { text, seq: before + i + 1, from, endsSegment, endsStream: endsSegment && segment === segments.length - 1 }
    from += text.length
    return line
  })
}

/** What must be found where one byte of a line was changed. */
function classOf(stream: string, line: Line, { at, byte }: Flip): Expected[] {
  const part = partAt(line.text, at - line.from)
  if (part === 'newline') return classOfJoin(stream, line)
  // A seal that is still of the right form but not ours; any other change leaves bytes that were never hashed.
  const isForged = (part === 'mac' || part === 'key') && isHexDigit(byte)
  if (!isForged) return [[stream, line.seq, 'edited']]
  return [[stream, line.seq, line.text.includes('"kind":"validator.passed"') ? 'forged-pass' : 'forged']]
}

/** A line without its newline is joined with the next, which then is no line of its own any more. */
function classOfJoin(stream: string, { seq, endsSegment, endsStream }: Line): Expected[] {
  if (endsStream) return [[stream, seq, 'truncated']]
  if (endsSegment) return [[stream, seq, 'edited']]
  return [
    [stream, seq, 'edited'],
    [stream, seq + 1, 'deleted'],
  ]
}

/** Applies every flip, one at a time, and says where the audit did not find exactly what it must. */
async function surprises(dir: string, path: string, expected: (flip: Flip) => readonly Expected[]): Promise<string[]> {
  chmodSync(path, 0o600)
  const original = readFileSync(path)
  const wrong: string[] = []
  for (const flip of flipsOf(original)) {
    poke(path, flip)
    const found = brief((await audit(dir)).findings).join(', ')
    const due = inBrief(expected(flip)).join(', ')
    if (found !== due) wrong.push(`${path.slice(dir.length + 1)} byte ${flip.at} to ${flip.byte}: found [${found}], not [${due}]`)
    poke(path, { at: flip.at, byte: original[flip.at] ?? NEWLINE })
  }
  expect(await audit(dir)).toMatchObject({ ok: true })
  return wrong
}

/** Flips every byte of every file of a stream. `follows` adds what the change of a line brings with it elsewhere. */
async function flipStream(dir: string, stream: string, follows: (seq: number) => readonly Expected[] = () => []): Promise<string[]> {
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
  expect(readSegments(dir, alpha).map((lines) => lines.length)).toEqual([3, 3, 3])
  expect(await flipStream(dir, alpha)).toEqual([])
})

it('finds every changed byte of the register, and names the stream it no longer lists', async () => {
  const { dir } = await smallLedger()
  const follows = (seq: number): Expected[] => {
    const { entry } = JSON.parse(readSegments(dir, 'admin/streams').flat()[seq - 1] ?? '')
    return entry.kind === 'ledger.opened' ? [['admin/streams', 1, 'register-lost']] : [[entry.body.stream, 0, 'stream-unlisted']]
  }
  const original = new Map([1, 2, 3, 4, 5].map((seq) => [seq, follows(seq)]))
  expect(await flipStream(dir, 'admin/streams', (seq) => original.get(seq) ?? [])).toEqual([])
})

it('finds every changed byte of the stream of keys, and accuses no entry that was sealed in good time', async () => {
  const { dir } = await smallLedger()
  expect(await flipStream(dir, 'admin/keys')).toEqual([])
})

it.each(['session/alpha', 'session/beta', 'run/gamma', 'admin/streams', 'admin/keys'])('finds every changed byte of the head of %s', async (stream) => {
  const { dir } = await smallLedger()
  const last = readSegments(dir, stream).flat().length
  expect(await surprises(dir, headFile(dir, stream), () => [[stream, last, 'head-forged']])).toEqual([])
})

it('finds every changed byte of an artifact at each entry that names it', async () => {
  const { dir, alpha, beta, shared, late } = await smallLedger()
  const uses: Expected[] = [
    [alpha, 2, 'artifact-changed'],
    [beta, 1, 'artifact-changed'],
  ]
  expect(await surprises(dir, artifactFile(dir, shared), () => uses)).toEqual([])
  expect(await surprises(dir, artifactFile(dir, late), () => [[alpha, 8, 'artifact-changed']])).toEqual([])
})

it('finds every changed byte of the artifact that says where streams stood when a key was retired', async () => {
  const { dir } = await smallLedger()
  const { entry } = JSON.parse(readSegments(dir, 'admin/keys').flat()[1] ?? '')
  const path = artifactFile(dir, entry.artifacts[0])
  expect(await surprises(dir, path, () => [['admin/keys', 2, 'artifact-changed']])).toEqual([])
})
