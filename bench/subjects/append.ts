import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore } from '../../src/index.ts'
import { DRAFT, LINE_BYTES, tempFolder, wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const GROUP = 32

/** Appends durable entries one by one and awaits each. */
export const append = appending('append', 1, 50, {
  what: 'durable append',
  baselineWhat: 'raw append + fdatasync',
  target: 1.5,
})

/** Thirty-two appends in flight at once share one write and one sync. */
export const group = appending('group', GROUP, 20, {
  what: `group of ${GROUP} appends`,
  baselineWhat: `raw write of ${GROUP} + fdatasync`,
  target: 5,
})

function appending(
  name: string,
  atOnce: number,
  times: number,
  said: Pick<Subject, 'what' | 'baselineWhat' | 'target'>,
): Subject {
  return {
    name,
    ...said,
    by: 'minimum',
    unit: 'µs',
    open() {
      const dir = tempFolder()
      const store = openFileStore(join(dir, 'home'))
      const fd = openSync(join(dir, 'raw'), 'a')
      const lines = Buffer.alloc(LINE_BYTES * atOnce, 'x')
      return {
        baseline: async () =>
          (await wallMicros(() => {
            for (let i = 0; i < times; i++) {
              writeSync(fd, lines)
              fdatasyncSync(fd)
            }
          })) / times,
        subject: async () =>
          (await wallMicros(async () => {
            for (let i = 0; i < times; i++)
              await Promise.all(Array.from({ length: atOnce }, () => store.append('session/bench', [DRAFT])))
          })) / times,
        close: async () => {
          await store.close()
          closeSync(fd)
        },
      }
    },
  }
}
