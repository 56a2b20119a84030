import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore, verifyFiles } from '../../src/index.ts'
import { DRAFT, tempFolder, wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const ENTRIES = 20_000

/** The full audit of one stream: parse, hash, chain, seal. */
export const verify: Subject = {
  name: 'verify',
  what: `verify, ${ENTRIES.toLocaleString('en-US')} entries`,
  baselineWhat: 'SHA-256 of the whole file',
  target: 40,
  by: 'minimum',
  unit: 'µs',
  async open(scaled) {
    const dir = tempFolder()
    const store = openFileStore(dir)
    const group = Array.from({ length: scaled(1000) }, () => DRAFT)
    for (let i = 0; i < ENTRIES / 1000; i++) await store.append('session/bench', group)
    await store.close()
    const bytes = readFileSync(join(dir, 'ledger/session/bench.jsonl'))
    return {
      baseline: () => wallMicros(() => createHash('sha256').update(bytes).digest('hex')),
      subject: () =>
        wallMicros(async () => {
          const report = await verifyFiles(dir, { streams: ['session/bench'] })
          if (!report.ok || report.entries !== scaled(ENTRIES)) throw new Error('The benchmark ledger does not verify.')
        }),
    }
  },
}
