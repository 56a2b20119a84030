import { z } from 'zod'
import {
  ACTORS,
  isArtifactName,
  isEntryKind,
  isObject,
  isRedactions,
  isStreamName,
  isTime,
  type JsonObject,
  type Redactions,
} from './kinds.ts'

/**
 * The shapes of `kinds.ts` as zod schemas, for parsing entries outside the hook. A type test proves that the types are
 * equal; a property test proves that both accept the same values.
 */

// Not copied or walked: a copy would lose a key called `__proto__`, and walking a deep value could overflow the stack.
const body = z.custom<JsonObject>(isObject, 'expected a JSON object')
const redacted = z.custom<Redactions>(isRedactions, 'expected counts by kind')
const count = z.int().nonnegative()
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

export const artifactSchema = z.strictObject({
  name: z.string().refine(isArtifactName),
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
  body,
  artifacts: z.array(artifactSchema),
  prev: sha256,
  redacted: redacted.exactOptional(),
})
