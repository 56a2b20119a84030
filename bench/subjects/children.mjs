import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DIST = new URL('../../dist/', import.meta.url)
export const BAILIFF = fileURLToPath(new URL('../../dist/bailiff.cjs', import.meta.url))

/** How often a process is started for one measurement. */
const A_ROUND = 5

/** A certificate bundle in the environment would cost every start of Node 20 more than the hook itself. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

/** Starts Node with an event on standard input. */
export function start(args, input) {
  const { status, stderr } = spawnSync(process.execPath, args, { env, input, encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`It ended with ${status}: ${stderr}`)
}

/** Starts it until the code it needs is kept in compiled form, beside what earlier starts needed: as it is after a while. */
export function settleCode(act) {
  for (let i = 0; i < 3; i++) {
    for (const name of readdirSync(DIST).filter((file) => file.endsWith('.compiled'))) makeDue(new URL(name, DIST))
    act()
  }
}

/** It begins with when more is kept. */
function makeDue(file) {
  const kept = readFileSync(file)
  if (kept.length > 0) writeFileSync(file, kept.fill('1', 0, kept.indexOf(' ')))
}

/** Processor time of the children of this process, user and system, per start. */
export function cpuMillis(act) {
  if (process.platform !== 'linux') throw new Error('The processor time of children is read from /proc: Linux only.')
  const from = childTicks()
  for (let i = 0; i < A_ROUND; i++) act()
  return ((childTicks() - from) * 10) / A_ROUND
}

function childTicks() {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[13]) + Number(fields[14])
}
