import { repeatedIn } from '../controller/repeated.ts'
import { LedgerError } from '../ledger/errors.ts'
import type { AuditFinding } from '../ledger/findings.ts'
import { readChain } from '../ledger/stores/files/read.ts'
import type { Readable } from '../ledger/stores/files/stream-lines.ts'

/** Finds the effects of controllers that were attempted twice. What cannot be read is left to the audit of the chain. */
export const repeatedEffects = (home: Readable, streams: readonly string[]): AuditFinding[] =>
  streams.flatMap((stream) => {
    try {
      const repeated = repeatedIn(stream, readChain(home, stream))
      return repeated.map(({ seq, detail }) => ({ stream, seq, reason: 'effect-repeated' as const, detail }))
    } catch (error) {
      if (error instanceof LedgerError) return []
      throw error
    }
  })
