/**
 * Runs the real agent programs under Bailiff: `npm run test:hosts`, or `npm run test:hosts -- gemini` for some of them.
 * It installs them, then starts the scenarios in a network namespace that has nothing but loopback.
 */
import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { HOSTS, install, shout } from './install.mjs'

const names = process.argv.length > 2 ? process.argv.slice(2) : Object.keys(HOSTS)
const unknown = names.filter((name) => !Object.hasOwn(HOSTS, name))

if (unknown.length > 0) {
  console.error(`No such host: ${unknown.join(', ')}. There are ${Object.keys(HOSTS).join(', ')}.`)
  process.exitCode = 1
} else process.exitCode = await main()

async function main() {
  try {
    const programs = Object.fromEntries(await Promise.all(names.map(async (name) => [name, await install(name)])))
    for (const [name, { version }] of Object.entries(programs)) console.log(`${name} ${version}`)
    return await play(programs)
  } catch (error) {
    shout(`The host tests did not run. ${error.message}`)
    return 1
  }
}

/** Runs the scenarios of these programs and returns the exit code. */
function play(programs) {
  const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--config', 'test/hosts/vitest.config.ts']
  const filters = Object.keys(programs).map((name) => `test/hosts/${name}.`)
  const [command, ...args] = [...isolation(), process.execPath, ...vitest, ...filters]
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: { ...process.env, BAILIFF_HOSTS: JSON.stringify(programs) },
  })
  return new Promise((done, reject) => {
    child.on('error', reject)
    child.on('close', (code) => done(code ?? 1))
  })
}

/** The prefix that makes a command run without a network; empty if that is not possible. */
function isolation() {
  const unshare = ['unshare', process.getuid?.() === 0 ? '-n' : '-rn']
  const prefix = [...unshare, 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh']
  const [command, ...args] = [...prefix, 'true']
  const tried = spawnSync(command, args, { encoding: 'utf8' })
  if (tried.status === 0) return prefix
  const why = (tried.stderr || tried.error?.message || '').trim()
  shout(`No network namespace can be had here (${why}). The programs run WITH this machine's network.`)
  return []
}
