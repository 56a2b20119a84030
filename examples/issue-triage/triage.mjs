/**
 * Labels issues with a model: node triage.mjs [cycles]
 * The issues: ISSUES_URL. The model: MODEL_URL (any server for OpenAI chat completions), MODEL_NAME, MODEL_KEY.
 * Kill it whenever you like, with kill -9 too, and start it again: it goes on where it was.
 */
import { readFileSync } from 'node:fs'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { defaultHome, openController, openFileStore, runLoop } from 'bailiff'
import { modelDecide } from 'bailiff/ai-sdk'

const {
  ISSUES_URL = 'http://127.0.0.1:4801',
  MODEL_URL = 'http://127.0.0.1:4802/v1',
  MODEL_NAME = 'scripted',
  MODEL_KEY = 'none',
} = process.env
const EVERY_MS = 200
const RULE = 'rule: labels only'

const model = createOpenAICompatible({ name: 'model', baseURL: MODEL_URL, apiKey: MODEL_KEY })(MODEL_NAME)
const decide = modelDecide({
  model,
  instructions:
    'Give every open issue exactly one label: bug, question or feature. The state of a target is {"labels": [label]}.',
})

/** The program's own rule takes the place of a person: labels may change, but no issue is ever closed. */
async function approve({ plan }) {
  const isLabels = ({ target_state }) => Object.keys(target_state).join() === 'labels'
  const kind = plan.decisions.every(isLabels) ? 'approve' : 'reject'
  console.log(`${kind}: ${plan.summary}`)
  return { kind, by: RULE }
}

/** Prints each effect before it is carried out. */
function watch(progress) {
  if (progress.kind === 'resuming') console.log(`cycle ${progress.cycle} was interrupted; finishing it`)
  if (progress.kind === 'effect')
    console.log(`  issue ${progress.effect_ref.split(':').at(-1)} (${progress.done + 1} of ${progress.of})`)
}

function show({ cycle, end, plan, isPlanReused, why }) {
  const calls = isPlanReused ? ', plan reused' : ''
  console.log(`cycle ${cycle}: ${end}, ${plan?.decisions.length ?? 0} changes planned${calls}${why ? `: ${why}` : ''}`)
}

const ledger = openFileStore(defaultHome(process.env))
const bundle = readFileSync(new URL('bundle.yaml', import.meta.url), 'utf8')
const controller = await openController(ledger, bundle.replaceAll('http://127.0.0.1:4801', ISSUES_URL), {
  agents: { 'triage/model:1': decide },
  approve,
  watch,
})

const person = new AbortController()
process.once('SIGINT', () => person.abort())
const maxCycles = Number(process.argv[2] ?? 3)
await runLoop(controller, { everyMs: EVERY_MS, maxCycles, signal: person.signal, onCycle: show })

await controller.close()
await ledger.close()
console.log('To see it: bailiff controller show issue-triage')
