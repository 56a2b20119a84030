import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BAILIFF, besideNode, cpuMillis, start } from './children.ts'
import { tempFolder } from './sample.ts'
import type { Subject } from './subject.ts'

const POLICY = `version: 1
validators: { check: [test, -e, f0.txt] }
bindings: { done: check }
`
const IN_A_FOLDER = 100
const LARGE_BYTES = 50 << 20

const TEST = `import { test } from 'node:test'
test('one', () => {})
`

/** A repository with that many committed files, one in ten a test file, and two large binaries. */
function fill(project: string, files: number, largeBytes: number): void {
  for (let i = 0; i < files; i++) {
    const folder = join(project, `d${Math.floor(i / IN_A_FOLDER)}`)
    if (i % IN_A_FOLDER === 0) mkdirSync(folder, { recursive: true })
    if (i % 10 === 0) writeFileSync(join(folder, `f${i}.test.js`), TEST)
    else writeFileSync(join(folder, `f${i}.txt`), `file ${i}\n`)
  }
  for (const name of ['a.bin', 'b.bin']) writeFileSync(join(project, name), Buffer.alloc(largeBytes, name))
  mkdirSync(join(project, '.bailiff'))
  writeFileSync(join(project, '.bailiff', 'policy.yaml'), POLICY)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C', project, ...args])
  git('init', '-q')
  // Without compression and syncing, which the bench would wait for.
  git('-c', 'core.compression=0', '-c', 'core.looseCompression=0', '-c', 'core.fsync=none', 'add', '.')
  git('-c', 'core.fsync=none', 'commit', '-qm', 'Begin')
}

/** A fresh process that opens a turn: it stores the content that the turn starts with, and records the prompt. */
const prompting = (name: string, files: number, target: number, starts: number): Subject => ({
  name,
  what: `prompt hook, ${files.toLocaleString('en-US')} files, start of the turn stored`,
  baselineWhat: 'node -e 0',
  target,
  by: 'processor time',
  unit: 'ms CPU',
  async open(scaled) {
    const dir = tempFolder()
    const [project, home] = [join(dir, 'project'), join(dir, 'home')]
    mkdirSync(project)
    fill(project, scaled(files), scaled(LARGE_BYTES))
    start([BAILIFF, 'policy', 'approve', '--yes', '--project', project, '--home', home])
    // The cache skips files written very recently.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const payload = JSON.stringify({
      session_id: 'bench',
      hook_event_name: 'UserPromptSubmit',
      cwd: project,
      prompt: 'Go.',
    })
    const act = () => start([BAILIFF, 'hook', 'claude-code', 'UserPromptSubmit', '--home', home], payload)
    const began = process.uptime()
    const first = cpuMillis(act, 1)
    const seconds = process.uptime() - began
    return {
      ...besideNode(act, scaled, starts),
      note: () => `the first prompt took ${first} ms CPU, ${seconds.toFixed(1)} s; hosts stop it after 30 s`,
    }
  },
})

export const prompt = prompting('prompt', 2_000, 4, 5)
export const promptLarge = prompting('prompt-large', 50_000, 20, 1)
