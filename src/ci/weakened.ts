import { weakenedBy } from '../claims/changes/weakened-by.ts'
import type { TestInventory } from '../claims/tests/found-test.ts'
import { testsInFile } from '../claims/tests/inventory.ts'
import { isTestFile } from '../claims/tests/test-file.ts'
import type { Weakened } from '../claims/weakened.ts'
import { readBlobs } from './blobs.ts'
import type { Git } from './git.ts'
import type { PullRequest } from './pull-request.ts'

/** Larger files are not searched for tests. */
const MAX_TEST_BYTES = 1 << 20

/** Names the tests that the pull request removed or disabled, by the files of the merge base and of the head. */
export async function weakenedIn(git: Git, { changes }: Pick<PullRequest, 'changes'>): Promise<Weakened[]> {
  const files = changes.filter(({ path }) => isTestFile(path))
  const ids = files.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null)
  const blobs = await readBlobs(git, ids)
  const textIn = (side: 'before' | 'after'): ((path: string) => string | null) => {
    const contents = new Map(files.map((file) => [file.path, blobs.get(file[side] ?? '') ?? null]))
    return (path) => textOf(contents.get(path) ?? null)
  }
  const [before, after] = [textIn('before'), textIn('after')]
  return weakenedBy(
    files.map(({ path }) => path),
    (path) => testsIn(path, before(path)),
    (path) => testsIn(path, after(path)),
    after,
  )
}

const textOf = (bytes: Buffer | null): string | null =>
  bytes === null || bytes.length > MAX_TEST_BYTES ? null : bytes.toString('utf8')

const testsIn = (path: string, text: string | null): TestInventory | null =>
  text === null ? null : testsInFile(path, text)
