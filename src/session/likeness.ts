import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { ArtifactRef, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { createRedactor, redactJson } from '../ledger/redact.ts'
import { shorten } from './long-texts.ts'

/**
 * Identifies a call that has no id from the host. A call in a transcript and its entry get the same likeness, although
 * the entry has its secrets redacted and its long strings stored as artifacts.
 */
export const likeOfDispatch = ({ tool, input }: { tool: string; input: Json }): string =>
  rendered(tool, redactJson({ input: shorten(input, 'input', (_, text) => ({ artifact: storedAs(text) }), 1) }))

export const likeOfEntry = ({ body, artifacts }: Entry): string =>
  rendered(body['tool'] ?? null, { value: { input: withDigests(body['input'] ?? null, artifacts) } })

function storedAs(text: string): string {
  const redactor = createRedactor()
  return sha256(Buffer.concat([redactor.write(Buffer.from(text)), redactor.end()]))
}

function withDigests(value: Json, artifacts: readonly ArtifactRef[]): Json {
  if (artifacts.length === 0 || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => withDigests(one, artifacts))
  const stored = artifacts.find(({ name }) => name === value['artifact'])
  if (stored !== undefined) return { artifact: stored.sha256 }
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, withDigests(one, artifacts)]))
}

function rendered(tool: Json, { value }: { value: JsonObject }): string {
  try {
    return canonical([tool, value['input'] ?? null])
  } catch (error) {
    // No entry has this likeness: a value without a canonical form is never in the ledger.
    if (error instanceof LedgerError) return 'odd'
    throw error
  }
}
