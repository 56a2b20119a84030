import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BAILIFF, cpuMillis, settleCode, start } from './children.mjs'

/** A typical agent command of about 200 bytes: cd, cleanup, pipe, redirection, substitution. */
const COMMAND =
  'cd packages/web && rm -rf dist coverage && NODE_ENV=test npx vitest run src/ledger --reporter=dot 2>&1 | tee /tmp/test.log | tail -40; git diff --stat "$(git merge-base HEAD origin/main)" -- src > /tmp/stat.txt'

const payloadIn = (cwd) =>
  JSON.stringify({
    session_id: 'bench',
    hook_event_name: 'PreToolUse',
    transcript_path: '/home/someone/.claude/projects/p/bench.jsonl',
    cwd,
    tool_name: 'Bash',
    tool_input: { command: COMMAND },
    tool_use_id: 'toolu_bench',
  })

const POLICY = `version: 1
validators: { tests: npm test }
bindings: { tests_pass: tests, done: tests }
dispatch: { codes: { WORK_DISCARDED: deny }, commands: { deny: [npm publish], ask: [git push] } }
`

/** A fresh process that parses a command, applies protection and an approved policy, records it durably and allows it. */
export const preTool = {
  name: 'pre-tool',
  what: 'pre-tool hook: one call parsed, checked and recorded',
  baselineWhat: 'node -e 0',
  target: 2,
  by: 'processor time',
  unit: 'ms CPU',
  async open() {
    const dir = mkdtempSync(join(tmpdir(), 'bailiff-bench-'))
    const home = join(dir, 'home')
    const project = join(dir, 'project')
    for (const folder of ['.git', '.bailiff']) mkdirSync(join(project, folder), { recursive: true })
    writeFileSync(join(project, '.bailiff/policy.yaml'), POLICY)
    start([BAILIFF, 'policy', 'approve', '--yes', '--home', home, '--project', project], '')
    const payload = payloadIn(project)
    const args = [BAILIFF, 'hook', 'claude-code', 'PreToolUse', '--home', home]
    const act = () => start(args, payload)
    settleCode(act)
    return {
      baseline: async () => cpuMillis(() => start(['-e', '0'], payload)),
      subject: async () => cpuMillis(act),
      close: async () => rmSync(dir, { recursive: true }),
    }
  },
}
