import { execFileSync } from 'node:child_process'
import { appendFileSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as soon } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { currentKeyPath, keyPath, keysDir } from '../../src/ledger/stores/files/layout.ts'
import { approvalPath, copiesDir } from '../../src/policy/stores/layout.ts'
import { isAlive } from '../helpers/alive.ts'
import { appears } from '../helpers/appears.ts'
import { binOf, DONE, type Gate, gate, type Hook, PASSING, POLICY, PROJECT, type Stopped } from '../helpers/gate.ts'
import { startHook } from '../helpers/hooks.ts'
import { overwrite } from '../helpers/ledger.ts'
import { LONG } from '../helpers/scale.ts'
import { claude } from '../helpers/transcripts.ts'

/** Failures of the gate itself: the turn is blocked once, then allowed to end with a message to the person. */

const gatherer =
  (text: string | null) =>
  (on: Gate): void =>
    text === null ? rmSync(join(binOf(on), 'gather.cjs')) : writeFileSync(join(binOf(on), 'gather.cjs'), text)

/** Replaces a folder of the state directory with a file. */
const fileFor =
  (name: string) =>
  ({ home }: Gate): void => {
    rmSync(join(home, name), { recursive: true })
    writeFileSync(join(home, name), '')
  }

type Broken = { breaks: (on: Gate) => void; code: string; hook?: Hook }

const BROKEN: { [what: string]: Broken } = {
  'the gatherer is gone': { breaks: gatherer(null), code: 'GATHERER_FAILED', hook: 'installed' },
  'the gatherer crashes': {
    breaks: gatherer("throw new Error('no')"),
    code: 'GATHERER_FAILED',
    hook: 'here with gatherer',
  },
  'the gatherer kills itself': {
    breaks: gatherer("process.kill(process.pid, 'SIGKILL')"),
    code: 'GATHERER_FAILED',
    hook: 'here with gatherer',
  },
  'the gatherer says something else': {
    breaks: gatherer("console.log('passed')"),
    code: 'GATHERER_FAILED',
    hook: 'here with gatherer',
  },
  'the gatherer says nothing': { breaks: gatherer(''), code: 'GATHERER_FAILED', hook: 'here with gatherer' },
  'the ledger cannot be written': { breaks: fileFor('ledger'), code: '[A-Z_]+' },
  'heads cannot be written': { breaks: fileFor('heads'), code: '[A-Z_]+' },
  'the keys are gone': { breaks: ({ home }) => rmSync(keysDir(home), { recursive: true }), code: '[A-Z_]+' },
  'the key is gone': { breaks: ({ home }) => rmSync(keyPath(home, currentKey(home))), code: 'KEY_MISSING' },
  'the state directory is destroyed': {
    breaks: ({ home }) => {
      // All except the programs, without which no hook would start.
      for (const name of readdirSync(home)) if (name !== 'bin') rmSync(join(home, name), { recursive: true })
      for (const name of ['ledger', 'keys', 'blocks']) writeFileSync(join(home, name), '')
    },
    code: '[A-Z_]+',
    hook: 'installed',
  },
  'the approved policy is changed': {
    breaks: ({ home, project }) => {
      const dir = copiesDir(home, project)
      for (const name of readdirSync(dir)) overwrite(join(dir, name), '{}')
    },
    code: 'POLICY_TAMPERED',
  },
  'the approval is taken away': {
    breaks: ({ home, project }) => rmSync(approvalPath(home, project)),
    code: 'POLICY_TAMPERED',
  },
}

const currentKey = (home: string): string => readFileSync(currentKeyPath(home), 'utf8').trim()

const decisions = (all: readonly Stopped[]): unknown[] => all.map(({ decision }) => decision)

describe('if', () => {
  for (const [what, { breaks, code, hook = 'here' }] of Object.entries(BROKEN))
    it(`${what}, a turn is blocked once, then allowed to end unsupervised`, async () => {
      const on = await gate({ hook })
      breaks(on)
      for (let turn = 0; turn < 2; turn++) {
        const all = [await on.stop(DONE), await on.stop(DONE)]
        if (LONG || turn === 0) all.push(await on.stop(DONE))
        expect(decisions(all)).toEqual(['block', ...all.slice(1).map(() => undefined)])
        expect(all[0]?.reason).toMatch(
          new RegExp(`^Not permitted: ending the turn while claims cannot be checked. \\[${code}\\]`),
        )
        for (const { systemMessage } of all.slice(1))
          expect(systemMessage).toMatch(
            new RegExp(`^Bailiff: UNSUPERVISED ${code}: the gate failed, nothing was judged.`),
          )
        await on.prompt('And again.')
      }
    })
})

describe('a failure of the gate itself', () => {
  it('includes a gatherer that hangs: the gate does not wait forever', async () => {
    const on = await gate({ hook: 'here with gatherer', policy: `${POLICY}on_stop_seconds: 1\n` })
    gatherer('setInterval(() => {}, 1000)')(on)
    const all = [await on.stop(DONE), await on.stop(DONE)]
    expect(decisions(all)).toEqual(['block', undefined])
    expect(all[1]?.systemMessage).toContain('UNSUPERVISED GATHERER_FAILED')
  })

  it('blocks a turn once if the workspace cannot be fingerprinted', async () => {
    const on = await gate()
    on.write({ '.git/index': 'no index' })
    const all = [await on.stop(DONE), await on.stop(DONE)]
    expect(decisions(all)).toEqual(['block', undefined])
    expect(all[0]?.findings).toEqual(['done WORKSPACE_UNKNOWN', 'tests_pass WORKSPACE_UNKNOWN'])
    expect(all[1]).toMatchObject({ verdict: 'unsupervised' })
    expect(all[1]?.systemMessage).toContain(
      'UNSUPERVISED. The workspace could not be fingerprinted, so done and tests pass are not earned [WORKSPACE_UNKNOWN].',
    )
  })

  it('is reported as such if git times out', async () => {
    const on = await gate({ policy: `${POLICY}on_stop_seconds: 1\n` })
    execFileSync('mkfifo', [join(on.root, 'never')])
    appendFileSync(join(on.project, '.git/config'), `[include]\n\tpath = ${join(on.root, 'never')}\n`)
    expect(await on.stop(DONE)).toMatchObject({
      decision: 'block',
      findings: ['done WORKSPACE_UNKNOWN', 'tests_pass WORKSPACE_UNKNOWN'],
    })
  })

  it('is reported as such if a file of the workspace has no end', async () => {
    const on = await gate()
    await on.edit(PASSING)
    symlinkSync('/proc/self/pagemap', join(on.project, '.claude/settings.json'))
    expect(await on.stop(DONE)).toMatchObject({
      decision: 'block',
      notes: [],
      findings: ['done WORKSPACE_UNKNOWN', 'tests_pass WORKSPACE_UNKNOWN'],
    })
    rmSync(join(on.project, '.claude/settings.json'))
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  })

  it('never blocks beyond a spent budget', async () => {
    const on = await gate({ hook: 'here with gatherer' })
    for (let i = 0; i < 3; i++) expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
    gatherer(null)(on)
    const last = await on.stop(DONE)
    expect(last).toMatchObject({ decision: undefined })
    expect(last.systemMessage).toContain('UNSUPERVISED GATHERER_FAILED')
  })

  it('counts towards the budget, even if the gate recovers in between', async () => {
    const on = await gate()
    const text = PROJECT['test/add.test.js']
    fileFor('artifacts')(on)
    const first = await on.stop(DONE)
    rmSync(join(on.home, 'artifacts'))
    on.write({ 'test/add.test.js': `${text}\n` })
    const rest = []
    for (let i = 0; i < 4; i++) rest.push(await on.stop(DONE))
    expect(decisions([first, ...rest])).toEqual(['block', 'block', 'block', undefined, undefined])
    expect(rest.at(-1)).toMatchObject({ verdict: 'capped' })
  })

  it('is reported only if the policy blocks anything at all', async () => {
    const on = await gate({
      hook: 'here with gatherer',
      policy: `${POLICY}modes: { done: warn, fixed: warn, tests_pass: warn }\n`,
    })
    gatherer(null)(on)
    const stopped = await on.stop(DONE)
    expect(stopped).toMatchObject({ decision: undefined })
    expect(stopped.systemMessage).toContain('UNSUPERVISED GATHERER_FAILED')
  })

  it('does not matter if nothing is claimed', async () => {
    const on = await gate({ hook: 'here with gatherer' })
    gatherer(null)(on)
    expect(await on.stop('What should add() do with strings?')).toMatchObject({
      decision: undefined,
      systemMessage: '',
    })
  })
})

describe('a gate that is killed', () => {
  /** A check that writes its process id to a file and then waits to be killed. */
  const policy = POLICY.replace('node_test_pass, command: node --test', 'tap, command: sh waits.sh')
  const WAITS = { 'waits.sh': 'echo $$ > ../starting\nmv ../starting ../started\nexec sleep 600\n' }

  it('leaves nothing running, and is reported with the next prompt', async () => {
    const on = await gate({ hook: 'installed', policy, files: { ...PROJECT, ...PASSING, ...WAITS } })
    const payload = { session_id: 's', cwd: on.project, last_assistant_message: DONE }
    const started = appears(on.root, 'started')
    const program = join(binOf(on), 'bailiff.cjs')
    const hook = startHook(on.home, { host: 'claude-code', event: 'Stop', payload }, undefined, program, on.env)
    await started
    hook.process.kill('SIGKILL')
    expect(await hook.ended).toMatchObject({ signal: 'SIGKILL', stdout: '' })
    const pid = readFileSync(join(on.root, 'started'), 'utf8')
    while (isAlive(pid)) await soon()
    const unjudged = on.entries().findLast(({ kind }) => kind === 'stop.reached')
    expect(on.bodies('stop.judged')).toEqual([])
    const { answer } = await on.tell('UserPromptSubmit', { prompt: 'And?' })
    expect(answer).toEqual({
      systemMessage: 'Bailiff: the last stop was not judged: its hook was killed or took too long.',
    })
    const kinds = on.entries().map(({ kind }) => kind)
    expect(kinds.slice(-2)).toEqual(['gate.unanswered', 'turn.opened'])
    expect(on.bodies('gate.unanswered')).toEqual([{ stop: unjudged?.seq }])
    await on.ask('And now?')
    expect(on.bodies('gate.unanswered')).toHaveLength(1)
  })
})

describe('a hook that is killed before it records anything', () => {
  it('is told and counted with the next prompt, and by outcome and status', async () => {
    const on = await gate()
    const transcript_path = join(on.root, 'transcript.jsonl')
    const ends = (text: string): void =>
      appendFileSync(
        transcript_path,
        [claude.prompt('Go.'), claude.says(text)].map((one) => `${JSON.stringify(one)}\n`).join(''),
      )
    const ask = async (): Promise<JsonObject> =>
      (await on.tell('UserPromptSubmit', { prompt: 'And?', transcript_path })).answer
    writeFileSync(transcript_path, '')
    await on.tell('SessionStart', { source: 'startup', transcript_path })
    await on.tell('UserPromptSubmit', { prompt: 'Go.', transcript_path })
    ends(DONE)
    expect(await ask()).toEqual({ systemMessage: expect.stringMatching(/^Bailiff: the last stop was not judged: /) })
    ends(DONE)
    await on.tell('SessionEnd', { reason: 'other', transcript_path })
    expect(on.bodies('gate.unanswered')).toEqual([{ stop: null }, { stop: null }])
    expect(await on.cli('outcome')).toMatchObject({ exit: 2, out: expect.stringContaining('unjudged    2 stops') })
    expect((await on.cli('status')).out).toContain('! 2 stops in the last week went unjudged.')
  })
})

describe('a host that hands our reason back as a prompt', () => {
  it('does not begin a new turn with it', async () => {
    const on = await gate({ host: 'gemini' })
    const all: Stopped[] = []
    for (let i = 0; i < 5; i++) {
      const stopped = await on.stop(DONE)
      all.push(stopped)
      if (stopped.decision === 'block') await on.prompt(stopped.reason)
    }
    expect(decisions(all)).toEqual(['block', 'block', 'block', undefined, undefined])
    expect(on.bodies('turn.opened')).toHaveLength(1)
    expect(on.bodies('notice.received').map(({ origin }) => origin)).toEqual(['feedback', 'feedback', 'feedback'])
  })

  for (const what of [
    'the gatherer is gone',
    'the keys are gone',
    'the ledger cannot be written',
    'the state directory is destroyed',
  ])
    it(`not even if ${what}`, async () => {
      const { breaks, hook = 'here' } = BROKEN[what] as Broken
      const on = await gate({ hook, host: 'gemini' })
      breaks(on)
      const all: Stopped[] = []
      for (let i = 0; i < 3; i++) {
        const stopped = await on.stop(DONE)
        all.push(stopped)
        if (stopped.decision === 'block') await on.prompt(stopped.reason)
      }
      expect(decisions(all)).toEqual(['block', undefined, undefined])
    })
})
