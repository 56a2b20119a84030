import { weakenedBy } from '../claims/changes/weakened-by.ts'
import type { ReadInventory } from '../claims/tests/found-test.ts'
import { inventoryOf, inventoryOfLarge, MAX_TEST_BYTES } from '../claims/tests/inventory.ts'
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
  const read = (side: 'before' | 'after'): ((path: string) => ReadInventory | null) => {
    const contents = new Map(files.map((file) => [file.path, blobs.get(file[side] ?? '') ?? null]))
    return (path) => testsIn(path, contents.get(path) ?? null)
  }
  return weakenedBy(
    files.map(({ path }) => path),
    read('before'),
    read('after'),
  )
}

function testsIn(path: string, bytes: Buffer | null): ReadInventory | null {
  if (bytes === null) return null
  return bytes.length > MAX_TEST_BYTES ? inventoryOfLarge(path) : inventoryOf(path, bytes.toString('utf8'))
}
