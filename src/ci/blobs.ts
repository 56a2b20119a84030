import { answerOf, type Git } from './git.ts'

/** Reads contents from git by name: a hash, or `<commit>:<path>`. Follows symlinks within the commit; null if there is nothing. */
export async function readBlobs(git: Git, names: readonly string[]): Promise<Map<string, Buffer | null>> {
  const asked = [...new Set(names)].filter((name) => !name.includes('\n'))
  const found = new Map<string, Buffer | null>()
  if (asked.length === 0) return found
  const output = await answerOf(git, ['cat-file', '--batch', '--follow-symlinks'], `${asked.join('\n')}\n`)
  let at = 0
  for (const name of asked) {
    const end = output.indexOf('\n', at)
    const header = output.toString('latin1', at, end)
    const [, type, size] =
      /^(?:[0-9a-f]+ )?(blob|tree|commit|tag|symlink|dangling|loop|notdir) (\d+)$/.exec(header) ?? []
    at = end + 1
    if (type === undefined) {
      found.set(name, null)
      continue
    }
    const bytes = output.subarray(at, at + Number(size))
    found.set(name, type === 'blob' ? bytes : null)
    at += Number(size) + 1
  }
  return found
}
