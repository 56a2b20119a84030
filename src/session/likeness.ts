import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { ArtifactRef, Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { createRedactor, redactJson } from '../ledger/redact.ts'
import { shorten } from './long-texts.ts'

/**
 * What a call is known by where the host gives it no id: the same for a call in a transcript and for its entry, from
 * which secrets were taken and whose long texts are stored apart.
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
    // No entry reads like this: what has no byte form is not in the ledger.
    if (error instanceof LedgerError) return 'odd'
    throw error
  }
}
