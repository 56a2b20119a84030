import { describe, expect, it } from 'vitest'
import { judged, OPENED, type Said, STOPPED } from '../../../test/helpers/entries.ts'
import { bash, denied, ended, files, outcomes, START, validated, write } from '../../../test/helpers/outcomes.ts'
import type { JsonObject } from '../../ledger/kinds.ts'

const OLD = files({ 'a.js': 'old' })
const NEW = files({ 'a.js': 'new' })
const EDITED: Said[] = [write('a', 'a.js', OLD), ended('a', NEW)]
const prompt = (seen: JsonObject): Said => ['turn.opened', { prompt: 'p', ...seen }]
const stop = (seen: JsonObject): Said[] => [STOPPED, judged('unclaimed', seen)]
const head = (commit: string, more: JsonObject = {}): JsonObject => ({
  head: { root: '/home/me/project', branch: 'refs/heads/main', commit, ...more },
})

describe('a rollback of files', () => {
  it('is a file back at its content before the call, at the next prompt', () => {
    expect(outcomes([START, OPENED, ...EDITED, ...stop(NEW), prompt(OLD)])).toEqual(['3 rollback'])
  })

  it('is seen without a stop, after an interruption', () => {
    expect(outcomes([START, OPENED, ...EDITED, prompt(OLD)])).toEqual(['3 rollback'])
  })

  it.each<[string, Said]>([
    ['when a session goes on', ['session.started', { host: 'claude-code', source: 'resume', ...OLD }]],
    ['when it ends', ['session.ended', { reason: 'other', ...OLD }]],
    ['before the next call', bash('b', 'sed -i s/x/y/ a.js', OLD)],
  ])('is seen %s', (_, later) => {
    expect(outcomes([START, OPENED, ...EDITED, ...stop(NEW), later])).toEqual(['3 rollback'])
  })

  it('is seen if the file was removed or made by the call', () => {
    const gone = [bash('a', 'rm a.js', OLD), ended('a', files({ 'a.js': null }))]
    expect(outcomes([START, OPENED, ...gone, prompt(OLD)])).toEqual(['3 rollback'])
    const made = [write('a', 'a.js', files({ 'a.js': null })), ended('a', NEW)]
    expect(outcomes([START, OPENED, ...made, prompt(files({ 'a.js': null }))])).toEqual(['3 rollback'])
  })

  it('goes as far back as the content does, of several calls', () => {
    const twice = [...EDITED, write('b', 'a.js', NEW), ended('b', files({ 'a.js': 'newer' }))]
    const left = stop(files({ 'a.js': 'newer' }))
    expect(outcomes([START, OPENED, ...twice, ...left, prompt(OLD)])).toEqual(['3 rollback'])
    expect(outcomes([START, OPENED, ...twice, ...left, prompt(NEW)])).toEqual(['5 rollback'])
  })

  it('needs every file of the call, not one of several', () => {
    const [before, after] = [files({ a: '1', b: '1' }), files({ a: '2', b: '2' })]
    const both = [bash('a', 'sed -i s/x/y/ a b', before), ended('a', after), ...stop(after)]
    expect(outcomes([START, OPENED, ...both, prompt(files({ a: '1', b: '2' }))])).toEqual([])
    expect(outcomes([START, OPENED, ...both, prompt(before)])).toEqual(['3 rollback'])
  })

  it('is not another change by a person', () => {
    expect(outcomes([START, OPENED, ...EDITED, ...stop(NEW), prompt(files({ 'a.js': 'theirs' }))])).toEqual([])
  })

  it('is not a call that changed nothing, or never ran', () => {
    const same = [write('a', 'a.js', OLD), ended('a', OLD), ...stop(OLD), prompt(OLD)]
    expect(outcomes([START, OPENED, ...same])).toEqual([])
    expect(outcomes([START, OPENED, write('a', 'a.js', OLD), denied('a', 'DATA_DROPPED'), prompt(OLD)])).toEqual([])
  })

  it('is not another branch that a person checked out', () => {
    const [on, off] = [head('1'), head('0', { branch: 'refs/heads/other' })]
    const said = [write('a', 'a.js', { ...OLD, ...on }), ended('a', { ...NEW, ...on }), ...stop({ ...NEW, ...on })]
    expect(outcomes([START, OPENED, ...said, prompt({ ...OLD, ...off })])).toEqual([])
    expect(outcomes([START, OPENED, ...said, prompt({ ...OLD, ...on })])).toEqual(['3 rollback'])
  })

  it('cannot come from elsewhere in the ledger: hashes of settings are no sightings', () => {
    expect(outcomes([START, OPENED, ...EDITED, ...stop(NEW), ['settings.seen', { at: 'start', ...OLD }]])).toEqual([])
  })
})

describe('an agent cannot fake a rollback', () => {
  it.each<[string, Said[]]>([
    ['by restoring the file itself', [bash('b', 'git restore a.js', NEW), ended('b', OLD)]],
    ['with a command that does not name the file', [bash('b', 'git checkout .'), ended('b')]],
    ['with a script', [bash('b', 'node restore.mjs'), ended('b')]],
    ['with a command that the host reports as failed', [bash('b', 'make'), ended('b', { status: 'failed' })]],
    ['with a command whose end was never reported', [bash('b', 'git stash')]],
    ['in the background of the host', [bash('b', 'git stash'), ended('b', { status: 'running' })]],
    ['in the background of a shell', [bash('b', '(sleep 9; git stash) &'), ended('b'), ...stop(NEW)]],
    ['with a process of its own', [bash('b', 'nohup ./later.sh'), ended('b'), ...stop(NEW)]],
    ['with a subagent', [['agent.started', { agent: 'x', type: 't', stream: 'session/b' }], ...stop(NEW)]],
    ['in a call that no hook reported', [['dispatch.unseen', { call: 'b', tool: 'Bash', input: { command: 'make' } }]]],
    ['in tests that the gate runs', [STOPPED, validated('failed')]],
  ])('%s', (_, said) => {
    expect(outcomes([START, OPENED, ...EDITED, ...said, prompt(OLD)])).toEqual([])
  })

  it('but calls that only read do not hide one', () => {
    const read = [bash('b', 'git status'), ended('b'), bash('c', 'cat a.js 2>&1 && ls'), ended('c')]
    expect(outcomes([START, OPENED, ...EDITED, ...read, prompt(OLD)])).toEqual(['3 rollback'])
  })

  it('and a subagent or a task that has ended does not either', () => {
    const done: Said[] = [
      ['agent.started', { agent: 'x', type: 't', stream: 'session/b' }],
      ['agent.stopped', { agent: 'x', stream: 'session/b' }],
      ...[bash('b', 'make'), ended('b', { status: 'running' })],
      ['notice.received', { origin: 'notification', text: '', task: { call: 'b', status: 'completed', exit: 0 } }],
    ]
    expect(outcomes([START, OPENED, ...EDITED, ...done, ...stop(NEW), prompt(OLD)])).toEqual(['3 rollback'])
  })
})

describe('a rollback of commits', () => {
  const COMMITTED: Said[] = [bash('a', 'git commit -am x', head('1')), ended('a', head('2')), ...stop(head('2'))]

  it('is a branch reset to the commit before the call', () => {
    expect(outcomes([START, OPENED, ...COMMITTED, prompt(head('1'))])).toEqual(['3 rollback'])
  })

  it('is a commit that reverts the one that the call made', () => {
    expect(outcomes([START, OPENED, ...COMMITTED, prompt(head('3', { reverts: '2' }))])).toEqual(['3 rollback'])
  })

  it('is not a further commit, the revert of another one, or another branch', () => {
    for (const seen of [head('3'), head('3', { reverts: '0' }), head('1', { branch: 'refs/heads/other' })])
      expect(outcomes([START, OPENED, ...COMMITTED, prompt(seen)])).toEqual([])
  })

  it("is not the agent's own reset", () => {
    const reset = [bash('b', 'git reset --hard HEAD~1', head('2')), ended('b', head('1')), ...stop(head('1'))]
    expect(outcomes([START, OPENED, ...COMMITTED, ...reset, prompt(head('1'))])).toEqual([])
  })
})
