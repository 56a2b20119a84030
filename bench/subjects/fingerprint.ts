import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openFileStore, takeFingerprint } from '../../src/index.ts'
import { tempFolder, wallMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const FOLDERS = 1000
const FILES_EACH = 50
const FILES = FOLDERS * FILES_EACH

const wallMillis = async (act: () => unknown) => (await wallMicros(act)) / 1000

/**
 * The fingerprint of a large unchanged repository, with our hash cache and the system's inode cache both warm. Any tool
 * that looks at every file pays at least one lstat per file.
 */
export const fingerprint: Subject = {
  name: 'fingerprint',
  what: `fingerprint, ${FILES.toLocaleString('en-US')} files, warm`,
  baselineWhat: 'lstat of the same files',
  target: 6,
  by: 'minimum',
  unit: 'ms',
  async open(scaled) {
    const dir = tempFolder()
    const [root, home] = [join(dir, 'work'), join(dir, 'home')]
    const paths = fill(root, scaled(FOLDERS))
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', args, { cwd: root })
    await openFileStore(home).close()
    // The cache skips files written very recently.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const cold = await wallMillis(() => take(root, home, { files: paths.length, read: paths.length }))
    const warm: number[] = []
    return {
      baseline: () => wallMillis(() => paths.forEach((path) => void lstatSync(path))),
      subject: async () => {
        const time = await wallMillis(() => take(root, home, { files: paths.length, read: 0 }))
        warm.push(time)
        return time
      },
      note: () => {
        const middle = warm.sort((a, b) => a - b)[Math.floor(warm.length / 2)] ?? 0
        return `median ${middle.toFixed(0)} ms; without our cache, but with the files in the page cache: ${cold.toFixed(0)} ms`
      },
    }
  },
}

function fill(root: string, folders: number): string[] {
  const paths: string[] = []
  for (let i = 0; i < folders; i++) {
    const folder = join(root, `packages/part-${i % 50}/src/module-${i}`)
    mkdirSync(folder, { recursive: true })
    for (let j = 0; j < FILES_EACH; j++) {
      const path = join(folder, `component-${j}.ts`)
      writeFileSync(path, `export const value = ${i * j}\n`.repeat(20 + j))
      paths.push(path)
    }
  }
  return paths
}

async function take(root: string, home: string, wanted: { files: number; read: number }): Promise<void> {
  const taken = await takeFingerprint(root, { home })
  if (taken.kind !== 'taken' || taken.fingerprint.files !== wanted.files || taken.cost.read !== wanted.read)
    throw new Error(`Unexpected fingerprint: ${JSON.stringify('cost' in taken ? taken.cost : taken)}`)
}
