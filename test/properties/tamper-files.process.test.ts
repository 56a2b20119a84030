import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { prepare } from '../../src/ledger/chain.ts'
import { openCheckpoint } from '../../src/ledger/checkpoint.ts'
import { type ArtifactRef, GENESIS } from '../../src/ledger/kinds.ts'
import { collect } from '../../src/ledger/stores/files/gc.ts'
import { keysDir, segmentPath, spoolDir } from '../../src/ledger/stores/files/layout.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { checkpoint } from '../../src/ledger/stores/files/signer.ts'
import { listSpool, writeSpool } from '../../src/ledger/stores/files/spool.ts'
import { flipsOf, poke } from '../helpers/flips.ts'
import {
  artifactFile,
  audit,
  called,
  copyHome,
  type Expected,
  findingsOf,
  headFile,
  inBrief,
  madeUpKey,
  newSmallLedger,
  overwrite,
  passed,
  putText,
  readSegments,
  recompute,
  removeStream,
  type SmallLedger,
  sealed,
  segmentsOf,
  smallLedger,
  stolenKey,
  withHome,
  withStore,
  writeHead,
  writeSegments,
} from '../helpers/ledger.ts'
import { tempDir } from '../helpers/temp.ts'

const REGISTER = 'admin/streams'
const KEYS = 'admin/keys'

let ledger: SmallLedger
let dir: string

beforeEach(async () => {
  ledger = await smallLedger()
  dir = ledger.dir
})

const everyStream = (): string[] => [ledger.alpha, ledger.beta, ledger.gamma, REGISTER, KEYS]
const lastSeq = (stream: string): number => readSegments(dir, stream).flat().length
const unlisted = (): Expected[] =>
  everyStream()
    .filter((stream) => stream !== REGISTER)
    .map((stream): Expected => [stream, 0, 'stream-unlisted'])

/** Expects exactly these findings. */
const expectFound = async (...expected: Expected[]): Promise<void> =>
  expect(await findingsOf(dir)).toEqual(inBrief(expected))

describe('anything removed is missed', () => {
  it.each(['session/alpha', 'session/beta', 'run/gamma', 'admin/keys'])(
    'finds that %s was removed, with or without its head',
    async (stream) => {
      removeStream(dir, stream)
      await expectFound([stream, 0, 'stream-missing'])
      rmSync(headFile(dir, stream))
      await expectFound([stream, 0, 'stream-missing'])
    },
  )

  it('finds each removed head, and says up to where the stream can be verified', async () => {
    for (const stream of everyStream()) {
      const head = readFileSync(headFile(dir, stream))
      rmSync(headFile(dir, stream))
      await expectFound([stream, lastSeq(stream), 'head-missing'])
      writeFileSync(headFile(dir, stream), head)
    }
  })

  it('finds a removed register, with or without its head, and the streams that are no longer listed', async () => {
    removeStream(dir, REGISTER)
    await expectFound([REGISTER, 0, 'register-missing'], ...unlisted())
    rmSync(headFile(dir, REGISTER))
    await expectFound([REGISTER, 0, 'register-missing'], ...unlisted())
  })

  it('finds that everything but the keys was removed', async () => {
    for (const part of ['ledger', 'heads', 'artifacts', 'spool', 'locks']) rmSync(join(dir, part), { recursive: true })
    await expectFound([REGISTER, 0, 'register-missing'])
  })

  it('refuses a directory without a ledger', async () => {
    for (const part of ['ledger', 'heads', 'keys']) rmSync(join(dir, part), { recursive: true })
    await expect(audit(dir)).rejects.toMatchObject({ code: 'HOME_EMPTY' })
  })

  it('finds a removed key: its entries can no longer be distinguished from forgeries', async () => {
    rmSync(join(keysDir(dir), `${ledger.oldKey}.key`))
    const { ok, findings } = await audit(dir)
    expect(ok).toBe(false)
    expect(
      findings.filter(({ stream, seq }) => stream === ledger.beta && seq > 0).map(({ seq, reason }) => [seq, reason]),
    ).toEqual([
      [1, 'forged'],
      [2, 'forged'],
      [3, 'forged'],
    ])
  })

  it('finds a stream, head or artifact that was replaced by something else', async () => {
    for (const path of [headFile(dir, ledger.gamma), artifactFile(dir, ledger.late), ...segmentsOf(dir, ledger.beta)]) {
      rmSync(path)
      mkdirSync(path)
    }
    await expectFound(
      [ledger.beta, 0, 'stream-missing'],
      [ledger.gamma, 2, 'head-missing'],
      [ledger.alpha, 8, 'artifact-missing'],
    )
  })

  it('finds what is missing if files replace whole directories', async () => {
    for (const part of ['ledger/session', 'heads/run', `artifacts/${ledger.late.sha256.slice(0, 2)}`]) {
      rmSync(join(dir, part), { recursive: true })
      writeFileSync(join(dir, part), '')
    }
    mkdirSync(join(dir, 'spool', 'session'), { recursive: true })
    writeFileSync(join(dir, 'spool', 'session', 'alpha'), '')
    await expectFound(
      [ledger.alpha, 0, 'stream-missing'],
      [ledger.beta, 0, 'stream-missing'],
      [ledger.gamma, 2, 'head-missing'],
      [ledger.alpha, 0, 'spool-forged'],
    )
  })

  it('does not wait for pipes that were put in place of files', async () => {
    for (const path of [headFile(dir, ledger.gamma), artifactFile(dir, ledger.late), ...segmentsOf(dir, ledger.beta)]) {
      rmSync(path)
      execFileSync('mkfifo', [path])
    }
    await expectFound(
      [ledger.beta, 0, 'stream-missing'],
      [ledger.gamma, 2, 'head-forged'],
      [ledger.alpha, 8, 'artifact-missing'],
    )
  })
})

describe('anything added is noticed', () => {
  it('finds a stream that the register does not list', async () => {
    copyFileSync(segmentPath(dir, ledger.beta, 1), segmentPath(dir, 'session/planted', 1))
    await expectFound(
      ['session/planted', 0, 'stream-unlisted'],
      ...[1, 2, 3].map((seq): Expected => ['session/planted', seq, 'spliced']),
      ['session/planted', 3, 'head-missing'],
    )
  })

  it('finds a forged stream under its own name, with its own head', async () => {
    const planted = recompute(readSegments(dir, ledger.beta).flat(), 'session/planted', madeUpKey())
    writeSegments(dir, 'session/planted', [planted.lines])
    writeHead(dir, 'session/planted', planted.tail, madeUpKey())
    await expectFound(
      ['session/planted', 0, 'stream-unlisted'],
      ...[1, 2, 3].map((seq): Expected => ['session/planted', seq, 'forged']),
      ['session/planted', 3, 'head-forged'],
    )
  })

  it('finds a forged stream under the name of one that retention collected', async () => {
    const planted = recompute(readSegments(dir, ledger.beta).flat(), ledger.beta, madeUpKey())
    await withHome(dir, (home) => collect(home, { maxAgeMs: -1, maxBytes: 0 }, 'remove'))
    expect(existsSync(segmentPath(dir, ledger.beta, 1))).toBe(false)
    expect(await findingsOf(dir)).toEqual([])
    writeSegments(dir, ledger.beta, [planted.lines])
    await expectFound([ledger.beta, 0, 'stream-unlisted'])
    writeHead(dir, ledger.beta, planted.tail, madeUpKey())
    await expectFound([ledger.beta, 0, 'stream-unlisted'])
  })

  it('finds the head of one stream put in place of another’s', async () => {
    copyFileSync(headFile(dir, ledger.beta), headFile(dir, ledger.gamma))
    await expectFound([ledger.gamma, 2, 'head-forged'])
  })

  it.each([
    ['names a key outside keys/', '../../elsewhere'],
    ['names a key no file can have', 'a\u0000b'],
    ['names no key', ''],
  ])('finds a head that %s', async (_, key) => {
    const head = JSON.parse(readFileSync(headFile(dir, ledger.beta), 'utf8'))
    writeFileSync(headFile(dir, ledger.beta), `${JSON.stringify({ ...head, key }).padEnd(511)}\n`)
    await expectFound([ledger.beta, 3, 'head-forged'])
  })

  it.each([
    ['empty', ''],
    ['longer than heads are', `${'{}'.padEnd(2_000)}\n`],
    ['not JSON', 'x'.repeat(512)],
  ])('finds a head that is %s', async (_, text) => {
    writeFileSync(headFile(dir, ledger.beta), text)
    await expectFound([ledger.beta, 3, 'head-forged'])
  })
})

describe('tampering is still reported after an honest writer continued', () => {
  it('finds a stream that was removed with its head and then written to again', async () => {
    removeStream(dir, ledger.gamma)
    rmSync(headFile(dir, ledger.gamma))
    await withStore(dir, (store) => store.append(ledger.gamma, [called(1)]))
    await expectFound([ledger.gamma, 0, 'stream-reopened'])
  })

  it('finds in it what a key rotation recorded about the earlier stream', async () => {
    removeStream(dir, ledger.beta)
    rmSync(headFile(dir, ledger.beta))
    await withStore(dir, (store) => store.append(ledger.beta, [called(1)]))
    await expectFound([ledger.beta, 0, 'stream-reopened'], [ledger.beta, 2, 'truncated'])
  })

  it('finds a head that was removed and then recreated', async () => {
    rmSync(headFile(dir, ledger.alpha))
    await withStore(dir, (store) => store.append(ledger.alpha, [called(10)]))
    await expectFound([ledger.alpha, 10, 'head-lost'])
  })

  it('finds a register that was removed with its head and then restarted', async () => {
    removeStream(dir, REGISTER)
    rmSync(headFile(dir, REGISTER))
    await withStore(dir, (store) => store.append('session/new', [called(1)]))
    // The register no longer has the entries that the rotation recorded.
    await expectFound([REGISTER, 1, 'register-lost'], [REGISTER, 2, 'truncated'], ...unlisted())
  })

  it('finds a register that was removed alone and then written to', async () => {
    removeStream(dir, REGISTER)
    await withStore(dir, (store) => store.append('session/new', [called(1)]))
    // It continues in its second file, which is not read without the first.
    await expectFound([REGISTER, 0, 'register-missing'], [REGISTER, 1, 'deleted'], ...unlisted(), [
      'session/new',
      0,
      'stream-unlisted',
    ])
  })
})

describe('a retired key can no longer forge', () => {
  const key = () => stolenKey(dir, ledger.oldKey)
  const tailOf = (stream: string) => {
    const { entry, hash } = JSON.parse(readSegments(dir, stream).flat().at(-1) ?? '')
    return { seq: entry.seq as number, hash: hash as string }
  }

  it('finds an entry appended with it, under a head sealed with it or under the original head', async () => {
    for (const stream of [ledger.alpha, ledger.beta]) {
      const copy = copyHome(dir)
      const next = sealed(stream, passed(), tailOf(stream), key())
      writeSegments(copy, stream, [...readSegments(dir, stream), [next.line]])
      expect(await findingsOf(copy)).toEqual(inBrief([[stream, next.tail.seq, 'key-retired']]))
      writeHead(copy, stream, next.tail, key())
      expect(await findingsOf(copy)).toEqual(
        inBrief([
          [stream, next.tail.seq, 'key-retired'],
          [stream, next.tail.seq, 'head-forged'],
        ]),
      )
    }
  })

  it('finds a whole stream from before the rotation rewritten with it, and its head too', async () => {
    const forged = recompute(readSegments(dir, ledger.beta).flat(), ledger.beta, key())
    writeSegments(dir, ledger.beta, [forged.lines])
    await expectFound([ledger.beta, 3, 'head-mismatch'], [ledger.beta, 3, 'key-retired'])
    writeHead(dir, ledger.beta, forged.tail, key())
    await expectFound([ledger.beta, 3, 'head-forged'], [ledger.beta, 3, 'key-retired'])
  })

  it('finds a stream rewritten with it up to the rotation, with the rest unchanged', async () => {
    const lines = readSegments(dir, ledger.alpha).flat()
    const forged = recompute(lines.slice(0, 4), ledger.alpha, key())
    writeSegments(dir, ledger.alpha, [[...forged.lines, ...lines.slice(4)]])
    await expectFound([ledger.alpha, 4, 'key-retired'], [ledger.alpha, 5, 'forked'])
  })

  it('finds a stream truncated under a head sealed with it, before or after the rotation', async () => {
    // Only the head records what came after the rotation.
    for (const [stream, kept, expected] of [
      [ledger.beta, 2, [[ledger.beta, 3, 'truncated']]],
      [ledger.alpha, 3, [[ledger.alpha, 4, 'truncated']]],
      [ledger.alpha, 7, []],
    ] as [string, number, Expected[]][]) {
      const copy = copyHome(dir)
      const lines = readSegments(copy, stream).flat().slice(0, kept)
      writeSegments(copy, stream, [lines])
      writeHead(copy, stream, { seq: kept, hash: JSON.parse(lines.at(-1) ?? '').hash }, key())
      expect(await findingsOf(copy)).toEqual(inBrief([[stream, kept, 'head-forged'], ...expected]))
    }
  })

  it('finds a stream begun with it after the rotation', async () => {
    const first = sealed('session/planted', passed(), { seq: 0, hash: GENESIS }, key())
    writeSegments(dir, 'session/planted', [[first.line]])
    writeHead(dir, 'session/planted', first.tail, key())
    await expectFound(
      ['session/planted', 0, 'stream-unlisted'],
      ['session/planted', 1, 'key-retired'],
      ['session/planted', 1, 'head-forged'],
    )
  })

  it('finds the use of an even older key, after several rotations', async () => {
    await withHome(dir, rotateKey)
    await withStore(dir, (store) => store.append(ledger.alpha, [called(10)]))
    expect(await findingsOf(dir)).toEqual([])
    for (const id of [ledger.oldKey, ledger.newKey]) {
      const next = sealed(ledger.alpha, called(11), tailOf(ledger.alpha), stolenKey(dir, id))
      const copy = copyHome(dir)
      writeSegments(copy, ledger.alpha, [...readSegments(dir, ledger.alpha), [next.line]])
      expect(await findingsOf(copy)).toEqual(inBrief([[ledger.alpha, 11, 'key-retired']]))
    }
  })
})

describe('the spool', () => {
  /** A spool file as a writer leaves it after the time limit. */
  const spooled = (stream: string): Promise<string> =>
    withHome(dir, (home) => {
      writeSpool(home, stream, [prepare(stream, called(10), home.now().toISOString())])
      return listSpool(dir, stream)[0] ?? ''
    })

  it('is noted while entries wait, and every changed byte is found', async () => {
    const path = await spooled(ledger.alpha)
    expect(await audit(dir)).toMatchObject({ ok: true, notes: [{ stream: ledger.alpha, note: 'spool-pending' }] })
    const original = readFileSync(path)
    const wrong: string[] = []
    for (const flip of flipsOf(original)) {
      poke(path, flip)
      const found = await findingsOf(dir)
      if (found.join() !== `${ledger.alpha} 0 spool-forged`) wrong.push(`byte ${flip.at} to ${flip.byte}: ${found}`)
      writeFileSync(path, original)
    }
    expect(wrong).toEqual([])
  })

  it('is checked for files of another stream, under another name, without a seal or with a retired key', async () => {
    const genuine = await spooled(ledger.beta)
    const text = readFileSync(genuine, 'utf8')
    const forged = text.replace(/"mac":"[0-9a-f]{64}"/, `"mac":"${'0'.repeat(64)}"`)
    const cases: [string, string][] = [
      [join(spoolDir(dir, ledger.alpha), genuine.slice(genuine.lastIndexOf('/') + 1)), text],
      [join(dirname(genuine), '0000deadbeef-0123456789abcdef.spool'), text],
      [join(dirname(genuine), '0000deadbeef-fedcba9876543210.spool'), forged],
      [join(dirname(genuine), 'notes.txt'), 'hello'],
    ]
    for (const [path, content] of cases) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      const stream = path.includes('/session/alpha/') ? ledger.alpha : ledger.beta
      await expectFound([stream, 0, 'spool-forged'])
      rmSync(path)
    }
    expect(await findingsOf(dir)).toEqual([])
  })

  it('is checked for files sealed with a since retired key, before or after a writer set them aside', async () => {
    const path = await spooled(ledger.alpha)
    const aside = join(tempDir(), 'spool')
    renameSync(path, aside)
    await withHome(dir, rotateKey)
    copyFileSync(aside, path)
    await expectFound([ledger.alpha, 0, 'spool-forged'])
    await withStore(dir, (store) => store.append(ledger.alpha, [called(10)]))
    await expectFound([ledger.alpha, 0, 'spool-forged'])
    expect(lastSeq(ledger.alpha)).toBe(10)
  })
})

describe('artifacts', () => {
  const uses = (reason: 'artifact-changed' | 'artifact-missing'): Expected[] => [
    [ledger.alpha, 2, reason],
    [ledger.beta, 1, reason],
  ]

  it('are found if replaced, truncated to any length, extended or missing', async () => {
    const path = artifactFile(dir, ledger.shared)
    const original = readFileSync(path)
    const ways = [Buffer.from('not ok\n'), Buffer.concat([original, Buffer.from('\n')]), ...original.keys()]
    for (const way of ways) {
      overwrite(path, typeof way === 'number' ? original.subarray(0, way) : way)
      await expectFound(...uses('artifact-changed'))
    }
    rmSync(path)
    await expectFound(...uses('artifact-missing'))
  })

  it('are read back in full by default, as a sample, or not at all', async () => {
    overwrite(artifactFile(dir, ledger.shared), 'not ok\n')
    expect(await audit(dir, { artifacts: 'none' })).toMatchObject({ ok: true, artifacts: 1 })
    expect(await findingsOf(dir, { artifacts: 'sample' })).toEqual(inBrief(uses('artifact-changed')))
    expect(await findingsOf(dir, { artifacts: 'all' })).toEqual(inBrief(uses('artifact-changed')))
  })

  it('are sampled even if there are very many', async () => {
    await withStore(dir, async (store) => {
      const refs: ArtifactRef[] = []
      for (let i = 0; i < 120; i++) refs.push(await putText(store, `out-${i}`, `output ${i}\n`))
      await store.append(
        ledger.gamma,
        refs.map((ref) => called(1, [ref])),
      )
      for (const ref of refs) rmSync(artifactFile(dir, ref))
    })
    const { findings } = await audit(dir, { artifacts: 'sample' })
    expect(new Set(findings.map(({ reason }) => reason))).toEqual(new Set(['artifact-missing']))
    // A hundred are drawn from 123 references, three of which are intact.
    expect(findings.length).toBeGreaterThanOrEqual(97)
    expect(findings.length).toBeLessThanOrEqual(100)
    expect((await audit(dir)).findings.length).toBe(120)
  })

  it('that list what retired keys sealed are always read back', async () => {
    const { entry } = JSON.parse(readSegments(dir, KEYS).flat()[1] ?? '')
    overwrite(artifactFile(dir, entry.artifacts[0]), 'x')
    expect(await findingsOf(dir, { artifacts: 'none' })).toEqual(inBrief([[KEYS, 2, 'artifact-changed']]))
  })
})

describe('a rollback of everything together', () => {
  const goOn = () =>
    withStore(dir, async (store) => {
      await store.append(ledger.alpha, [called(10)])
      await store.append('session/new', [called(1)])
    })
  const takeCheckpoint = (home = dir) =>
    withHome(home, (open) => {
      const { note, vkey } = checkpoint(open)
      return openCheckpoint(note, vkey)
    })

  it('is found only with a checkpoint kept elsewhere', async () => {
    const before = copyHome(dir)
    await goOn()
    const against = await takeCheckpoint()
    expect(await audit(dir, { against })).toMatchObject({ ok: true })
    expect(await audit(before)).toMatchObject({ ok: true })
    expect(await findingsOf(before, { against })).toEqual(
      inBrief([
        [ledger.alpha, 10, 'rolled-back'],
        [REGISTER, 6, 'rolled-back'],
        ['session/new', 0, 'rolled-back'],
      ]),
    )
  })

  it('is found if the ledger continued from there with other entries', async () => {
    const before = copyHome(dir)
    await goOn()
    const against = await takeCheckpoint()
    await withStore(before, async (store) => {
      await store.append(ledger.alpha, [called(99), called(100)])
      await store.append('session/new', [called(99)])
    })
    expect(await audit(before)).toMatchObject({ ok: true })
    expect(await findingsOf(before, { against })).toEqual(
      inBrief([
        [ledger.alpha, 10, 'rolled-back'],
        [REGISTER, 6, 'rolled-back'],
        ['session/new', 1, 'rolled-back'],
      ]),
    )
  })

  it('is not reported if the ledger only continued', async () => {
    const against = await takeCheckpoint()
    await goOn()
    await withHome(dir, rotateKey)
    expect(await audit(dir, { against })).toMatchObject({ ok: true })
  })

  it('is not reported if retention collected streams since, even if others now have their names', async () => {
    const against = await takeCheckpoint()
    await withHome(dir, (home) => collect(home, { maxAgeMs: -1, maxBytes: 0 }, 'remove'))
    expect(await audit(dir, { against })).toMatchObject({ ok: true })
    await withStore(dir, (store) => store.append(ledger.alpha, [called(1), called(2)]))
    expect(await audit(dir, { against })).toMatchObject({ ok: true })
    await withHome(dir, (home) => collect(home, { maxAgeMs: -1, maxBytes: 0 }, 'remove'))
    expect(await audit(dir, { against })).toMatchObject({ ok: true })
  })

  it('finds a checkpoint of another ledger', async () => {
    const other = await newSmallLedger(tempDir())
    const against = await takeCheckpoint(other.dir)
    expect(await findingsOf(dir, { against })).toContain(`${REGISTER} 0 checkpoint-foreign`)
  })

  it('of one stream alone is found by its head', async () => {
    for (const path of segmentsOf(dir, ledger.gamma)) truncateSync(path, 0)
    await expectFound([ledger.gamma, 1, 'truncated'])
  })
})
