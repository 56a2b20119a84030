import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore } from '../../dist/index.js'
import { DRAFT, LINE_BYTES, wallMicros } from './sample.mjs'

const GROUP = 32
const A_ROUND = 20

/** Thirty-two appends in flight at once share one write and one sync. */
export const group = {
  name: 'group',
  what: 'group of 32 appends',
  baselineWhat: 'raw write of 32 + fdatasync',
  target: 5,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const store = openFileStore(join(dir, 'home'))
    const fd = openSync(join(dir, 'raw'), 'a')
    const lines = Buffer.alloc(LINE_BYTES * GROUP, 'x')
    return {
      baseline: async () =>
        (await wallMicros(() => {
          for (let i = 0; i < A_ROUND; i++) {
            writeSync(fd, lines)
            fdatasyncSync(fd)
          }
        })) / A_ROUND,
      subject: async () =>
        (await wallMicros(async () => {
          for (let i = 0; i < A_ROUND; i++) {
            await Promise.all(Array.from({ length: GROUP }, () => store.append('session/bench', [DRAFT])))
          }
        })) / A_ROUND,
      close: async () => {
        await store.close()
        closeSync(fd)
        rmSync(dir, { recursive: true })
      },
    }
  },
}
