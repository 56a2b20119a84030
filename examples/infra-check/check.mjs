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

/** The tools of the workers. Yours run commands; these know their output by heart. */
const printing = (description, output) => tool({ description, inputSchema: z.object({}), execute: async () => output })
const check_disk = printing(
  'Shows how full the disks are.',
  'Filesystem  Size  Used  Use%\n/dev/sda1    80G   73G   91%\n',
)
const check_backup = printing('Shows the last backup.', 'last backup: 02:14 today, 41 GB, exit code 0\n')
const check_certificates = printing('Shows the certificate.', 'CN=example.org, valid for 12 more days\n')

/** A worker is any async function. This one is a tool loop of its own, whose steps and tool outputs are recorded. */
const checker =
  (tools, { steps }) =>
  (task) =>
  async (worker, signal) => {
    const { text } = await generateText({
      model,
      system: 'Check what you are asked to with your tool. Then say in one sentence what you saw.',
      prompt: task,
      tools: workerTools(worker, tools),
      stopWhen: stepCountIs(steps),
      onStepFinish: traceSteps(worker),
      abortSignal: signal,
    })
    return text
  }

const agents = {
  // One step is the tool call. So this worker ends before it can say a word, as workers at a limit do.
  disk: checker({ check_disk }, { steps: 1 }),
  backup: checker({ check_backup }, { steps: 5 }),
  certificates: checker({ check_certificates }, { steps: 5 }),
}

const ledger = openFileStore(defaultHome(process.env))
const thread = await startThread(ledger, OWNER)
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
