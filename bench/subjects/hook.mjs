import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DIST = new URL('../../dist/', import.meta.url)
const BAILIFF = fileURLToPath(new URL('../../dist/bailiff.cjs', import.meta.url))
const PAYLOAD = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'PostToolUse',
  cwd: '/home/someone/project',
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --run src/ledger' },
  tool_response: { stdout: 'x'.repeat(400), stderr: '', interrupted: false },
  tool_use_id: 'toolu_bench',
})
const A_ROUND = 5

/** A fresh process that takes an event of ordinary size, appends it as one entry, durably, and ends. */
export const hook = {
  name: 'hook',
  what: 'hook: one recorded tool call',
  baselineWhat: 'node -e 0',
  target: 1.4,
  by: 'processor time',
  unit: 'ms CPU',
  async open() {
    if (process.platform !== 'linux') throw new Error('The processor time of children is read from /proc: Linux only.')
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    return {
      baseline: async () => cpuMillis(() => start(['-e', '0'])),
      subject: async () =>
        cpuMillis(() => start([BAILIFF, 'hook', 'claude-code', 'PostToolUse', '--home', join(dir, 'home')])),
      close: async () => rmSync(dir, { recursive: true }),
      note: loaded,
    }
  },
}

/** What a start of the hook reads of ours. */
function loaded() {
  const files = readdirSync(DIST).filter((name) =>
    /^(?:bailiff|observe)\.cjs(?:$|.*-PostToolUse\.compiled$)/.test(name),
  )
  const sizes = files.map((name) => `${name} ${statSync(new URL(name, DIST)).size}`)
  return `bytes the hook loads: ${sizes.join(', ')} (the last is the source and its compiled form twice)`
}

/** A certificate bundle in the environment would cost every start of Node 20 more than the hook itself. */
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

function start(args) {
  const { status, stderr } = spawnSync(process.execPath, args, { env, input: PAYLOAD, encoding: 'utf8' })
  if (status !== 0 || stderr !== '') throw new Error(`It ended with ${status}: ${stderr}`)
}

/** Processor time of the children of this process, user and system, per start. */
function cpuMillis(act) {
  const from = childTicks()
  for (let i = 0; i < A_ROUND; i++) act()
  return ((childTicks() - from) * 10) / A_ROUND
}

function childTicks() {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[13]) + Number(fields[14])
}
