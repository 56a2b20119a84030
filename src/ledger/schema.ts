import { z } from 'zod'
import { ACTORS, type Entry, isArtifactRef, isEntry, isEntryKind, isStreamName, isTime, type Json, type JsonObject } from './kinds.ts'

/**
 * The shapes of `kinds.ts` as zod schemas, for those who parse entries outside the hook. A type test proves the types
 * equal, a property test that both accept the same values.
 */

const json: z.ZodType<Json> = z.lazy(() =>
  z.union([z.null(), z.boolean(), z.number(), z.string(), z.array(json), z.record(z.string(), json)]),
)
const jsonObject: z.ZodType<JsonObject> = z.record(z.string(), json)
const count = z.int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const redacted = z.record(z.string(), count)

export const artifactSchema = z.strictObject({
  name: z.string().regex(/^[^\p{Cc}\p{Cs}]{1,255}$/u),
  sha256,
  bytes: count,
  media: z.string().regex(/^[a-z0-9][a-z0-9.+-]{0,63}\/[a-z0-9][a-z0-9.+-]{0,63}$/),
  redacted: redacted.exactOptional(),
})

export const entrySchema = z.strictObject({
  v: z.literal(1),
  stream: z.string().refine(isStreamName),
  seq: z.int().positive(),
  at: z.string().refine(isTime),
  kind: z.string().refine(isEntryKind),
  actor: z.enum(ACTORS),
  body: jsonObject,
  artifacts: z.array(artifactSchema),
  prev: sha256,
  redacted: redacted.exactOptional(),
})
