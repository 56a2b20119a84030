import { parse } from 'smol-toml'
import type { JsonObject } from '../../ledger/kinds.ts'

/** The settings in a TOML text; null if it is invalid. */
export function readToml(text: string): JsonObject | null {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' }) as JsonObject
  } catch {
    return null
  }
}
