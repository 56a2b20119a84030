import { describe, expect, it } from 'vitest'
import { claude, codex, gemini, transcript, type Written } from '../../../test/helpers/transcripts.ts'
import { type Watched, watch } from '../../../test/helpers/world.ts'
import type { JsonObject } from '../../ledger/kinds.ts'

/** Turns whose end no gate judged, or that ended in spite of a block, as the next event finds them. */

const PROMPTS = { 'claude-code': 'UserPromptSubmit', codex: 'UserPromptSubmit', gemini: 'BeforeAgent' }
const LINES = { 'claude-code': claude, codex, gemini }
type Host = keyof typeof PROMPTS
const HOSTS = Object.keys(PROMPTS) as Host[]

/** A session with one turn, in which the agent ran a command; `file` is its transcript. */
function session(host: Host) {
  const file = transcript()
  const watched = watch()
  const stream = `session/${host}-s`
  const tell = (event: string, more: JsonObject = {}) =>
    watched.tell(host, event, { session_id: 's', transcript_path: file.path, cwd: '/p', ...more })
  tell('SessionStart', { source: 'startup' })
  const ask = (prompt: string) => {
    const answer = tell(PROMPTS[host], { prompt })
    file.add(LINES[host].prompt(prompt))
    return answer
  }
  ask('Go.')
  tell(host === 'gemini' ? 'BeforeTool' : 'PreToolUse', {
    tool_name: host === 'gemini' ? 'run_shell_command' : 'Bash',
    tool_input: { command: 'ls' },
    tool_use_id: 'c',
  })
  return { file, watched, stream, tell, ask, ended: () => endsIn(watched, stream) }
}

const endsIn = (watched: Watched, stream: string): unknown[] =>
  watched.entries(stream).flatMap(({ kind, body }) => (kind.startsWith('gate.') ? [{ kind, ...body }] : []))

const UNJUDGED = { kind: 'gate.unanswered', stop: null }
const NOTICE = 'Bailiff: the last stop was not judged: its hook was killed or took too long.'

describe('a stop whose hook was killed before it recorded anything', () => {
  it.each(HOSTS)('is told and counted at each next prompt, because the transcript ends with a message: %s', (host) => {
    const { file, ask, ended } = session(host)
    file.add(LINES[host].says('All done.'))
    expect(ask('And?')).toMatchObject({ notice: NOTICE })
    file.add(LINES[host].says('Done again.'))
    expect(ask('And now?')).toMatchObject({ notice: `${NOTICE} That makes 2 in this session.` })
    expect(ended()).toEqual([UNJUDGED, UNJUDGED])
  })

  it('is found although a command ended after the last message', () => {
    const { file, ask, ended } = session('codex')
    file.add(codex.calls('c', 'sleep 9'), codex.says('All done.'), codex.ran('c', 'sleep 9', { exit_code: -1 }))
    expect(ask('And?')).toMatchObject({ notice: NOTICE })
    expect(ended()).toEqual([UNJUDGED])
  })

  it('is recorded at the end of the session', () => {
    const { file, tell, ended } = session('claude-code')
    file.add(claude.says('All done.'))
    tell('SessionEnd', { reason: 'other' })
    tell('SessionStart', { source: 'resume' })
    tell('UserPromptSubmit', { prompt: 'And?' })
    expect(ended()).toEqual([UNJUDGED])
  })

  it('is none if a person interrupted the agent, if the agent was at work, or if the program was killed', () => {
    const cases: ((file: Written) => void)[] = [
      (file) => file.add(claude.says('I wil'), claude.prompt('[Request interrupted by user]')),
      (file) => file.add(claude.says('Let me look.'), claude.calls('c')),
      (file) => file.add(claude.says('Let me look.'), claude.calls('c'), claude.says(''), claude.calls('d')),
      () => {},
    ]
    for (const happens of cases) {
      const { file, tell, ask, ended } = session('claude-code')
      happens(file)
      expect(ask('And?')).not.toHaveProperty('notice')
      tell('SessionEnd', { reason: 'other' })
      expect(ended()).toEqual([])
    }
    const { file, ask, ended } = session('codex')
    file.add(codex.says('I wil'), { type: 'event_msg', payload: { type: 'turn_aborted', reason: 'interrupted' } })
    expect(ask('And?')).not.toHaveProperty('notice')
    expect(ended()).toEqual([])
  })

  it('is none if the host wrote the message of a judged stop late, and the next turn was cut short', () => {
    const { watched, stream, file, tell, ask, ended } = session('claude-code')
    tell('Stop', { last_assistant_message: 'All done.' })
    watched.append(stream, { kind: 'stop.judged', actor: 'harness', body: { verdict: 'unclaimed' } })
    file.add(claude.says('All done.'))
    ask('And?')
    expect(ask('Hello?')).not.toHaveProperty('notice')
    expect(ended()).toEqual([])
  })
})

describe('a turn that was blocked', () => {
  /** Its stop was blocked, and the answer was sent. */
  function blocked(host: Host, ...before: JsonObject[]) {
    const one = session(host)
    one.file.add(LINES[host].says('All done.'), ...before)
    one.tell(host === 'gemini' ? 'AfterAgent' : 'Stop', { last_assistant_message: 'All done.' })
    const reason = 'Not permitted.'
    one.watched.append(
      one.stream,
      { kind: 'stop.judged', actor: 'harness', body: { verdict: 'blocked' } },
      { kind: 'stop.blocked', actor: 'harness', body: { reason } },
    )
    const judged = one.watched.entries(one.stream).find(({ kind }) => kind === 'stop.judged')?.seq
    return { ...one, judged, feedback: claude.prompt(`Stop hook feedback:\n${reason}`) }
  }
  const STOPPED = {
    type: 'attachment',
    attachment: { type: 'hook_stopped_continuation', hookEvent: 'Stop', message: 'enough' },
  }

  it.each([
    ['after ours', (): [] => []],
    ['before ours', (): [JsonObject] => [STOPPED]],
  ])('is overruled by another hook if the transcript says so, also if that hook answered %s', (_, first) => {
    const { file, ask, ended, judged, feedback } = blocked('claude-code', ...first())
    file.add(...(first().length === 0 ? [STOPPED] : []), feedback)
    expect(ask('And?')).toMatchObject({
      notice:
        'Bailiff: the last turn was blocked, but another hook ended it, so its claims are not earned. To find that hook: bailiff doctor.',
    })
    expect(ended()).toEqual([{ kind: 'gate.overruled', judged, by: 'hook' }])
  })

  it.each(HOSTS)('ended anyway if nothing at all followed, at a prompt and at the end of the session: %s', (host) => {
    const one = blocked(host)
    expect(one.ask('And?')).toMatchObject({ notice: expect.stringContaining('blocked, but it ended anyway, so its') })
    const other = blocked(host)
    other.tell('SessionEnd', { reason: 'other' })
    for (const { ended, judged } of [one, other])
      expect(ended()).toEqual([{ kind: 'gate.overruled', judged, by: null }])
  })

  it('is not overruled if the agent got the reason, or a person interrupted it, or the program was started again', () => {
    const cases: ((one: ReturnType<typeof blocked>) => void)[] = [
      ({ file, feedback }) => file.add(feedback),
      ({ file, feedback }) => file.add(feedback, claude.prompt('[Request interrupted by user]')),
      ({ file, feedback }) => file.add(feedback, claude.calls('d')),
      ({ tell }) => tell('SessionStart', { source: 'resume' }),
    ]
    for (const happens of cases) {
      const one = blocked('claude-code')
      happens(one)
      expect(one.ask('And?')).not.toHaveProperty('notice')
      expect(one.ended()).toEqual([])
    }
  })

  it('has an unjudged stop if the agent answered the reason, and no hook reported the second stop', () => {
    const { file, ask, ended, feedback } = blocked('claude-code')
    file.add(feedback, claude.says('All done, really.'))
    expect(ask('And?')).toMatchObject({ notice: NOTICE })
    expect(ended()).toEqual([UNJUDGED])
  })
})
