import type { Reading } from '../../claims/extract/claim.ts'
import { extractClaims } from '../../claims/extract/extract.ts'
import type { HostEvent, Stop } from '../event.ts'
import type { World } from '../world.ts'

/** A transcript larger than this must contain messages. */
const CLEARLY_TEXT_BYTES = 50 << 10

/** Extracts the claims from a final message. */
export function readMessage({ transcripts }: World, { transcript }: HostEvent, { message }: Stop): Reading {
  const reading = extractClaims(message ?? '')
  const isEmpty = (message ?? '').trim() === ''
  if (!isEmpty || transcript === null || (transcripts.sizeBytes(transcript) ?? 0) <= CLEARLY_TEXT_BYTES) return reading
  return { ...reading, finding: { code: 'NOTHING_READ', message: 'The host gave no final message.' } }
}
