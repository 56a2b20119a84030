/**
 * A lead with three workers that check a server: node check.mjs ["your question"]
 * Which model: MODEL_URL (anything that speaks the chat completions of OpenAI), MODEL_NAME, MODEL_KEY.
 * MOUNT=off shows the answer without mounted evidence.
 */
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, stepCountIs, tool, wrapLanguageModel } from 'ai'
import { defaultHome, openFileStore, startRun, startThread } from 'bailiff'
import { leadTools, mountMiddleware, traceSteps, workerTools } from 'bailiff/ai-sdk'
import { z } from 'zod'

const {
  MODEL_URL = 'http://localhost:11434/v1',
  MODEL_NAME = 'llama3.1',
  MODEL_KEY = 'none',
  MOUNT = 'on',
} = process.env
const OWNER = 'ops'
const question = process.argv[2] ?? 'Is the server fine? Check the disk, the last backup and the certificate.'

const model = createOpenAICompatible({ name: 'model', baseURL: MODEL_URL, apiKey: MODEL_KEY })(MODEL_NAME)

/** A tool of a worker. Yours would run a command; this one knows the output by heart. */
const prints = (description, output) => tool({ description, inputSchema: z.object({}), execute: async () => output })

const check_disk = prints(
  'Shows how full the disks are.',
  'Filesystem  Size  Used  Use%\n/dev/sda1    80G   73G   91%\n',
)
const check_backup = prints('Shows the last backup.', 'last backup: 02:14 today, 41 GB, exit code 0\n')
const check_certificates = prints('Shows the certificate.', 'CN=example.org, valid for 12 more days\n')

/** The work of a worker: a tool loop of its own. Its tool outputs and its steps are recorded. */
function checkWith(tools, maxSteps) {
  return (task) => async (worker, signal) => {
    const { text } = await generateText({
      model,
      system: 'Check what you are asked to with your tool. Then say in one sentence what you saw.',
      prompt: task,
      tools: workerTools(worker, tools),
      stopWhen: stepCountIs(maxSteps),
      onStepFinish: traceSteps(worker),
      abortSignal: signal,
    })
    return text
  }
}

const agents = {
  // Its only step is the tool call: it reaches its limit before it can say a word.
  disk: checkWith({ check_disk }, 1),
  backup: checkWith({ check_backup }, 5),
  certificates: checkWith({ check_certificates }, 5),
}

const ledger = openFileStore(defaultHome(process.env))
const thread = await startThread(ledger, { owner: OWNER })
const run = await startRun(ledger, { owner: OWNER, thread })

await thread.add(question)
const { text } = await generateText({
  model: MOUNT === 'off' ? model : wrapLanguageModel({ model, middleware: mountMiddleware(run) }),
  system: 'You lead workers. Spawn one for each check, wait for them, and answer with what they found.',
  messages: await thread.messages(),
  tools: leadTools(run, { agents }),
  stopWhen: stepCountIs(10),
})
const provenance = await run.answer(text)
await ledger.close()

console.log(text)
console.log(provenance ?? 'Evidence: none')
console.log(`\nTo see it: bailiff mount --run ${run.stream} --owner ${OWNER}`)
