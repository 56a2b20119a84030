import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuditFinding, Reason } from '../../src/ledger/findings.ts'
import { segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { poke } from '../helpers/flips.ts'
import {
  artifactFile,
  audit,
  called,
  copyHome,
  headFile,
  madeUpKey,
  newSmallLedger,
  overwrite,
  passed,
  readSegments,
  recompute,
  removeStream,
  type SmallLedger,
  sealed,
  segmentsOf,
  stolenKey,
  withHome,
  withStore,
  writeHead,
  writeSegments,
} from '../helpers/ledger.ts'

let ledger: SmallLedger

beforeAll(async () => {
  ledger = await newSmallLedger(copyDir())
})

/** Outlives a single test, because all of them begin with copies of it. */
function copyDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'bailiff-test-'))
  afterAll(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The findings that a finding may turn into after honest writers continued the stream. */
const SUCCESSORS: { [reason in Reason]?: readonly Reason[] } = {
  truncated: ['deleted', 'edited'],
  // Without a head it is unknown what belongs there; once writers have continued, a bad line before theirs is an extra one.
  edited: ['edited', 'inserted'],
  forged: ['forged', 'inserted'],
  'head-missing': ['head-missing', 'head-lost'],
  'head-forged': ['head-lost'],
  'stream-missing': ['deleted', 'stream-reopened'],
  'register-missing': ['register-missing', 'register-lost'],
}

const isToldBy = (before: AuditFinding, after: AuditFinding): boolean =>
  after.stream === before.stream && (SUCCESSORS[before.reason] ?? [before.reason]).includes(after.reason)

const last = (dir: string, stream: string): string => segmentsOf(dir, stream).at(-1) ?? ''
const size = (path: string): number => readFileSync(path).length
const tailOf = (dir: string, stream: string) => {
  const { entry, hash } = JSON.parse(readSegments(dir, stream).flat().at(-1) ?? '')
  return { seq: entry.seq as number, hash: hash as string }
}

function changeLines(dir: string, stream: string, change: (lines: string[]) => string[]): void {
  writeSegments(
    dir,
    stream,
    readSegments(dir, stream).map((lines, i, all) => (i === all.length - 1 ? change(lines) : lines)),
  )
}

/** One of each kind, most of them at the end of a stream, where the next writer continues. */
const TAMPERINGS: [string, (dir: string, stream: string) => void][] = [
  ['an edited last line', (dir, stream) => poke(last(dir, stream), { at: size(last(dir, stream)) - 300, byte: 0x21 })],
  ['an edited first line', (dir, stream) => poke(segmentPath(dir, stream, 1), { at: 40, byte: 0x21 })],
  [
    'a last newline made something else',
    (dir, stream) => poke(last(dir, stream), { at: size(last(dir, stream)) - 1, byte: 0x20 }),
  ],
  ['half a last line', (dir, stream) => truncateSync(last(dir, stream), size(last(dir, stream)) - 200)],
  ['a last line deleted', (dir, stream) => changeLines(dir, stream, (lines) => lines.slice(0, -1))],
  ['a last line doubled', (dir, stream) => changeLines(dir, stream, (lines) => [...lines, lines.at(-1) ?? ''])],
  ['two last lines swapped', (dir, stream) => changeLines(dir, stream, (lines) => lines.toReversed())],
  ['a line of garbage at the end', (dir, stream) => changeLines(dir, stream, (lines) => [...lines, 'nothing\n'])],
  [
    'a line of another stream at the end',
    (dir, stream) => changeLines(dir, stream, (lines) => [...lines, readSegments(dir, ledger.beta)[0]?.[0] ?? '']),
  ],
  [
    'a forged pass at the end',
    (dir, stream) =>
      changeLines(dir, stream, (lines) => [...lines, sealed(stream, passed(), tailOf(dir, stream), madeUpKey()).line]),
  ],
  [
    'an entry sealed with a retired key at the end',
    (dir, stream) =>
      changeLines(dir, stream, (lines) => [
        ...lines,
        sealed(stream, passed(), tailOf(dir, stream), stolenKey(dir, ledger.oldKey)).line,
      ]),
  ],
  [
    'a stream and a head recomputed without the key',
    (dir, stream) => {
      const forged = recompute(readSegments(dir, stream).flat(), stream, madeUpKey(ledger.newKey))
      writeSegments(dir, stream, [forged.lines])
      writeHead(dir, stream, forged.tail, madeUpKey(ledger.newKey))
    },
  ],
  [
    'a file after the last',
    (dir, stream) => writeFileSync(segmentPath(dir, stream, segmentsOf(dir, stream).length + 1), 'nothing\n'),
  ],
  ['a file removed', (dir, stream) => rmSync(last(dir, stream))],
  ['all files cut to nothing', (dir, stream) => segmentsOf(dir, stream).map((path) => truncateSync(path, 0))],
  ['all files removed', (dir, stream) => removeStream(dir, stream)],
  ['a head removed', (dir, stream) => rmSync(headFile(dir, stream))],
  ['a head changed', (dir, stream) => poke(headFile(dir, stream), { at: 20, byte: 0x39 })],
  ['a head much too long', (dir, stream) => writeFileSync(headFile(dir, stream), 'x'.repeat(4_096))],
  [
    'all files and the head removed',
    (dir, stream) => {
      removeStream(dir, stream)
      rmSync(headFile(dir, stream))
    },
  ],
  [
    'a head removed and the last line too',
    (dir, stream) => {
      rmSync(headFile(dir, stream))
      changeLines(dir, stream, (lines) => lines.slice(0, -1))
    },
  ],
]

/** Writes twice as honest writers do, with a rotation in between; returns all acknowledged ids. */
async function goOn(dir: string, stream: string): Promise<string[]> {
  const ids: string[] = []
  const write = () =>
    withStore(dir, async (store) => {
      for (const name of [stream, stream, ledger.beta, 'session/new']) {
        const id = `honest-${ids.length}`
        const { kind } = await store.append(name, [{ ...called(0), body: { id } }])
        expect(kind).toBe('written')
        ids.push(id)
      }
    })
  await write()
  await withHome(dir, rotateKey)
  await write()
  return ids
}

const idsIn = (dir: string): string[] =>
  [ledger.alpha, ledger.gamma, ledger.beta, 'session/new'].flatMap((stream) =>
    [1, 2, 3, 4, 5, 6].flatMap((segment) => {
      try {
        return readFileSync(segmentPath(dir, stream, segment), 'utf8')
          .split('\n')
          .flatMap(idOf)
      } catch {
        return []
      }
    }),
  )

function idOf(line: string): string[] {
  try {
    const { id } = JSON.parse(line).entry.body
    return typeof id === 'string' ? [id] : []
  } catch {
    return []
  }
}

describe.each(['session/alpha', 'run/gamma'])('in %s', (stream) => {
  it.each(TAMPERINGS)('honest writers neither hide %s nor lose what they write after it', async (_, tamper) => {
    const dir = copyHome(ledger.dir)
    tamper(dir, stream)
    const before = await audit(dir)
    expect(before.ok).toBe(false)
    const ids = await goOn(dir, stream)
    const after = await audit(dir)
    const untold = before.findings.filter((finding) => !after.findings.some((other) => isToldBy(finding, other)))
    expect(untold).toEqual([])
    expect(after.findings.filter((finding) => finding.stream !== stream)).toEqual([])
    expect(idsIn(dir).sort()).toEqual(ids.sort())
    // Writers record the damage they find, so the next writer finds no new damage.
    const notes = after.notes.filter(({ note }) => note === 'tail-damaged')
    expect(notes.length + after.findings.filter(({ reason }) => reason === 'head-lost').length).toBeLessThanOrEqual(1)
  })
})

it('restores a cut newline, and records that the stream did not end where its head said', async () => {
  const dir = copyHome(ledger.dir)
  const path = last(dir, ledger.gamma)
  const original = readFileSync(path, 'utf8')
  truncateSync(path, size(path) - 1)
  expect(await audit(dir)).toMatchObject({ findings: [{ seq: 2, reason: 'truncated' }] })
  await withStore(dir, (store) => store.append(ledger.gamma, [called(3)]))
  expect(readFileSync(path, 'utf8').startsWith(original)).toBe(true)
  expect(await audit(dir)).toMatchObject({ ok: true, notes: [{ seq: 3, note: 'tail-damaged' }] })
})

describe('elsewhere', () => {
  it.each([
    ['a changed artifact', (dir: string) => overwrite(artifactFile(dir, ledger.shared), 'x')],
    ['a removed artifact', (dir: string) => rmSync(artifactFile(dir, ledger.late))],
    ['a removed register', (dir: string) => removeStream(dir, 'admin/streams')],
    [
      'a register removed with its head',
      (dir: string) => {
        removeStream(dir, 'admin/streams')
        rmSync(headFile(dir, 'admin/streams'))
      },
    ],
    [
      'a register with an edited line',
      (dir: string) => poke(segmentPath(dir, 'admin/streams', 1), { at: 600, byte: 0x21 }),
    ],
    ['a stream of keys cut short', (dir: string) => changeLines(dir, 'admin/keys', (lines) => lines.slice(0, -1))],
    ['a planted stream', (dir: string) => writeFileSync(segmentPath(dir, 'session/planted', 1), 'x\n')],
  ])('honest writers do not hide %s', async (_, tamper) => {
    const dir = copyHome(ledger.dir)
    tamper(dir)
    const before = await audit(dir)
    expect(before.ok).toBe(false)
    await goOn(dir, ledger.alpha)
    const after = await audit(dir)
    expect(before.findings.filter((finding) => !after.findings.some((other) => isToldBy(finding, other)))).toEqual([])
  })
})
