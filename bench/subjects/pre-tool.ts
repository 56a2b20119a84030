import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BAILIFF, besideNode, start } from './children.ts'
import { tempFolder } from './sample.ts'
import type { Subject } from './subject.ts'

/** A typical agent command of about 200 bytes: cd, cleanup, pipe, redirection, substitution. */
const COMMAND =
  'cd packages/web && rm -rf dist coverage && NODE_ENV=test npx vitest run src/ledger --reporter=dot 2>&1 | tee /tmp/test.log | tail -40; git diff --stat "$(git merge-base HEAD origin/main)" -- src > /tmp/stat.txt'

const payloadIn = (cwd: string) =>
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
export const preTool: Subject = {
  name: 'pre-tool',
  what: 'pre-tool hook: one call parsed, checked and recorded',
  baselineWhat: 'node -e 0',
  target: 2,
  by: 'processor time',
  unit: 'ms CPU',
  open(scaled) {
    const dir = tempFolder()
    const [project, home] = [join(dir, 'project'), join(dir, 'home')]
    for (const folder of ['.git', '.bailiff']) mkdirSync(join(project, folder), { recursive: true })
    writeFileSync(join(project, '.bailiff/policy.yaml'), POLICY)
    start([BAILIFF, 'policy', 'approve', '--yes', '--home', home, '--project', project])
    const payload = payloadIn(project)
    return besideNode(() => start([BAILIFF, 'hook', 'claude-code', 'PreToolUse', '--home', home], payload), scaled)
  },
}
