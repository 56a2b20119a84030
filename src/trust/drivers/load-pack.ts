import { readPlain } from '../../ledger/stores/files/disk.ts'
import { TrustError } from '../errors.ts'
import { decodePack, type Pack } from '../pack/format.ts'

const MAX_BYTES = 64 << 20

/** Loads the pattern pack beside the programs. Throws PACK_UNUSABLE. */
export function loadPack(folder: string): Pack {
  const path = `${folder}/pack.bin`
  try {
    const read = readPlain(path, MAX_BYTES)
    if (read.kind === 'read') return decodePack(read.bytes)
    throw new Error(read.kind === 'no-file' ? 'there is no such file' : 'it is too large')
  } catch (error) {
    if (error instanceof TrustError) throw error
    const why = error instanceof Error ? error.message : String(error)
    throw new TrustError('PACK_UNUSABLE', `The pattern pack ${path} cannot be read: ${why}. Reinstall Bailiff.`, {
      cause: error,
    })
  }
}
