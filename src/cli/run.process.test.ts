import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../test/helpers/cli.ts'
import { taskOf } from '../../test/helpers/tasks.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { openFileStore } from '../ledger/stores/files/files.ts'
import { startRun } from '../mount/drivers/run.ts'

const AGENT = (name: string): string[] => ['--', process.execPath, `agents/${name}.mjs`]

function place() {
  const dir = tempDir()
  const cwd = join(dir, 'ws')
  cpSync('examples/compliance', cwd, { recursive: true })
  const env = { ...process.env, BAILIFF_HOME: join(dir, 'home') }
  return { cwd, home: env.BAILIFF_HOME, run: (argv: string[], around = {}) => runCli(argv, env, { cwd, ...around }) }
}

describe('bailiff run', () => {
  it('shows steps, verdicts, observations and the end, line by line', async () => {
    const { run } = place()
    const { exit, out } = await run(['run', 'task.yaml', ...AGENT('well-behaved')])
    expect(exit).toBe(0)
    expect(out.replace(/\d+ ms|\d+\.\d s/, 'T').replace(/run\/\S+/, 'run/…')).toBe(`   1  write_policy          ALLOW
      → write policy.txt: done
      · evidence: attempted
   2  apply_policy          ALLOW
      → ./cluster apply policy.txt: exit 1  failed to create policy: …
      · policy_engine: available
   3  declare_posture       BLOCK  POSTURE_WITHOUT_EVIDENCE
   4  write_policy          ALLOW
      → write policy.txt: done
   5  apply_policy          ALLOW
      → ./cluster apply policy.txt: exit 0
      · evidence: successful
      · ruled out: compliant
   6  read_report           ALLOW
      → ./cluster report: exit 0
   7  declare_posture       ALLOW
   8  terminate             TERMINATE
✓ earned: non_compliant. 8 steps, T.
  The agent says: One of three workloads has no memory limit.
Details: bailiff explain run/…
`)
  })

  it('shows a status line on a terminal, within its width, and removes it at the end', async () => {
    const { run } = place()
    const { out } = await run(['run', 'task.yaml', ...AGENT('well-behaved')], { columns: 80 })
    const drawn = out.split('\r\x1b[2K')
    const status = drawn.filter((part) => part.startsWith('step '))
    const sixth = /^step 6\/20 · \d+\/60 s · executing · evidence successful · left: non_compliant · p/
    expect(status).toContainEqual(expect.stringMatching(sixth))
    expect(status.filter((part) => part.length >= 80)).toEqual([])
    // The remaining output is the same as in a pipe.
    const stays = drawn.filter((part) => !part.startsWith('step ')).join('')
    expect(stays).toMatch(/^ {3}1 {2}write_policy[\s\S]*✓ earned: non_compliant/)
  })

  it('writes its result to a file, and prints the same with --json', async () => {
    const { run, cwd } = place()
    const { out } = await run(['run', 'task.yaml', '--json', '--result', 'result.json', ...AGENT('well-behaved')])
    const result = readFileSync(join(cwd, 'result.json'), 'utf8')
    expect(result).toBe(out)
    expect(JSON.parse(result)).toEqual({
      ok: true,
      outcome: 'earned',
      code: 'EARNED',
      posture: 'non_compliant',
      steps: 8,
      elapsed_ms: expect.any(Number),
      stream: expect.stringMatching(/^run\/\d{8}T\d{6}-[0-9a-f]{8}$/),
      free_text: 'One of three workloads has no memory limit.',
      why: null,
    })
  })

  it.each([
    [
      'a task with mistakes',
      ['run', 'bad.yaml', '--', 'node'],
      /bad\.yaml:2:10 {2}limits\.step: .*Did you mean "steps"\?\n1 problem \[TASK_INVALID\]/,
    ],
    ['a missing task', ['run', 'none.yaml', '--', 'node'], /none\.yaml \(ENOENT\).*\[FILE_UNUSABLE\]/],
    ['a task that never ends', ['run', '/dev/zero', '--', 'node'], /not a regular file.*\[FILE_UNUSABLE\]/],
    ['a missing agent', ['run', 'task.yaml', '--', './none'], /Cannot start \.\/none \(ENOENT\).*\[FILE_UNUSABLE\]/],
    ['no agent', ['run', 'task.yaml'], /needs <task\.yaml> -- <agent command>.*\[USAGE\]/],
    ['a missing folder', ['run', 'task.yaml', '--cwd', 'none', '--', 'node'], /none \(ENOENT\).*\[FILE_UNUSABLE\]/],
    [
      'a folder that is a file',
      ['run', 'task.yaml', '--cwd', 'task.yaml', '--', 'node'],
      /not a folder.*\[FILE_UNUSABLE\]/,
    ],
    [
      'a result that cannot be written',
      ['run', 'task.yaml', '--result', 'none/r.json', '--', 'node'],
      /r\.json \(ENOENT\).*\[FILE_UNUSABLE\]/,
    ],
  ])('refuses %s, and says what to do', async (_, argv, said) => {
    const { run, cwd } = place()
    writeFileSync(join(cwd, 'bad.yaml'), 'version: 1\nlimits: { step: 3 }\n'.replace('{ step', '{step'))
    const { exit, err } = await run(argv)
    expect([exit, err]).toEqual([1, expect.stringMatching(said)])
  })

  it('says in advance that a run cannot succeed, and why', async () => {
    const { run, cwd } = place()
    writeFileSync(join(cwd, 'idle.yaml'), 'version: 1\nactions: { look: {} }\n')
    const { err } = await run(['run', 'idle.yaml', '--', process.execPath, '-e', ''])
    expect(err).toBe(
      'note: this run cannot succeed: no action is marked as evidence\nnote: this run cannot succeed: no probe can rule out a posture\n',
    )
  })

  it('leaves the words after -- to the agent', async () => {
    const { run, cwd } = place()
    const script = 'require("fs").writeFileSync("argv", process.argv.slice(1).join(" "))'
    const { out } = await run([
      'run',
      'task.yaml',
      '--',
      process.execPath,
      '-e',
      script,
      '--',
      '--json',
      '--result',
      'x',
    ])
    expect(out).toContain('✗ not earned: stopped (AGENT_ENDED)')
    expect(readFileSync(join(cwd, 'argv'), 'utf8')).toBe('--json --result x')
  })
})

describe('bailiff explain', () => {
  it('shows a run, found by the start of its name, and judges it again', async () => {
    const { run } = place()
    const { out: ran } = await run(['run', 'task.yaml', '--json', ...AGENT('well-behaved')])
    const { exit, out } = await run(['explain', JSON.parse(ran).stream.slice(0, 12)])
    expect(exit).toBe(0)
    expect(out).toContain('did         8 steps, 6 allowed, 1 blocked, 0 continued, 5 actions run\n')
    expect(out).toContain('verdicts    ✓ 8 verdicts judged again: the same, byte for byte\n')
    expect(out).toMatch(/→ \.\/cluster apply policy\.txt: exit 0 {2}#20\n/)
    expect(out).toContain('  > One of three workloads has no memory limit.\n')
  })

  it('reports a verdict that does not follow from the recorded facts, although it is sealed', async () => {
    const { home, run } = place()
    const store = openFileStore(home)
    const belief = { affordances: [], posture: 'unknown', evidence: 'none' }
    const task = taskOf('version: 1') as never
    const drafts = [
      { kind: 'run.opened', body: { task, agent: 'a forger', cwd: null } },
      { kind: 'step.proposed', body: { step: 1, belief, action: { type: 'terminate', payload: {} } } },
      { kind: 'observation.made', body: { step: 1, answers: [] } },
      { kind: 'verdict.given', body: { step: 1, verdict: 'TERMINATE', code: 'EARNED' } },
      {
        kind: 'run.ended',
        body: {
          outcome: 'earned',
          code: 'EARNED',
          posture: 'compliant',
          steps: 1,
          elapsedMs: 1,
          freeText: 'Done!',
          why: null,
        },
      },
    ]
    await store.append(
      'run/forged',
      drafts.map((draft) => ({ ...draft, actor: 'harness' as const })),
    )
    await store.close()
    const { exit, out } = await run(['explain', 'run/forged'])
    expect(exit).toBe(2)
    expect(out).toContain('✓ intact')
    expect(out).toContain('✗ 2 entries inconsistent with the recorded facts')
    expect(out).toContain(
      '#4 says {"code":"EARNED","step":1,"verdict":"TERMINATE"}, but its facts lead to {"code":"TERMINATION_UNEARNED","step":1,"verdict":"BLOCK"}',
    )
    expect(JSON.parse((await run(['explain', 'run/forged', '--json'])).out)).toMatchObject({
      ok: false,
      evidence: { ok: true },
      replay: { verdicts: 1, differences: [{ seq: 4 }, { seq: 5 }] },
    })
  })

  it('shows an interrupted run as interrupted', async () => {
    const { home, run } = place()
    const store = openFileStore(home)
    await store.append('run/cut', [
      { kind: 'run.opened', actor: 'harness', body: { task: { version: 1 }, agent: null, cwd: null } },
    ])
    await store.close()
    expect((await run(['explain', 'run/cut'])).out).toContain('… not ended, or cut short')
  })

  it('points from the run of a lead to its workers, and from any other stream to its entries', async () => {
    const { home, run } = place()
    const store = openFileStore(home)
    const lead = await startRun(store, { owner: 'alice' })
    await store.append('run/other', [{ kind: 'note.made', actor: 'user', body: {} }])
    await store.close()
    const { exit, out, err } = await run(['explain', lead.stream, '--json'])
    expect(exit).toBe(1)
    expect(err).toContain(`Run: bailiff worker list --run ${lead.stream} --owner <owner> [USAGE]`)
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: { code: 'USAGE' } })
    expect(await run(['explain', 'run/other'])).toMatchObject({
      exit: 1,
      err: 'bailiff: run/other is not a supervised run. Run: bailiff show run/other [USAGE]\n',
    })
  })
})
