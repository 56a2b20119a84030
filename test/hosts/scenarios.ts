import { dirname, join } from 'node:path'
import type { ScriptedCall, ScriptedReply } from '../../src/doctor/model-server/script.ts'
import { ERRAND, type Host, type Parts, type Scenario } from './session.ts'

/** The person's prompt; no subagent's prompt has these words. */
export const PROMPT = 'Please do what has to be done.'

/** The person's second prompt, in scenarios with two turns. */
export const SECOND_PROMPT = 'And now the rest.'

const DONE: ScriptedReply = { text: 'Done.' }
const one = (...calls: ScriptedCall[]): ScriptedReply => ({ calls })
const scenario = (main: ScriptedReply[], more: Partial<Scenario> = {}): Scenario => ({
  prompts: [PROMPT],
  script: () => ({ main }),
  ...more,
})
/** Calls that other calls in the same session do not change. */
const calls = (of: (project: string) => ScriptedReply[], lanes?: Parts['lanes'], second?: ScriptedReply[]): Scenario =>
  together([{ calls: of, ...(lanes && { lanes }), ...(second && { second }) }])

/** One session with the calls of all of them. */
export function together(parts: readonly Parts[]): Scenario {
  const second = parts.flatMap((part) => part.second ?? [])
  return {
    prompts: second.length === 0 ? [PROMPT] : [PROMPT, SECOND_PROMPT],
    script: (project) => ({
      main: [...parts.flatMap((part) => part.calls(project)), DONE, ...(second.length === 0 ? [] : [...second, DONE])],
      ...Object.assign({}, ...parts.map(({ lanes }) => lanes)),
    }),
    parts,
  }
}

export const passingCommand = calls(() => [one({ shell: 'echo passed' })])

export const failingCommand = calls(() => [one({ shell: 'echo half; echo wrong >&2; exit 3' })])

/** Some commands use the exit code for their result, not for a failure. */
export const emptySearch = calls(() => [one({ shell: 'grep absent README.md' })])

export const edit = calls((project) => {
  const file = join(project, 'list.txt')
  return [one({ write: file, content: 'one\ntwo\n' }), one({ edit: file, from: 'two', to: 'three' })]
})

export const failingEdit = calls((project) => {
  const file = join(project, 'other.txt')
  return [one({ write: file, content: 'one\ntwo\n' }), one({ edit: file, from: 'four', to: 'five' })]
})

const errand: ScriptedReply[] = [one({ shell: 'echo errand' }), { text: 'The errand is done.' }]

export const subagent = calls(() => [one({ agent: ERRAND })], { [ERRAND]: errand })

/** If subagents run in parallel, the agent that started them has to wait. */
export const subagentWaitedFor = scenario([], {
  model: 'gpt-5.1-codex',
  script: () => ({ main: [one({ agent: ERRAND }), one({ wait: 'agent' }), DONE], [ERRAND]: errand }),
})

/** A file outside the project may not be written without asking, and there is no one to ask. */
export const notPermitted = calls((project) => [
  one({ write: join(dirname(project), 'outside.txt'), content: 'one\n' }),
])

/** A command that would read a key of the ledger, and a similar one that would not. */
export const protectedPlace = calls((project) => [
  one({ shell: `cat '${join(dirname(project), 'the ledger', 'keys', 'current')}'` }),
  one({ shell: 'echo passed' }),
])

/** Three commands under a policy: one that it denies, one that is flagged, and one that needs a question, with no one to ask. */
export const ruled = scenario(
  [one({ shell: 'touch forbidden' }), one({ shell: 'touch yarn.lock' }), one({ shell: 'git stash clear' }), DONE],
  { policy: 'version: 1\ndispatch: { commands: { deny: [touch forbidden] }, nobody_to_ask: deny }\n' },
)

/** A command that needs a question, without a policy. */
export const unasked = calls(() => [one({ shell: 'git stash clear' })])

/** The same if the program wrongly assumes that a person is present. */
export const asked = scenario([one({ shell: 'git stash clear' }), DONE], {
  told: { CLAUDE_CODE_ENTRYPOINT: 'cli' },
})

export const twoReads = calls((project) => [
  one({ read: join(project, 'README.md') }, { read: join(project, 'README.md') }),
])

/** The agent starts another program from its shell; that program's output is not the agent's. */
export const anotherProgram = (starts: Host): Scenario =>
  scenario([], {
    starts,
    script: (_, command) => ({
      main: [one({ shell: `${command} > errand.json`, yieldMs: 30_000 }), DONE],
      [ERRAND]: errand,
    }),
  })

export const twoCommands = calls(() => [one({ shell: 'echo left' }, { shell: 'echo right' })])

/** The model refuses to answer. */
export const refusedByModel = scenario([{ error: 400 }])

/** The person resumes a session that had ended. */
export const twoTurns = calls(() => [one({ shell: 'echo once' })], undefined, [one({ shell: 'echo twice' })])

/** The agent stops while its command runs, and is notified when it ends. */
const inBackground = (shell: string): Scenario =>
  scenario([one({ shell, background: true }), { text: 'It runs.' }, DONE])

/** Nothing waits for it. */
export const leftInBackground = calls(() => [one({ shell: 'sleep 1; echo late', background: true })])

export const background = inBackground('sleep 2; echo late')

export const failingBackground = inBackground('sleep 2; echo late; exit 5')

/** The command exceeds the time limit of the tool; the model waits for it with another call. */
export const yielded = scenario([
  one({ shell: 'echo begin; sleep 2; echo end; exit 4', yieldMs: 300 }),
  one({ wait: 'command' }),
  DONE,
])

/** The command outlasts the turn, and the program does not wait for it. */
export const unfinished = scenario([one({ shell: 'echo begin; sleep 60', yieldMs: 300 }), DONE])

/** Models that write code call tools from within it. */
export const nested = scenario(
  [
    one({
      code: 'await tools.exec_command({ cmd: "echo first" }); await tools.exec_command({ cmd: "echo second; exit 3" }); text("ran")',
    }),
    DONE,
  ],
  { model: 'gpt-6.1-sol' },
)
