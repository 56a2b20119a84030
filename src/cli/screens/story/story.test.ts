import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../../../../test/helpers/cli.ts'
import { type Captured, captured } from '../../../../test/helpers/fixtures.ts'
import { withStore } from '../../../../test/helpers/ledger.ts'
import { LONG } from '../../../../test/helpers/scale.ts'
import {
  CLAUDE,
  CODEX,
  claudeSession,
  codexSession,
  GEMINI,
  geminiSession,
  replay,
} from '../../../../test/helpers/sessions.ts'
import { tempDir } from '../../../../test/helpers/temp.ts'
import { fromTemplate } from '../../../../test/helpers/template.ts'
import { HOSTS } from '../../../hosts/registry.ts'
import type { Draft, Json, JsonObject } from '../../../ledger/kinds.ts'
import { segmentPath } from '../../../ledger/stores/files/layout.ts'
import { widthOf } from '../width.ts'

const CLAUDE_STREAM = `session/claude-code-${CLAUDE}`
const SUBAGENT = 'a4ce13b3876950c7e'

const newHome = (): string => join(tempDir(), 'home')

/** A copy of a home that was made once. */
const homeOf = async (key: string, make: (home: string) => void): Promise<string> =>
  join(await fromTemplate(key, async (dir) => make(join(dir, 'home'))), 'home')

const claudeHome = (): Promise<string> => homeOf('claude', claudeSession)

/** All three sessions. */
const fullHome = (): Promise<string> =>
  homeOf('all hosts', (home) => {
    claudeSession(home)
    geminiSession(home)
    codexSession(home)
  })

const CLAUDE_SCREEN = `claude-code session
  stream      session/claude-code-6ea57a5c-f05c-4a64-9d13-ed03facdef0a
  folder      /home/user/project
  model       claude-sonnet-4-5
  when        2026-03-01 12:00:00 to 12:01:17 UTC, 1 min 17 s, ended
  did         3 turns, 9 calls (2 failed, 1 unseen, 1 without a result), 1
              subagent (1 call)
  last turn   ✗ unfinished: a host error ended the last turn #28
  evidence    ✓ intact: 34 entries verified

Turn 1  12:00:01, 59.0 s
  > Please write hello to out.txt and finish.
  12:00:02  ✓ Bash  echo hello > out.tx… echo written  exit 0, 113 ms         #4
  12:00:05  ✗ Bash  echo partial; echo …s >&2; exit 3  exit 3, 116 ms         #6
              partial
              oops
  12:00:07  ✓ Read  a.txt                              11 ms                  #8
  12:00:09  ✗ Edit  a.txt                              refused, never ran     #9
              String to replace not found in file.
              String: absent-text
  12:00:10  ✓ Bash  echo original > out.txt            exit 0, 104 ms        #11
              ran as: echo rewritten > out.txt
            ? Bash  git push --force                   unseen, no result     #12
  12:01:00  ■ stopped
              All done, tests pass.

Turn 2  12:01:01, 7.0 s
  > Have somebody
  > write the other file.
  12:01:02  ✓ Agent  sub job                           1.5 s                 #19
  12:01:03  ▸ subagent general-purpose a4ce13b3876950c7e
    12:01:04  ✓ Bash  echo sub > sub.txt               exit 0, 280 ms
    12:01:06  ■ stopped
                Subagent: all tests pass.
  12:01:08  ■ stopped
              All done, tests pass.

Turn 3  12:01:09, 8.0 s
  > Please write hello to out.txt and finish.
  12:01:10  ✓ Bash  sleep 3; echo bg > bg.txt          background, exit 0    #23
  12:01:12  ■ stopped, 1 task still running
              All done, tests pass.
  12:01:13  · a background task ended: exit 0
  12:01:14  ! settings changed: /home/user/project/.claude/settings.local.json
  12:01:15  … Bash  sleep 2; echo after                no result reported    #27
  12:01:16  ✗ stopped by an error: unknown
              API Error: 400 scripted error
  12:01:17  · session ended

Blind spots
  - Hooks can be switched off while a session runs. Then nothing more is
    reported, and the session looks unfinished. (hooks-off-mid-session)
  - If a person interrupts the agent, no stop is reported, so that turn has no
    recorded final message. (stop-on-interrupt)
  - An agent program started by a command appears only as that command, unless
    it has its own hooks. (nested-agents)
  - The host's own transcript was compared once: 1 call that no hook reported, 1
    unreadable line, not readable once.

#n is an entry. To list the text in it, or to print one piece by name:
  bailiff show 6ea57a5c-f05c-4a64-9d13-ed03facdef0a --raw <n> [<text>]
`

const GEMINI_SCREEN = `gemini session
  stream      session/gemini-48f656d2-017c-41fa-8d3d-c5edc6a483ad
  folder      /home/user/project
  when        2026-03-01 13:00:00 to 13:00:11 UTC, 11.0 s, not ended
  did         1 turn, 5 calls (1 failed, 1 without a result)
  last turn   ✗ unanswered: the gate has not judged this stop (yet)
  evidence    ✓ intact: 13 entries verified

Turn 1  13:00:01, 10.0 s
  > Please write hello to out.txt and finish.
  13:00:02  ✓ run_shell_command  sleep 1; ec… > a.out  exit 0, ~3.0 s         #6
  13:00:03  ✓ run_shell_command  sleep 1; ec… > b.out  exit 0, ~1.0 s         #5
  13:00:06  ✓ run_shell_command  echo origin… out.txt  exit 0, ~1.0 s         #8
              ran as: echo rewritten > out.txt
  13:00:08  ✗ run_shell_command  echo partia…; exit 3  exit 3, ~1.0 s        #10
              Output: partial
              oops
  13:00:10  … run_shell_command  echo hello > out.txt  no result reported    #11
  13:00:11  ■ stopped
              All done, tests pass.

Blind spots
  - Calls by subagents are reported as calls by the main agent.
    (subagents-unnamed)
  - Calls have no ids: each result was matched to the call with the same input.
    (calls-without-ids)
  - An agent program started by a command appears only as that command, unless
    it has its own hooks. (nested-agents)
  - The host's own transcript could not be read, so it was not compared with
    this record.

#n is an entry. To list the text in it, or to print one piece by name:
  bailiff show 48f656d2-017c-41fa-8d3d-c5edc6a483ad --raw <n> [<text>]
`

const CODEX_TURN = `Turn 1  09:30:01, 11.0 s
  > Please write hello to out.txt and finish.
  09:30:02  ✓ apply_patch  a.txt                       exit 0, ~1.0 s         #4
  09:30:04  … apply_patch  a.txt                       no result reported     #5
  09:30:05  ✓ spawn_agent  SUBJOB: write the file      ~2.0 s                 #8
  09:30:06  ▸ subagent default 01a1dc8f-6f1b-76f0-a252-fd8bdae0dbee
    09:30:08  · its lead says: SUBJOB: write the file
    09:30:09  … Bash  echo sub > sub.txt            result unknown, ~1.0 s
    09:30:11  ■ stopped
                Subagent: all tests pass.
  09:30:12  ■ stopped
              All done, tests pass.
`

const SESSIONS_SCREEN = `SESSION                        LAST ACTIVE       TURNS  CALLS  FAILED  VERDICT     STATE
claude-code in ~/project
  6ea57a5c                     2026-03-01 12:01      3      9       2  unfinished  ended
  └ a4ce13b3                   2026-03-01 12:01      0      1       0  unanswered  ended
gemini in ~/project
  48f656d2                     2026-03-01 13:00      1      5       1  unanswered  working
codex in ~/project
  01a1dc8f-6f1b-76f0-a252-0    2026-03-02 09:30      1      3       0  unanswered  working
  └ 01a1dc8f-6f1b-76f0-a252-f  2026-03-02 09:30      0      1       0  unanswered  ended
Times: UTC
Next: bailiff explain <session>, or bailiff explain for the newest one here
`

describe('explain', () => {
  it('shows a session of Claude Code: failures, an unseen call, a subagent, a background task', async () => {
    expect(await runCli(['explain', CLAUDE, '--home', await claudeHome()])).toEqual({
      exit: 0,
      out: CLAUDE_SCREEN,
      err: '',
    })
  })

  it('shows a session of Gemini CLI, whose calls have no ids and overlap', async () => {
    const dir = newHome()
    geminiSession(dir)
    expect(await runCli(['explain', GEMINI, '--home', dir])).toEqual({ exit: 0, out: GEMINI_SCREEN, err: '' })
  })

  it('shows one turn, by number or the last, with a subagent of Codex', async () => {
    const dir = await fullHome()
    const { out } = await runCli(['explain', CODEX, '1', '--home', dir])
    expect(out).toContain(CODEX_TURN)
    expect((await runCli(['explain', CODEX, 'last', '--home', dir])).out).toBe(out)
    const second = (await runCli(['explain', CLAUDE, '2', '--home', dir])).out
    expect(second.match(/^Turn \d/gm)).toEqual(['Turn 2'])
  })

  it('shows a subagent by itself', async () => {
    const { exit, out } = await runCli(['explain', SUBAGENT, '--home', await claudeHome()])
    expect(exit).toBe(0)
    expect(out).toMatch(/^claude-code subagent \(general-purpose\)\n/)
    expect(out).toContain(`  started by  ${CLAUDE_STREAM}\n`)
    expect(out).toMatch(/\nWhat happened\n {2}12:01:04 {2}✓ Bash {2}echo sub > sub.txt +exit 0, 280 ms +#3\n/)
  })

  it('says that recording began late, and where to look if no host reported anything', async () => {
    const dir = newHome()
    const [stop] = captured('codex').filter(({ event }) => event === 'Stop')
    replay(dir, 'codex', [{ event: 'Stop', payload: { ...stop?.stdin, session_id: 'late' } }])
    expect((await runCli(['explain', 'late', '--home', dir])).out).toContain('The start of this session was not')
    replay(dir, 'codex', [{ event: 'Odd', payload: { session_id: 'odd' } }])
    expect((await runCli(['explain', 'odd', '--home', dir])).exit).toBe(0)
  })

  it('prints the folded state as JSON, and only the requested turn', async () => {
    const dir = await claudeHome()
    const all = JSON.parse((await runCli(['explain', CLAUDE, '--json', '--home', dir])).out)
    expect(all).toMatchObject({
      ok: true,
      stream: CLAUDE_STREAM,
      evidence: { ok: true, findings: [] },
      session: { host: 'claude-code', session: CLAUDE, ended: { reason: 'other' } },
      agents: { [`${CLAUDE_STREAM}.${SUBAGENT}`]: { agent: { id: SUBAGENT }, before: [{ kind: 'call' }, {}] } },
    })
    expect(all.session.turns).toHaveLength(3)
    const one = JSON.parse((await runCli(['explain', CLAUDE, '2', '--json', '--home', dir])).out)
    expect(one.session.turns).toEqual([all.session.turns[1]])
  })

  it('shows the same with colours', async () => {
    const dir = await claudeHome()
    const { out } = await runCli(['explain', CLAUDE, '--home', dir], {}, { color: true })
    expect(out).toContain('\u001b[31m✗\u001b[39m')
    expect(withoutColours(out)).toBe(CLAUDE_SCREEN)
  })
})

describe('explain, if an agent was blocked', () => {
  const REASON = 'Not permitted: ending the turn with claims or changes that no evidence supports.\n- done ("Done."): …'
  const finding = { code: 'FAILED', subject: 'done', mode: 'block', quote: 'Done.', validator: 'unit', seqs: [3] }
  const own = (kind: string, body: JsonObject): Draft => ({ kind, actor: 'harness', body })
  const STOP = [
    own('stop.reached', { message: 'Done.' }),
    own('stop.judged', { verdict: 'blocked', blocks: 1, budget: 3, findings: [finding] }),
    own('stop.blocked', { reason: REASON }),
  ]

  async function told(stream: string, ...drafts: Draft[]): Promise<string> {
    const dir = newHome()
    await withStore(dir, async (store) => {
      await store.append('session/codex-x', [own('turn.opened', { prompt: 'Do it.' })])
      await store.append(stream, drafts)
    })
    return (await runCli(['explain', 'x', '--home', dir])).out
  }

  it("shows the verdict once: not again as the agent's message, nor as the host's echo", async () => {
    const echo = own('notice.received', { origin: 'feedback', text: `Stop hook feedback:\n${REASON}` })
    const out = await told('session/codex-x', ...STOP, echo)
    expect(out).toContain('✗ not earned: blocked (1 of 3) #3\n')
    expect(out.match(/✗ done "Done\."/g)).toHaveLength(1)
    expect(out).not.toMatch(/Not permitted|not allowed to stop|a stop hook says/)
  })

  it('shows the message of another hook, and a block without a verdict', async () => {
    const other = own('notice.received', { origin: 'feedback', text: 'lint first' })
    const out = await told(
      'session/codex-x',
      ...STOP,
      other,
      own('stop.reached', {}),
      own('stop.blocked', { reason: 'Held.' }),
    )
    expect(out).toContain('a stop hook says: lint first\n')
    expect(out).toMatch(/✗ not allowed to stop\n +Held\.\n/)
  })

  it('shows no seqs of a subagent: they would be mistaken for entries of this session', async () => {
    const dir = newHome()
    const started = own('agent.started', { agent: 'b', type: 't', stream: 'session/codex-x.b' })
    await withStore(dir, async (store) => {
      await store.append('session/codex-x', [own('turn.opened', { prompt: 'Do it.' }), started])
      await store.append('session/codex-x.b', STOP)
    })
    const { out } = await runCli(['explain', 'x', '--home', dir])
    expect(out).toContain('✗ not earned: blocked (1 of 3)\n')
    expect(out).not.toMatch(/#\d/)
  })
})

describe('explain, if the agent continued after it was allowed to stop', () => {
  const own = (kind: string, body: JsonObject): Draft => ({ kind, actor: 'harness', body })
  const OPENED = own('turn.opened', { prompt: 'Do it.' })
  const STOPPED = own('stop.reached', { message: 'Done.' })
  const CALL = own('dispatch.proposed', { call: 'c', tool: 'Bash', input: { command: 'make' } })
  const judged = (verdict: string): Draft => own('stop.judged', { verdict })

  async function told(stream: string, ...drafts: Draft[]): Promise<string> {
    const dir = newHome()
    await withStore(dir, (store) => store.append(stream, drafts))
    return (await runCli(['explain', 'x', '--home', dir])).out
  }

  it.each(['earned', 'unclaimed', 'warned', 'capped', 'unsupervised'])(
    'says what %s does not cover',
    async (verdict) => {
      const out = await told('session/codex-x', OPENED, STOPPED, judged(verdict), CALL)
      expect(out).toMatch(/ #3\n {12}! the agent continued after #3: the verdict does not cover what follows\n.* Bash /)
    },
  )

  it('says so for a turn that is not the last', async () => {
    const out = await told('session/codex-x', OPENED, STOPPED, judged('earned'), CALL, OPENED)
    expect(out.match(/! the agent continued after #3: /g)).toHaveLength(1)
  })

  it.each([
    ['nothing was done since', [judged('earned')]],
    ['it was blocked', [judged('blocked'), CALL]],
    ['background tasks were still running', [judged('waiting'), CALL]],
    ['it stopped again, and the next verdict covers it', [judged('earned'), CALL, STOPPED, judged('earned')]],
  ])('says nothing if %s', async (_, after) => {
    expect(await told('session/codex-x', OPENED, STOPPED, ...after)).not.toContain('continued after')
  })

  it('names no entry of a subagent', async () => {
    const dir = newHome()
    const started = own('agent.started', { agent: 'b', type: 't', stream: 'session/codex-x.b' })
    await withStore(dir, async (store) => {
      await store.append('session/codex-x', [OPENED, started])
      await store.append('session/codex-x.b', [STOPPED, judged('earned'), CALL])
    })
    const { out } = await runCli(['explain', 'x', '--home', dir])
    expect(out).toContain('! the agent continued after it: the verdict does not cover what follows\n')
  })
})

describe('explain, if validators ran', () => {
  const ran: Draft = {
    kind: 'validator.failed',
    actor: 'validator',
    body: { claim: 'done', validator: 'tests', code: 'COMMAND_FAILED' },
  }
  const call: Draft = { kind: 'dispatch.proposed', actor: 'harness', body: { call: 'c', tool: 'Bash', input: {} } }
  const lineOf = (out: string, words: string): string => out.split('\n').find((one) => one.includes(words)) ?? ''

  it('shows the entry of each at the right edge, in the column of calls, and says how to print it', async () => {
    const dir = newHome()
    const opened: Draft = { kind: 'turn.opened', actor: 'harness', body: { prompt: 'Do it.' } }
    await withStore(dir, (store) => store.append('session/codex-x', [opened, call, ran]))
    const { out } = await runCli(['explain', 'x', '--home', dir])
    const told = lineOf(out, 'validator tests')
    expect(told).toMatch(/✗ validator tests failed for "done" \(COMMAND_FAILED\) +#3$/)
    expect(told).toHaveLength(lineOf(out, ' Bash ').length)
    expect((await runCli(['show', 'x', '--raw', '3', '--home', dir])).exit).toBe(0)
  })

  it('explains the numbers even if nothing else has one', async () => {
    const dir = newHome()
    await withStore(dir, (store) => store.append('session/codex-x', [ran]))
    expect((await runCli(['explain', 'x', '--home', dir])).out).toContain('#n is an entry. ')
  })

  it('cuts a line that is too long before its number', async () => {
    const dir = newHome()
    const reused = { stream: `session/codex-${'x'.repeat(90)}`, seq: 12 }
    const long: Draft = { ...ran, kind: 'validator.passed', body: { claim: 'done', validator: 'tests', reused } }
    await withStore(dir, (store) => store.append('session/codex-x', [long]))
    const told = lineOf((await runCli(['explain', 'x', '--home', dir])).out, 'validator tests')
    expect(told).toMatch(/ reused from #12 of \S+… +#1$/)
    expect(told).toHaveLength(80)
  })
})

describe('explain, if the evidence is broken', () => {
  it('says so in one line, leaves out entries that do not verify, and exits with 2', async () => {
    const dir = await claudeHome()
    const path = segmentPath(dir, CLAUDE_STREAM, 1)
    writeFileSync(path, readFileSync(path, 'utf8').replace('"exit":3', '"exit":0'))
    const { exit, out } = await runCli(['explain', CLAUDE, '--home', dir])
    expect(exit).toBe(2)
    expect(out).toMatch(
      /\n {2}evidence {4}✗ altered: 1 finding\. Entries that do not verify\n +are left out\. Run: bailiff verify\n/,
    )
    expect(out).toMatch(/… Bash {2}echo partial; .* no result reported +#5\n/)
    const data = JSON.parse((await runCli(['explain', CLAUDE, '--json', '--home', dir])).out)
    expect(data).toMatchObject({ ok: false, evidence: { findings: [{ reason: 'edited', seq: 6 }] } })
  })

  it.each([
    ['edited', (path: string) => writeFileSync(path, readFileSync(path, 'utf8').replace('echo sub', 'echo sup'))],
    ['removed', (path: string) => rmSync(path)],
  ])('exits with 2 if a subagent’s stream was %s', async (_, ruin) => {
    const dir = await claudeHome()
    ruin(segmentPath(dir, `${CLAUDE_STREAM}.${SUBAGENT}`, 1))
    expect((await runCli(['explain', CLAUDE, '--home', dir])).exit).toBe(2)
  })

  it('shows the rest if a subagent never began, or an entry names the wrong stream', async () => {
    const dir = newHome()
    const started = (agent: string, stream: string): Draft => ({
      kind: 'agent.started',
      actor: 'harness',
      body: { agent, type: 't', stream },
    })
    await withStore(dir, async (store) => {
      await store.append('session/codex-x.b', [started('b', 'session/codex-x.b'), started('x', 'session/codex-x')])
      await store.append('session/codex-x', [
        started('gone', 'session/codex-x.gone'),
        started('self', 'session/codex-x'),
        started('other', 'admin/keys'),
        started('odd', '../../keys'),
        started('b', 'session/codex-x.b'),
      ])
    })
    const { exit, out } = await runCli(['explain', 'x', '--home', dir])
    expect(exit).toBe(0)
    expect(out.match(/subagent t \w+, has not stopped\n +its steps are not recorded here\n/g)).toHaveLength(6)
    expect(out.match(/subagent t b,/g)).toHaveLength(2)
  })
})

describe('the session argument', () => {
  it.each([
    ['the stream', `${CLAUDE_STREAM}`],
    ['the host’s id', CLAUDE],
    ['the beginning of the id', '6ea'],
    ['the stream without its kind', `claude-code-${CLAUDE}`],
    ['the beginning of the stream, which its subagents share', 'session/claude'],
  ])('may be %s', async (_, name) => {
    const { out } = await runCli(['explain', name, '--json', '--home', await claudeHome()])
    expect(JSON.parse(out)).toMatchObject({ stream: CLAUDE_STREAM })
  })

  it('may be an id that is not a valid file name', async () => {
    const dir = newHome()
    replay(dir, 'gemini', [{ event: 'BeforeAgent', payload: { session_id: 'a/../b c', prompt: 'hello' } }])
    expect((await runCli(['explain', 'a/../b c', '--home', dir])).out).toContain('> hello')
  })

  it('must be unique: otherwise the matching sessions are listed', async () => {
    const { exit, err } = await runCli(['explain', 'session/', '--home', await fullHome()])
    expect(exit).toBe(1)
    expect(err).toContain(`3 sessions start with "session/": session/claude-code-${CLAUDE}, session/codex-`)
    expect(err).toMatch(/Use a longer prefix\. \[USAGE\]\n$/)
  })

  it.each([
    [['nothing'], /No session "nothing" in .*\. Run: bailiff sessions \[STREAM_UNKNOWN\]/],
    [[''], /\[STREAM_UNKNOWN\]/],
    [['\u001b[2J'], /No session "\\u001b\[2J"/],
    [['../../etc/passwd'], /\[STREAM_UNKNOWN\]/],
    [[CLAUDE, '0'], /Unknown turn "0"\. This session has turns 1 to 3\. \[USAGE\]/],
    [[CLAUDE, '4'], /\[USAGE\]/],
    [[CLAUDE, 'first'], /\[USAGE\]/],
    [[SUBAGENT, 'last'], /This session has no turns\. \[USAGE\]/],
  ])('%j is refused', async (words, message) => {
    const { exit, out, err } = await runCli(['explain', ...words, '--home', await claudeHome()])
    expect({ exit, out }).toEqual({ exit: 1, out: '' })
    expect(err).toMatch(message)
  })
})

describe('a long text', () => {
  it('is shown by its beginning or its end if it is an artifact, and printed whole', async () => {
    const dir = newHome()
    const prompt = `Begin here. ${'And on it goes. '.repeat(2_000)}`
    const error = `Exit code 1\n${'noise\n'.repeat(5_000)}the last word`
    const failure = { tool_name: 'Bash', tool_input: { command: `run ${'x'.repeat(20_000)}` }, tool_use_id: 't', error }
    replay(dir, 'claude-code', [
      { event: 'UserPromptSubmit', payload: { session_id: 'long', prompt } },
      { event: 'PostToolUseFailure', payload: { session_id: 'long', ...failure } },
    ])
    const { out } = await runCli(['explain', 'long', '--home', dir])
    expect(out).toMatch(/\n {2}> Begin here\. .*(?:\n {2}> .*){4}\n {2}> .* …\n/)
    expect(out).toContain('✗ Bash  (stored as input.command)')
    expect(out).toContain('              noise\n              the last word\n')
    for (const name of ['text', 'output.text'])
      expect((await runCli(['show', 'long', '--raw', '3', name, '--home', dir])).out).toBe(error.slice(12))
  })
})

describe('show', () => {
  const rawOf = async (seq: string, name: string) =>
    runCli(['show', '6ea57a5c', '--raw', seq, name, '--home', await claudeHome()])

  it.each([
    ['4', 'stdout', 'written'],
    ['4', 'output.stdout', 'written'],
    ['4', 'output.stderr', ''],
    ['4', 'command', 'echo hello > out.txt; echo written'],
    ['15', 'prompt', 'Have somebody\nwrite the other file.'],
  ])('prints a text of entry %s: %s', async (seq, name, text) => {
    expect(await rawOf(seq, name)).toEqual({ exit: 0, out: text, err: '' })
  })

  it('lists the text in an entry if none is named, so that every #n of a story can be looked up', async () => {
    const dir = await claudeHome()
    const list = (...more: string[]) => runCli(['show', '6ea57a5c', '--raw', '8', ...more, '--home', dir])
    expect(await list()).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^output\.details\.file\.content +\d+ B$/m),
    })
    expect(JSON.parse((await list('--json')).out)).toContainEqual({ name: 'tool', bytes: 4 })
    const story = (await runCli(['explain', CLAUDE, '--home', dir])).out
    for (const [, seq = ''] of story.matchAll(/#(\d+)$/gm))
      expect(await runCli(['show', CLAUDE, '--raw', seq, '--home', dir])).toMatchObject({ exit: 0, err: '' })
  })

  it('lists the text in an entry if the name is unknown or ambiguous', async () => {
    expect((await rawOf('2', 'stdout')).err).toMatch(
      /has no text "stdout"\. It has: prompt, rest\.permission_mode, rest\.prompt_id\. \[ARTIFACT_UNKNOWN\]\n$/,
    )
    expect((await rawOf('19', 'prompt')).err).toBe(
      'bailiff: "prompt" is ambiguous: input.prompt, output.details.prompt. Use a longer name. [USAGE]\n',
    )
  })

  it('shows the important fields of a call first', async () => {
    const { out } = await runCli(['show', CLAUDE_STREAM, '--home', await claudeHome()])
    expect(out).toMatch(
      /dispatch\.observed {2}Bash {2}echo partial; .* {2}exit 3 {2}failed {2}116 ms {2}text=partial oops /,
    )
    expect(out).toMatch(/turn\.opened {2}Have somebody write the other file\. /)
    expect(out).toMatch(/stop\.reached {2}All done, tests pass\. /)
  })
})

describe('sessions', () => {
  it('lists each with its numbers, subagents under their lead, by ids that explain accepts', async () => {
    const dir = await fullHome()
    const { out } = await runCli(['sessions', '--home', dir], { HOME: '/home/user' })
    expect(out).toBe(SESSIONS_SCREEN)
    const ids = out.split('\n').flatMap((line) => /^ {2}(?:└ )?(\S+)/.exec(line)?.[1] ?? [])
    expect(ids).toHaveLength(5)
    for (const id of ids) expect((await runCli(['explain', id, '--home', dir])).exit).toBe(0)
  })

  it('gives the same as JSON', async () => {
    const rows = JSON.parse((await runCli(['sessions', '--json', '--home', await fullHome()])).out)
    expect(rows).toHaveLength(5)
    expect(rows.slice(0, 2)).toMatchObject([
      { stream: CLAUDE_STREAM, host: 'claude-code', session: CLAUDE, turns: 3, calls: 9, failed: 2, state: 'ended' },
      { parent: CLAUDE_STREAM, agent: SUBAGENT, turns: 0, calls: 1, failed: 0, state: 'ended' },
    ])
  })
})

const ODD = '\u001b[2J\u001b]0;x\u0007\u0000\r\n\t\u009b31m\u202e\u2028\ufeffé漢'

/** Replaces every text of a payload with one that tries to control the terminal. */
function hostile(value: Json): Json {
  if (typeof value === 'string') return `${ODD}${value}${ODD}`
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(hostile)
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [`${key}`, hostile(one)]))
}

/** Characters that may move the cursor or hide text; a newline only ends a line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours are made of them
const withoutColours = (text: string): string => text.replace(/\u001b\[\d{1,2}m/g, '')

describe.each(HOSTS.map(({ name }) => name))('whatever %s reports', (host) => {
  const all = captured(host)
  /** The first event of each kind and tool; the long suite takes all of them. */
  const kindOf = ({ event, stdin }: Captured) => `${event} ${stdin['tool_name']}`
  const used = LONG ? all : all.filter((one, i) => all.findIndex((other) => kindOf(other) === kindOf(one)) === i)
  const events = used.map(({ event, stdin }) => ({ event, payload: { ...stdin, session_id: 'all' } }))
  const odd = used.map(({ event, stdin }) => ({
    event,
    payload: { ...(hostile(stdin) as JsonObject), session_id: 'all' },
  }))

  it.each([
    ['as captured', events],
    ['made to command the terminal', odd],
  ])('is shown within the width and without control characters: %s', async (_, all) => {
    const dir = newHome()
    replay(dir, host, all)
    for (const argv of [['explain', 'all'], ['sessions'], ['show', `session/${host}-all`]]) {
      const { exit, out } = await runCli([...argv, '--home', dir], {}, { color: true })
      expect(exit).toBe(0)
      const plain = withoutColours(out)
      expect(plain).not.toMatch(CONTROL)
      if (argv[0] === 'explain') {
        const wide = plain.split('\n').filter((line) => widthOf(line) > 80 && !line.startsWith('  stream '))
        expect(wide).toEqual([])
      }
    }
  })
})
