import { isObject, type JsonObject } from '../../ledger/kinds.ts'
import { readPlain } from '../../ledger/stores/files/disk.ts'

/** Larger events are not read: GitHub's are at most 25 MB. */
const MAX_EVENT_BYTES = 32 << 20

/** The title and body of the pull request that GitHub describes in its event file; null if there is none. */
export function bodyInEvent(env: NodeJS.ProcessEnv): string | null {
  const path = env['GITHUB_EVENT_PATH']
  const event = path ? readJson(path) : null
  const pullRequest = event === null ? null : event['pull_request']
  if (!isObject(pullRequest)) return null
  const texts = [pullRequest['title'], pullRequest['body']].filter((one) => typeof one === 'string')
  return texts.length === 0 ? null : texts.join('\n\n')
}

function readJson(path: string): JsonObject | null {
  try {
    const read = readPlain(path, MAX_EVENT_BYTES)
    const value: unknown = read.kind === 'read' ? JSON.parse(read.bytes.toString('utf8')) : null
    return isObject(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}
