import type { Entry, Json, JsonObject } from '../ledger/kinds.ts'
import { isText, listIn, numberIn, objectIn, objectsIn, wordIn } from './body.ts'
import { deciderIn } from './decider.ts'
import {
  type Acceptance,
  type Checking,
  type CheckProcess,
  type JudgedFinding,
  type RecordedJudgement,
  TURN_VERDICTS,
  type Waiver,
} from './state.ts'
import { weakenedIn } from './weakened.ts'

/** Reads a judgement of claims from an entry. */
export function judgementIn({ seq, at, body }: Entry): RecordedJudgement {
  return {
    kind: 'judgement',
    seq,
    at,
    verdict: TURN_VERDICTS.find((one) => one === body['verdict']) ?? 'unsupervised',
    claims: objectsIn(body, 'claims').map((claim) => ({
      type: wordIn(claim, 'type') ?? 'unknown',
      level: wordIn(claim, 'level'),
      hedged: claim['hedged'] === true,
      quote: wordIn(claim, 'quote') ?? '',
      ...readByIn(claim),
    })),
    findings: objectsIn(body, 'findings').map(findingIn),
    notes: objectsIn(body, 'notes').map((note) => ({
      code: wordIn(note, 'code') ?? 'unknown',
      subject: wordIn(note, 'subject') ?? 'unknown',
      quote: wordIn(note, 'quote') ?? '',
      seqs: seqsIn(note),
      ...readByIn(note),
    })),
    blocks: numberIn(body, 'blocks') ?? 0,
    budget: numberIn(body, 'budget') ?? 0,
    fingerprint: wordIn(body, 'fingerprint'),
    policy: wordIn(body, 'policy'),
    failed: wordIn(body, 'failed'),
    detail: wordIn(body, 'detail'),
    waitedFor: listIn(body, 'waitedFor').filter(isText),
    weakened: weakenedIn(body, 'weakened'),
    supportFiles: listIn(body, 'supportFiles').filter(isText),
    checking: checkingIn(objectIn(body, 'checking')),
    of: numberIn(body, 'of'),
  }
}

/** Reads which checks run in the background. */
export const checkingIn = (body: JsonObject | null): Checking | null =>
  body === null
    ? null
    : {
        checks: listIn(body, 'checks').filter(isText),
        since: wordIn(body, 'since') ?? '',
        until: wordIn(body, 'until') ?? '',
        process: processIn(objectIn(body, 'process')),
      }

function processIn(body: JsonObject | null): CheckProcess | null {
  const pid = body === null ? null : numberIn(body, 'pid')
  if (body === null || pid === null) return null
  const [start = '', boot = '', place = ''] = ['start', 'boot', 'place'].map((name) => wordIn(body, name) ?? '')
  return { pid, start, boot, place }
}

const findingIn = (finding: JsonObject): JudgedFinding => ({
  code: wordIn(finding, 'code') ?? 'unknown',
  subject: wordIn(finding, 'subject') ?? 'unknown',
  mode: wordIn(finding, 'mode') ?? 'warn',
  quote: wordIn(finding, 'quote'),
  validator: wordIn(finding, 'validator'),
  detail: wordIn(finding, 'detail') ?? '',
  seqs: seqsIn(finding),
  ...readByIn(finding),
})

const readByIn = (body: JsonObject): { readBy?: string } => {
  const readBy = wordIn(body, 'readBy')
  return readBy === null ? {} : { readBy }
}

const seqsIn = (body: JsonObject): number[] =>
  listIn(body, 'seqs').filter((one: Json): one is number => typeof one === 'number')

/** Reads a waiver from an entry. Only a person can waive a claim. */
export function waiverIn({ seq, at, actor, body }: Entry): Waiver | null {
  const claim = wordIn(body, 'claim')
  if (actor !== 'admin' || claim === null) return null
  return { kind: 'waiver', seq, at, claim, reason: wordIn(body, 'reason') ?? '', decider: deciderIn(body) }
}

/** Reads the acceptance of weakened tests from an entry. Only a person can accept them. */
export function acceptanceIn({ seq, at, actor, body }: Entry): Acceptance | null {
  if (actor !== 'admin') return null
  const tests = weakenedIn(body, 'tests').map(({ test }) => test)
  return { kind: 'acceptance', seq, at, tests, decider: deciderIn(body) }
}
