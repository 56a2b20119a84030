import { execFile } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { openThread } from '../../src/mount/drivers/thread.ts'
import { HEADER } from '../../src/mount/lines.ts'
import { type Chat, startChatModel } from '../helpers/chat-model.ts'
import { BAILIFF } from '../helpers/children.ts'
import { type Ran, runCli } from '../helpers/cli.ts'
import { verifyClean } from '../helpers/holds.ts'
import { infraModel } from '../helpers/infra-model.ts'
import { stepOf } from '../helpers/tasks.ts'
import { tempDir } from '../helpers/temp.ts'

/** The examples, as their READMEs run them. */

const bailiff = (argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> =>
  runCli(argv, { ...process.env, ...env }, { cwd, hasTerminal: false })

function run(argv: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  return new Promise((done) => {
    execFile(process.execPath, argv, { cwd, env: { ...process.env, ...env } }, (error, out, err) =>
      done({ exit: error === null ? 0 : Number(error.code), out, err }),
    )
  })
}

function place() {
  const dir = tempDir()
  cpSync('examples/compliance', join(dir, 'compliance'), { recursive: true })
  const home = join(dir, 'home')
  return { cwd: join(dir, 'compliance'), env: { BAILIFF_HOME: home } }
}

describe('examples/compliance', () => {
  const AGENTS = [
    ['well-behaved', { exit: 0, outcome: 'earned', posture: 'non_compliant', steps: 8, blocks: 1 }],
    ['liar', { exit: 2, outcome: 'exhausted', posture: null, steps: 20, blocks: 13 }],
    ['quitter', { exit: 2, outcome: 'stopped', posture: null, steps: 2, blocks: 1 }],
    ['looper', { exit: 2, outcome: 'exhausted', posture: null, steps: 20, blocks: 0 }],
    ['garbage', { exit: 2, outcome: 'exhausted', posture: null, steps: 20, blocks: 0 }],
  ] as const

  it.each(AGENTS)('%s', async (name, expected) => {
    const { cwd, env } = place()
    const { exit, out } = await bailiff(
      ['run', 'task.yaml', '--json', '--', process.execPath, `agents/${name}.mjs`],
      cwd,
      env,
    )
    const { outcome, posture, steps, stream } = JSON.parse(out)
    const told = await bailiff(['explain', stream, '--json'], cwd, env)
    const { facts, replay, evidence } = JSON.parse(told.out)
    const blocks = facts.filter(({ body }: { body: { verdict?: string } }) => body.verdict === 'BLOCK').length
    expect({ exit, outcome, posture, steps, blocks }).toEqual(expected)
    expect([told.exit, replay.differences, evidence.ok]).toEqual([0, [], true])
  })

  it('is compliant once the cluster is, and no agent may claim otherwise', async () => {
    const { cwd, env } = place()
    await new Promise((done) => execFile(join(cwd, 'cluster'), ['fix'], { cwd }, done))
    const { out } = await run(
      [BAILIFF, 'run', 'task.yaml', '--json', '--', process.execPath, 'agents/well-behaved.mjs'],
      cwd,
      env,
    )
    expect(JSON.parse(out)).toMatchObject({ outcome: 'stopped', posture: null })
  })
})

/** A model that has its answers ready. Returns what it was told last, call by call. */
async function modelServer(answers: readonly string[], status = 200): Promise<{ url: string; asked: () => string[] }> {
  let next = 0
  const { url, asked } = await startChatModel(() => (status === 200 ? { text: answers[next++] ?? '' } : { status }))
  return { url, asked: () => asked.map(({ messages }) => String(messages.at(-1)?.content)) }
}

describe('examples/ai-sdk-loop', () => {
  const LOOP = resolve('examples/ai-sdk-loop/loop.mjs')
  const sure = { posture: 'non_compliant', evidence: 'successful' } as const
  const policy = { content: 'match: workload\nrequire: memory\n' }
  const answers = [
    'The cluster is compliant. All done!',
    stepOf('terminate', { posture: 'compliant' }),
    stepOf('write_policy', {}, policy),
    stepOf('apply_policy'),
    stepOf('declare_posture', sure, { posture: 'non_compliant' }),
    { ...stepOf('terminate', sure), free_text: 'One workload has no limit.' },
  ].map((answer) => (typeof answer === 'string' ? answer : JSON.stringify(answer)))

  it('holds a model to its evidence', async () => {
    const { cwd, env } = place()
    const { url, asked } = await modelServer(answers)
    const { exit, out, err } = await run([LOOP, cwd], cwd, { ...env, MODEL_URL: url, MODEL_NAME: 'scripted' })
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'earned',
      posture: 'non_compliant',
      steps: 6,
      freeText: 'One workload has no limit.',
    })
    const told = asked().map((text) => JSON.parse(text))
    expect(told.map(({ kind, code }) => code ?? kind)).toEqual([
      'task',
      'INVALID_FORMAT',
      'TERMINATION_UNEARNED',
      'ALLOWED',
      'ALLOWED',
      'ALLOWED',
    ])
    const explained = await bailiff(['explain', JSON.parse(out).stream], cwd, env)
    expect(explained.out).toContain('6 verdicts judged again: the same, byte for byte')
  })

  it('records that a model refused to answer', async () => {
    const { cwd, env } = place()
    const { url } = await modelServer([], 401)
    const { exit, out } = await run([LOOP, cwd], cwd, { ...env, MODEL_URL: url })
    expect(exit).toBe(2)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'stopped',
      code: 'AGENT_FAILED',
      why: expect.stringMatching(/./),
      steps: 0,
    })
  })

  it('lets a model without useful answers run out of steps', async () => {
    const { cwd, env } = place()
    const { url, asked } = await modelServer([])
    const { exit, out } = await run([LOOP, cwd], cwd, { ...env, MODEL_URL: url })
    expect(exit).toBe(2)
    expect(JSON.parse(out)).toMatchObject({ outcome: 'exhausted', code: 'STEPS_SPENT', posture: null })
    expect(asked()).toHaveLength(20)
  })
})

describe('examples/infra-check', () => {
  const CHECK = resolve('examples/infra-check/check.mjs')

  async function check(env: NodeJS.ProcessEnv) {
    const { url, asked } = await startChatModel(infraModel)
    const home = join(tempDir(), 'home')
    const ran = await run([CHECK], '.', { BAILIFF_HOME: home, MODEL_URL: url, MODEL_NAME: 'scripted', ...env })
    expect({ exit: ran.exit, err: ran.err }).toEqual({ exit: 0, err: '' })
    const [answer, provenance, , command = ''] = ran.out.split('\n')
    return { answer, provenance, command, asked, home }
  }

  const evidenceIn = ({ messages }: Chat): string[] =>
    messages.flatMap(({ role, content }) => (role === 'system' && content?.startsWith(HEADER) ? [content] : []))

  it('gives the lead what a worker saw, although that worker ended without a word, and stores no evidence with the answer', async () => {
    const { answer, provenance, command, asked, home } = await check({})
    expect(answer).toBe('Disk: 91% full. Backup: 02:14. Certificate: 12 days left.')
    expect(provenance).toMatch(/^Evidence: worker jobs 1, 2, 3 \(run\/\S+\)$/)
    const run = /\((.+)\)/.exec(provenance ?? '')?.[1]
    expect(command).toBe(`To see it: bailiff mount --run ${run} --owner ops`)
    const lead = asked.filter(({ tools = [] }) => tools.some(({ function: { name } }) => name === 'spawn_worker'))
    expect(lead.map((chat) => evidenceIn(chat).length)).toEqual([0, 1, 1])
    expect(evidenceIn(lead.at(-1) as Chat)[0]).toContain('/dev/sda1    80G   73G   91%')
    const ledger = openFileStore(home)
    const [stream = ''] = (await ledger.list()).filter((name) => name.startsWith('thread/'))
    const thread = await openThread(ledger, { thread: stream, owner: 'ops' })
    const [question, stored] = await thread.messages()
    await ledger.close()
    expect(question?.content).toMatch(/^Is the server fine\?/)
    expect(stored).toEqual({ role: 'assistant', content: answer })
    await verifyClean(home)
  })

  it('without mounts leaves the lead with what the workers said, and one of them said nothing', async () => {
    const { answer, provenance, asked } = await check({ MOUNT: 'off' })
    expect(answer).toBe('Disk: could not check. Backup: 02:14. Certificate: 12 days left.')
    expect(provenance).toBe('Evidence: none')
    expect(asked.flatMap(evidenceIn)).toEqual([])
  })
})
