import { weakenedBy } from '../claims/changes/weakened-by.ts'
import type { ReadInventory } from '../claims/tests/found-test.ts'
import { inventoryOfLarge, MAX_TEST_BYTES, testsInFile } from '../claims/tests/inventory.ts'
import { isTestFile } from '../claims/tests/test-file.ts'
import type { Weakened } from '../claims/weakened.ts'
import { readBlobs } from './blobs.ts'
import type { Git } from './git.ts'
import type { PullRequest } from './pull-request.ts'

/** Names the tests that the pull request removed or disabled, by the files of the merge base and of the head. */
export async function weakenedIn(git: Git, { changes }: Pick<PullRequest, 'changes'>): Promise<Weakened[]> {
  const files = changes.filter(({ path }) => isTestFile(path))
  const ids = files.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null)
  const blobs = await readBlobs(git, ids)
  const bytesIn = (side: 'before' | 'after'): ((path: string) => Buffer | null) => {
    const contents = new Map(files.map((file) => [file.path, blobs.get(file[side] ?? '') ?? null]))
    return (path) => contents.get(path) ?? null
  }
  const [before, after] = [bytesIn('before'), bytesIn('after')]
  return weakenedBy(
    files.map(({ path }) => path),
    (path) => testsIn(path, before(path)),
    (path) => testsIn(path, after(path)),
    (path) => textOf(after(path)),
  )
}

function testsIn(path: string, bytes: Buffer | null): ReadInventory | null {
  const text = textOf(bytes)
  if (text !== null) return testsInFile(path, text)
  return bytes === null ? null : inventoryOfLarge(path)
}

const textOf = (bytes: Buffer | null): string | null =>
  bytes === null || bytes.length > MAX_TEST_BYTES ? null : bytes.toString('utf8')
