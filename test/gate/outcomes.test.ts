import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/ledger/kinds.ts'
import { DONE, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** How calls turned out, with the installed hooks and real git: the person works between the turns. */

const HONEST = 'I changed it. Nothing was run.'
const CHANGED = { 'src/add.js': 'export const add = () => 0\n' }
const WORKING = { ...PROJECT, ...PASSING }

let calls = 0

/** One call of the agent: the host reports it before and after it ran. */
async function call(on: Gate, tool: string, input: JsonObject, act: () => void): Promise<void> {
  const payload = { tool_name: tool, tool_input: input, tool_use_id: `made-${++calls}` }
  await on.record('PreToolUse', payload)
  act()
  await on.record('PostToolUse', { ...payload, tool_response: { stdout: '', stderr: '' } })
}

async function edit(on: Gate, files: { [path: string]: string }): Promise<void> {
  for (const [path, content] of Object.entries(files))
    await call(on, 'Write', { file_path: join(on.project, path), content }, () => on.write({ [path]: content }))
}

const shell = (on: Gate, command: string): Promise<void> =>
  call(on, 'Bash', { command }, () => {
    execFileSync('/bin/sh', ['-c', command], { cwd: on.project, env: on.env, stdio: 'ignore' })
  })

/** The outcomes on record, each with the command or tool of its call. */
const outcomesIn = (on: Gate): string[] =>
  on.bodies('outcome.observed').map(({ of, outcome }) => {
    const { tool, input } = on.entries().find(({ seq }) => seq === of)?.body ?? {}
    return `${outcome}: ${(input as JsonObject)['command'] ?? tool}`
  })

const AS_PERSON = ['-c user.name=a', '-c user.email=a@example.org'].join(' ')

describe('a rollback', () => {
  it.each<[string, (on: Gate) => void]>([
    ['git restore', (on) => on.git('restore', 'src/add.js')],
    ['git checkout', (on) => on.git('checkout', '--', 'src/add.js')],
    ['git stash', (on) => on.git('stash')],
    ['git reset --hard', (on) => on.git('reset', '--hard', '-q')],
    ['an editor', (on) => on.write(PASSING)],
  ])('is observed once, if a person uses %s', async (_, undo) => {
    const on = await gate({ files: WORKING })
    await edit(on, CHANGED)
    await on.stop(HONEST)
    expect(outcomesIn(on)).toEqual([])
    undo(on)
    await on.prompt('Try again.')
    expect(outcomesIn(on)).toEqual(['rollback: Write'])
    await on.stop(HONEST)
    await on.prompt('And again.')
    expect(outcomesIn(on)).toEqual(['rollback: Write'])
  })

  it.each([
    ['git revert', ['revert', '--no-edit', 'HEAD']],
    ['git reset --hard HEAD~1', ['reset', '--hard', '-q', 'HEAD~1']],
  ])('is observed for the edit and for the commit, if a person uses %s', async (_, undo) => {
    const on = await gate({ files: WORKING })
    await edit(on, CHANGED)
    await shell(on, `git ${AS_PERSON} commit -qam 'Add: nothing'`)
    await on.stop(HONEST)
    on.git(...undo)
    await on.record('SessionStart', { source: 'resume' })
    expect(outcomesIn(on)).toEqual(['rollback: Write', `rollback: git ${AS_PERSON} commit -qam 'Add: nothing'`])
  })

  it('is observed without a stop: the person interrupted the agent', async () => {
    const on = await gate({ files: WORKING })
    await edit(on, CHANGED)
    on.git('restore', '.')
    await on.record('SessionEnd', { reason: 'other' })
    expect(outcomesIn(on)).toEqual(['rollback: Write'])
  })

  it('is not a commit of the person, another branch, or more work on the same file', async () => {
    const on = await gate({ files: WORKING })
    on.git('branch', 'other')
    await edit(on, CHANGED)
    await on.stop(HONEST)
    on.git('commit', '-qam', 'Keep it')
    await on.prompt()
    on.write({ 'src/add.js': 'export const add = (a, b) => b + a\n' })
    await on.prompt()
    on.git('restore', 'src/add.js')
    on.git('switch', '-q', 'other')
    await on.prompt()
    expect(outcomesIn(on)).toEqual([])
  })

  it('cannot be faked by the agent', async () => {
    const on = await gate({ files: WORKING })
    await edit(on, CHANGED)
    await shell(on, 'git restore src/add.js')
    await on.stop(HONEST)
    await on.prompt()
    await edit(on, CHANGED)
    await shell(on, 'git stash')
    await on.stop(HONEST)
    await on.prompt()
    expect(outcomesIn(on)).toEqual([])
  })

  it('is not looked for in files that are too large, symlinks, folders, build output, or outside of the project', async () => {
    const on = await gate({ files: WORKING })
    const elsewhere = join(on.root, 'elsewhere.txt')
    writeFileSync(elsewhere, 'old')
    symlinkSync(elsewhere, join(on.project, 'link'))
    on.write({ 'large.txt': 'x'.repeat(2 << 20), 'dist/out.js': 'old', 'small.txt': 'old' })
    mkdirSync(join(on.project, 'folder'))
    for (const path of ['link', 'large.txt', elsewhere, 'dist/out.js', 'small.txt'])
      await shell(on, `echo new > ${path}`)
    await shell(on, 'rmdir folder')
    const looked = on.bodies('dispatch.proposed').flatMap(({ files }) => (files ?? []) as JsonObject[])
    expect(looked.map(({ path }) => path)).toEqual([join(on.project, 'small.txt')])
  })
})

describe('the other outcomes', () => {
  it('a failure: the agent destroys something, and the gate sees the tests fail', async () => {
    const on = await gate({ files: WORKING })
    await on.stop(DONE)
    expect(on.bodies('validator.passed')).toHaveLength(1)
    await on.ask('Clean up.')
    await shell(on, 'rm -rf src')
    await on.stop(DONE)
    expect(outcomesIn(on)).toEqual(['failure: rm -rf src'])
  })

  it('a violation: the agent reaches for our state', async () => {
    const on = await gate()
    await on.record('PreToolUse', {
      tool_name: 'Bash',
      tool_input: { command: `cat ${on.home}/keys/current` },
      tool_use_id: 'k',
    })
    await on.stop(HONEST)
    expect(on.bodies('outcome.observed')).toMatchObject([{ outcome: 'violation' }])
  })

  it('a rejection, but not a command that prints the words of one', async () => {
    const on = await gate()
    const attended = { CLAUDE_CODE_ENTRYPOINT: 'cli' }
    const said = "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. …)."
    for (const [id, isRefused] of [
      ['one', true],
      ['two', false],
    ] as const) {
      const payload = { tool_name: 'Bash', tool_input: { command: `echo ${id}` } }
      await on.record('PreToolUse', { ...payload, tool_use_id: id })
      await on.tell('PermissionRequest', payload, attended)
      if (!isRefused) await on.record('PostToolUseFailure', { ...payload, tool_use_id: id, error: said })
      await on.record('PostToolBatch', { tool_calls: [{ ...payload, tool_use_id: id, tool_response: said }] })
    }
    await on.stop(HONEST)
    expect(outcomesIn(on)).toEqual(['rejection: echo one'])
    expect(on.bodies('person.asked').map((body) => body['call'])).toEqual(['one', 'two'])
  })

  it('no question to a person is recorded if a program may answer it', async () => {
    const on = await gate()
    const payload = { tool_name: 'Bash', tool_input: { command: 'echo one' } }
    await on.record('PreToolUse', { ...payload, tool_use_id: 'one' })
    await on.tell('PermissionRequest', payload, { CLAUDE_CODE_ENTRYPOINT: 'sdk-ts' })
    expect(on.bodies('person.asked')).toEqual([])
    expect(on.bodies('host.event')).toMatchObject([{ event: 'PermissionRequest', rest: { tool_name: 'Bash' } }])
  })
})
