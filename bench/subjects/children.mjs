import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DIST = new URL('../../dist/', import.meta.url)
export const BAILIFF = fileURLToPath(new URL('../../dist/bailiff.cjs', import.meta.url))

/** Process starts per measurement. */
const A_ROUND = 5

/** A certificate bundle in the environment would slow every start of Node 20 by more than the hook itself takes. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

/** Starts Node with an event on standard input. */
export function start(args, input) {
  const { status, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`The process failed with exit code ${status}: ${stderr}`)
}

/** Runs `act` until the compiled-code cache holds everything it needs, as in everyday use. */
export function settleCode(act) {
  for (let i = 0; i < 3; i++) {
    for (const name of readdirSync(DIST).filter((file) => file.endsWith('.compiled'))) makeDue(new URL(name, DIST))
    act()
  }
}

/** Makes a cache file due for an update. It begins with the time of the next one. */
function makeDue(file) {
  const kept = readFileSync(file)
  if (kept.length > 0) writeFileSync(file, kept.fill('1', 0, kept.indexOf(' ')))
}

/** CPU time (user and system) of this process's children, per start. One start is enough if it takes long. */
export function cpuMillis(act, starts = A_ROUND) {
  if (process.platform !== 'linux')
    throw new Error('This benchmark needs Linux: it reads the CPU time of children from /proc.')
  const from = childTicks()
  for (let i = 0; i < starts; i++) act()
  return ((childTicks() - from) * 10) / starts
}

function childTicks() {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[13]) + Number(fields[14])
}
