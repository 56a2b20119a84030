import { type Entry, isStreamName, type Json } from '../../ledger/kinds.ts'
import type { Store } from '../../ledger/store.ts'
import { MountError } from '../errors.ts'
import { type Body, factOf } from '../facts.ts'
import { HEADER } from '../lines.ts'
import { requireOwner } from '../names.ts'
import type { Reading } from './evidence.ts'
import { beginningOf } from './owned.ts'
import { newStream } from './worker.ts'

declare const ephemeral: unique symbol

/** Text that a model sees in one call and that is never stored. */
export type Ephemeral = string & { readonly [ephemeral]: true }

/** Text that a thread may store: anything but ephemeral text. */
export type Lasting = string & { readonly [ephemeral]?: never }

export type Message = { role: 'user' | 'assistant'; content: string }

/** A stored answer: the run it was given in, the last mount before it, and the line that names its evidence. */
export type Origin = { run: string; call: number | null; provenance: Lasting | null; cites: readonly string[] }

export type StoredMessage = Message & { seq: number; at: string; stored: Body<'message.stored'> }

type Ledger = Pick<Store, 'append' | 'read' | 'head' | 'putArtifact' | 'readArtifact'>

/** Longer messages become artifacts. */
const MAX_TEXT_BYTES = 64 << 10

/** A lead's lasting messages: prompts from people and the lead's final answers, nothing else. */
export class Thread {
  readonly stream: string
  readonly owner: string
  readonly #ledger: Ledger

  private constructor(ledger: Ledger, stream: string, owner: string) {
    this.#ledger = ledger
    this.stream = stream
    this.owner = owner
  }

  static async start(ledger: Ledger, { owner }: { owner: string }): Promise<Thread> {
    const thread = new Thread(ledger, newStream('thread'), requireOwner(owner))
    await ledger.append(thread.stream, [{ kind: 'thread.opened', actor: 'harness', body: { owner } }])
    return thread
  }

  /** Opens a thread. Throws THREAD_UNKNOWN if it belongs to another owner. */
  static async open(ledger: Ledger, { thread, owner }: { thread: string; owner: string }): Promise<Thread> {
    await requireOwned(ledger, thread, owner)
    return new Thread(ledger, thread, owner)
  }

  /** Stores a person's message. */
  async add(content: Lasting): Promise<void> {
    await this.#store('user', content, null)
  }

  /** Stores a final answer. */
  async answer(content: Lasting, origin: Origin): Promise<void> {
    await this.#store('assistant', content, origin)
  }

  /** The messages for the next model call. */
  async messages(): Promise<Message[]> {
    return (await this.stored()).map(({ role, content }) => ({ role, content }))
  }

  stored(): Promise<StoredMessage[]> {
    return storedIn(this.#ledger, this.stream)
  }

  async #store(role: Message['role'], content: unknown, origin: Origin | null): Promise<void> {
    const text = requireLasting(content)
    const provenance = origin?.provenance == null ? null : requireLasting(origin.provenance)
    const isLong = Buffer.byteLength(text) > MAX_TEXT_BYTES
    const artifacts = isLong
      ? [await this.#ledger.putArtifact({ name: 'message.txt', media: 'text/plain' }, [Buffer.from(text)])]
      : []
    const { run = null, call = null, cites = [] } = origin ?? {}
    const body: { [key: string]: Json } = { role, text: isLong ? null : text, run, call, provenance, cites: [...cites] }
    await this.#ledger.append(this.stream, [
      { kind: 'message.stored', actor: role === 'user' ? 'user' : 'agent', body, artifacts },
    ])
  }
}

/** Reads the messages in an owner's thread, with their recorded origins. */
export async function readThread(
  ledger: Reading,
  { thread, owner }: { thread: string; owner: string },
): Promise<StoredMessage[]> {
  await requireOwned(ledger, thread, owner)
  return storedIn(ledger, thread)
}

async function storedIn(ledger: Reading, thread: string): Promise<StoredMessage[]> {
  const found: StoredMessage[] = []
  for await (const entry of ledger.read(thread)) {
    const fact = factOf(entry)
    if (fact?.kind !== 'message.stored') continue
    const content = fact.body.text ?? (await textIn(ledger, entry))
    found.push({ role: fact.body.role, content, seq: entry.seq, at: entry.at, stored: fact.body })
  }
  return found
}

async function textIn(ledger: Reading, { artifacts: [stored] }: Entry): Promise<string> {
  if (stored === undefined) return ''
  const bytes = await ledger.readArtifact(stored.sha256, { start: 0, end: stored.bytes })
  return Buffer.from(bytes).toString('utf8')
}

async function requireOwned(ledger: Reading, thread: string, owner: string): Promise<void> {
  requireOwner(owner)
  if (!isStreamName(thread) || (await beginningOf(ledger, thread, 'thread'))?.owner !== owner)
    throw new MountError('THREAD_UNKNOWN', `This owner has no thread ${thread}.`)
}

/** Refuses everything that is not plain text, and text that contains a mounted block. */
function requireLasting(content: unknown): string {
  if (typeof content !== 'string')
    throw new MountError('MESSAGE_REFUSED', 'A thread stores text only: no tool results, no mounted evidence.')
  if (BLOCK.test(content))
    throw new MountError('MESSAGE_REFUSED', 'The text contains mounted evidence, which is never stored.')
  return content.toWellFormed()
}

const NEW_LINE = String.raw`(?:\r?\n|\\+(?:r\\+)?n)`
/** The beginning of a block, or of the line that replaces one, even inside JSON. */
const BLOCK = new RegExp(`${HEADER.replace(/[[\]]/g, '\\$&')}(?:${NEW_LINE}Run: | run/| Evidence of)`)

/** Starts a thread for an owner. */
export const startThread = Thread.start

/** Opens a thread again. */
export const openThread = Thread.open
