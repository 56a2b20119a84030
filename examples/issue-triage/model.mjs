/**
 * A scripted model, not a language model: node model.mjs [port]
 * It speaks the chat completions of OpenAI, reads the issues from the prompt, and answers with a plan. Its first answer is
 * invalid on purpose. Once every issue has a label, it wants to close the duplicates.
 */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'

let calls = 0

/** The issues in the snapshot, which is the first message of the user. */
function issuesIn({ messages }) {
  const { content } = messages.find(({ role }) => role === 'user')
  return JSON.parse(content).environment.issues.json
}

const labelFor = (title) => (/crash|error/i.test(title) ? 'bug' : title.endsWith('?') ? 'question' : 'feature')

const decision = ({ id }, target_state, reasoning_trace) => ({
  effect_ref: `resource:issue:${id}`,
  target_state,
  reasoning_trace,
})

function planFor(issues) {
  const unlabelled = issues.filter(({ labels }) => labels.length === 0)
  if (unlabelled.length > 0)
    return {
      summary: `Label ${unlabelled.length} issues.`,
      decisions: unlabelled.map((issue) => decision(issue, { labels: [labelFor(issue.title)] }, 'by its title')),
    }
  const isDuplicate = ({ title, state }, i) => state === 'open' && issues.findIndex((one) => one.title === title) < i
  const duplicates = issues.filter(isDuplicate)
  return {
    summary: duplicates.length > 0 ? 'Close the duplicates.' : 'Nothing to do.',
    decisions: duplicates.map((issue) => decision(issue, { state: 'closed' }, 'same title as an earlier issue')),
  }
}

/** The first answer has a label that is not in a list. */
function answerTo(chat) {
  const plan = planFor(issuesIn(chat))
  if (calls > 1) return plan
  return { ...plan, decisions: plan.decisions.map((one) => ({ ...one, target_state: { labels: 'bug' } })) }
}

const server = createServer(async (request, response) => {
  const chat = await json(request)
  calls += 1
  const plan = answerTo(chat)
  console.log(`call ${calls}: ${plan.summary}${calls === 1 ? ' (invalid)' : ''}`)
  const choice = { index: 0, finish_reason: 'stop', message: { role: 'assistant', content: JSON.stringify(plan) } }
  const completion = { id: `${calls}`, object: 'chat.completion', created: 0, model: 'scripted', choices: [choice] }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion))
})
server.listen(Number(process.argv[2] ?? 4802), '127.0.0.1', () => {
  console.log('This model is scripted. It is not a language model.')
  console.log(`Model: http://127.0.0.1:${server.address().port}/v1`)
})
