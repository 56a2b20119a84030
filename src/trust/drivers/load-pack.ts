import { readFileSync } from 'node:fs'
import { TrustError } from '../errors.ts'
import { decodePack, type Pack } from '../pack/format.ts'

/** Loads the pattern pack beside the programs. Throws PACK_UNUSABLE. */
export function loadPack(folder: string): Pack {
  return decodePack(contentOf(`${folder}/pack.bin`))
}

function contentOf(path: string): Uint8Array {
  try {
    return readFileSync(path)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new TrustError('PACK_UNUSABLE', `The pattern pack cannot be read: ${why}. Reinstall Bailiff.`, {
      cause: error,
    })
  }
}
