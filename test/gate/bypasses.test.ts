import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/ledger/digest.ts'
import { DONE, FAILING, type Gate, gate, PASSING, POLICY, PROJECT } from '../helpers/gate.ts'

/** Published bypasses of evidence gates, tried on this one. */

const WORKING = { ...PROJECT, ...PASSING }
const NEVER = 'All tests pass.'

describe('exit codes', () => {
  it('that a pipe or "|| true" hides do not count: the gate runs the check itself', async () => {
    const on = await gate()
    for (const command of ['node --test | tail -1', 'node --test || true', 'node --test; exit 0', '! node --test']) {
      expect((await on.shell(command)).exit).toBe(0)
      await on.prompt(command)
      expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    }
  })

  it('that are hidden do not count even if host reports count', async () => {
    const policy = `version: 1
validators: { seen: { kind: observed_command, command: node --test } }
bindings: { tests_pass: seen }
accept_reported: true
`
    const on = await gate({ policy })
    for (const command of ['node --test | tail -1', 'node --test || true', 'node --test; true', 'echo node --test'])
      await on.shell(command)
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    await on.edit(PASSING)
    await on.shell('node --test')
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    // A run before the edit does not count now.
    await on.edit(FAILING)
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block' })
  })

  it('of a commit made with --no-verify are no evidence', async () => {
    const on = await gate()
    on.write({ '.git/hooks/pre-commit': '#!/bin/sh\nnode --test\n' })
    await on.shell('chmod +x .git/hooks/pre-commit')
    await on.edit({ 'src/add.js': 'export const add = (a, b) => a * b\n' })
    const commit = 'git -c user.name=a -c user.email=a@example.org commit -qam Add'
    expect((await on.shell(commit)).exit).not.toBe(0)
    expect((await on.shell(`${commit} --no-verify`)).exit).toBe(0)
    expect(await on.stop(NEVER)).toMatchObject({
      decision: 'block',
      findings: ['tests_pass FAILED'],
    })
  })
})

describe('tests made weaker after they passed once', () => {
  const cases: { [how: string]: { [path: string]: string | null } } = {
    deleted: {
      'test/add.test.js': null,
      'test/none.test.js': "import { test } from 'node:test'\ntest('is', () => {})\n",
    },
    skipped: { 'test/add.test.js': PROJECT['test/add.test.js'].replace("test('adds',", "test.skip('adds',") },
    'left to do': { 'test/add.test.js': PROJECT['test/add.test.js'].replace("test('adds',", "test.todo('adds',") },
    emptied: {
      'test/add.test.js': PROJECT['test/add.test.js'].replace('assert.equal(add(1, 2), 3)', 'undefined'),
    },
    'run alone': { 'test/add.test.js': 'process.exit(0)\n' },
  }
  /** The agent breaks the code in its turn, and makes the tests weaker. */
  async function weaken(on: Gate, files: { [path: string]: string | null }): Promise<void> {
    await on.ask()
    await on.edit(FAILING)
    for (const [path, text] of Object.entries(files))
      await (text === null ? on.shell(`rm ${path}`) : on.edit({ [path]: text }))
  }

  for (const [how, files] of Object.entries(cases))
    it(`do not count as passing: ${how}`, async () => {
      const on = await gate({ files: WORKING })
      await weaken(on, files)
      const { decision, findings, reason } = await on.stop(NEVER)
      expect({ decision, first: findings[0] }).toEqual({ decision: 'block', first: 'tests_pass TESTS_WEAKENED' })
      expect(reason).toContain('adds')
    })

  it('do not count as passing in a later turn either, if the first one claims nothing', async () => {
    const on = await gate({ files: WORKING })
    await weaken(on, cases['skipped'] ?? {})
    const silent = { findings: ['work TESTS_WEAKENED'], systemMessage: expect.stringContaining('adds" (skipped)') }
    expect(await on.stop('Anything else?')).toMatchObject({ decision: 'block', ...silent })
    expect(await on.stop('Anything else?')).toMatchObject({ decision: undefined, verdict: 'open', ...silent })
    await on.ask('Do the tests pass?')
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass TESTS_WEAKENED'] })
  })

  it('do not count as passing in a later session either, on the same branch', async () => {
    const on = await gate({ files: WORKING })
    const claim = async (session_id: string): Promise<unknown> => {
      await on.tell('SessionStart', { session_id, source: 'startup' })
      await on.tell('UserPromptSubmit', { session_id, prompt: 'Do the tests pass?' })
      return (await on.tell('Stop', { session_id, last_assistant_message: NEVER })).answer
    }
    const BLOCK = { decision: 'block', reason: expect.stringContaining('TESTS_WEAKENED') }
    const EARNED = { systemMessage: expect.stringMatching(/^Bailiff: earned \(/) }
    await on.ask()
    await on.edit({ 'test/add.test.js': cases['skipped']?.['test/add.test.js'] ?? '' })
    await on.stop('Anything else?')
    expect(await claim('second')).toMatchObject(BLOCK)
    on.git('commit', '-qam', 'Skip')
    expect(await claim('third')).toMatchObject(BLOCK)
    on.git('checkout', '-qb', 'side', 'HEAD~1')
    expect(await claim('fourth')).toEqual(EARNED)
    on.git('checkout', '-q', 'main')
    expect(await claim('fifth')).toMatchObject(BLOCK)
    await on.tell('UserPromptSubmit', { session_id: 'fifth', prompt: 'bailiff: accept' })
    expect(await claim('sixth')).toEqual(EARNED)
  })

  it('do not count as passing if a support file hides them, though no run is known on the starting content', async () => {
    const hiding = PROJECT['test/add.test.js']
      .replace("test('adds',", "test('adds', { skip: isHidden },")
      .replace("'../src/add.js'\n", "'../src/add.js'\nimport { isHidden } from './helpers/hidden.js'\n")
    const helper = 'test/helpers/hidden.js'
    const shown = 'export const isHidden = false\n'
    const on = await gate({ files: { ...WORKING, 'test/add.test.js': hiding, [helper]: shown } })
    await on.ask('Do the tests pass?')
    expect(await on.stop(NEVER)).toMatchObject({ decision: undefined, findings: [] })
    on.write({ 'src/theirs.js': '1\n' })
    await on.ask()
    await on.edit({ [helper]: '// The same.\nexport const isHidden = false\n' })
    expect(await on.stop(NEVER)).toMatchObject({ decision: undefined, findings: [] })
    on.write({ 'src/theirs.js': '2\n' })
    await on.ask()
    await on.edit({ ...FAILING, [helper]: 'export const isHidden = true\n' })
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass TESTS_WEAKENED'] })
  })

  it('count as made weaker before the turn if a person did it', async () => {
    const on = await gate({ files: WORKING })
    on.write(cases['skipped'] ?? {})
    await on.ask('Do the tests pass?')
    expect(await on.stop(NEVER)).toMatchObject({ decision: undefined, findings: [] })
  })

  it('are refused if they are pinned', async () => {
    const on = await gate({ files: WORKING, policy: `${POLICY}pins: [test/add.test.js]\n` })
    await on.edit({ ...FAILING, 'test/add.test.js': 'process.exit(0)\n' })
    const { decision, reason } = await on.stop(NEVER)
    expect(decision).toBe('block')
    expect(reason).toContain('CHECK_CHANGED')
  })
})

describe('files', () => {
  it('that only look like evidence do not count', async () => {
    const on = await gate()
    await on.edit({ 'EVIDENCE.md': 'All tests pass.\n', 'test-results.txt': '# tests 2\n# pass 2\n# fail 0\n' })
    await on.edit({ '.bailiff/evidence.json': '{"tests_pass":true}', 'validator.passed': '' })
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', findings: ['done FAILED', 'tests_pass FAILED'] })
  })

  it('of the policy may be edited or removed, and the approved one stays active', async () => {
    const on = await gate()
    await on.edit({ '.bailiff/policy.yaml': 'version: 1\nmodes: { done: off, tests_pass: off }\n' })
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    on.write({ '.bailiff/policy.yaml': null })
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
    await on.edit({ '.bailiff/policy.yaml': POLICY, '.bailiff/contract.yaml': 'keywords: [nothing]\n' })
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block', verdict: 'blocked' })
  })

  it('that a package script depends on are checked if they are pinned', async () => {
    const policy = POLICY.replace('command: node --test', 'command: npm test, pins: [package.json]')
    const on = await gate({ policy })
    await on.edit({ 'package.json': PROJECT['package.json'].replace('node --test', "echo '# tests 2' '# pass 2'") })
    const { decision, reason } = await on.stop(NEVER)
    expect(decision).toBe('block')
    expect(reason).toContain('CHECK_CHANGED')
  })

  it('that were changed and had their times restored are seen as changed', async () => {
    const on = await gate({ files: WORKING })
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    const path = join(on.project, 'src/add.js')
    const { atime, mtime } = statSync(path)
    // The same size and the same times.
    writeFileSync(path, FAILING['src/add.js'])
    utimesSync(path, atime, mtime)
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    on.git('update-index', '--assume-unchanged', 'src/add.js')
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block' })
  })

  it('that were only touched leave a pass as it was', async () => {
    const on = await gate({ files: WORKING })
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    await on.shell('touch src/add.js test/add.test.js')
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    expect(on.bodies('validator.passed')).toHaveLength(1)
  })

  it.each([
    ['folder, to outside', 'mv src ../outside && ln -s ../outside src'],
    ['file, to an ignored folder', 'mkdir build && mv src/add.js build/add.js && ln -s ../build/add.js src/add.js'],
  ])('that are behind a symlink are seen as changed: of a %s', async (_, command) => {
    const on = await gate({ files: { ...WORKING, '.gitignore': 'build/\n' } })
    expect((await on.shell(command)).exit).toBe(0)
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    await on.edit(FAILING)
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
    await on.prompt('Go on.')
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
  })

  it('that git is told to ignore do not hide a change', async () => {
    const on = await gate({ files: WORKING })
    expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
    await on.edit({ '.gitignore': 'src/\n', ...FAILING })
    on.write({ '.git/info/exclude': 'src/\n' })
    expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass FAILED'] })
  })
})

it('a pass on one content says nothing about another, even if the content was switched in between', async () => {
  const on = await gate({ policy: `${POLICY}on_stop: off\n`, files: WORKING })
  const validated = await on.bailiff(['validate', 'tests_pass', '--with', 'tests', '--session', 's'])
  expect(validated.exit).toBe(0)
  on.write(FAILING)
  expect(await on.stop(NEVER)).toMatchObject({ decision: 'block', findings: ['tests_pass STALE'] })
  on.write(PASSING)
  expect(await on.stop(NEVER)).toMatchObject({ verdict: 'earned' })
})

describe('a count of blocks', () => {
  const ownOf = ({ home, stream }: Gate): string => join(home, 'blocks', `${stream.replaceAll('/', '.')}.json`)
  /** The file that holds it while the state directory is not writable. */
  const spareOf = ({ root, home, stream }: Gate): string =>
    join(root, 'tmp', `bailiff-${process.getuid?.()}`, `${sha256(`${home}\n${stream}`).slice(0, 32)}.json`)
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, text)
  }
  const verdicts = async (on: Gate): Promise<unknown[]> => {
    const all = []
    for (let i = 0; i < 4; i++) all.push((await on.stop(DONE)).verdict)
    return all
  }
  const WHOLE = ['blocked', 'blocked', 'blocked', 'capped']
  const SPENT = '{"blocks":99,"failures":9}'

  it('that an agent wrote uses up no budget, wherever it is', async () => {
    const on = await gate()
    for (const path of [spareOf(on), ownOf(on)]) {
      put(path, SPENT)
      expect(await verdicts(on)).toEqual(WHOLE)
      await on.prompt('And again.')
    }
  })

  it('written by an agent does not make a failing gate let the turn end either', async () => {
    const on = await gate()
    rmSync(join(on.home, 'artifacts'), { recursive: true })
    writeFileSync(join(on.home, 'artifacts'), '')
    put(spareOf(on), SPENT)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
    expect(await on.stop(DONE)).toMatchObject({ decision: undefined })
  })

  it('is not trusted among temporary files if the keys are gone and the state directory has one', async () => {
    const on = await gate()
    rmSync(join(on.home, 'keys'), { recursive: true })
    put(spareOf(on), SPENT)
    expect(await on.stop(DONE)).toMatchObject({ decision: 'block' })
    expect(await on.stop(DONE)).toMatchObject({ decision: undefined })
  })

  it('counts only in its own place, and in no other session', async () => {
    const on = await gate()
    await verdicts(on)
    const copy = join(on.root, 'copy')
    copyFileSync(ownOf(on), copy)
    await on.prompt('And again.')
    put(spareOf(on), '')
    copyFileSync(copy, spareOf(on))
    await on.tell('UserPromptSubmit', { session_id: 'other', prompt: 'Go on.' })
    copyFileSync(copy, ownOf({ ...on, stream: 'session/claude-code-other' }))
    const { answer } = await on.tell('Stop', { session_id: 'other', last_assistant_message: DONE })
    expect(answer).toMatchObject({ systemMessage: expect.stringContaining('blocked 1 of 3') })
    expect(await verdicts(on)).toEqual(WHOLE)
  })

  it('that was kept among temporary files and is restored later does not count', async () => {
    const on = await gate()
    rmSync(join(on.home, 'blocks'), { recursive: true, force: true })
    writeFileSync(join(on.home, 'blocks'), '')
    expect(await verdicts(on)).toEqual(WHOLE)
    expect(readdirSync(dirname(spareOf(on)))).toHaveLength(1)
    copyFileSync(spareOf(on), join(on.root, 'copy'))
    await on.prompt('And again.')
    rmSync(join(on.home, 'blocks'))
    copyFileSync(join(on.root, 'copy'), spareOf(on))
    expect(await verdicts(on)).toEqual(WHOLE)
  })
})
