import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFileStore, takeFingerprint } from '../../dist/index.js'
import { wallMicros } from './sample.mjs'

const FOLDERS = 1000
const FILES_EACH = 50
const FILES = FOLDERS * FILES_EACH

const wallMillis = async (act) => (await wallMicros(act)) / 1000

/**
 * The fingerprint of a large unchanged repository, with our hash cache and the system's inode cache both warm. Any tool
 * that looks at every file pays at least one lstat per file.
 */
export const fingerprint = {
  name: 'fingerprint',
  what: `fingerprint, ${FILES.toLocaleString('en-US')} files, warm`,
  baselineWhat: 'lstat of the same files',
  target: 6,
  by: 'minimum',
  unit: 'ms',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const [root, home] = [join(dir, 'work'), join(dir, 'home')]
    const paths = fill(root)
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', args, { cwd: root })
    await openFileStore(home).close()
    // The cache skips files written very recently.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const cold = await wallMillis(() => take(root, home, FILES))
    const warm = []
    return {
      baseline: () => wallMillis(() => paths.forEach((path) => void lstatSync(path))),
      subject: async () => {
        const time = await wallMillis(() => take(root, home, 0))
        warm.push(time)
        return time
      },
      note: () => {
        const middle = warm.sort((a, b) => a - b)[Math.floor(warm.length / 2)]
        return `median ${middle.toFixed(0)} ms; without our cache, but with the files in the page cache: ${cold.toFixed(0)} ms`
      },
      close: async () => rmSync(dir, { recursive: true }),
    }
  },
}

function fill(root) {
  const paths = []
  for (let i = 0; i < FOLDERS; i++) {
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

async function take(root, home, reads) {
  const taken = await takeFingerprint(root, { home })
  if (taken.kind !== 'taken' || taken.fingerprint.files !== FILES || taken.cost.read !== reads)
    throw new Error(`Unexpected fingerprint: ${JSON.stringify(taken.cost ?? taken)}`)
}
