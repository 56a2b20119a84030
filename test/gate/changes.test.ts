import { execFileSync } from 'node:child_process'
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { FAILING, type Gate, gate, PASSING, PROJECT } from '../helpers/gate.ts'

/** The changes of a turn: by content, and only those that its own calls could have written. */

const WORKING = { ...PROJECT, ...PASSING }

/** The files that the turn changed, as recorded at its end. */
async function changesOf(on: Gate): Promise<unknown> {
  await on.stop('All done.')
  return on.bodies('turn.changed').at(-1)?.['paths']
}

const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.org', ...args], { cwd, encoding: 'utf8' })

describe('a turn has changed', () => {
  it('what its calls wrote, committed or not, by any tool', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.edit({ 'src/a.js': '1\n' })
    await on.shell(
      'echo 2 > src/b.js && rm src/add.js && git add -A && git -c user.name=a -c user.email=a@b.c commit -qm x',
    )
    await on.shell('echo 3 > src/c.js')
    expect(await changesOf(on)).toEqual(['src/a.js', 'src/add.js', 'src/b.js', 'src/c.js'])
  })

  it('nothing if its edits are undone', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.edit({ 'src/add.js': '1\n', 'src/new.js': '2\n' })
    await on.shell('git checkout -q src/add.js && rm src/new.js')
    expect(await changesOf(on)).toEqual([])
  })

  it('nothing if only a person or a watcher writes', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.shell('cat src/add.js')
    on.write({ 'src/add.js': 'their own\n', 'src/more.js': '2\n' })
    expect(await changesOf(on)).toEqual([])
  })

  it('only what its own calls wrote, beside a person who writes at another time', async () => {
    const on = await gate({ files: WORKING })
    on.write({ 'src/theirs.js': 'before\n' })
    await on.ask()
    await on.edit({ 'src/own.js': '1\n' })
    on.write({ 'src/add.js': 'their own\n' })
    expect(await changesOf(on)).toEqual(['src/own.js'])
  })

  it('what a program wrote that it left running', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.shell(
      '(while [ ! -e .git/go ]; do sleep 0.01; done; echo 1 > src/late.js; touch .git/done) > /dev/null 2>&1 &',
    )
    on.write({ '.git/go': '' })
    execFileSync('sh', ['-c', 'while [ ! -e .git/done ]; do sleep 0.01; done'], { cwd: on.project })
    expect(await changesOf(on)).toEqual(['src/late.js'])
  })
})

describe('a turn has not changed', () => {
  /** A branch with one more file and another version of `add`, and a stash. */
  function branched(on: Gate): void {
    on.git('checkout', '-qb', 'other')
    on.write({ 'src/add.js': 'export const add = (a, b) => b + a\n', 'src/other.js': '1\n' })
    on.git('add', 'src')
    on.git('commit', '-qm', 'Other')
    on.git('checkout', '-q', 'main')
  }

  it('what a checkout, a reset or a merge without conflicts brings', async () => {
    const on = await gate({ files: WORKING })
    branched(on)
    await on.ask()
    await on.shell('git checkout -q other')
    expect(await changesOf(on)).toEqual([])
    await on.ask()
    await on.shell('git checkout -q main && git merge -q other')
    expect(await changesOf(on)).toEqual([])
    await on.ask()
    await on.shell('git reset -q --hard HEAD~1')
    expect(await changesOf(on)).toEqual([])
  })

  it('what a stash brings back', async () => {
    const on = await gate({ files: WORKING })
    on.write({ 'src/add.js': 'stashed\n' })
    on.git('stash', '-q')
    await on.ask()
    await on.shell('git stash pop -q')
    expect(await changesOf(on)).toEqual([])
  })

  const LINES = Array.from({ length: 30 }, (_, i) => `line ${i}`)
  const withLine = (at: number, text: string): string => `${LINES.with(at, text).join('\n')}\n`

  it.each(['merge', 'rebase'])('what a %s makes of a file that both sides changed', async (how) => {
    const on = await gate({ files: { ...WORKING, 'list.txt': `${LINES.join('\n')}\n` } })
    on.git('checkout', '-qb', 'other')
    on.write({ 'list.txt': withLine(2, 'theirs') })
    on.git('commit', '-qam', 'Theirs')
    on.git('checkout', '-q', 'main')
    on.write({ 'list.txt': withLine(25, 'ours') })
    on.git('commit', '-qam', 'Ours')
    await on.ask()
    await on.shell(
      `git -c user.name=a -c user.email=a@b.c ${how === 'merge' ? 'merge -q --no-edit' : 'rebase -q'} other`,
    )
    expect(await changesOf(on)).toEqual([])
    await on.ask()
    await on.shell("sed -i 's/ours/mine/' list.txt")
    expect(await changesOf(on)).toEqual(['list.txt'])
  })

  it('what a pull brings, but a push does not make its own work someone else’s', async () => {
    const on = await gate({ files: WORKING })
    const [bare, clone] = [join(on.root, 'bare.git'), join(on.root, 'clone')]
    git(on.root, 'init', '-q', '--bare', '-b', 'main', bare)
    on.git('remote', 'add', 'origin', bare)
    on.git('push', '-q', '-u', 'origin', 'main')
    git(on.root, 'clone', '-q', bare, clone)
    mkdirSync(join(clone, 'src'), { recursive: true })
    writeFileSync(join(clone, 'src', 'theirs.js'), '1\n')
    git(clone, 'add', '.')
    git(clone, 'commit', '-qm', 'Theirs')
    git(clone, 'push', '-q')
    await on.ask()
    await on.shell('git pull -q')
    expect(await changesOf(on)).toEqual([])
    await on.ask()
    await on.edit({ 'src/own.js': '1\n' })
    await on.shell('git add . && git -c user.name=a -c user.email=a@b.c commit -qm Own && git push -q')
    expect(await changesOf(on)).toEqual(['src/own.js'])
  })

  it('what it wrote itself, even if that comes back by a fetch', async () => {
    const on = await gate({ files: WORKING })
    const commit = 'git add . && git -c user.name=a -c user.email=a@b.c commit -qm Own'
    await on.ask()
    await on.edit({ 'src/own.js': '1\n' })
    await on.shell(`${commit} && git fetch -q . HEAD`)
    expect(await changesOf(on)).toEqual(['src/own.js'])
    await on.ask()
    await on.shell('git clone -q . ../copy')
    await on.shell(`cd ../copy && echo 2 > src/own.js && ${commit}`)
    await on.shell('git pull -q ../copy main')
    expect(await changesOf(on)).toEqual(['src/own.js'])
  })
})

describe('cheats', () => {
  it('a changed time stamp hides no change', async () => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.edit({ 'src/add.js': 'export const add = (a, b) => b + a\n' })
    utimesSync(join(on.project, 'src/add.js'), 0, 0)
    await on.shell('git update-index --assume-unchanged src/add.js')
    expect(await changesOf(on)).toEqual(['src/add.js'])
  })
})

describe('work', () => {
  it('that was never begun is not done, even if the tests pass', async () => {
    const on = await gate({ files: WORKING })
    await on.ask('Implement the login page.')
    const stopped = await on.stop('The login page is implemented and everything works.')
    const { findings, systemMessage } = stopped
    expect(stopped).toMatchObject({ decision: 'block' })
    expect(findings).toContain('done NOTHING_DONE')
    expect(systemMessage).toContain('nothing has been done since the work was asked for')
  })

  it.each(['git checkout -qb topic', 'mkdir -p node_modules'])(
    'may leave no trace in the files: %s',
    async (command) => {
      const on = await gate({ files: WORKING })
      await on.ask('Set it up.')
      await on.shell(command)
      expect(await on.stop('I set it up.')).toMatchObject({ decision: undefined, findings: [] })
    },
  )

  it('is not fixed by breaking something and restoring it', async () => {
    const on = await gate({ files: WORKING })
    await on.ask('Fix the bug.')
    await on.edit(FAILING)
    await on.shell('node --test')
    await on.edit(PASSING)
    expect(await on.stop('I fixed the bug.')).toMatchObject({ decision: 'block', findings: ['fixed NOTHING_DONE'] })
  })

  it('is not fixed by restoring what the session itself broke in an earlier turn', async () => {
    const on = await gate({ files: WORKING })
    await on.ask('Clean up.')
    await on.edit(FAILING)
    await on.stop('I have started; a test fails.')
    await on.ask('Fix the bug.')
    await on.edit(PASSING)
    expect(await on.stop('I fixed the bug.')).toMatchObject({ findings: ['fixed NOTHING_DONE'] })
  })

  it('is fixed by the content of an older commit if others had broken it', async () => {
    const on = await gate({ files: WORKING })
    on.write(FAILING)
    on.git('commit', '-qam', 'Break it')
    await on.ask('Fix the bug.')
    await on.edit(PASSING)
    expect(await on.stop('I fixed the bug.')).toMatchObject({ verdict: 'earned', findings: [] })
  })

  it('is checked if a file was put back, even if the turn wrote only documents', async () => {
    const on = await gate({ files: { ...PROJECT, ...FAILING, 'README.md': '# p\n' } })
    on.write(PASSING)
    on.git('commit', '-qam', 'Fix it')
    await on.ask('Tidy up.')
    await on.shell('git checkout -q HEAD~1 -- src')
    await on.edit({ 'README.md': '# q\n' })
    expect(await on.stop('Done, all tests pass.')).toMatchObject({ decision: 'block' })
  })

  it('of an earlier turn may be told again when a person asks', async () => {
    const on = await gate({ files: WORKING })
    await on.ask('Add a comment.')
    await on.edit({ 'src/add.js': '// Adds.\nexport const add = (a, b) => a + b\n' })
    expect(await on.stop('Done.')).toMatchObject({ verdict: 'earned' })
    await on.ask('What did you change so far?')
    expect(await on.stop('I added a comment to src/add.js.')).toMatchObject({ findings: [] })
    await on.ask('Is it done?')
    expect(await on.stop('Yes, it is done.')).toMatchObject({ verdict: 'earned', findings: [] })
    await on.ask('Implement the login page.')
    expect(await on.stop('The login page is done.')).toMatchObject({ findings: ['done NOTHING_DONE'] })
  })
})

describe('tests', () => {
  const WITH = (names: readonly string[]): string =>
    [
      "import assert from 'node:assert/strict'",
      "import { test } from 'node:test'",
      "import { add } from '../src/add.js'",
      ...names.map((name, i) => `test('${name}', () => assert.equal(add(${i}, 1), ${i + 1}))`),
      '',
    ].join('\n')
  const FILE = 'test/add.test.js'

  it.each<[string, (on: Gate) => Promise<unknown>]>([
    ['deleted with their file', (on) => on.shell('rm test/more.test.js')],
    ['removed', (on) => on.edit({ 'test/more.test.js': WITH(['one']) })],
    ['skipped', (on) => on.shell("sed -i \"s/test('two'/test.skip('two'/\" test/more.test.js")],
    [
      'put back to a version without them',
      (on) =>
        on.shell('git checkout -q HEAD~1 -- test && git rm -q --cached test/more.test.js && rm -f test/more.test.js'),
    ],
    ['dropped with their commit', (on) => on.shell('git reset -q --hard HEAD~1')],
  ])('that a turn finds are held against it if they are %s', async (_, act) => {
    const on = await gate({ files: WORKING })
    on.write({ 'test/more.test.js': WITH(['one', 'two']) })
    on.git('add', 'test')
    on.git('commit', '-qm', 'More tests')
    await on.ask()
    await act(on)
    const first = await on.stop('All done.')
    expect(first).toMatchObject({ decision: 'block', findings: ['done TESTS_WEAKENED'] })
    expect(first.reason).toContain('two')
    expect(await on.stop('All done.')).toMatchObject({ decision: undefined, verdict: 'open' })
    await on.ask('And now?')
    expect(await on.stop('All done.')).toMatchObject({ findings: ['done TESTS_WEAKENED'] })
    await on.ask('bailiff: accept')
    expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned' })
  })

  it.each<[string, { [path: string]: string }, string]>([
    ['a new file', { 'test/more.test.js': WITH(['one', 'two']) }, 'rm test/more.test.js'],
    ['a new file, put into a stash', { 'test/more.test.js': WITH(['two']) }, 'git stash -qu -- test'],
    [
      'a committed file',
      { [FILE]: `${PROJECT[FILE]}test('two', () => assert.equal(1, 1))\n` },
      `git checkout -q ${FILE}`,
    ],
  ])('that a person has not committed yet are held against the turn too: in %s', async (_, files, act) => {
    const on = await gate({ files: WORKING })
    on.write(files)
    await on.ask()
    await on.shell(act)
    const { decision, findings, reason } = await on.stop('All done.')
    expect({ decision, findings }).toEqual({ decision: 'block', findings: ['done TESTS_WEAKENED'] })
    expect(reason).toContain('two')
  })

  it('are missed after the turn that removed them was interrupted', async () => {
    const on = await gate({ files: { ...WORKING, [FILE]: WITH(['one', 'two']) } })
    await on.ask()
    await on.edit({ [FILE]: WITH(['one']) })
    await on.ask('Wait. Add a comment first.')
    await on.edit({ 'src/more.js': '// A comment.\n' })
    const { decision, findings, reason } = await on.stop('All done.')
    expect({ decision, findings }).toEqual({ decision: 'block', findings: ['done TESTS_WEAKENED'] })
    expect(reason).toContain('two')
  })

  const ALIASED = WITH(['two']).replace('{ test }', '{ test as t }').replace("test('two'", "t('two'")
  const UNREAD = [
    "import assert from 'node:assert/strict'",
    'const sum = { given: (a, b) => ({ then: (_, see) => see(a + b) }) }',
    "sum.given(1, 2).then('is three', (all) => assert.equal(all, 3))",
    "sum.given(2, 2).then('is four', (all) => assert.equal(all, 4))",
  ].join('\n')

  it('that have another name in their file, or that cannot be read, are held against a turn that removes them', async () => {
    const on = await gate({ files: { ...WORKING, 'test/more.test.js': ALIASED } })
    on.write({ 'test/unread.js': UNREAD })
    await on.ask()
    await on.shell(
      'git mv test/more.test.js test/other.test.js && mkdir test/unit && mv test/unread.js test/unit/sum.js',
    )
    expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned', findings: [] })
    await on.ask()
    await on.shell('rm test/other.test.js test/unit/sum.js')
    const { findings, reason } = await on.stop('All done.')
    expect(findings).toContain('done TESTS_WEAKENED')
    expect(reason).toContain('"test/unit/sum.js" (gone), "test/other.test.js: two" (gone)')
  })

  it.each<[string, (on: Gate) => Promise<unknown>]>([
    ['removes them with their file', (on) => on.shell('rm test/theirs.test.js')],
    ['skips them', (on) => on.edit({ 'test/theirs.test.js': WITH(['three']).replace("test('", "test.skip('") })],
  ])('that a person commits in the turn are held against it if it %s', async (_, act) => {
    const on = await gate({ files: WORKING })
    await on.ask()
    await on.edit({ 'src/own.js': '1\n' })
    on.write({ 'test/theirs.test.js': WITH(['three']) })
    on.git('add', 'test')
    on.git('commit', '-qm', 'Test three')
    await act(on)
    const { findings, reason } = await on.stop('All done.')
    expect(findings).toContain('done TESTS_WEAKENED')
    expect(reason).toContain('test/theirs.test.js: three')
  })

  it('that a person commits in the turn are not the turn’s own if they fail, and its own commits stay its own', async () => {
    const on = await gate({ files: WORKING })
    const red = WITH(['three']).replace('assert.equal(', 'assert.notEqual(')
    await on.ask()
    await on.edit({ 'src/own.js': '1\n' })
    on.write({ 'test/theirs.test.js': red })
    on.git('add', 'test')
    on.git('commit', '-qm', 'Test three')
    await on.edit({ 'test/own.test.js': WITH(['four']).replace('assert.equal(', 'assert.notEqual(') })
    await on.shell('git add . && git -c user.name=a -c user.email=a@b.c commit -qm Own')
    const { notes } = await on.stop('I added a file and its test. Failing: three, four.')
    expect(on.bodies('turn.changed').at(-1)).toMatchObject({ theirs: ['three'] })
    expect(on.bodies('validator.failed').at(-1)).toMatchObject({ added: ['four'] })
    expect(notes).not.toContain('work RED')
  })

  it('may be renamed, moved, formatted and added to', async () => {
    const on = await gate({ files: { ...WORKING, [FILE]: WITH(['one', 'two']) } })
    await on.ask()
    await on.shell(
      `git mv ${FILE} test/sum.test.js && sed -i "s/'two'/'adds two'/" test/sum.test.js && echo >> test/sum.test.js`,
    )
    expect(await on.stop('All done.')).toMatchObject({ verdict: 'earned', findings: [] })
  })

  it('that a branch does not have are not missed after a switch to it', async () => {
    const on = await gate({ files: WORKING })
    on.git('branch', 'before')
    on.write({ 'test/more.test.js': WITH(['one']) })
    on.git('add', 'test')
    on.git('commit', '-qm', 'More')
    await on.ask('Switch to the branch before.')
    await on.shell('git checkout -q before')
    expect(await on.stop('All done.')).toMatchObject({ findings: [] })
  })
})

describe('outside the project', () => {
  it('a worktree is judged on its own content, by the policy of its repository', async () => {
    const on = await gate({ files: WORKING })
    const tree = join(on.root, 'tree')
    await on.ask()
    await on.shell(`git worktree add -q ${tree} && cd ${tree} && echo 'export const add = () => 0' > src/add.js`)
    expect(await on.stop('All done.')).toMatchObject({ decision: 'block', findings: ['done FAILED'] })
    await on.shell(`cd ${tree} && git checkout -q src/add.js && echo 1 > src/more.js`)
    expect(await on.stop('All done.')).toMatchObject({ decision: undefined, verdict: 'earned' })
    expect(on.bodies('turn.changed').at(-1)).toMatchObject({ paths: ['src/more.js'] })
  })

  it('a worktree beside changes in the project is judged too: what is earned in one only is not earned', async () => {
    const on = await gate({ files: WORKING })
    const tree = join(on.root, 'tree')
    await on.ask()
    await on.edit({ 'src/more.js': '1\n' })
    await on.shell(`git worktree add -q ${tree} && cd ${tree} && echo 'export const add = () => 0' > src/add.js`)
    expect(await on.stop('All done.')).toMatchObject({ decision: 'block', findings: ['done FAILED'], notes: [] })
    await on.shell(`cd ${tree} && git checkout -q src/add.js && echo 1 > src/more.js`)
    const earned = { verdict: 'earned', findings: [], notes: ['done EARNED', 'done EARNED'] }
    expect(await on.stop('All done.')).toMatchObject(earned)
  })

  it('another repository is named to the person, unless the turn made it', async () => {
    const on = await gate({ files: WORKING })
    const [other, own] = [join(on.root, 'other'), join(on.root, 'own')]
    git(on.root, 'init', '-q', other)
    await on.ask()
    await on.edit({ 'src/more.js': '1\n' })
    await on.shell(`echo 1 > ${other}/a.txt && git init -q ${own} && echo 1 > ${own}/a.txt && cat ${other}/a.txt`)
    expect(await on.stop('All done.')).toMatchObject({
      verdict: 'earned',
      systemMessage: expect.stringMatching(
        new RegExp(`^Bailiff: earned \\(.*\\); changed outside this project, not judged: ${other}\\.$`),
      ),
    })
    await on.ask('And now?')
    await on.shell(`cat ${other}/a.txt`)
    expect(await on.stop('All done.')).toMatchObject({
      systemMessage: 'Bailiff: earned (tests, already passed on these files)',
    })
  })
})
