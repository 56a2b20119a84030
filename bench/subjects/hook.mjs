import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAILIFF, cpuMillis, settleCode, start } from './children.mjs'

const DIST = new URL('../../dist/', import.meta.url)
const PAYLOAD = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'PostToolUse',
  cwd: '/home/someone/project',
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --run src/ledger' },
  tool_response: { stdout: 'x'.repeat(400), stderr: '', interrupted: false },
  tool_use_id: 'toolu_bench',
})

/** A fresh process that reads an event of ordinary size, appends it durably as one entry, and exits. */
export const hook = {
  name: 'hook',
  what: 'hook: one recorded tool call',
  baselineWhat: 'node -e 0',
  target: 1.4,
  by: 'processor time',
  unit: 'ms CPU',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const args = [BAILIFF, 'hook', 'claude-code', 'PostToolUse', '--home', join(dir, 'home')]
    const act = () => start(args, PAYLOAD)
    settleCode(act)
    return {
      baseline: async () => cpuMillis(() => start(['-e', '0'], PAYLOAD)),
      subject: async () => cpuMillis(act),
      close: async () => rmSync(dir, { recursive: true }),
      note: loaded,
    }
  },
}

/** The files of ours that one hook loads, with their sizes. */
function loaded() {
  const files = readdirSync(DIST).filter((name) =>
    /^(?:bailiff|observe)\.cjs(?:$|.*-PostToolUse\.compiled$)/.test(name),
  )
  const sizes = files.map((name) => `${name} ${statSync(new URL(name, DIST)).size}`)
  return `bytes the hook loads: ${sizes.join(', ')} (the last one holds the source and its compiled form twice)`
}
