import { fileURLToPath } from 'node:url'
import type { Pack } from '../pack/format.ts'
import { loadPack } from './load-pack.ts'

/** The pattern pack that comes with this package. */
export const shippedPack = (): Pack => loadPack(fileURLToPath(new URL('.', import.meta.url)))
