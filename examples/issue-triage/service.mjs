/**
 * An issue service on this machine: node service.mjs [port] [--hold <issue>]
 * GET /issues, GET /issues/<id>, PATCH /issues/<id> with {labels, state}, and GET /changes: how often each issue was
 * changed, and how many requests came again.
 * It remembers each Idempotency-Key: a request that comes again gets the first answer and changes nothing. With --hold it
 * changes that issue but does not answer the first time, like a server whose answer gets lost.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

const { values, positionals } = parseArgs({ options: { hold: { type: 'string' } }, allowPositionals: true })

const TITLES = [
  'Crash when the config file is empty',
  'How do I change the port?',
  'Please add a dark mode',
  'Error: ENOENT after the update to 2.1',
  'Crash when the config file is empty',
]
const issues = new Map(TITLES.map((title, i) => [String(i + 1), { id: i + 1, title, state: 'open', labels: [] }]))
const changes = Object.fromEntries([...issues.keys()].map((id) => [id, 0]))
const answers = new Map()
let repeats = 0
let held = values.hold

/** Changes an issue, unless it has seen this key. */
function change(id, key, { labels, state }) {
  const known = answers.get(key)
  if (known !== undefined) {
    repeats += 1
    return known
  }
  const issue = issues.get(id)
  if (labels !== undefined) issue.labels = labels
  if (state !== undefined) issue.state = state
  changes[id] += 1
  const answer = JSON.stringify(issue)
  if (key !== undefined) answers.set(key, answer)
  console.log(`issue ${id}: ${answer}`)
  return answer
}

async function answer(request) {
  const [, kind, id] = request.url.split('/')
  if (kind === 'changes') return JSON.stringify({ changes, repeats })
  if (kind !== 'issues') return null
  if (id === undefined) return JSON.stringify([...issues.values()])
  if (!issues.has(id)) return null
  if (request.method !== 'PATCH') return JSON.stringify(issues.get(id))
  const text = change(id, request.headers['idempotency-key'], await json(request))
  if (id !== held) return text
  held = undefined
  console.log(`issue ${id}: changed, but not answered`)
  return new Promise(() => {})
}

const server = createServer(async (request, response) => {
  const text = await answer(request)
  response.writeHead(text === null ? 404 : 200, { 'content-type': 'application/json' }).end(text ?? '{}')
})
server.listen(Number(positionals[0] ?? 4801), '127.0.0.1', () => {
  console.log(`Issues: http://127.0.0.1:${server.address().port}`)
})
