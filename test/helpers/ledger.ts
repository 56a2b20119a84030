import { chmodSync, cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { link, prepare } from '../../src/ledger/chain.ts'
import { type Key, makeKey } from '../../src/ledger/digest.ts'
import type { Reason } from '../../src/ledger/findings.ts'
import { type ArtifactRef, type Draft, GENESIS, type JsonObject, PASS_KIND, type Tail } from '../../src/ledger/kinds.ts'
import type { Store } from '../../src/ledger/store.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { type Head, renderHead } from '../../src/ledger/stores/files/head.ts'
import { closeHome, type Home, type HomeOptions } from '../../src/ledger/stores/files/home.ts'
import { artifactPath, headPath, keyPath, segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { rotateKey } from '../../src/ledger/stores/files/rotate.ts'
import { type VerifyOptions, type VerifyReport, verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { unwrapKey } from '../../src/ledger/stores/files/wrapping.ts'
import { tempDir } from './temp.ts'
import { fromTemplate } from './template.ts'

/** About three lines per file, so that even a short stream has several. */
export const SMALL_SEGMENTS: HomeOptions = { segmentBytes: 1_200, lockWaitMs: 2_000 }

/** A call an agent made, as hosts report it. */
export const called = (n: number, artifacts: ArtifactRef[] = []): Draft => ({
  kind: 'tool.called',
  actor: 'agent',
  body: { n },
  artifacts,
})

/** A validator's result that could support a claim. */
export const passed = (validator = 'tests'): Draft => ({ kind: PASS_KIND, actor: 'validator', body: { validator } })

export const putText = (store: Store, name: string, text: string): Promise<ArtifactRef> =>
  store.putArtifact({ name, media: 'text/plain' }, [Buffer.from(text)])

/** Runs a function on a store of a home, then closes it. */
export async function withStore<T>(
  dir: string,
  act: (store: Store) => Promise<T>,
  options = SMALL_SEGMENTS,
): Promise<T> {
  const store = openFileStore(dir, options)
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

/** Opens a home, runs a function on it, then closes it. */
export async function withHome<T>(
  dir: string,
  act: (home: Home) => T | Promise<T>,
  options = SMALL_SEGMENTS,
): Promise<T> {
  const home = openFiles(dir, options)
  try {
    return await act(home)
  } finally {
    closeHome(home)
  }
}

export type SmallLedger = {
  dir: string
  /** Nine entries in three files, including a validator's pass, across a key rotation. */
  alpha: string
  /** Three entries in one file, all from before the rotation. */
  beta: string
  /** Two entries in one file, all from after the rotation. */
  gamma: string
  /** Used by alpha seq 2 and beta seq 1. */
  shared: ArtifactRef
  /** Used by alpha seq 8. */
  late: ArtifactRef
  oldKey: string
  newKey: string
}

const made = new Map<string, SmallLedger>()

/** A copy of a small ledger that contains everything that can be tampered with. */
export async function smallLedger(): Promise<SmallLedger> {
  const dir = await fromTemplate('small ledger', async (dir) => {
    made.set(dir, await newSmallLedger(join(dir, 'home')))
  })
  return made.get(dir) as SmallLedger
}

/** A small ledger with an identity of its own. */
export async function newSmallLedger(dir: string): Promise<SmallLedger> {
  const names = { alpha: 'session/alpha', beta: 'session/beta', gamma: 'run/gamma' }
  const shared = await withStore(dir, async (store) => {
    const output = await putText(store, 'stdout', 'ok 1 - adds\nok 2 - subtracts\n')
    for (const draft of [called(1), called(2, [output]), passed(), called(4)]) await store.append(names.alpha, [draft])
    await store.append(names.beta, [called(1, [output]), called(2), called(3)])
    return output
  })
  const { from, to } = await withHome(dir, rotateKey)
  const late = await withStore(dir, async (store) => {
    const output = await putText(store, 'stderr', 'warning: late\n')
    for (const n of [5, 6, 7, 8, 9]) await store.append(names.alpha, [called(n, n === 8 ? [output] : [])])
    await store.append(names.gamma, [called(1), passed()])
    return output
  })
  return { dir, ...names, shared, late, oldKey: from, newKey: to }
}

/** A copy of a home that a test may damage. Restores directory modes, which Node 22 and later do not copy. */
export function copyHome(from: string, to = tempDir()): string {
  cpSync(from, to, { recursive: true, preserveTimestamps: true })
  for (const part of ['', 'keys']) if (existsSync(join(to, part))) chmodSync(join(to, part), 0o700)
  return to
}

/** The files of a stream, in order. */
export function segmentsOf(dir: string, stream: string): string[] {
  const paths: string[] = []
  for (let segment = 1; existsSync(segmentPath(dir, stream, segment)); segment++)
    paths.push(segmentPath(dir, stream, segment))
  return paths
}

/** The lines of a stream with their newlines, file by file; latin1, so that every byte is one character. */
export const readSegments = (dir: string, stream: string): string[][] =>
  segmentsOf(dir, stream).map((path) => readFileSync(path, 'latin1').split(/(?<=\n)/))

/** Replaces the lines in a stream's files. Removes files without lines, except the first. */
export function writeSegments(dir: string, stream: string, segments: readonly (readonly string[])[]): void {
  for (const path of segmentsOf(dir, stream)) rmSync(path)
  segments.forEach((lines, i) => {
    if (i === 0 || lines.length > 0) writeFileSync(segmentPath(dir, stream, i + 1), lines.join(''), 'latin1')
  })
}

/** Writes a file, even if it exists and is read-only. */
export function overwrite(path: string, bytes: Uint8Array | string): void {
  rmSync(path, { force: true })
  writeFileSync(path, bytes, { mode: 0o600 })
}

export const headFile = (dir: string, stream: string): string => headPath(dir, stream)
export const artifactFile = (dir: string, { sha256 }: ArtifactRef): string => artifactPath(dir, sha256)

export function removeStream(dir: string, stream: string): void {
  for (const path of segmentsOf(dir, stream)) rmSync(path)
}

/** A key of the ledger, as an attacker who once read it would have it. */
export const stolenKey = (dir: string, id: string): Key => makeKey(unwrapKey(dir, readFileSync(keyPath(dir, id))))

/** A secret that is not a key of any ledger, under its own id or a stolen one. */
export function madeUpKey(id?: string): Key {
  const key = makeKey(Buffer.alloc(32, 7))
  return id === undefined ? key : { ...key, id }
}

/** A line sealed by any key and chained to any previous hash. */
export const sealed = (stream: string, draft: Draft, tail: Tail, key: Key): { line: string; tail: Tail } =>
  link(prepare(stream, draft, '2026-03-01T00:00:00.000Z'), tail, key)

/** Recomputes a whole stream under any key, with every body changed. */
export function recompute(lines: readonly string[], stream: string, key: Key): { lines: string[]; tail: Tail } {
  let tail: Tail = { seq: 0, hash: GENESIS }
  const recomputed = lines.map((line) => {
    const { kind, actor, body, artifacts } = JSON.parse(line).entry as Draft & { body: JsonObject }
    const next = sealed(stream, { kind, actor, body: { ...body, forged: true }, artifacts: artifacts ?? [] }, tail, key)
    tail = next.tail
    return next.line
  })
  return { lines: recomputed, tail }
}

/** Writes a head for the current end of the stream. */
export function writeHead(dir: string, stream: string, tail: Tail, key: Key): void {
  const segments = readSegments(dir, stream)
  const head: Head = { stream, ...tail, segment: segments.length, bytes: segments.at(-1)?.join('').length ?? 0 }
  writeFileSync(headPath(dir, stream), renderHead(head, key))
}

/** A finding in brief. */
export type Expected = readonly [stream: string, seq: number, reason: Reason]

export const brief = (findings: readonly { stream: string; seq: number; reason: string }[]): string[] =>
  findings.map(({ stream, seq, reason }) => `${stream} ${seq} ${reason}`).sort()

export const inBrief = (expected: readonly Expected[]): string[] => expected.map((finding) => finding.join(' ')).sort()

/** The findings of an audit of a home, in brief. */
export const findingsOf = async (dir: string, options?: VerifyOptions): Promise<string[]> =>
  brief((await audit(dir, options)).findings)

export const audit = (dir: string, options?: VerifyOptions): Promise<VerifyReport> => verifyFiles(dir, options)
