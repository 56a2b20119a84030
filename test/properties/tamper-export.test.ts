import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { GENESIS } from '../../src/ledger/kinds.ts'
import { exportFiles } from '../../src/ledger/stores/files/export.ts'
import { tarEnd, tarHeader, tarPadding } from '../../src/ledger/stores/files/tar.ts'
import { verifyExport } from '../../src/ledger/stores/files/verify-export.ts'
import { drawn, type Flip, NEWLINE, poke } from '../helpers/flips.ts'
import {
  artifactFile,
  brief,
  called,
  copyHome,
  type Expected,
  inBrief,
  madeUpKey,
  newSmallLedger,
  readSegments,
  recompute,
  type SmallLedger,
  sealed,
  smallLedger,
  withHome,
  withStore,
} from '../helpers/ledger.ts'
import { classOf, isHexDigit, linesOfSegment, partAt } from '../helpers/lines.ts'
import { LONG, SHARE } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'

type Member = { name: string; data: Buffer }

let ledger: SmallLedger
let file: string
let vkey: string
let members: Member[]

beforeEach(async () => {
  ledger = await smallLedger()
  ;({ file, vkey } = await exported(ledger.dir))
  members = readTar(readFileSync(file))
})

async function exported(dir: string, streams?: string[]): Promise<{ file: string; vkey: string }> {
  const path = join(tempDir(), 'evidence.tar')
  const summary = await withHome(dir, (home) => exportFiles(home, path, streams))
  return { file: path, vkey: summary.vkey }
}

/** The files of an archive, by the one rule a reader needs: a header of 512 bytes, then the data, padded to 512. */
function readTar(bytes: Buffer): Member[] {
  const found: Member[] = []
  for (let at = 0; bytes[at] !== 0; ) {
    const name = bytes.toString('latin1', at, at + 100).replace(/\0+$/, '')
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    found.push({ name, data: bytes.subarray(at + 512, at + 512 + size) })
    at += 512 + Math.ceil(size / 512) * 512
  }
  return found
}

const packed = (files: readonly Member[]): Buffer =>
  Buffer.concat([
    ...files.flatMap(({ name, data }) => [tarHeader(name, data.length), data, tarPadding(data.length)]),
    tarEnd(),
  ])

/** The result of verifying: the findings, or the code of the refusal. */
async function outcomeOf(path: string, options: { vkey?: string } = {}): Promise<string> {
  try {
    return brief((await verifyExport(path, options)).findings).join(', ')
  } catch (error) {
    return (error as { code?: string }).code ?? String(error)
  }
}

function outcomeOfBytes(bytes: Buffer, options: { vkey?: string } = {}): Promise<string> {
  const path = join(tempDir(), 'tampered.tar')
  writeFileSync(path, bytes)
  return outcomeOf(path, options)
}

const outcome = (files: readonly Member[]): Promise<string> => outcomeOfBytes(packed(files))

const changed = (name: string, change: (data: string) => string): Member[] =>
  members.map((one) =>
    one.name === name ? { name, data: Buffer.from(change(one.data.toString('latin1')), 'latin1') } : one,
  )

const fileOf = (stream: string, segment = 1): string => `ledger/${stream}${segment === 1 ? '' : `~${segment}`}.jsonl`

describe('a whole export', () => {
  it('verifies with the key in it, and with the key from its owner', async () => {
    expect(await verifyExport(file)).toMatchObject({
      ok: true,
      streams: 5,
      findings: [],
      notes: [{ note: 'keys-absent' }],
    })
    expect(await outcomeOf(file, { vkey })).toBe('')
    expect(packed(members).equals(readFileSync(file))).toBe(true)
  })

  it('verifies with any valid stream names', async () => {
    const names = [60, 94, 95, 101, 128].map((length) => `session/${'x'.repeat(length)}`)
    await withStore(ledger.dir, async (store) => {
      for (const name of names) for (let n = 0; n < 6; n++) await store.append(name, [called(n)])
    })
    const all = await exported(ledger.dir, names)
    expect(await verifyExport(all.file, { vkey: all.vkey })).toMatchObject({ ok: true, streams: 5, entries: 30 })
  })
})

/** The region of the archive at an offset: the data of a file, or a header, padding or the end. */
function regionAt(at: number): { kind: 'frame' } | { kind: 'data'; member: Member; from: number } {
  let from = 0
  for (const member of members) {
    const dataAt = from + 512
    from = dataAt + Math.ceil(member.data.length / 512) * 512
    if (at < dataAt) return { kind: 'frame' }
    if (at < dataAt + member.data.length) return { kind: 'data', member, from: dataAt }
    if (at < from) return { kind: 'frame' }
  }
  return { kind: 'frame' }
}

/** The expected result for one changed byte. */
function due(flip: Flip): string {
  const region = regionAt(flip.at)
  if (region.kind === 'frame') return 'EXPORT_INVALID'
  const { name } = region.member
  if (name === 'checkpoint.txt') return 'CHECKPOINT_INVALID'
  // A newline follows the key. Other white space would parse as well, but is still a change.
  const isLast = flip.at === region.from + region.member.data.length - 1
  if (name === 'vkey.txt') return isLast && isBlank(flip.byte) ? 'EXPORT_INVALID' : 'CHECKPOINT_INVALID'
  if (name.startsWith('artifacts/')) return inBrief(usesOf(name.slice(-64), 'artifact-changed')).join(', ')
  return inBrief(dueInStream(name, { ...flip, at: flip.at - region.from })).join(', ')
}

const isBlank = (byte: number): boolean => String.fromCharCode(byte).trim() === ''

function dueInStream(name: string, flip: Flip): Expected[] {
  const [, stream = '', segment = '1'] = /^ledger\/(.*?)(?:~(\d+))?\.jsonl$/.exec(name) ?? []
  const line = linesOfSegment(readSegments(ledger.dir, stream), Number(segment) - 1).findLast(
    ({ from }) => from <= flip.at,
  )
  if (line === undefined) throw new Error(`no line at byte ${flip.at} of ${name}`)
  const part = partAt(line.text, flip.at - line.from)
  // Only the owner of the keys can check seals; the chain protects the sealed content.
  if ((part === 'key' || part === 'mac') && isHexDigit(flip.byte)) return []
  return classOf(stream, line, flip)
}

function usesOf(sha256: string, reason: 'artifact-changed' | 'artifact-missing'): Expected[] {
  return [ledger.alpha, ledger.beta, 'admin/keys'].flatMap((stream) =>
    readSegments(ledger.dir, stream)
      .flat()
      .flatMap((line, i): Expected[] => (line.includes(sha256) ? [[stream, i + 1, reason]] : [])),
  )
}

describe('a tampered export', () => {
  it('reveals every changed byte, except in seals that only their owner can check', async () => {
    const original = readFileSync(file)
    const wrong: string[] = []
    for (const at of LONG ? original.keys() : drawn([...original.keys()], SHARE / 4)) {
      const flip = { at, byte: (original[at] ?? 0) ^ (1 << (at % 8)) }
      poke(file, flip)
      const actual = await outcomeOf(file)
      if (actual !== due(flip)) wrong.push(`byte ${at} to ${flip.byte}: [${actual}], not [${due(flip)}]`)
      poke(file, { at, byte: original[at] ?? NEWLINE })
    }
    expect(await outcomeOf(file)).toBe('')
    expect(wrong).toEqual([])
  })

  it('is refused if it is cut anywhere', async () => {
    const original = readFileSync(file)
    const wrong: number[] = []
    const path = join(tempDir(), 'cut.tar')
    for (const length of drawn([...original.keys()], 0.01)) {
      writeFileSync(path, original.subarray(0, length))
      if ((await outcomeOf(path)) !== 'EXPORT_INVALID') wrong.push(length)
    }
    expect(wrong).toEqual([])
  })

  it('is refused if anything follows its end', async () => {
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), Buffer.from('hidden'), readFileSync(file)]) {
      expect(await outcomeOfBytes(Buffer.concat([readFileSync(file), more]))).toBe('EXPORT_INVALID')
    }
  })

  it('reveals a deleted, duplicated, swapped or inserted line', async () => {
    const { alpha } = ledger
    const [one = '', two = '', three = ''] = readSegments(ledger.dir, alpha)[0] ?? []
    const foreign = readSegments(ledger.dir, ledger.beta).flat()[0] ?? ''
    const cases: [string, Expected[]][] = [
      [one + three, [[alpha, 2, 'deleted']]],
      [one + two + two + three, [[alpha, 2, 'duplicated']]],
      [two + one + three, [[alpha, 1, 'reordered']]],
      [one + foreign + two + three, [[alpha, 2, 'spliced']]],
      [`${one}nothing\n${two}${three}`, [[alpha, 2, 'inserted']]],
    ]
    for (const [text, expected] of cases) {
      expect(await outcome(changed(fileOf(alpha), () => text))).toBe(inBrief(expected).join(', '))
    }
  })

  it('reveals recomputed entries: their seals cannot be checked, but the signed end no longer matches', async () => {
    const { beta } = ledger
    const [one = '', two = '', three = ''] = readSegments(ledger.dir, beta).flat()
    const tail = { seq: 1, hash: JSON.parse(one).hash as string }
    const forged = sealed(beta, called(99), tail, madeUpKey()).line
    expect(await outcome(changed(fileOf(beta), () => one + forged + three))).toBe(`${beta} 3 forked`)
    const all = recompute([one, two, three], beta, madeUpKey()).lines.join('')
    expect(await outcome(changed(fileOf(beta), () => all))).toBe(`${beta} 3 head-mismatch`)
  })

  it('reveals anything added after the end of a stream, complete or not', async () => {
    const { alpha } = ledger
    const later = copyHome(ledger.dir)
    await withStore(later, (store) => store.append(alpha, [called(10)]))
    const line = readSegments(later, alpha).flat()[9] ?? ''
    const last = fileOf(alpha, 3)
    for (const more of [line, line.slice(0, 40), 'x', 'x\n']) {
      expect(await outcome(changed(last, (text) => text + more))).toBe(`${alpha} 10 inserted`)
    }
  })

  it('reveals a removed file', async () => {
    const { alpha, beta, shared } = ledger
    const artifact = artifactFile('', shared).slice(1)
    const cases: [string, string][] = [
      [fileOf(beta), `${beta} 0 stream-missing`],
      [fileOf(alpha), `${alpha} 1 deleted`],
      [fileOf(alpha, 3), `${alpha} 8 truncated`],
      [artifact, inBrief(usesOf(shared.sha256, 'artifact-missing')).join(', ')],
      ['checkpoint.txt', 'EXPORT_INVALID'],
      ['vkey.txt', 'EXPORT_INVALID'],
    ]
    for (const [name, expected] of cases) {
      expect(members.map((one) => one.name)).toContain(name)
      expect(await outcome(members.filter((one) => one.name !== name))).toBe(expected)
    }
  })

  it('reveals an added file', async () => {
    const planted = sealed('session/planted', called(1), { seq: 0, hash: GENESIS }, madeUpKey()).line
    expect(await outcome([...members, { name: fileOf('session/planted'), data: Buffer.from(planted) }])).toBe(
      'session/planted 0 stream-unlisted, session/planted 1 head-missing',
    )
    const far = { name: fileOf(ledger.beta, 7), data: Buffer.from('x\n') }
    expect(await outcome([...members, far])).toBe(`${ledger.beta} 4 inserted`)
    const artifact = { name: `artifacts/ab/${'ab'.repeat(32)}`, data: Buffer.from('x') }
    expect(await outcome([...members, artifact])).toBe(' 0 inserted')
    expect(await outcome([...members, ...members.slice(-1)])).toBe('EXPORT_INVALID')
  })

  it('reveals a wrong owner', async () => {
    const other = await exported((await newSmallLedger(tempDir())).dir)
    expect(await outcomeOf(other.file)).toBe('')
    expect(await outcomeOf(other.file, { vkey })).toBe('CHECKPOINT_INVALID')
    const theirs = readTar(readFileSync(other.file)).slice(0, 2)
    expect(theirs.map(({ name }) => name)).toEqual(['checkpoint.txt', 'vkey.txt'])
    const mixed = (await outcome([...theirs, ...members.slice(2)])).split(', ')
    expect(mixed).toContain(`${ledger.alpha} 9 head-mismatch`)
    // A wrong key in the file is noticed even if no key was given.
    const renamed = changed('vkey.txt', () => `${other.vkey}\n`)
    expect(await outcomeOfBytes(packed(renamed), { vkey })).toBe('EXPORT_INVALID')
  })
})

describe('a malicious export', () => {
  it.each([
    '../evil',
    '/tmp/evil',
    'ledger/../../evil.jsonl',
    'ledger/session/../../../evil.jsonl',
    'artifacts/aa/../../../evil',
    'ledger/session/a/b.jsonl',
    'ledger/elsewhere/a.jsonl',
    'keys/current',
    '.',
    '',
  ])('is refused with a file named "%s", and nothing is written', async (name) => {
    // A separate directory to unpack in: other tests unpack theirs at the same time.
    const own = tempDir()
    vi.stubEnv('TMPDIR', own)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await outcome([...members, { name, data: Buffer.from('evil') }])).toBe('EXPORT_INVALID')
    expect(readdirSync(own).filter((one) => !one.startsWith('bailiff-test-'))).toEqual([])
    expect(existsSync('/tmp/evil')).toBe(false)
  })

  it.each([
    ['a hard link', '1'],
    ['a symbolic link', '2'],
    ['a device', '3'],
    ['a directory', '5'],
    ['a pipe', '6'],
    ['a long name in the way of GNU tar', 'L'],
    ['a header for all that follow', 'g'],
    ['an extended header of no use', 'x'],
  ])('is refused with %s in it', async (_, type) => {
    const link = tarHeader(fileOf('session/link'), 0)
    link.write(type, 156, 'latin1')
    link.write('/etc/passwd', 157, 'latin1')
    link.fill(' ', 148, 156)
    const sum = link.reduce((total, byte) => total + byte, 0)
    link.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    expect(await outcomeOfBytes(Buffer.concat([link, readFileSync(file)]))).toBe('EXPORT_INVALID')
  })

  it('is refused if it claims more content than it has', async () => {
    const huge = tarHeader('checkpoint.txt', 0o77777777777)
    expect(await outcomeOfBytes(Buffer.concat([huge, readFileSync(file)]))).toBe('EXPORT_INVALID')
  })

  it('is refused if there is no file, or not a regular one', async () => {
    rmSync(file)
    await expect(verifyExport(file)).rejects.toMatchObject({ code: 'HOME_UNUSABLE' })
    await expect(verifyExport(tempDir())).rejects.toMatchObject({ code: 'HOME_UNUSABLE' })
    expect(await outcomeOfBytes(Buffer.from('not a tar'))).toBe('EXPORT_INVALID')
    expect(await outcomeOfBytes(Buffer.alloc(0))).toBe('EXPORT_INVALID')
  })
})
