import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { readPlain } from '../../ledger/stores/files/disk.ts'

/** Larger events are not read: GitHub's are at most 25 MB. */
const MAX_EVENT_BYTES = 32 << 20

/** A pull request, or a group of them in a merge queue, as GitHub describes it in its event file: its text, and its two commits then. */
export type PullRequestEvent = { body: string | null; base: string | null; head: string | null }

/** The pull request that a workflow runs for; null if it runs for none. */
export function pullRequestEvent(env: NodeJS.ProcessEnv): PullRequestEvent | null {
  const path = env['GITHUB_EVENT_PATH']
  const event = path ? readJson(path) : null
  const { pull_request: pullRequest, merge_group: group } = event ?? {}
  if (isObject(pullRequest)) {
    const texts = [pullRequest['title'], pullRequest['body']].filter((one) => typeof one === 'string')
    return {
      body: texts.length === 0 ? null : texts.join('\n\n'),
      base: isObject(pullRequest['base']) ? commitIn(pullRequest['base']['sha']) : null,
      head: isObject(pullRequest['head']) ? commitIn(pullRequest['head']['sha']) : null,
    }
  }
  return isObject(group) ? { body: null, base: commitIn(group['base_sha']), head: null } : null
}

const commitIn = (value: unknown): string | null => (typeof value === 'string' && COMMIT.test(value) ? value : null)

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/

function readJson(path: string): JsonObject | null {
  try {
    const read = readPlain(path, MAX_EVENT_BYTES)
    const value: unknown = read.kind === 'read' ? JSON.parse(read.bytes.toString('utf8')) : null
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
