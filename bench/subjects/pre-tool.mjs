import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAILIFF, cpuMillis, start } from './children.mjs'

/** About 200 bytes, as agents write them: a change of folder, a pipe, a redirection, a substitution, a cleaning up. */
const COMMAND =
  'cd packages/web && rm -rf dist coverage && NODE_ENV=test npx vitest run src/ledger --reporter=dot 2>&1 | tee /tmp/test.log | tail -40; git diff --stat "$(git merge-base HEAD origin/main)" -- src > /tmp/stat.txt'

const PAYLOAD = JSON.stringify({
  session_id: 'bench',
  hook_event_name: 'PreToolUse',
  transcript_path: '/home/someone/.claude/projects/p/bench.jsonl',
  cwd: '/home/someone/project',
  tool_name: 'Bash',
  tool_input: { command: COMMAND },
  tool_use_id: 'toolu_bench',
})

/** A fresh process that reads a command, holds it against what is protected, records it, durably, and lets it through. */
export const preTool = {
  name: 'pre-tool',
  what: 'pre-tool hook: one call read, checked and recorded',
  baselineWhat: 'node -e 0',
  target: 2,
  by: 'processor time',
  unit: 'ms CPU',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const args = [BAILIFF, 'hook', 'claude-code', 'PreToolUse', '--home', join(dir, 'home')]
    return {
      baseline: async () => cpuMillis(() => start(['-e', '0'], PAYLOAD)),
      subject: async () => cpuMillis(() => start(args, PAYLOAD)),
      close: async () => rmSync(dir, { recursive: true }),
    }
  },
}
