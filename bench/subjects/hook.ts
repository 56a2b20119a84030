import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { BAILIFF, besideNode, DIST, start } from './children.ts'
import { tempFolder } from './sample.ts'
import type { Subject } from './subject.ts'

const CALL = {
  tool_name: 'Bash',
  tool_input: { command: 'npm test -- --run src/ledger' },
  tool_use_id: 'toolu_bench',
}
const EVENTS = {
  PostToolUse: { ...CALL, tool_response: { stdout: 'x'.repeat(400), stderr: '', interrupted: false } },
  PostToolBatch: { tool_calls: [{ ...CALL, tool_response: 'x'.repeat(400) }] },
}

const hooking = (name: string, what: string, event: keyof typeof EVENTS): Subject => ({
  name,
  what,
  baselineWhat: 'node -e 0',
  target: 1.4,
  by: 'processor time',
  unit: 'ms CPU',
  open(scaled) {
    const home = join(tempFolder(), 'home')
    const happens = (one: keyof typeof EVENTS) =>
      start(
        [BAILIFF, 'hook', 'claude-code', one, '--home', home],
        JSON.stringify({ session_id: 'bench', hook_event_name: one, cwd: '/home/someone/project', ...EVENTS[one] }),
      )
    happens('PostToolUse')
    return { ...besideNode(() => happens(event), scaled), note: () => loadedBy(event) }
  },
})

/** A fresh process that reads an event of ordinary size, appends it durably as one entry, and exits. */
export const hook = hooking('hook', 'hook: one recorded tool call', 'PostToolUse')

/** A fresh process that finds that all calls of an agent's message were recorded, and adds nothing. */
export const batch = hooking('batch', 'batch hook: one call, already recorded', 'PostToolBatch')

/** The files of ours that one hook loads, with their sizes. */
function loadedBy(event: keyof typeof EVENTS): string {
  const compiled =
    readdirSync(DIST).find((name) => name.includes(process.version) && name.endsWith(`-${event}.compiled`)) ?? ''
  const files = ['bailiff.cjs', `${compiled.slice(0, compiled.indexOf('.'))}.cjs`, compiled]
  const sizes = files.map((name) => `${name} ${statSync(join(DIST, name)).size}`)
  return `bytes the hook loads: ${sizes.join(', ')} (the last one holds the source and its compiled form twice)`
}
