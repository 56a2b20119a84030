import { parse } from 'smol-toml'
import type { JsonObject } from '../../ledger/kinds.ts'

/** Parses TOML settings; null if the text is invalid. */
export function readToml(text: string): JsonObject | null {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' }) as JsonObject
  } catch {
    return null
  }
}
