/**
 * Keeps config files at their desired state while break.mjs breaks them: node drift.mjs <folder> [cycles]
 * Kill it whenever you like, with kill -9 too, and start it again: it goes on where it was.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultHome, openController, openFileStore, runLoop } from 'bailiff'

const EVERY_MS = 200

const folder = resolve(process.argv[2] ?? 'drift')
const maxCycles = Number(process.argv[3] ?? 6)
mkdirSync(join(folder, 'config'), { recursive: true })

const ledger = openFileStore(defaultHome(process.env))
const bundle = readFileSync(new URL('bundle.yaml', import.meta.url))
const controller = await openController(ledger, bundle, { cwd: folder, watch })

/** Prints each effect before it is carried out. */
function watch(progress) {
  if (progress.kind === 'resuming') console.log(`cycle ${progress.cycle} was interrupted; finishing it`)
  if (progress.kind === 'effect')
    console.log(`  ${progress.effect_ref.split(':').at(-1)} (${progress.done + 1} of ${progress.of})`)
}

let repairs = 0
function show({ cycle, end, plan, why }) {
  const count = plan?.decisions.length ?? 0
  if (end === 'succeeded') repairs += count
  console.log(`cycle ${cycle}: ${end}, ${count} repaired${why === null ? '' : `: ${why}`}`)
}

// First of all, finish what a crash interrupted and repair what is broken now.
show(await controller.cycle())

const breaker = fork(new URL('break.mjs', import.meta.url), [join(folder, 'config')])

/** Breaks something, then runs a cycle. */
async function cycle(options) {
  breaker.send('break')
  const [broken] = await once(breaker, 'message')
  console.log(`broke: ${broken}`)
  return controller.cycle(options)
}

const person = new AbortController()
process.once('SIGINT', () => person.abort())
await runLoop({ cycle }, { everyMs: EVERY_MS, maxCycles, signal: person.signal, onCycle: show })

breaker.disconnect()
await controller.close()
await ledger.close()
console.log(`${repairs} repairs. To see them: bailiff controller show config-drift`)
