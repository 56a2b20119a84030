/**
 * Checks what a change must pass besides the tests: `npm run check`, or only some steps: `npm run check -- lint types`. Prints
 * the seconds of each step, and the output of those that fail.
 */
import { spawn } from 'node:child_process'
import { delimiter, resolve } from 'node:path'

const COMMANDS = {
  lint: 'biome ci --error-on-warnings',
  types: 'tsc --noEmit -p .',
  boundaries: 'depcruise src test bench scripts',
  'dead-code': 'knip --treat-config-hints-as-errors',
  package: 'node scripts/check-package.mjs',
  project: 'vitest run --config test/project/vitest.config.ts',
}
/** The lanes run side by side and take about as long as each other. `project` tests what `package` has built. */
const LANES = [
  ['package', 'project'],
  ['lint', 'boundaries', 'dead-code', 'types'],
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !Object.hasOwn(COMMANDS, name))
if (unknown.length > 0) {
  console.error(`Unknown step: ${unknown.join(', ')}.\nusage: npm run check -- [${Object.keys(COMMANDS).join('|')} …]`)
  process.exit(1)
}

const failed = []
await Promise.all(LANES.map(runLane))
if (failed.length > 0) {
  const again = failed.map((name) => `\n  npm run check -- ${name}`).join('')
  console.error(`\nFailed: ${failed.join(', ')}. To run a step alone:${again}`)
  process.exitCode = 1
}

async function runLane(names) {
  for (const name of names) {
    if (asked.length > 0 && !asked.includes(name)) continue
    const from = performance.now()
    const { code, output } = await run(COMMANDS[name])
    const seconds = ((performance.now() - from) / 1000).toFixed(1)
    console.log(`${code === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${seconds.padStart(6)} s`)
    if (code === 0) continue
    failed.push(name)
    console.error(output)
  }
}

/** A single step prints as it goes; several would mix their lines. */
function run(command) {
  const [program, ...args] = command.split(' ')
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}${delimiter}${process.env.PATH}` }
  const child = spawn(program, args, { env, stdio: asked.length === 1 ? 'inherit' : ['ignore', 'pipe', 'pipe'] })
  const chunks = []
  child.stdout?.on('data', (chunk) => chunks.push(chunk))
  child.stderr?.on('data', (chunk) => chunks.push(chunk))
  return new Promise((done) => {
    child.on('error', ({ message }) => done({ code: 1, output: `${message}. Run: npm ci` }))
    child.on('close', (code) => done({ code, output: Buffer.concat(chunks).toString() }))
  })
}
