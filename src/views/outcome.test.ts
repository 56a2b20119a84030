import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Ran, runCli } from '../../test/helpers/cli.ts'
import { judged, type Said, STOPPED } from '../../test/helpers/entries.ts'
import { spool } from '../../test/helpers/spool.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { type Watched, watch } from '../../test/helpers/world.ts'
import type { JsonObject } from '../ledger/kinds.ts'
import { segmentPath, spoolDir } from '../ledger/stores/files/layout.ts'

const STREAM = 'session/claude-code-s'

const FINDING = {
  code: 'STALE',
  subject: 'tests_pass',
  mode: 'block',
  quote: 'tests pass',
  validator: 'unit',
  detail: '',
  seqs: [3],
}

type Watching = Watched & {
  cwd: string
  put(said: readonly Said[], stream?: string): void
  outcome(...argv: string[]): Promise<Ran>
}

/** A session with an open turn, in a folder. */
function watching(): Watching {
  const ledger = watch()
  const cwd = join(tempDir(), 'project')
  mkdirSync(cwd)
  ledger.tell('claude-code', 'SessionStart', { session_id: 's', cwd, source: 'startup' })
  ledger.tell('claude-code', 'UserPromptSubmit', { session_id: 's', cwd, prompt: 'Do it.' })
  return {
    ...ledger,
    cwd,
    put: (said, stream = STREAM) =>
      ledger.append(stream, ...said.map(([kind, body = {}, actor = 'harness' as const]) => ({ kind, body, actor }))),
    outcome: (...argv) => runCli(['outcome', ...argv, '--home', ledger.home], {}, { cwd }),
  }
}

/** A subagent of the session, with the judgement of its work. */
function subagent({ tell, put, cwd }: Watching, verdict: string, id = 'a1', more: JsonObject = {}): void {
  tell('claude-code', 'SubagentStart', { session_id: 's', cwd, agent_id: id, agent_type: 'Explore' })
  put([STOPPED, judged(verdict, more)], `${STREAM}.${id}`)
}

describe('bailiff sessions', () => {
  it.each(['earned', 'capped', 'unsupervised'])(
    'shows how the last turn ended, as outcome does: %s',
    async (verdict) => {
      const one = watching()
      const sessions = (...argv: string[]) => runCli(['sessions', ...argv, '--home', one.home])
      expect((await sessions()).out).toMatch(/ FAILED {2}VERDICT +STATE\n.*\n {2}s .* 0 {2}unfinished +working\n/)
      one.put([STOPPED, judged(verdict)])
      expect((await sessions()).out).toMatch(new RegExp(` 0 {2}${verdict} +idle\n`))
      expect(JSON.parse((await sessions('--json')).out)).toMatchObject([{ stream: STREAM, verdict }])
    },
  )
})

it('outcome, explain and sessions say the same of a turn whose subagent earned nothing', async () => {
  const one = watching()
  const { home } = one
  const told = async (command: string): Promise<string> =>
    (await runCli([command, '--home', home], {}, { cwd: one.cwd })).out
  one.tell('claude-code', 'UserPromptSubmit', { session_id: 's', cwd: one.cwd, prompt: 'Go.' })
  one.tell('claude-code', 'SubagentStart', { session_id: 's', cwd: one.cwd, agent_id: 'a1', agent_type: 'Plan' })
  one.put([STOPPED, judged('capped')], `${STREAM}.a1`)
  one.put([STOPPED, judged('earned')])
  expect(await told('outcome')).toMatch(/^✗ not earned by subagents; main agent: earned\n/)
  expect(await told('explain')).toContain('\n  last turn   ✗ not earned by subagents; main agent: earned\n')
  expect(await told('sessions')).toMatch(/\n {2}s .* 0 {2}not earned +idle\n {2}└ a1 .* capped /)
})

describe('bailiff sessions with sessions of the doctor', () => {
  const canary = (one: Watching, id: string): void => {
    one.tell('claude-code', 'SessionStart', { session_id: id, cwd: one.cwd, source: 'startup' })
    one.put([['canary.judged', {}]], `session/claude-code-${id}`)
  }
  const sessions = (one: Watching, ...argv: string[]) => runCli(['sessions', ...argv, '--home', one.home])

  it('leaves its sessions out, and says how many', async () => {
    const one = watching()
    canary(one, 'canary-1')
    expect((await sessions(one)).out).toMatch(/\nNot shown: 1 session started by bailiff doctor \(use --all\)\.\n/)
    canary(one, 'canary-2')
    spool(one.home, STREAM, STOPPED)
    const { out } = await sessions(one)
    expect(out).toMatch(
      /^ {2}s .*\nTimes: UTC\n1 entry included from the spool.*\nNot shown: 2 sessions started by bailiff doctor \(use --all\)\.\n/m,
    )
    expect(out).not.toContain('canary')
    expect(out).toMatch(/\nNext: bailiff explain <session>, or bailiff explain for the newest one here\n$/)
  })

  it('lists them with --all and --json', async () => {
    const one = watching()
    canary(one, 'canary-1')
    const { out } = await sessions(one, '--all')
    expect(out).toContain('  session/claude-code-canary-1\n')
    expect(out).not.toContain('Not shown')
    const rows = JSON.parse((await sessions(one, '--json')).out)
    expect(rows).toMatchObject([{ state: 'working' }, { stream: 'session/claude-code-canary-1', state: 'canary' }])
  })

  it('says that there are no others, and how many are left out', async () => {
    const one = watching()
    one.put([['canary.judged', {}]])
    expect((await sessions(one)).out).toBe(
      `No sessions in ${one.home} yet.\nNext: start an agent in a supervised project; to check one, run bailiff status\nNot shown: 1 session started by bailiff doctor (use --all).\n`,
    )
  })

  it('names the others so that explain does not confuse them with a hidden one', async () => {
    const one = watching()
    canary(one, 'like-this-a')
    one.tell('claude-code', 'SessionStart', { session_id: 'like-this-b', cwd: one.cwd, source: 'startup' })
    expect((await sessions(one)).out).toMatch(/^ {2}like-this-b /m)
  })

  it('lists a session again that continued after it was marked', async () => {
    const one = watching()
    one.put([
      ['canary.judged', {}],
      ['dispatch.proposed', { call: 'c', tool: 'Bash', input: {} }],
    ])
    expect((await sessions(one)).out).toMatch(/^ {2}s .* working$/m)
  })
})

describe('entries in the spool', () => {
  it('count: the last verdict may be one of them', async () => {
    const one = watching()
    one.put([STOPPED, judged('earned')])
    // As the gate writes it if its evidence was spooled as well.
    const notes = [{ code: 'EARNED', subject: 'fixed', quote: 'Fixed', seqs: [0] }]
    const findings = [
      { ...FINDING, seqs: [0, 3] },
      { ...FINDING, subject: 'done', validator: 'lint', seqs: [0] },
    ]
    spool(one.home, STREAM, STOPPED, judged('capped', { notes, findings }))
    const ran = await one.outcome()
    expect(ran).toMatchObject({ exit: 2, err: '' })
    expect(ran.out).toMatch(/^✗ capped: .*\n/)
    expect(ran.out).toContain('  spooled     2 entries included from the spool, not chained yet.\n')
    expect(ran.out).not.toContain('#0')
    expect(ran.out).toContain('✓ fixed "Fixed": earned\n')
    expect(ran.out).toContain('"unit" last ran. (#3)\n')
    expect(ran.out).toMatch(/✗ done .*last ran\.\n/)
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ verdict: 'capped', stop: 0, spooled: 2 })
    const report = (...argv: string[]) => runCli(['report', ...argv, '--home', one.home])
    expect((await report()).out).toContain('\n2 entries included from the spool, not chained yet.\n')
    expect(JSON.parse((await report('--json')).out)).toMatchObject({
      spooled: 2,
      total: { turns: 1, ended: { capped: 1 } },
    })
    const sessions = (...argv: string[]) => runCli(['sessions', ...argv, '--home', one.home])
    expect((await sessions()).out).toMatch(
      / capped .*\nTimes: UTC\n2 entries included from the spool, not chained yet\.\n/,
    )
    expect((await sessions('--all')).out).toMatch(
      /\n2 entries included from the spool, not chained yet\.\nTimes: UTC\n$/,
    )
    expect(JSON.parse((await sessions('--json')).out)).toMatchObject([{ entries: 6, spooled: 2 }])
  })

  it('are shown by explain like all others, without a seq', async () => {
    const one = watching()
    const call = { call: 'c', tool: 'Bash', input: { command: 'ls' } }
    const passed = {
      claim: 'done',
      validator: 'unit',
      kind: 'command_zero_exit',
      reused: { stream: 'session/claude-code-o', seq: 0 },
    }
    const notes = [{ code: 'EARNED', subject: 'done', quote: 'Done', seqs: [0] }]
    spool(
      one.home,
      STREAM,
      ['dispatch.proposed', call],
      ['validator.passed', passed, 'validator'],
      STOPPED,
      judged('earned', { notes }),
    )
    const { exit, out } = await runCli(['explain', 's', 'last', '--home', one.home])
    expect(exit).toBe(0)
    expect(out).toContain('Bash')
    expect(out).toContain('✓ earned\n')
    expect(out).toContain('✓ done "Done": earned\n')
    expect(out).toContain('reused from claude-code-o\n')
    expect(out).toContain('  spooled     4 entries included from the spool, not chained yet.\n')
    expect(out).not.toContain('#')
  })

  it('show their seq as soon as one of a call is chained', async () => {
    const one = watching()
    const call = { call: 'c', tool: 'Bash', input: { command: 'ls' } }
    one.put([['dispatch.proposed', call]])
    spool(one.home, STREAM, ['dispatch.observed', { ...call, status: 'succeeded', exit: 0 }])
    const explain = (...argv: string[]) => runCli(['explain', 's', ...argv, '--home', one.home])
    const { out } = await explain()
    expect(out).toMatch(/✓ Bash .* #3\n/)
    expect(out).toContain('  spooled     1 entry included from the spool, not chained yet.\n')
    expect(JSON.parse((await explain('--json')).out)).toMatchObject({ spooled: 1 })
  })

  it('count once, even after they are chained, and not if they were planted', async () => {
    const one = watching()
    spool(one.home, STREAM, STOPPED, judged('capped'))
    const [file = ''] = readdirSync(spoolDir(one.home, STREAM))
    const path = join(spoolDir(one.home, STREAM), file)
    const bytes = readFileSync(path)
    one.put([['note', {}]])
    // A crash before its removal may leave it behind, or someone may plant it.
    mkdirSync(spoolDir(one.home, STREAM), { recursive: true })
    writeFileSync(path, bytes)
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ verdict: 'capped', spooled: 0 })
    writeFileSync(path, bytes.toString().replace('capped', 'earned'))
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ verdict: 'capped', spooled: 0 })
  })
})

describe('bailiff outcome', () => {
  it.each([
    ['unclaimed', 0],
    ['earned', 0],
    ['warned', 0],
    ['blocked', 2],
    ['capped', 2],
    ['waiting', 2],
    ['unsupervised', 2],
  ])('exits for %s with %i', async (verdict, exit) => {
    const one = watching()
    one.put([STOPPED, judged(verdict)])
    const ran = await one.outcome()
    expect(ran).toMatchObject({ exit, err: '' })
    expect(ran.out).toContain(` ${verdict}: `)
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ ok: exit === 0, verdict, session: 's' })
  })

  it.each([
    ['unclaimed', 2],
    ['earned', 0],
    ['warned', 2],
    ['capped', 2],
  ])('with --earned, exits for %s with %i', async (verdict, exit) => {
    const one = watching()
    one.put([STOPPED, judged(verdict)])
    expect((await one.outcome('--earned')).exit).toBe(exit)
  })

  it('shows on one screen which claims are not earned and why, with the entries that show it', async () => {
    const one = watching()
    const earned = { code: 'EARNED', subject: 'done', quote: 'All done', seqs: [3, 4] }
    one.put([STOPPED, judged('capped', { findings: [FINDING], notes: [earned], blocks: 3, budget: 3 })])
    const { out } = await one.outcome('s')
    expect(out).toBe(`✗ capped: blocked 3 of 3 times, then allowed to end; not earned #4
  ✗ tests_pass "tests pass": Files have changed since "unit" last ran. (#3)
  ✓ done "All done": earned by #3, #4
  session     s (claude-code)
  turn        1, stopped ${/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/.exec(out)?.[0]} UTC #3
  folder      ${one.cwd}
  said        "Done."
  evidence    ✓ intact: 4 entries verified
For details: bailiff explain s last
`)
  })

  it.each([
    ['unclaimed', [], 'a person waived the claims'],
    ['earned', [{ code: 'EARNED', subject: 'fixed' }], 'every claim is earned, or waived by a person'],
  ])('says if it is %s because of a waiver', async (verdict, notes, said) => {
    const one = watching()
    one.put([STOPPED, judged(verdict, { notes: [...notes, { code: 'WAIVED', subject: 'done', quote: 'Done' }] })])
    expect((await one.outcome()).out).toContain(`${verdict}: ${said} #4\n`)
  })

  it('speaks of the changed files, not of claims, if nothing was claimed', async () => {
    const one = watching()
    one.put([STOPPED, judged('earned', { notes: [{ code: 'EARNED', subject: 'work', quote: '' }] })])
    expect((await one.outcome()).out).toContain('earned: the checks of the changed files passed #4\n')
    const other = watching()
    other.put([STOPPED, judged('blocked', { findings: [{ ...FINDING, subject: 'work', code: 'WORK_UNPROVEN' }] })])
    expect((await other.outcome()).out).toContain('blocked: the changed files are not proven (')
  })

  it('fits one screen, whatever was found', async () => {
    const one = watching()
    one.put([
      STOPPED,
      judged('capped', { findings: Array.from({ length: 100 }, (_, i) => ({ ...FINDING, validator: `check ${i}` })) }),
    ])
    const { out } = await one.outcome()
    expect(out.split('\n').length).toBeLessThan(24)
    expect(out).toContain('… and 94 more')
  })

  it('exits with 2 if the gate never answered', async () => {
    const one = watching()
    one.put([STOPPED, ['gate.unanswered', { stop: 3 }]])
    expect(await one.outcome()).toMatchObject({ exit: 2, out: expect.stringContaining('✗ unanswered: ') })
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ ok: false, verdict: 'unanswered', stop: 3 })
  })

  it('says that a turn was overruled and what is not earned, and exits with 2', async () => {
    const one = watching()
    one.put([STOPPED, judged('blocked', { findings: [FINDING] }), ['gate.overruled', { judged: 4, by: 'hook' }]])
    const { exit, out } = await one.outcome()
    expect(exit).toBe(2)
    expect(out).toMatch(/^✗ overruled: blocked, but another hook ended the turn; not earned #4\n {2}✗ tests_pass/)
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({
      ...{ ok: false, verdict: 'overruled', overruledBy: 'hook', judged: 4, findings: [{ subject: 'tests_pass' }] },
    })
  })

  it('counts the stops of the session that went unjudged, also if the last turn is earned', async () => {
    const one = watching()
    one.put([['gate.unanswered', { stop: null }]])
    expect(await one.outcome()).toMatchObject({
      exit: 2,
      out: expect.stringContaining('✗ unanswered: the gate did not judge this stop: it was killed or took too long\n'),
    })
    one.put([['turn.opened', { prompt: 'p' }], STOPPED, judged('earned')])
    expect(await one.outcome()).toMatchObject({ exit: 0, out: expect.stringContaining('unjudged    1 stop of this') })
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ unjudged: 1 })
  })

  it('counts and names a subagent of the turn that is not earned', async () => {
    const one = watching()
    subagent(one, 'capped', 'a1', { findings: [FINDING] })
    subagent(one, 'earned', 'a2')
    one.put([STOPPED, judged('earned')])
    const { exit, out } = await one.outcome()
    expect(exit).toBe(2)
    expect(out).toContain('✗ not earned by subagents; main agent: earned\n')
    expect(out).toContain(
      '  subagents   2 subagents: 1 not earned\n    ✗ capped: Explore a1\n      ✗ tests_pass "tests pass": ',
    )
    // Those of another stream.
    expect(out).not.toContain('(#3)')
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({
      ok: false,
      verdict: 'earned',
      agents: [{ stream: `${STREAM}.a1`, verdict: 'capped' }, { verdict: 'earned' }],
    })
  })

  it('does not count a subagent that never stopped, nor one of an earlier turn', async () => {
    const one = watching()
    subagent(one, 'capped')
    one.tell('claude-code', 'SubagentStop', { session_id: 's', cwd: one.cwd, agent_id: 'a1', agent_type: 'Explore' })
    one.put([STOPPED, judged('earned')])
    await new Promise((resolve) => setTimeout(resolve, 5))
    one.tell('claude-code', 'UserPromptSubmit', { session_id: 's', cwd: one.cwd, prompt: 'More.' })
    one.tell('claude-code', 'SubagentStart', { session_id: 's', cwd: one.cwd, agent_id: 'a2', agent_type: 'Plan' })
    one.put([STOPPED, judged('earned')])
    const { exit, out } = await one.outcome()
    expect({ exit, out }).toMatchObject({ exit: 0, out: expect.stringContaining('1 subagent: 1 never stopped\n') })
  })

  it('exits with 2 if the evidence was altered, whatever it says', async () => {
    const one = watching()
    one.put([STOPPED, judged('earned')])
    appendFileSync(segmentPath(one.home, STREAM, 1), '{"entry":{},"hash":"","key":"","mac":""}\n')
    const { exit, out } = await one.outcome()
    expect(exit).toBe(2)
    expect(out).toMatch(/^✗ broken evidence: .*✗ altered/s)
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ ok: false, evidence: { ok: false } })
  })

  it('exits with 1 before the last turn has ended, and if there is no session', async () => {
    const one = watching()
    expect(await one.outcome()).toMatchObject({
      exit: 1,
      out: expect.stringContaining('… unfinished: the agent is at work, or was cut short'),
    })
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ ok: false, verdict: null })
    expect(await one.outcome('nobody')).toMatchObject({ exit: 1, err: expect.stringContaining('STREAM_UNKNOWN') })
    const elsewhere = await runCli(['outcome', '--home', one.home], {}, { cwd: '/' })
    expect(elsewhere).toMatchObject({ exit: 1, err: expect.stringContaining('[STREAM_UNKNOWN]') })
  })

  it('names the verdict before the agent continued, and exits with 1', async () => {
    const one = watching()
    one.put([STOPPED, judged('earned'), ['dispatch.proposed', { call: 'c', tool: 'Bash', input: {} }]])
    const { exit, out } = await one.outcome()
    expect(exit).toBe(1)
    expect(out).toMatch(
      /^… unfinished: the agent is at work, or was cut short\n {2}earlier verdict: earned at #4; the agent continued after it\n {2}session /,
    )
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({
      ok: false,
      verdict: null,
      earlier: { verdict: 'earned', judged: 4, at: expect.stringMatching(/^\d{4}-/) },
    })
    one.put([STOPPED, judged('warned')])
    expect((await one.outcome()).out).not.toContain('earlier verdict')
  })

  it('uses the most recent session of this project by default, apart from the doctor’s', async () => {
    const one = watching()
    one.put([STOPPED, judged('earned')])
    const other = join(tempDir(), 'other')
    mkdirSync(other)
    one.tell('claude-code', 'SessionStart', { session_id: 'o', cwd: other, source: 'startup' })
    one.tell('claude-code', 'SessionStart', { session_id: 'canary', cwd: one.cwd, source: 'startup' })
    one.put([['canary.judged', {}]], 'session/claude-code-canary')
    expect(JSON.parse((await one.outcome('--json')).out)).toMatchObject({ session: 's', verdict: 'earned' })
  })
})
