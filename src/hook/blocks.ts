import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { sha256 } from '../ledger/digest.ts'
import { isObject } from '../ledger/kinds.ts'
import { type BlockCount, type Blocks, NO_BLOCKS } from '../supervisor/blocks.ts'

/** The counts in files: in the state directory, and where nothing can be written there, among temporary files. */
export function blocksIn(home: string): Blocks {
  const pathsOf = (stream: string): string[] => [
    join(home, 'blocks', `${stream.replaceAll('/', '.')}.json`),
    join(tmpdir(), `bailiff-${userOf()}`, `${sha256(`${home}\n${stream}`).slice(0, 32)}.json`),
  ]
  return {
    // The higher of both: a count that cannot be raised any more in one place is kept in the other.
    read: (stream) => pathsOf(stream).map(readCount).reduce(higher),
    keep: (stream, count) => pathsOf(stream).some((path) => writeCount(path, count)),
    clear: (stream) => {
      for (const path of pathsOf(stream)) removeCount(path)
    },
  }
}

const userOf = (): string => {
  try {
    return String(userInfo().uid)
  } catch {
    return 'nobody'
  }
}

const higher = (a: BlockCount, b: BlockCount): BlockCount => ({
  blocks: Math.max(a.blocks, b.blocks),
  failures: Math.max(a.failures, b.failures),
  reason: (b.blocks > a.blocks ? b : a).reason ?? b.reason,
})

function readCount(path: string): BlockCount {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (!isObject(value)) return NO_BLOCKS
    const { blocks, failures, reason } = value
    const number = (given: unknown): number => (Number.isSafeInteger(given) ? Math.max(0, Number(given)) : 0)
    return {
      blocks: number(blocks),
      failures: number(failures),
      reason: typeof reason === 'string' ? reason : null,
    }
  } catch {
    return NO_BLOCKS
  }
}

/** Whether it stands there afterwards. */
function writeCount(path: string, count: BlockCount): boolean {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, `${JSON.stringify(count)}\n`, { mode: 0o600 })
    return readCount(path).blocks === count.blocks
  } catch {
    return false
  }
}

function removeCount(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // It stays, and the turn is let go sooner.
  }
}
