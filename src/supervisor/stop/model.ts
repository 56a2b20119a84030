import type { Reading } from '../../claims/extract/claim.ts'
import { LIMITS } from '../../claims/extract/limits.ts'
import { type Additions, addedBy, additionsIn, type ReadReply } from '../../claims/model/additions.ts'
import { promptFor } from '../../claims/model/prompt.ts'
import type { ArtifactRef } from '../../ledger/kinds.ts'
import type { ModelReader, Policy } from '../../policy/policy.ts'
import { type Fact, fact } from '../../session/facts.ts'
import type { Step } from '../../session/state.ts'
import type { HostEvent, Stop } from '../event.ts'
import { record } from '../record/record.ts'
import type { GateWorld, ModelReply } from './world.ts'

/**
 * Lets a model read the message too, if the policy names one. What it added is recorded before it counts, so that the verdict
 * can be replayed without the model. Without a usable reply the reading stays as it is.
 */
export async function withModel(
  world: GateWorld,
  event: HostEvent,
  { message }: Stop,
  reading: Reading,
  policy: Policy | null,
): Promise<Reading> {
  const model = policy?.claims?.model
  if (model === undefined || message === null || message.trim() === '') return reading
  const prompt = promptFor(message)
  const reply = message.length > LIMITS.textLength ? TOO_LONG : await world.askModel({ model, prompt })
  const read =
    reply.kind === 'failed' ? { ok: false as const, why: reply.why } : additionsIn(reply.text, message, reading)
  const keep = (name: string, text: string): ArtifactRef => world.recorder.keep(name, Buffer.from(text))
  const kept = [
    keep('prompt', JSON.stringify(prompt)),
    ...(reply.kind === 'replied' ? [keep('reply', reply.text)] : []),
  ]
  record(world, event, [messageRead(model, read, kept)])
  return read.ok ? { ...reading, added: addedBy(model.name, read.additions) } : reading
}

const TOO_LONG: ModelReply = { kind: 'failed', why: 'The message is too long to send.' }

const NOTHING: Additions = { claims: [], gaps: [] }

function messageRead({ name, url }: ModelReader, read: ReadReply, artifacts: ArtifactRef[]): Fact {
  const { claims, gaps } = read.ok ? read.additions : NOTHING
  const dropped = read.ok ? read.dropped : []
  const body = {
    model: name,
    url,
    promptHash: artifacts[0]?.sha256 ?? '',
    why: read.ok ? null : read.why,
    claims: [...claims],
    gaps: [...gaps],
    ...(dropped.length > 0 && { dropped }),
  }
  return { ...fact('message.read', body), artifacts }
}

/** Adds what a model read at the time, according to the steps after a stop. Asks no model. */
export function withRecorded(reading: Reading, after: readonly Step[]): Reading {
  const found = after.find(({ kind }) => kind === 'reading' || kind === 'stop')
  return found?.kind === 'reading' && found.why === null ? { ...reading, added: addedBy(found.model, found) } : reading
}
