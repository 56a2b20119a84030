import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  createReadStream,
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { LONG } from '../../../../test/helpers/scale.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import type { ArtifactRef } from '../../kinds.ts'
import type { Store } from '../../store.ts'
import { putArtifactSync } from './artifacts.ts'
import { openFileStore } from './files.ts'
import { verifyFiles } from './verify.ts'

const LABEL = { name: 'stdout', media: 'text/plain' }
const TEXT = Buffer.from('some output\n')
const HASH = createHash('sha256').update(TEXT).digest('hex')

function open(): { dir: string; store: Store } {
  const dir = join(tempDir(), 'home')
  const store = openFileStore(dir)
  onTestFinished(() => store.close())
  return { dir, store }
}

const pathOf = (dir: string, sha256 = HASH): string => join(dir, 'artifacts', sha256.slice(0, 2), sha256)

const put = (store: Store): Promise<ArtifactRef> => store.putArtifact(LABEL, [TEXT])

async function read(store: Store, sha256 = HASH): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.getArtifact(sha256)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

const leftovers = (dir: string): string[] => readdirSync(join(dir, 'artifacts', 'tmp'))

/** Replaces the bytes of a stored file, as a tamperer would. */
function tamper(path: string, bytes: string): void {
  chmodSync(path, 0o600)
  writeFileSync(path, bytes)
}

describe('an artifact on disk', () => {
  it('is a read-only file named by its hash, with its bytes unchanged', async () => {
    const { dir, store } = open()
    const ref = await put(store)
    expect(ref.sha256).toBe(HASH)
    expect(readFileSync(pathOf(dir)).equals(TEXT)).toBe(true)
    expect(statSync(pathOf(dir)).mode & 0o777).toBe(0o400)
    expect(leftovers(dir)).toEqual([])
  })

  it('is stored once however often it is put, and its age restarts each time, so that gc keeps it', async () => {
    const { dir, store } = open()
    await put(store)
    const { ino } = statSync(pathOf(dir))
    utimesSync(pathOf(dir), 0, 0)
    await put(store)
    putArtifactSync(dir, LABEL, TEXT)
    expect(statSync(pathOf(dir))).toMatchObject({ ino, nlink: 1 })
    expect(statSync(pathOf(dir)).mtimeMs).toBeGreaterThan(Date.now() - 3600_000)
    expect(leftovers(dir)).toEqual([])
  })

  it.each([
    ['longer', 'some output\nand more\n'],
    ['shorter', 'some'],
    ['of the same length', 'SOME OUTPUT\n'],
    ['empty', ''],
  ])('that was tampered with (now %s) is replaced the next time its bytes are put', async (_, bytes) => {
    const { dir, store } = open()
    await store.append('session/a', [{ kind: 'note', actor: 'harness', body: {}, artifacts: [await put(store)] }])
    tamper(pathOf(dir), bytes)
    expect(await verifyFiles(dir)).toMatchObject({ ok: false, findings: [{ reason: 'artifact-changed', seq: 1 }] })
    await put(store)
    expect(await read(store)).toBe('some output\n')
    expect(statSync(pathOf(dir)).mode & 0o777).toBe(0o400)
    expect(await verifyFiles(dir)).toMatchObject({ ok: true, artifacts: 1 })
    expect(leftovers(dir)).toEqual([])
  })

  it('stays readable for a process that has the replaced file open', async () => {
    const { dir, store } = open()
    await put(store)
    linkSync(pathOf(dir), join(dir, 'held'))
    tamper(pathOf(dir), 'changed')
    await put(store)
    writeFileSync(join(dir, 'held'), 'changed again')
    expect(await read(store)).toBe('some output\n')
  })

  it('that is missing is stored again the next time its bytes are put', async () => {
    const { dir, store } = open()
    await put(store)
    execFileSync('rm', ['-rf', join(dir, 'artifacts')])
    await expect(read(store)).rejects.toThrow(expect.objectContaining({ code: 'ARTIFACT_UNKNOWN' }))
    await put(store)
    expect(await read(store)).toBe('some output\n')
  })
})

describe('a source that fails', () => {
  function* failing(error: unknown): Generator<Uint8Array> {
    yield TEXT
    throw error
  }

  it('leaves neither a file nor an open descriptor behind', async () => {
    const { dir, store } = open()
    await put(store)
    const fds = (): number => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0)
    const before = fds()
    for (let i = 0; i < 20; i++) await expect(store.putArtifact(LABEL, failing(new Error('no')))).rejects.toThrow('no')
    expect(fds()).toBe(before)
    expect(leftovers(dir)).toEqual([])
  })

  it('is reported unchanged: a file the caller cannot read is not the ledger’s fault', async () => {
    const { dir, store } = open()
    const missing = join(dir, 'no-such-file')
    await expect(store.putArtifact(LABEL, createReadStream(missing))).rejects.toThrow(
      expect.objectContaining({ code: 'ENOENT', path: missing }),
    )
  })
})

describe('a directory that cannot be written', () => {
  it('is refused with a code', async () => {
    const { dir, store } = open()
    execFileSync('rm', ['-rf', join(dir, 'artifacts')])
    writeFileSync(join(dir, 'artifacts'), 'a file where a directory was')
    await expect(put(store)).rejects.toThrow(expect.objectContaining({ code: 'HOME_UNUSABLE' }))
    expect(() => putArtifactSync(dir, LABEL, TEXT)).toThrow(expect.objectContaining({ code: 'HOME_UNUSABLE' }))
  })
})

/** Stores and reads that many megabytes, and reports how much its process's memory grew. */
const STREAMING = `
  import { createHash } from 'node:crypto'
  const [dir, dist, megabytes] = process.argv.slice(1)
  const { openFileStore } = await import(dist)
  const store = openFileStore(dir)
  let peak = 0
  const look = () => { peak = Math.max(peak, process.memoryUsage().rss) }
  async function* source(count) {
    for (let i = 0; i < count; i++) {
      look()
      yield Buffer.alloc(1 << 20, 'a line of output, number ' + i + '\\n')
    }
  }
  async function passThrough(count) {
    const ref = await store.putArtifact({ name: 'stdout', media: 'text/plain' }, source(count))
    const hash = createHash('sha256')
    for await (const chunk of store.getArtifact(ref.sha256)) { hash.update(chunk); look() }
    return { bytes: ref.bytes, isSame: hash.digest('hex') === ref.sha256 }
  }
  await passThrough(24)
  const before = peak
  const passed = await passThrough(Number(megabytes))
  await store.close()
  console.log(JSON.stringify({ ...passed, grownBytes: peak - before }))
`

describe('a large artifact', () => {
  const megabytes = LONG ? 1024 : 100

  it(`of ${megabytes} MB is stored and read in constant memory`, () => {
    const argv = [
      '--input-type=module',
      '-e',
      STREAMING,
      join(tempDir(), 'home'),
      resolve('dist/index.js'),
      String(megabytes),
    ]
    const { grownBytes, ...passed } = JSON.parse(execFileSync(process.execPath, argv, { encoding: 'utf8' }))
    expect(passed).toEqual({ bytes: megabytes * 2 ** 20, isSame: true })
    expect(grownBytes).toBeLessThan((LONG ? 128 : 64) * 2 ** 20)
  })
})
