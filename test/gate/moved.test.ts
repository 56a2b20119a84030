import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/ledger/digest.ts'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { DONE, type Gate, gate, linesOf, PASSING, POLICY, PROJECT, putLines } from '../helpers/gate.ts'

/** Ways for a session to escape the policy that it began under. */

/** Expects a departure from the policy: the turn is blocked once, then allowed to end, and the person is told. */
async function expectDeparture(on: Gate, code: string, more: JsonObject = {}, stream = on.stream): Promise<void> {
  const judged = () => on.bodies('stop.judged', stream).at(-1)
  const { decision, reason } = await on.stop(DONE, more)
  expect({ decision, reason }).toEqual({ decision: 'block', reason: expect.stringContaining(`[${code}]`) })
  expect(judged()).toMatchObject({ verdict: 'blocked', failed: code })
  await expectTold(on, stream, code, String(judged()?.['detail']))
  const { systemMessage, ...second } = await on.stop(DONE, more)
  expect(second.decision).toBe(undefined)
  expect(judged()).toMatchObject({ verdict: 'unsupervised', failed: code })
  expect(systemMessage).toContain(`UNSUPERVISED ${code}`)
}

/** Expects that the person reads that the gate blocked and why, without a block count. */
async function expectTold(on: Gate, stream: string, code: string, detail: string): Promise<void> {
  for (const told of [await on.cli('explain', stream, 'last'), await on.cli('outcome', stream)]) {
    expect(told.out).toContain(`the gate could not judge: blocked once [${code}]`)
    expect(told.out.replace(/\s+/g, ' ')).toContain(detail.slice(0, 40))
    expect(told.out).not.toMatch(/\(\d+ of \d+\) \[/)
  }
}

/** A new session, which begins now. */
async function another(on: Gate, cwd = on.project): Promise<{ more: JsonObject; stream: string }> {
  const more = { session_id: 'z', cwd }
  await on.tell('SessionStart', { source: 'startup', ...more })
  await on.tell('UserPromptSubmit', { prompt: 'Make it add.', ...more })
  const call = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'z1', ...more }
  await on.tell('PostToolUse', { ...call, tool_response: { stdout: '', stderr: '' } })
  return { more, stream: 'session/claude-code-z' }
}

/** A project in which `bailiff init` finds no check, so that it approves a policy that only warns. */
const BARE = { 'src/a.txt': 'a\n' }

const WEAK = 'version: 1\nmodes: { done: warn, tests_pass: warn }\n'

/** Trusts a team's key and returns a function that signs with it. */
async function team(on: Gate): Promise<(policy: string) => Promise<void>> {
  const key = join(on.root, 'team.pem')
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })
  writeFileSync(`${key}.pub`, publicKey.export({ type: 'spki', format: 'pem' }))
  await run(on, 'policy', 'trust', `${key}.pub`, '--yes')
  return async (policy) => {
    on.write({ '.bailiff/policy.yaml': policy })
    await run(on, 'policy', 'sign', '--key', key, '--project', on.project)
    await run(on, 'policy', 'show', '--project', on.project)
  }
}

async function run(on: Gate, ...argv: string[]): Promise<void> {
  const { exit, out, err } = await on.cli(...argv)
  if (exit !== 0) throw new Error(out + err)
}

describe('a project that becomes another', () => {
  it('is recorded as it was when the session and each turn began', async () => {
    const on = await gate()
    const ruling = { why: 'approved', source: expect.any(String), project: realpathSync(on.project) }
    expect(on.bodies('policy.ruling')).toEqual([ruling])
    expect(on.bodies('turn.opened')).toMatchObject([{ ruling }])
  })

  it('because git tracks a parent folder is not judged by the policy there', async () => {
    const on = await gate()
    rmSync(join(on.project, '.git'), { recursive: true })
    const { more, stream } = await another(on)
    mkdirSync(join(on.root, '.git'))
    await expectDeparture(on, 'PROJECT_MOVED', more, stream)
  })

  it('is not judged by a policy approved there during the session either', async () => {
    const on = await gate({ policy: null })
    rmSync(join(on.project, '.git'), { recursive: true })
    await on.approve(POLICY)
    await on.prompt('Go on.')
    mkdirSync(join(on.root, '.git'))
    await expectDeparture(on, 'PROJECT_MOVED')
  })

  it("because its folder was replaced by a symlink is not judged by the target's policy", async () => {
    const on = await gate()
    renameSync(on.project, join(on.root, 'p2'))
    symlinkSync('p2', on.project)
    await expectDeparture(on, 'PROJECT_MOVED')
    // The start of the session counts, whatever the hook is sent afterwards.
    await on.tell('SessionStart', { source: 'resume' })
    await on.prompt('Go on.')
    await expectDeparture(on, 'PROJECT_MOVED')
  })

  it.each(['the .git above is moved', 'git init below'])(
    'is noticed if the session began in a subfolder: %s',
    async (how) => {
      const on = await gate()
      const sub = join(on.project, 'sub')
      mkdirSync(sub)
      const { more, stream } = await another(on, sub)
      if (how === 'git init below') mkdirSync(join(sub, '.git'))
      else renameSync(join(on.project, '.git'), join(on.project, '.git2'))
      await expectDeparture(on, 'PROJECT_MOVED', more, stream)
    },
  )

  it('is not judged by an older approval of its new folder', async () => {
    const on = await gate({ policy: null })
    const sub = join(on.project, 'sub')
    on.write({ 'sub/.bailiff/policy.yaml': WEAK })
    mkdirSync(join(sub, '.git'))
    await run(on, 'policy', 'approve', '--yes', '--project', sub)
    rmSync(join(sub, '.git'), { recursive: true })
    await on.approve(POLICY)
    const { more, stream } = await another(on, sub)
    mkdirSync(join(sub, '.git'))
    await expectDeparture(on, 'PROJECT_MOVED', more, stream)
  })

  it('is accepted if a person approves a policy for it', async () => {
    const on = await gate({ files: { ...PROJECT, ...PASSING } })
    const sub = join(on.project, 'sub')
    mkdirSync(sub)
    const { more, stream } = await another(on, sub)
    mkdirSync(join(sub, '.git'))
    on.write({ 'sub/.bailiff/policy.yaml': WEAK })
    await run(on, 'policy', 'approve', '--yes', '--project', sub)
    await on.stop(DONE, more)
    expect(on.bodies('stop.judged', stream).at(-1)).toMatchObject({ verdict: 'warned' })
  })

  it('is noticed in subagents too', async () => {
    const on = await gate()
    rmSync(join(on.project, '.git'), { recursive: true })
    const { more } = await another(on)
    const agent = { agent_id: 'a1', agent_type: 'Explore' }
    await on.tell('PreToolUse', {
      ...more,
      ...agent,
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
      tool_use_id: 'x',
    })
    mkdirSync(join(on.root, '.git'))
    const told = await on.tell('SubagentStop', { ...more, ...agent, last_assistant_message: DONE })
    expect(told.answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('PROJECT_MOVED') })
  })

  it('is not hidden by removing the start of the session from the ledger', async () => {
    const on = await gate()
    await on.prompt('Go on.')
    renameSync(on.project, join(on.root, 'p2'))
    symlinkSync('p2', on.project)
    putLines(
      on,
      linesOf(on).filter((line) => !line.includes('"policy.ruling"')),
    )
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', judged: { failed: 'LEDGER_BROKEN' } })
  })
})

describe('a policy that is no longer active', () => {
  it.each(['a contract beside it', 'a contract that is a folder', 'its signature removed', 'the file removed'])(
    'is not replaced, if it was signed, by what init approved: %s',
    async (how) => {
      const on = await gate({ policy: null, files: BARE })
      const sign = await team(on)
      await sign(POLICY)
      const { more, stream } = await another(on)
      lose(on, how)
      await expectDeparture(on, 'POLICY_LOST', more, stream)
    },
  )

  it.each(['a contract beside it', 'its signature removed'])(
    'is not replaced by an older approval: %s',
    async (how) => {
      const on = await gate({ policy: WEAK })
      const sign = await team(on)
      await sign(POLICY)
      const { more, stream } = await another(on)
      lose(on, how)
      await expectDeparture(on, 'POLICY_LOST', more, stream)
    },
  )

  it('is missed even if it was signed during the turn, once it was active', async () => {
    const on = await gate({ policy: null })
    const sign = await team(on)
    await sign(POLICY)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', findings: expect.arrayContaining(['done FAILED']) })
    lose(on, 'a contract beside it')
    await expectDeparture(on, 'POLICY_LOST')
  })

  it('is missed if the environment named it and nothing was approved', async () => {
    const on = await gate()
    const ci = join(on.root, 'ci')
    on.write({ '../ci/.git/HEAD': '', '../ci/.bailiff/policy.yaml': POLICY })
    const env = { BAILIFF_POLICY_SHA256: sha256(POLICY) }
    const more = { session_id: 'z', cwd: ci }
    expect(await on.bailiff(['policy', 'show', '--project', ci], env)).toMatchObject({ exit: 0 })
    await on.tell('SessionStart', { source: 'startup', ...more }, env)
    await on.tell('UserPromptSubmit', { prompt: 'Make it add.', ...more }, env)
    on.write({ '../ci/.bailiff/policy.yaml': WEAK })
    const { answer } = await on.tell('Stop', { ...more, last_assistant_message: DONE }, env)
    expect(answer).toMatchObject({ decision: 'block', reason: expect.stringContaining('POLICY_LOST') })
  })
})

const lose = (on: Gate, how: string): void => {
  if (how === 'a contract beside it') on.write({ '.bailiff/contract.yaml': 'keywords: [x]\n' })
  if (how === 'a contract that is a folder') mkdirSync(join(on.project, '.bailiff/contract.yaml'))
  if (how === 'its signature removed') on.write({ '.bailiff/policy.yaml.sig': null })
  if (how === 'the file removed') on.write({ '.bailiff/policy.yaml': null })
}

describe("a person's decision during a session", () => {
  const WORKING = { ...PROJECT, ...PASSING }

  it('counts: another policy approved, a weaker one too', async () => {
    const on = await gate({ files: WORKING })
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    await on.approve(`${POLICY}block_budget: 2\n`)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    await on.approve(WEAK)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'warned' })
    await on.prompt('Go on.')
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'warned' })
    await on.approve(POLICY)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  })

  it('counts: a first policy of their own approved, in place of what init wrote', async () => {
    const on = await gate({ policy: null, files: BARE })
    on.write(WORKING)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'warned' })
    await on.approve(POLICY)
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  })

  it('counts: a new signature, and an approval in place of one', async () => {
    const on = await gate({ policy: null, files: WORKING })
    const sign = await team(on)
    await sign(WEAK)
    const { more, stream } = await another(on)
    const verdict = async () => {
      await on.stop(DONE, more)
      return on.bodies('stop.judged', stream).at(-1)?.['verdict']
    }
    expect(await verdict()).toBe('warned')
    await sign(POLICY)
    expect(await verdict()).toBe('earned')
    await on.approve(`${POLICY}block_budget: 2\n`)
    expect(await verdict()).toBe('earned')
  })

  it('counts in a resumed session, even from another folder', async () => {
    const on = await gate({ files: WORKING })
    await on.stop(DONE)
    await on.tell('SessionEnd', { reason: 'other' })
    await on.tell('SessionStart', { source: 'resume', cwd: on.root })
    await on.tell('UserPromptSubmit', { prompt: 'Go on.', cwd: on.root })
    expect(await on.stop(DONE, { cwd: on.root })).toMatchObject({ verdict: 'earned' })
  })

  it('counts in each of several projects if a session began outside them', async () => {
    const on = await gate({ files: WORKING })
    const { more, stream } = await another(on, on.root)
    const last = () => on.bodies('stop.judged', stream).at(-1)?.['verdict']
    await on.stop(DONE, { ...more, cwd: on.project })
    expect(last()).toBe('earned')
    mkdirSync(join(on.root, 'other'))
    await on.stop(DONE, { ...more, cwd: join(on.root, 'other') })
    expect(last()).toBe('warned')
  })

  it('counts even if an unrelated file changes', async () => {
    const on = await gate({ files: WORKING })
    on.write({ '.bailiff/contract.yaml': 'keywords: [x]\n' })
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
  })
})

describe('a command that the policy denies', () => {
  it('is denied whatever folder the host names', async () => {
    const on = await gate({ policy: `${POLICY}dispatch: { commands: { deny: ['curl *'] } }\n` })
    const call = async (more: JsonObject): Promise<unknown> => {
      const input = { tool_name: 'Bash', tool_input: { command: 'curl http://example.org' }, tool_use_id: 'q' }
      const { answer } = await on.tell('PreToolUse', { ...input, ...more })
      return (answer['hookSpecificOutput'] as JsonObject | undefined)?.['permissionDecision']
    }
    const agent = { agent_id: 'a1', agent_type: 'Explore' }
    for (const cwd of [on.project, '/tmp', join(on.project, 'gone')]) {
      expect(await call({ cwd })).toBe('deny')
      expect(await call({ cwd, ...agent })).toBe('deny')
    }
    // The current folder counts if no one had decided on a policy when the session began.
    await another(on, on.root)
    expect(await call({ session_id: 'z', cwd: on.root })).toBe(undefined)
    expect(await call({ session_id: 'z', cwd: on.project })).toBe('deny')
  })
})
