import { execFileSync } from 'node:child_process'
import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DONE, FAILING, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Evidence that is real, but not about the claim. */

const SLOTTED = `version: 1
validators:
  tests:
    kind: node_test_pass
    command: node --test {target}
    arguments: { target: { type: path, under: 'test/**', default: test/add.test.js } }
bindings:
  tests_pass: tests
  done: tests
`
const EASY = { 'test/easy.test.js': "import { test } from 'node:test'\ntest('nothing', () => {})\n" }

describe('an argument that the policy does not leave to the agent', () => {
  const narrow = ['validate', 'done', '--with', 'tests', '--args', '{"target":"test/easy.test.js"}', '--session', 's']

  it('limits a pass to what was chosen', async () => {
    const on = await gate({ policy: SLOTTED, files: { ...PROJECT, ...EASY } })
    expect(await on.bailiff(narrow)).toMatchObject({ exit: 0, out: expect.stringContaining('tests passed') })
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', findings: ['done FAILED', 'tests_pass FAILED'] })
    // It is not reused later or elsewhere either.
    await on.prompt('Again.')
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
  })

  it('does not hide an earlier pass of the full check', async () => {
    const on = await gate({ policy: SLOTTED, files: { ...PROJECT, ...PASSING, ...EASY } })
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    await on.bailiff(narrow)
    await on.prompt('Again.')
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    expect(on.bodies('validator.passed').at(-1)).toMatchObject({ reused: {} })
  })

  it('counts if the binding requires it, or if it is the default', async () => {
    const asked = SLOTTED.replace('done: tests', 'done: { all: [{ validator: tests, given: [target] }] }')
    const on = await gate({ policy: asked, files: { ...PROJECT, ...EASY } })
    await on.bailiff(narrow)
    expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned' })
    const same = await gate({ policy: SLOTTED, files: { ...PROJECT, ...PASSING } })
    const given = '{"target":"test/add.test.js"}'
    await same.bailiff(['validate', 'done', '--with', 'tests', '--args', given, '--session', 's'])
    expect(await same.stop('All done.')).toMatchObject({ verdict: 'earned' })
    expect(same.bodies('validator.passed')).toHaveLength(1)
  })
})

describe('a file that defines a check but is not part of the fingerprint', () => {
  const files = { ...PROJECT, '.gitignore': 'local.json\n', 'local.json': '{}\n' }
  const pinned = (more = ''): string => `${POLICY.replace('node --test }', 'node --test, pins: [local.json] }')}${more}`

  it.each([
    ['if checks may run', pinned()],
    ['if they may not', pinned('on_stop: off\n')],
  ])('is checked again in the same turn, %s', async (_, policy) => {
    const on = await gate({ policy, files })
    await on.edit(PASSING)
    expect(await on.bailiff(['validate', 'done', '--with', 'tests', '--session', 's'])).toMatchObject({ exit: 0 })
    await on.bailiff(['validate', 'tests_pass', '--with', 'tests', '--session', 's'])
    expect(await on.stop(DONE)).toMatchObject({ verdict: 'earned' })
    writeFileSync(join(on.project, 'local.json'), '{ "tests": "none" }\n')
    const stopped = await on.stop(DONE)
    expect(stopped).toMatchObject({ decision: 'block', findings: ['done REFUSED', 'tests_pass REFUSED'] })
    expect(stopped.reason).toContain('CHECK_CHANGED')
  })

  it('counts as changed if it is a symlink to itself', async () => {
    const on = await gate({ policy: pinned(), files })
    await on.edit(PASSING)
    rmSync(join(on.project, 'local.json'))
    symlinkSync('local.json', join(on.project, 'local.json'))
    const stopped = await on.stop(DONE)
    expect(stopped).toMatchObject({ decision: 'block', verdict: 'blocked' })
    expect(stopped.reason).toContain('CHECK_CHANGED')
  })
})

describe('what was shipped', () => {
  it('is checked again at another commit with the same content', async () => {
    const policy = `version: 1\nvalidators: { out: node --check src/add.js }\nbindings: { shipped: out }\n`
    const on = await gate({ policy, files: { ...PROJECT, ...PASSING } })
    expect(await on.stop('Pushed and deployed to production.')).toMatchObject({ verdict: 'earned' })
    on.git('commit', '-q', '--allow-empty', '-m', 'Nothing')
    await on.prompt('And now?')
    expect(await on.stop('Pushed and deployed to production.')).toMatchObject({ verdict: 'earned' })
    expect(on.bodies('validator.passed').map((body) => body['reused'] ?? null)).toEqual([null, null])
  })
})

describe('a policy that cannot be opened', () => {
  const socket = (path: string): void => {
    rmSync(path, { force: true })
    const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.exit())`
    execFileSync(process.execPath, ['-e', script])
  }

  it.each(['policy.yaml', 'contract.yaml'])('as %s, leaves the approved copy active', async (name) => {
    const denied = `${POLICY}dispatch: { commands: { deny: ['curl *'] } }\n`
    const on = await gate({ policy: denied })
    // The path of a socket must be short.
    const far = join(on.root, 's')
    socket(far)
    execFileSync('mv', [far, join(on.project, '.bailiff', name)])
    const call = { tool_name: 'Bash', tool_input: { command: 'curl https://example.org' }, tool_use_id: 'c' }
    const { answer } = await on.tell('PreToolUse', call)
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
    await on.edit(FAILING)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', findings: ['done FAILED', 'tests_pass FAILED'] })
  })
})
