import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Draft, Entry, JsonObject, Receipt } from '../../kinds.ts'
import type { Appended, Range, Store } from '../../store.ts'

/** Helpers of the tests that make up the store contract. */

export type Fresh = () => Promise<Store>

export const SEED = 20_260_201
export const STREAM = 'session/a'

export const note = (body: JsonObject = {}): Draft => ({ kind: 'note', actor: 'harness', body })

export const numbered = (from: number, count: number): Draft[] =>
  Array.from({ length: count }, (_, i) => note({ n: from + i }))

function receiptsOf(appended: Appended): Receipt[] {
  if (appended.kind !== 'written') throw new Error(`Expected entries to be written, but they were ${appended.kind}.`)
  return appended.receipts
}

export const append = async (store: Store, stream: string, drafts: readonly Draft[]): Promise<Receipt[]> =>
  receiptsOf(await store.append(stream, drafts))

export async function entriesOf(store: Store, stream = STREAM, range?: Range): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of store.read(stream, range)) entries.push(entry)
  return entries
}

/** The streams, without the driver's own. */
export const listed = async (store: Store): Promise<string[]> =>
  (await store.list()).filter((stream) => !stream.startsWith('admin/'))

export const refusedWith = (...codes: string[]) => expect.objectContaining({ name: 'LedgerError', code: oneOf(codes) })

const oneOf = (codes: string[]) =>
  codes.length === 1 ? codes[0] : expect.stringMatching(new RegExp(`^(${codes.join('|')})$`))

export const hashOf = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex')

export async function bytesOf(store: Store, sha256: string, range?: Range): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of store.getArtifact(sha256, range)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
