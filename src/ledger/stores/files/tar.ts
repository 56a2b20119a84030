import { LedgerError } from '../../errors.ts'

/**
 * Plain ustar format, so that an auditor can unpack an export with `tar`. Regular files only; a name that is too long
 * goes into a pax header. Times and owners are zero, so equal content gives equal bytes.
 */

const BLOCK = 512
const NAME_BYTES = 100
const TYPE_AT = 156
const CHECKSUM_AT = 148
/** Larger than any pax record our names need. */
const MAX_RECORD_BYTES = 1_024

/** Returns the header that precedes a file's bytes. */
export function tarHeader(name: string, bytes: number): Buffer {
  const at = name.length <= NAME_BYTES ? -1 : name.lastIndexOf('/')
  if (name.length - at - 1 <= NAME_BYTES) return block(name.slice(at + 1), bytes, '0', name.slice(0, Math.max(0, at)))
  const record = paxRecord(`path=${name}\n`)
  return Buffer.concat([
    block('long-name', record.length, 'x'),
    record,
    tarPadding(record.length),
    block('long-name', bytes, '0'),
  ])
}

/** Renders a pax record, which begins with its own length. */
function paxRecord(field: string): Buffer {
  let text = ` ${field}`
  while (!text.startsWith(`${text.length} `)) text = `${text.length} ${field}`
  return Buffer.from(text, 'latin1')
}

function block(name: string, bytes: number, type: '0' | 'x', prefix = ''): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0, NAME_BYTES, 'latin1')
  header.write('0000600\0' + '0000000\0' + '0000000\0', 100, 'latin1')
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write(`${'0'.repeat(11)}\0`, 136, 'latin1')
  header.write(type, TYPE_AT, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  header.write(prefix, 345, 155, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'latin1')
  return header
}

/** The padding that fills the last block of a file, and the end-of-archive marker. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

/** Reads up to `length` bytes at an offset; fewer only at the end. */
export type ReadAt = (at: number, length: number) => Buffer

/** A file in an archive, with the offsets of its bytes and of the next header. */
export type TarFile = { name: string; bytes: number; dataAt: number; nextAt: number }

/** Reads the file header at an offset; null at the end of the archive. Throws if the bytes are not what we would write. */
export function readTarFile(read: ReadAt, at: number): TarFile | null {
  const header = read(at, BLOCK)
  if (header.length !== BLOCK) throw broken('the file is truncated')
  if (header.equals(Buffer.alloc(BLOCK))) {
    if (!read(at, 2 * BLOCK + 1).equals(tarEnd())) throw broken('the end of the archive is damaged')
    return null
  }
  const { name, bytes } = parse(read, at, header)
  const expected = tarHeader(name, bytes)
  if (!read(at, expected.length).equals(expected))
    throw broken('a header is damaged, or does not describe a regular file')
  const end = at + expected.length + bytes
  const padding = tarPadding(bytes)
  if (!read(end, padding.length).equals(padding))
    throw broken('there are extra bytes between files, or the file is truncated')
  return { name, bytes, dataAt: at + expected.length, nextAt: end + padding.length }
}

/** The name and size in a header. The caller renders the header again to check that it is ours. */
function parse(read: ReadAt, at: number, header: Buffer): { name: string; bytes: number } {
  if (textAt(header, TYPE_AT, 1) === '0') {
    const prefix = textAt(header, 345, 155)
    return { name: `${prefix === '' ? '' : `${prefix}/`}${textAt(header, 0, NAME_BYTES)}`, bytes: sizeIn(header) }
  }
  const recordBytes = Math.min(sizeIn(header), MAX_RECORD_BYTES)
  const [, name = ''] = /^\d+ path=(.*)\n$/s.exec(read(at + BLOCK, recordBytes).toString('latin1')) ?? []
  return { name, bytes: sizeIn(read(at + BLOCK + recordBytes + tarPadding(recordBytes).length, BLOCK)) }
}

const textAt = (header: Buffer, from: number, length: number): string =>
  header.toString('latin1', from, from + length).replace(/\0.*$/s, '')

function sizeIn(header: Buffer): number {
  const octal = textAt(header, 124, 12)
  if (!/^[0-7]{11}$/.test(octal)) throw broken('a header is damaged')
  return Number.parseInt(octal, 8)
}

/** The sum of all header bytes, with the eight bytes of the checksum itself counted as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < BLOCK; i++) if (i < CHECKSUM_AT || i >= CHECKSUM_AT + 8) sum += header[i] ?? 0
  return sum
}

const broken = (why: string): LedgerError => new LedgerError('EXPORT_INVALID', `Invalid export: ${why}.`)
