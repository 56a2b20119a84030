import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore } from '../../dist/index.js'
import { DRAFT, LINE_BYTES, wallMicros } from './sample.mjs'

const A_ROUND = 50

/** Appends durable entries one by one and awaits each. */
export const append = {
  name: 'append',
  what: 'durable append',
  baselineWhat: 'raw append + fdatasync',
  target: 1.5,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const store = openFileStore(join(dir, 'home'))
    const fd = openSync(join(dir, 'raw'), 'a')
    const line = Buffer.alloc(LINE_BYTES, 'x')
    return {
      baseline: async () =>
        (await wallMicros(() => {
          for (let i = 0; i < A_ROUND; i++) {
            writeSync(fd, line)
            fdatasyncSync(fd)
          }
        })) / A_ROUND,
      subject: async () =>
        (await wallMicros(async () => {
          for (let i = 0; i < A_ROUND; i++) await store.append('session/bench', [DRAFT])
        })) / A_ROUND,
      close: async () => {
        await store.close()
        closeSync(fd)
        rmSync(dir, { recursive: true })
      },
    }
  },
}
