import type { Json, JsonObject } from '../ledger/kinds.ts'
import type { ArtifactType, BodyOf, ControllerArtifact, Envelope } from './artifacts.ts'
import { digest } from './ids.ts'

/** The hash of an envelope: everything in it but the hash itself and the signature. */
export function envelopeHash({ envelope_hash: _, signature: __, ...rest }: Envelope): string {
  return digest(rest as Json)
}

/** Puts a body into its envelope, with both hashes. */
export function sealArtifact<Type extends ArtifactType>(
  type: Type,
  id: string,
  body: BodyOf<Type>,
  { at, by, meta = {} }: { at: string; by: string; meta?: JsonObject },
): ControllerArtifact<Type> {
  const body_hash = digest(body as Json)
  const envelope: Envelope = {
    artifact_id: `${type}/${id}`,
    status: 'accepted',
    artifact_type: type,
    version: 'v0',
    created_by: by,
    created_at: at,
    body_hash,
    envelope_hash: '',
    meta: { phase: 'derived', ...meta },
  }
  return { envelope: { ...envelope, envelope_hash: envelopeHash(envelope) }, body }
}
