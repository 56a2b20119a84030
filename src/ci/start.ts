import type { Start } from '../claims/changes/start.ts'
import { weakenedBy } from '../claims/changes/weakened-by.ts'
import type { TestInventory } from '../claims/tests/found-test.ts'
import { inventoryOf } from '../claims/tests/inventory.ts'
import { isTestFile } from '../claims/tests/test-file.ts'
import type { Weakened } from '../claims/weakened.ts'
import { readBlobs } from './blobs.ts'
import { answerOf, type Git } from './git.ts'
import type { PullRequest } from './pull-request.ts'

/** Larger files are not searched for tests. */
const MAX_TEST_BYTES = 1 << 20

/** Names the tests that the pull request removed or disabled, by the files of the merge base and of the head. */
export async function weakenedIn(git: Git, { changes }: Pick<PullRequest, 'changes'>): Promise<Weakened[]> {
  const files = changes.filter(({ path }) => isTestFile(path))
  const ids = files.flatMap(({ before, after }) => [before, after]).filter((id) => id !== null)
  const blobs = await readBlobs(git, ids)
  const read = (side: 'before' | 'after'): ((path: string) => TestInventory | null) => {
    const contents = new Map(files.map((file) => [file.path, blobs.get(file[side] ?? '') ?? null]))
    return (path) => testsIn(path, contents.get(path) ?? null)
  }
  return weakenedBy(
    files.map(({ path }) => path),
    read('before'),
    read('after'),
  )
}

const testsIn = (path: string, bytes: Buffer | null): TestInventory | null =>
  bytes === null || bytes.length > MAX_TEST_BYTES ? null : inventoryOf(path, bytes.toString('utf8'))

const ENTRY = /^100\d{3} blob ([0-9a-f]+)\t(.*)$/s

/** The tests of the content that the work started with. A failing test that is not among them is new. */
export async function startOf(git: Git, { mergeBase }: Pick<PullRequest, 'mergeBase'>): Promise<Start> {
  const rows = (await answerOf(git, ['ls-tree', '-r', '-z', '--full-tree', mergeBase])).toString('utf8').split('\0')
  const files = rows.flatMap((row) => {
    const [, id, path] = ENTRY.exec(row) ?? []
    return id === undefined || path === undefined || !isTestFile(path) ? [] : [{ id, path }]
  })
  const blobs = await readBlobs(
    git,
    files.map(({ id }) => id),
  )
  const tests = files.flatMap(({ id, path }) => {
    const found = testsIn(path, blobs.get(id) ?? null)
    return found === null ? [] : [[path, found] as const]
  })
  return { rows: new Set(), tests: new Map(tests), unread: [], head: mergeBase, branch: null, commits: [mergeBase] }
}
