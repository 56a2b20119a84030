import { LedgerError } from '../../errors.ts'

/** The plain ustar form, so that an auditor can unpack an export with `tar`. Regular files only. */

const BLOCK = 512
const NAME_BYTES = 100
const CHECKSUM_AT = 148

/** The header of one file. Times and owners are left at zero: equal content gives equal bytes. */
export function tarHeader(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  const at = name.length <= NAME_BYTES ? -1 : name.lastIndexOf('/', 155)
  header.write(name.slice(at + 1), 0, NAME_BYTES, 'latin1')
  if (at > 0) header.write(name.slice(0, at), 345, 155, 'latin1')
  header.write('0000600\0' + '0000000\0' + '0000000\0', 100, 'latin1')
  header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124, 'latin1')
  header.write(`${'0'.repeat(11)}\0`, 136, 'latin1')
  header.write('0', 156, 'latin1')
  header.write('ustar\0' + '00', 257, 'latin1')
  header.write(`${checksum(header).toString(8).padStart(6, '0')}\0 `, CHECKSUM_AT, 'latin1')
  return header
}

/** What fills the last block of a file, and what ends an archive. */
export const tarPadding = (bytes: number): Buffer => Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

export type TarFile = { name: string; bytes: number }

/** Reads a header; null at the end of the archive. Anything but a regular file is refused. */
export function parseTarHeader(header: Buffer): TarFile | null {
  if (header.length !== BLOCK) throw broken('it ends in the middle')
  if (header.every((byte) => byte === 0)) return null
  const field = (from: number, length: number) => header.toString('latin1', from, from + length).replace(/\0.*$/s, '').trim()
  const bytes = field(124, 12)
  if (Number.parseInt(field(CHECKSUM_AT, 8), 8) !== checksum(header)) throw broken('a header is damaged')
  if (field(156, 1) !== '0' || !/^[0-7]{1,11}$/.test(bytes)) throw broken('it holds something other than plain files')
  const prefix = field(345, 155)
  return { name: prefix === '' ? field(0, NAME_BYTES) : `${prefix}/${field(0, NAME_BYTES)}`, bytes: Number.parseInt(bytes, 8) }
}

/** The sum of all header bytes, with the checksum's own eight taken as spaces. */
function checksum(header: Buffer): number {
  let sum = 8 * 0x20
  for (let i = 0; i < BLOCK; i++) if (i < CHECKSUM_AT || i >= CHECKSUM_AT + 8) sum += header[i] ?? 0
  return sum
}

const broken = (why: string): LedgerError => new LedgerError('EXPORT_INVALID', `Not a whole export: ${why}.`)
