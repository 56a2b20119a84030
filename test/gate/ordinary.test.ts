import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAILING, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** Ordinary work, under the policy that `bailiff init` writes: the agent hears nothing, and the verdict is right. */

const WORKING = { ...PROJECT, ...PASSING, 'README.md': '# p\n' }

const USER = '-c user.name=a -c user.email=a@example.org'

const testsOf = (names: readonly string[], from = '../src/add.js'): string =>
  [
    "import assert from 'node:assert/strict'",
    "import { test } from 'node:test'",
    `import { add } from '${from}'`,
    ...names.map((name, i) => `test('${name}', () => assert.equal(add(${i}, 1), ${i + 1}))`),
    '',
  ].join('\n')

const MUL_TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mul } from '../src/mul.js'
test('multiplies', () => assert.equal(mul(2, 3), 6))
`
const MUL = { 'src/mul.js': 'export const mul = (a, b) => a * b\n' }

const commitAll = (on: Gate, subject: string): void => {
  on.git('add', '-A', '--', ':!.bailiff', ':!.claude')
  on.git('commit', '-qm', subject)
}

/** Commits `files` on a branch of their own, and returns to main. */
const onBranch = (on: Gate, branch: string, files: { [path: string]: string | null }): void => {
  on.git('checkout', '-qb', branch)
  on.write(files)
  commitAll(on, `Work on ${branch}`)
  on.git('checkout', '-q', 'main')
}

/** Ends the first turn of the session with an earned claim, so that no work of the agent is left unproven. */
const proven = async (on: Gate): Promise<void> => {
  expect(await on.stop('All tests pass.')).toMatchObject({ verdict: 'earned' })
}

type Row = {
  /** The files before the turn. */
  given?: (on: Gate) => unknown
  asked: string
  act?: (on: Gate) => Promise<unknown>
  said: string
  /** `warned`: the person is told, the agent is not. */
  /** `open` if the message states a gap. */
  verdict: 'earned' | 'unclaimed' | 'warned' | 'open' | 'red'
  findings?: string[]
}

const rows: { [title: string]: Row } = {
  'a feature with its test': {
    asked: 'Add mul with a test.',
    act: (on) => on.edit({ ...MUL, 'test/mul.test.js': MUL_TEST }),
    said: 'I added `mul` with a test. Done, all tests pass.',
    verdict: 'earned',
  },
  'a red test, announced': {
    asked: 'Start with a failing test for mul.',
    act: async (on) => {
      await on.edit({ 'test/mul.test.js': MUL_TEST })
      await on.shell('node --test')
    },
    said: 'I added a failing test for `mul` first; it fails as intended, the implementation follows.',
    verdict: 'open',
    findings: ['work WORK_UNPROVEN'],
  },
  'a red test, announced with a status line': {
    asked: 'Write the test of mul first.',
    act: (on) => on.edit({ 'test/mul.test.js': MUL_TEST }),
    said: 'The test is written.\n\nFailing: multiplies (as intended; `mul` does not exist yet)',
    verdict: 'red',
    findings: ['work WORK_UNPROVEN'],
  },
  'a renamed test file': {
    asked: 'Rename test/add.test.js.',
    act: (on) => on.shell('git mv test/add.test.js test/addition.test.js'),
    said: 'Renamed it to test/addition.test.js. All tests still pass.',
    verdict: 'earned',
  },
  'tests that a formatter rewrites beside the agent': {
    asked: 'Add mul.',
    act: async (on) => {
      await on.edit({ ...MUL, 'test/mul.test.js': MUL_TEST })
      // A hook of the person formats what it likes.
      on.write({
        'src/mul.js': 'export const mul = (a, b) => a * b;\n',
        'test/mul.test.js': MUL_TEST.replaceAll("'", '"'),
        'test/add.test.js': PROJECT['test/add.test.js'].replaceAll("'", '"'),
      })
    },
    said: 'Added mul. Done.',
    verdict: 'earned',
  },
  'formatting everything': {
    asked: 'Put semicolons everywhere.',
    act: (on) => on.shell("sed -i 's/)$/);/' src/*.js test/*.js"),
    said: 'Formatted src and test. Done.',
    verdict: 'earned',
  },
  'generated files': {
    asked: 'Regenerate the client.',
    act: (on) => on.shell('mkdir gen && for i in 1 2 3; do echo "export const a$i = $i" > gen/a$i.js; done'),
    said: 'Regenerated gen/ (3 files). Done.',
    verdict: 'earned',
  },
  'a merge': {
    given: (on) => {
      onBranch(on, 'other', { ...MUL, 'test/mul.test.js': MUL_TEST })
      on.write({ 'README.md': '# p, ours\n' })
      commitAll(on, 'Ours')
    },
    asked: 'Merge other.',
    act: (on) => on.shell(`git ${USER} merge -q --no-edit other`),
    said: 'Merged other into main. Done.',
    verdict: 'earned',
  },
  'a merge that brings a deletion of tests': {
    given: (on) => {
      on.write({ 'test/more.test.js': testsOf(['one', 'two']) })
      commitAll(on, 'More tests')
      onBranch(on, 'other', { 'test/more.test.js': null })
      on.write({ 'README.md': '# p, ours\n' })
      commitAll(on, 'Ours')
    },
    asked: 'Merge other.',
    act: (on) => on.shell(`git ${USER} merge -q --no-edit other`),
    said: 'Done, other is merged and all tests pass.',
    verdict: 'earned',
  },
  'a rebase': {
    given: (on) => {
      onBranch(on, 'topic', { ...MUL, 'test/mul.test.js': MUL_TEST })
      on.write({ 'README.md': '# p, ours\n' })
      commitAll(on, 'Ours')
      on.git('checkout', '-q', 'topic')
    },
    asked: 'Rebase topic on main.',
    act: (on) => on.shell(`git ${USER} rebase -q main`),
    said: 'Rebased topic on main. Done, all tests pass.',
    verdict: 'earned',
  },
  'a switch to a branch with fewer tests': {
    given: (on) => {
      on.git('branch', 'old')
      on.write({ 'test/more.test.js': testsOf(['one', 'two']) })
      commitAll(on, 'More tests')
    },
    asked: 'Switch to old.',
    act: (on) => on.shell('git checkout -q old'),
    said: 'Done, you are on old now.',
    verdict: 'earned',
  },
  'a switch to a branch whose suite is red': {
    given: async (on) => {
      await proven(on)
      onBranch(on, 'red', FAILING)
    },
    asked: 'Switch to red.',
    act: (on) => on.shell('git checkout -q red'),
    said: 'Done, you are on red now.',
    verdict: 'warned',
    findings: ['done FAILED'],
  },
  'a switch that is only told': {
    given: (on) => on.git('branch', 'old'),
    asked: 'Switch to old.',
    act: (on) => on.shell('git checkout -q old'),
    said: 'I switched to the branch old.',
    verdict: 'unclaimed',
  },
  'a cherry-pick': {
    given: (on) => onBranch(on, 'other', { ...MUL, 'test/mul.test.js': MUL_TEST }),
    asked: 'Cherry-pick the last commit of other.',
    act: (on) => on.shell(`git ${USER} cherry-pick other`),
    said: 'Cherry-picked it. Done.',
    verdict: 'earned',
  },
  'the revert of a commit that brought tests': {
    given: (on) => {
      on.write({ ...MUL, 'test/mul.test.js': MUL_TEST })
      commitAll(on, 'Add mul')
    },
    asked: 'Revert the last commit.',
    act: (on) => on.shell(`git ${USER} revert --no-edit HEAD`),
    said: 'I reverted the commit "Add mul".',
    verdict: 'unclaimed',
  },
  'a stash, and back': {
    given: (on) => on.write({ 'test/more.test.js': testsOf(['one', 'two']) }),
    asked: 'Is the tree green without my changes?',
    act: (on) => on.shell(`git ${USER} stash -qu -- test && node --test && git stash pop -q`),
    said: 'Yes: without your changes all tests pass. Your changes are back in place.',
    verdict: 'earned',
  },
  'a submodule bump': {
    given: (on) => {
      const lib = join(on.root, 'lib')
      const git = (...args: string[]): unknown =>
        execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd: lib })
      mkdirSync(lib)
      git('init', '-q', '-b', 'main')
      for (const version of ['v1', 'v2']) {
        writeFileSync(join(lib, 'a.txt'), version)
        git('add', '.')
        git('commit', '-qm', version)
        git('tag', version)
      }
      on.git('-c', 'protocol.file.allow=always', 'submodule', 'add', '-q', lib, 'lib')
      on.git('-C', 'lib', 'checkout', '-q', 'v1')
      commitAll(on, 'Add lib')
    },
    asked: 'Bump lib to v2.',
    act: (on) => on.shell(`git -C lib checkout -q v2 && git add lib && git ${USER} commit -qm "Bump lib"`),
    said: 'Bumped lib to v2. Done.',
    verdict: 'earned',
  },
  'a lock file': {
    asked: 'Update the lock file.',
    act: (on) => on.shell('npm install --package-lock-only --ignore-scripts --offline --no-audit'),
    said: 'Updated package-lock.json. Done.',
    verdict: 'earned',
  },
  'documents, with a red suite': {
    given: (on) => {
      on.write(FAILING)
      commitAll(on, 'Red')
    },
    asked: 'Update the README.',
    act: (on) => on.edit({ 'README.md': '# p\n\nAdds.\n' }),
    said: 'Done, the README is updated.',
    verdict: 'unclaimed',
  },
  'a red suite that the turn leaves alone, and says so': {
    given: (on) => {
      on.write(FAILING)
      commitAll(on, 'Red')
    },
    asked: 'Add mul with a test.',
    act: async (on) => {
      await on.edit({ ...MUL, 'test/mul.test.js': MUL_TEST })
      await on.shell('node --test')
    },
    said: 'I added `mul` with a test, which passes. "adds" was failing before my change and still fails; I left it alone.',
    verdict: 'open',
    findings: ['work WORK_UNPROVEN'],
  },
  'a red suite that the turn leaves alone, with a claim': {
    given: (on) => {
      on.write(FAILING)
      commitAll(on, 'Red')
    },
    asked: 'Add mul.',
    act: (on) => on.edit(MUL),
    said: 'I implemented mul. The suite was red before ("adds" fails) and still is; I did not touch that.',
    verdict: 'open',
    findings: ['done FAILED'],
  },
  'a part of the work, with the failing test named': {
    asked: 'Add mul and div.',
    act: (on) => on.edit({ ...MUL, 'test/mul.test.js': MUL_TEST.replace('6', '7') }),
    said: '`mul` is in place, but one test still fails; I stopped there.',
    verdict: 'open',
    findings: ['done FAILED'],
  },
  'a commit of red work of the person': {
    given: async (on) => {
      await proven(on)
      on.write(FAILING)
    },
    asked: 'Commit my work in progress.',
    act: (on) => on.shell(`git ${USER} commit -qam WIP`),
    said: 'Done. Committed as "WIP".',
    verdict: 'warned',
    findings: ['done FAILED'],
  },
  'a commit': {
    given: (on) => on.write(MUL),
    asked: 'Commit this.',
    act: (on) => on.shell(`git add src && git ${USER} commit -qm "Add mul"`),
    said: 'Committed. Done.',
    verdict: 'earned',
  },
  'an answer, with a red suite': {
    given: (on) => {
      on.write(FAILING)
      commitAll(on, 'Red')
    },
    asked: 'What does add do?',
    act: (on) => on.shell('cat src/add.js'),
    said: '`add` subtracts b from a, which looks like a bug. It is implemented in src/add.js.',
    verdict: 'unclaimed',
  },
  'an answer': {
    asked: 'Is add implemented?',
    act: (on) => on.shell('cat src/add.js'),
    said: 'Yes, `add` is already implemented in src/add.js, so there is nothing to do.',
    verdict: 'earned',
  },
  'a helper that moves to another file': {
    given: (on) => {
      on.write({
        'test/helper.js': "import assert from 'node:assert/strict'\nexport const same = assert.equal\n",
        'test/help.test.js':
          "import { test } from 'node:test'\nimport { same } from './helper.js'\nimport { add } from '../src/add.js'\ntest('helps', () => same(add(1, 1), 2))\n",
      })
      commitAll(on, 'Helper')
    },
    asked: 'Move the helper to test/helpers/same.js.',
    act: (on) =>
      on.shell(
        "mkdir test/helpers && git mv test/helper.js test/helpers/same.js && sed -i 's#./helper.js#./helpers/same.js#' test/help.test.js",
      ),
    said: 'Moved the helper. Done, all tests pass.',
    verdict: 'earned',
  },
}

/** The policy that `bailiff init` wrote for the project of the first test. */
let drafted: string | null = null

async function project(): Promise<Gate> {
  const on = await gate({ policy: drafted, files: WORKING })
  drafted ??= readFileSync(join(on.project, '.bailiff/policy.yaml'), 'utf8')
  return on
}

describe('ordinary work stays untouched', () => {
  it.each(Object.entries(rows))('%s', async (_, { given, asked, act, said, verdict, findings = [] }) => {
    const on = await project()
    await given?.(on)
    await on.ask(asked)
    await act?.(on)
    expect(await on.stop(said)).toMatchObject({ decision: undefined, reason: '', findings, verdict })
    const { exit } = await on.cli('outcome', 's')
    expect(exit).toBe(verdict === 'open' ? 2 : 0)
  })

  it('but a switch does not excuse work that was left red', async () => {
    const on = await project()
    await on.ask('Make add subtract.')
    await on.edit(FAILING)
    expect(await on.stop('I changed add.\n\nFailing: adds')).toMatchObject({ decision: undefined, verdict: 'open' })
    await on.ask('Create the branch topic.')
    await on.shell('git checkout -qb topic')
    expect(await on.stop('Done, you are on topic now.')).toMatchObject({ decision: 'block', findings: ['done FAILED'] })
  })

  it('tests that are deleted on request, once the person accepts it', async () => {
    const on = await project()
    on.write({ ...MUL, 'test/mul.test.js': MUL_TEST })
    commitAll(on, 'Add mul')
    await on.ask('mul is obsolete. Remove it and its test.')
    await on.shell('git rm -q src/mul.js test/mul.test.js')
    const told = 'I removed src/mul.js and test/mul.test.js.'
    const stopped = await on.stop(told)
    expect(stopped).toMatchObject({ decision: undefined, reason: '', verdict: 'unclaimed' })
    expect(stopped.systemMessage).toContain('bailiff: accept')
    await on.ask('Yes.\nbailiff: accept')
    expect(await on.stop('Done, the remaining tests pass.')).toMatchObject({ findings: [], verdict: 'earned' })
    await on.ask('Add a comment.')
    await on.edit({ 'src/add.js': '// Adds.\nexport const add = (a, b) => a + b\n' })
    expect(await on.stop('Done, all tests pass.')).toMatchObject({
      findings: [],
      verdict: 'earned',
      systemMessage: expect.stringMatching(/^Bailiff: earned \(test, [\d.]+ s\)$/),
    })
  })

  it('a new package in a workspace', async () => {
    const pack = (name: string): { [path: string]: string } => ({
      [`packages/${name}/package.json`]: `{ "name": "${name}", "type": "module", "scripts": { "test": "node --test" } }\n`,
      [`packages/${name}/index.js`]: PASSING['src/add.js'],
      [`packages/${name}/test/a.test.js`]: testsOf([`${name} one`, `${name} two`], '../index.js'),
    })
    const root =
      '{ "name": "mono", "private": true, "workspaces": ["packages/*"], "scripts": { "test": "npm test --workspaces" } }\n'
    const on = await gate({ policy: null, files: { 'package.json': root, ...pack('aa'), ...pack('bb') } })
    await on.ask('Add a package cc.')
    await on.edit(pack('cc'))
    expect(await on.stop('Added the package cc. Done, all tests pass.')).toMatchObject({
      decision: undefined,
      findings: [],
      verdict: 'earned',
    })
  })
})
