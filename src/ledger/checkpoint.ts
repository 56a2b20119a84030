import { createPublicKey, hash, type KeyObject, sign, verify } from 'node:crypto'
import { LedgerError } from './errors.ts'
import { isHash, isStreamName, type Tail } from './kinds.ts'

/**
 * The ends of all streams in a ledger at one moment. Rendered as a signed note in C2SP tlog-checkpoint format: origin,
 * number of entries, hash of the lines that follow, then one line per stream. Kept elsewhere, it reveals a rollback.
 */
export type Checkpoint = { ledger: string; heads: Map<string, Tail> }

const ORIGIN = 'bailiff/'
const SIGNATURE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/
const ED25519 = Buffer.from([0x01])
/** The fixed prefix of an Ed25519 public key in SPKI form; the 32 key bytes follow. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** Renders and signs a checkpoint. */
export function signCheckpoint(checkpoint: Checkpoint, privateKey: KeyObject): string {
  const name = ORIGIN + checkpoint.ledger
  const text = renderText(checkpoint)
  const keyHash = keyHashOf(name, rawPublicKey(createPublicKey(privateKey)))
  const signature = Buffer.concat([keyHash, sign(null, Buffer.from(text), privateKey)])
  return `${text}\n— ${name} ${signature.toString('base64')}\n`
}

function renderText({ ledger, heads }: Checkpoint): string {
  const lines = [...heads]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([stream, { seq, hash }]) => `${stream} ${seq} ${hash}\n`)
  const entries = [...heads.values()].reduce((sum, { seq }) => sum + seq, 0)
  const root = hash('sha256', lines.join(''), 'base64')
  return `${ORIGIN}${ledger}\n${entries}\n${root}\n${lines.join('')}`
}

/** Parses a checkpoint. Throws if `vkey` did not sign it or if its text is not exactly what we would render. */
export function openCheckpoint(note: string, vkey: string): Checkpoint {
  const border = note.lastIndexOf('\n\n')
  const text = note.slice(0, border + 1)
  const signer = parseVkey(vkey)
  const signatures = border > 0 ? signaturesBy(signer, note.slice(border + 2)) : []
  const publicKey = publicKeyOf(signer.publicKey)
  const isSigned = signatures.length > 0 && signatures.every((one) => verify(null, Buffer.from(text), publicKey, one))
  if (!isSigned) throw invalid(`not signed by ${signer.name}`)
  const checkpoint = parseText(text)
  if (checkpoint === null || renderText(checkpoint) !== text) throw invalid('the text is malformed')
  return checkpoint
}

/** Returns the signatures by this key. Skips those by other keys, such as a witness's; any other line is an error. */
function signaturesBy(signer: Signer, lines: string): Buffer[] {
  const keyHash = keyHashOf(signer.name, signer.publicKey)
  return lines
    .replace(/\n$/, '')
    .split('\n')
    .map(parseSignature)
    .filter(({ name, bytes }) => name === signer.name && bytes.subarray(0, 4).equals(keyHash))
    .map(({ bytes }) => bytes.subarray(4))
}

function parseSignature(line: string): { name: string; bytes: Buffer } {
  const [, name = '', encoded = ''] = SIGNATURE.exec(line) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  // Decoding ignores unused bits in the last base64 character, so only the canonical encoding is accepted.
  if (name === '' || bytes.toString('base64') !== encoded) throw invalid('a signature is malformed')
  return { name, bytes }
}

function parseText(text: string): Checkpoint | null {
  const [origin = '', , , ...lines] = text.split('\n').slice(0, -1)
  if (!origin.startsWith(ORIGIN)) return null
  const heads = new Map<string, Tail>()
  for (const line of lines) {
    const [stream = '', seq = '', head = ''] = line.split(' ')
    if (!isStreamName(stream) || !isHash(head) || !/^\d{1,15}$/.test(seq)) return null
    heads.set(stream, { seq: Number(seq), hash: head })
  }
  return { ledger: origin.slice(ORIGIN.length), heads }
}

/** The verifier key in C2SP form: `<name>+<key hash>+<base64 of type and key>`. */
export function vkeyOf(ledger: string, key: KeyObject): string {
  const publicKey = rawPublicKey(key)
  const name = ORIGIN + ledger
  return `${name}+${keyHashOf(name, publicKey).toString('hex')}+${Buffer.concat([ED25519, publicKey]).toString('base64')}`
}

type Signer = { name: string; publicKey: Buffer }

function parseVkey(vkey: string): Signer {
  const [, name = '', keyHash = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(vkey.trim()) ?? []
  const bytes = Buffer.from(encoded, 'base64')
  const publicKey = bytes.subarray(1)
  const isWhole = bytes.length === 33 && bytes[0] === 0x01 && keyHashOf(name, publicKey).toString('hex') === keyHash
  if (!isWhole) throw invalid('the verifier key must have the form <name>+<8 hex digits>+<base64>')
  return { name, publicKey }
}

const keyHashOf = (name: string, publicKey: Buffer): Buffer =>
  Buffer.from(hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), ED25519, publicKey]), 'hex').slice(0, 8), 'hex')

const rawPublicKey = (key: KeyObject): Buffer =>
  key.export({ type: 'spki', format: 'der' }).subarray(SPKI_PREFIX.length)

const publicKeyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_PREFIX, raw]), type: 'spki', format: 'der' })

const invalid = (why: string): LedgerError => new LedgerError('CHECKPOINT_INVALID', `Invalid checkpoint: ${why}.`)
