import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore, verifyFiles } from '../../dist/index.js'
import { DRAFT, wallMicros } from './sample.mjs'

const ENTRIES = 20_000

/** The full audit of one stream: parse, hash, chain, seal. */
export const verify = {
  name: 'verify',
  what: `verify, ${ENTRIES.toLocaleString('en-US')} entries`,
  baselineWhat: 'SHA-256 of the whole file',
  target: 40,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const store = openFileStore(dir)
    for (let i = 0; i < ENTRIES; i += 1000) {
      await store.append(
        'session/bench',
        Array.from({ length: 1000 }, () => DRAFT),
      )
    }
    await store.close()
    const bytes = readFileSync(join(dir, 'ledger/session/bench.jsonl'))
    return {
      baseline: () => wallMicros(() => createHash('sha256').update(bytes).digest('hex')),
      subject: () =>
        wallMicros(async () => {
          const report = await verifyFiles(dir, { streams: ['session/bench'] })
          if (!report.ok || report.entries !== ENTRIES) throw new Error('The benchmark ledger does not verify.')
        }),
      close: async () => rmSync(dir, { recursive: true }),
    }
  },
}
