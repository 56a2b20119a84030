/**
 * Supervises a model of the AI SDK: node loop.mjs <folder with a task.yaml>
 * The model: MODEL_URL (any server for OpenAI chat completions), MODEL_NAME, MODEL_KEY.
 */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText } from 'ai'
import { defaultHome, openFileStore, parseTask, shellEnvironment, supervise } from 'bailiff'

const INSTRUCTIONS = `You work step by step under supervision. Every message you get is JSON: first the task, then the result of
your last step. Answer with one JSON object and nothing else:
{"belief": {"affordances": {}, "posture": "unknown|compliant|non_compliant", "evidence": "none|attempted|successful"},
 "action": {"type": "<one of the task's actions>", "payload": {}}, "free_text": "<your conclusion, when you terminate>"}`

/** An agent is a function from a message to its next step. Here a model chooses the step. */
function modelAgent(model) {
  const messages = []
  return async (told, signal) => {
    messages.push({ role: 'user', content: JSON.stringify(told) })
    const { text } = await generateText({ model, system: INSTRUCTIONS, messages, abortSignal: signal })
    messages.push({ role: 'assistant', content: text })
    return readJson(text)
  }
}

/** Invalid JSON is passed on unchanged: the supervisor rejects it, and the model may try again. */
function readJson(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const folder = resolve(process.argv[2] ?? '.')
const parsed = parseTask(readFileSync(join(folder, 'task.yaml')))
if (!parsed.ok) throw new Error(parsed.problems.map(({ line, message }) => `line ${line}: ${message}`).join('\n'))

const { MODEL_URL = 'http://localhost:11434/v1', MODEL_NAME = 'llama3.1', MODEL_KEY = 'none' } = process.env
const provider = createOpenAICompatible({ name: 'model', baseURL: MODEL_URL, apiKey: MODEL_KEY })
const person = new AbortController()
process.once('SIGINT', () => person.abort())

const ledger = openFileStore(defaultHome(process.env))
const environment = shellEnvironment(parsed.task, { cwd: folder, env: process.env })
const result = await supervise(modelAgent(provider(MODEL_NAME)), environment, parsed.task, {
  ledger,
  signal: person.signal,
})
await ledger.close()
console.log(JSON.stringify(result))
process.exitCode = result.outcome === 'earned' ? 0 : 2
