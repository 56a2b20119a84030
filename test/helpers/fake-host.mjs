/**
 * Imitates Claude Code as far as a canary needs: it reads the project's settings, runs the hooks in them, and asks the
 * model at ANTHROPIC_BASE_URL. FAKE_HOST names the mistake it makes.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const wrong = process.env.FAKE_HOST ?? ''
if (wrong === 'does not start') {
  console.error('\u001b[31mPlease log in.\u001b[0m')
  process.exit(41)
}

const session = process.argv[process.argv.indexOf('--session-id') + 1]
const prompt = process.argv.at(-1)
const { hooks } = JSON.parse(readFileSync('.claude/settings.local.json', 'utf8'))

/** The answers of all hooks of an event. */
function fire(event, more = {}) {
  if (wrong === `does not run ${event}`) return []
  const payload = { session_id: session, cwd: process.cwd(), transcript_path: null, hook_event_name: event, ...more }
  return (hooks[event] ?? [])
    .flatMap((group) => group.hooks)
    .map(({ command }) =>
      JSON.parse(spawnSync('sh', ['-c', command], { input: JSON.stringify(payload) }).stdout || '{}'),
    )
}

const messages = [{ role: 'user', content: prompt }]

async function ask() {
  const tools = [{ name: 'Bash', input_schema: { type: 'object', properties: { command: { type: 'string' } } } }]
  const response = await fetch(`${process.env.ANTHROPIC_BASE_URL}/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ model: 'fake', messages, tools }),
  })
  const { content } = await response.json()
  messages.push({ role: 'assistant', content })
  return content
}

function call({ id, input }) {
  const told = { tool_name: 'Bash', tool_input: input, tool_use_id: id }
  const reason = fire('PreToolUse', told).find((answer) => answer.hookSpecificOutput?.permissionDecision === 'deny')
    ?.hookSpecificOutput.permissionDecisionReason
  if (reason !== undefined && wrong !== 'does not honour denials')
    return wrong === 'does not tell the model' ? 'No.' : reason
  const { stdout } = spawnSync('sh', ['-c', input.command], { encoding: 'utf8' })
  fire('PostToolUse', { ...told, tool_response: { stdout, stderr: '', interrupted: false } })
  return stdout
}

fire('SessionStart', { source: 'startup' })
fire('UserPromptSubmit', { prompt })
for (let content = await ask(); ; content = await ask()) {
  const calls = content.filter(({ type }) => type === 'tool_use')
  if (calls.length === 0) {
    fire('Stop', { stop_hook_active: false, last_assistant_message: content[0].text })
    break
  }
  const results = calls.map((one) => ({ type: 'tool_result', tool_use_id: one.id, content: call(one) }))
  messages.push({ role: 'user', content: results })
}
fire('SessionEnd', { reason: 'other' })
