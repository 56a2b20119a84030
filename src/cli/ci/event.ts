import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { readPlain } from '../../ledger/stores/files/disk.ts'

/** Larger events are not read: GitHub's are at most 25 MB. */
const MAX_EVENT_BYTES = 32 << 20

/** A pull request as GitHub describes it in its event file: its title and body, and the commit that its base had then. */
export type PullRequestEvent = { body: string | null; base: string | null }

/** The pull request that a workflow runs for; null if it runs for none. */
export function pullRequestEvent(env: NodeJS.ProcessEnv): PullRequestEvent | null {
  const path = env['GITHUB_EVENT_PATH']
  const event = path ? readJson(path) : null
  const pullRequest = event === null ? null : event['pull_request']
  if (!isObject(pullRequest)) return null
  const texts = [pullRequest['title'], pullRequest['body']].filter((one) => typeof one === 'string')
  const sha = isObject(pullRequest['base']) ? pullRequest['base']['sha'] : null
  return {
    body: texts.length === 0 ? null : texts.join('\n\n'),
    base: typeof sha === 'string' && COMMIT.test(sha) ? sha : null,
  }
}

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
