import { LedgerError } from '../../errors.ts'
import type { ArtifactRef, Draft, Entry, Tail } from '../../kinds.ts'
import type { Appended, ArtifactLabel, Range, Store } from '../../store.ts'
import { prepareDrafts } from './append.ts'
import { getArtifact, putArtifact, readArtifactSync } from './artifacts.ts'
import { GroupCommit } from './group-commit.ts'
import { closeHome, type Home, type HomeOptions } from './home.ts'
import { listStreams } from './list.ts'
import { openFiles } from './open.ts'
import { readChain, readHead } from './read.ts'

/** Opens the file store in a state directory, creating it if needed. */
export const openFileStore = (dir: string, options: HomeOptions = {}): Store => new FileStore(openFiles(dir, options))

class FileStore implements Store {
  readonly #home: Home
  readonly #commits: GroupCommit
  #closed = false

  constructor(home: Home) {
    this.#home = home
    this.#commits = new GroupCommit(home)
  }

  async append(stream: string, drafts: readonly Draft[]): Promise<Appended> {
    if (this.#closed) throw new LedgerError('STORE_CLOSED', 'The store is closed; nothing more can be appended.')
    const prepared = prepareDrafts(this.#home, stream, drafts)
    if (prepared.length === 0) return { kind: 'written', receipts: [] }
    return this.#commits.add(stream, prepared)
  }

  async *read(stream: string, range?: Range): AsyncGenerator<Entry> {
    yield* readChain(this.#home, stream, range)
  }

  async head(stream: string): Promise<Tail | null> {
    return readHead(this.#home, stream)
  }

  async list(): Promise<string[]> {
    return listStreams(this.#home.dir)
  }

  putArtifact(label: ArtifactLabel, source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ArtifactRef> {
    return putArtifact(this.#home.dir, label, source)
  }

  getArtifact(sha256: string, range?: Range): AsyncIterable<Uint8Array> {
    return getArtifact(this.#home.dir, sha256, range)
  }

  async readArtifact(sha256: string, range: Required<Range>): Promise<Uint8Array> {
    return readArtifactSync(this.#home.dir, sha256, range)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#commits.close()
    closeHome(this.#home)
  }
}
