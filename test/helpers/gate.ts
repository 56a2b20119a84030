import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { LedgerError } from '../../src/ledger/errors.ts'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { openKeyring } from '../../src/ledger/stores/files/keyring.ts'
import { segmentPath } from '../../src/ledger/stores/files/layout.ts'
import { sealedEntries } from '../../src/ledger/stores/files/stream-lines.ts'
import { Unrecorded } from '../../src/supervisor/answer.ts'
import { BAILIFF, type Child, start } from './children.ts'
import { type Ran, runCli } from './cli.ts'
import { type Heard, hookHere } from './hook-here.ts'
import { withHome } from './ledger.ts'
import { quickNode } from './quick-node.ts'
import { LONG } from './scale.ts'
import { fromTemplate } from './template.ts'
import { warm } from './warm.ts'
import { tellHome } from './world.ts'

/** A git project with an approved policy, an open session, and the hooks that `bailiff init` installed. */
export type Gate = {
  root: string
  project: string
  home: string
  stream: string
  /** The environment of the host's processes. */
  env: Record<string, string>
  write(files: { [path: string]: string | null }): void
  git(...args: string[]): string
  /** Sends one event to the hook's code in this process, or to the installed hook. */
  tell(event: string, payload?: JsonObject, env?: NodeJS.ProcessEnv): Promise<Heard>
  /** Starts the command in the host's settings; it must exit with 0 and print one line of JSON. */
  begin(event: string, payload?: JsonObject, env?: NodeJS.ProcessEnv): Child
  /** Records one event whose answer does not matter: in this process, or with the installed hook in the long suite. */
  record(event: string, payload: JsonObject): Promise<void>
  /** Opens a turn in which the agent runs a command: without any act, no work counts as done. */
  prompt(text?: string): Promise<void>
  /** Opens a turn with the installed hook, which stores what the workspace looks like. */
  ask(text?: string): Promise<void>
  /** A file tool of the agent: writes the files, and the host reports each. */
  edit(files: { [path: string]: string }): Promise<void>
  /** A shell tool of the agent: runs the command, and the host reports the result. */
  shell(command: string): Promise<{ exit: number; said: string }>
  /** The agent's final message. */
  stop(message: string | null, more?: JsonObject): Promise<Stopped>
  /** `bailiff` as the agent's shell runs it: in this process, or the built program where the installed hook is started. */
  bailiff(args: readonly string[], env?: NodeJS.ProcessEnv): Promise<Ran>
  cli(...argv: string[]): Promise<Ran>
  approve(policy: string): Promise<void>
  /** The entries with a valid seal; the audit deals with anything else in the file. */
  entries(stream?: string): Entry[]
  bodies(kind: string, stream?: string): JsonObject[]
}

/** The end of a turn: the answer to the host, and the recorded judgement. */
export type Stopped = {
  decision: unknown
  reason: string
  systemMessage: string
  verdict: unknown
  /** `<subject> <code>` of each finding. */
  findings: string[]
  /** `<subject> <code>` of each note; notes do not block. */
  notes: string[]
  judged: JsonObject
}

/** A project with tests of `add`, which pass once it adds. */
export const PASSING = { 'src/add.js': 'export const add = (a, b) => a + b\n' }
export const FAILING = { 'src/add.js': 'export const add = (a, b) => a - b\n' }
export const PROJECT = {
  'package.json': '{ "name": "p", "type": "module", "scripts": { "test": "node --test" } }\n',
  'test/add.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../src/add.js'
test('adds', () => assert.equal(add(1, 2), 3))
test('adds nothing', () => assert.equal(add(0, 0), 0))
`,
  ...FAILING,
}

/** Claims of done, fixed and tests_pass block until the tests of the project pass. */
export const POLICY = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
bindings:
  tests_pass: tests
  done: tests
  fixed: tests
`

const REQUEST = 'Make it add.'

export const DONE = 'All done. All tests pass.'

/** The folder that hosts start the hook from. */
export const binOf = ({ home }: Pick<Gate, 'home'>): string => {
  const version = readdirSync(join(home, 'bin')).find((name) => name !== 'bailiff-hook') ?? ''
  return join(home, 'bin', version)
}

/**
 * Whether each event told starts the installed program, as in the long suite, or runs its code in this process, with or without
 * the installed gatherer. Checks that go on in the background need `installed`: they live longer than the process of the hook.
 */
export type Hook = 'installed' | 'here' | 'here with gatherer'
type Options = { policy?: string | null; files?: { [path: string]: string }; host?: Host; hook?: Hook }
type Host = 'claude-code' | 'gemini'

const FILE = { 'claude-code': 'project/.claude/settings.local.json', gemini: 'person/.gemini/settings.json' }
const EVENTS = {
  'claude-code': { prompt: 'UserPromptSubmit', pre: 'PreToolUse', post: 'PostToolUse', stop: 'Stop' },
  gemini: { prompt: 'BeforeAgent', pre: 'BeforeTool', post: 'AfterTool', stop: 'AfterAgent' },
}

export async function gate({
  policy = POLICY,
  files = PROJECT,
  host = 'claude-code',
  hook = 'here',
}: Options = {}): Promise<Gate> {
  const root = await fromTemplate(`gate ${JSON.stringify([policy, files, host])}`, async (dir) => {
    for (const name of ['project', 'person', 'tmp']) mkdirSync(join(dir, name))
    const on = installed(dir, host, 'here')
    on.git('init', '-q', '-b', 'main', '--template=')
    on.write(files)
    on.git('add', '.')
    on.git('commit', '-qm', 'Begin')
    if (policy !== null) await on.approve(policy)
    const { exit, err } = await on.cli('init', '--yes', '--host', host)
    if (exit !== 0) throw new Error(err)
    warm(binOf(on))
  })
  const on = installed(root, host, LONG ? 'installed' : hook)
  await on.record('SessionStart', { source: 'startup' })
  await on.prompt()
  return on
}

function installed(root: string, host: Host, hook: Hook): Gate {
  const [project, home, person] = ['project', 'home', 'person'].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ]
  const env = { PATH: quickNode(), HOME: person, TMPDIR: join(root, 'tmp'), LANG: 'C.UTF-8' }
  const events = EVENTS[host]
  const stream = `session/${host}-s`
  let calls = 0
  const commandFor = (event: string): string => {
    const settings = JSON.parse(readFileSync(join(root, FILE[host]), 'utf8'))
    return settings.hooks[event][0].hooks[0].command
  }
  const told = (event: string, payload: JsonObject): JsonObject => ({
    session_id: 's',
    cwd: project,
    hook_event_name: event,
    ...payload,
  })
  const begin: Gate['begin'] = (event, payload = {}, more = {}) => {
    const input = JSON.stringify(told(event, payload))
    return start(['-c', commandFor(event)], undefined, '/bin/sh', { input, env: { ...env, ...more } })
  }
  const tell: Gate['tell'] = async (event, payload = {}, more = {}) => {
    const gatherer = hook === 'here' ? undefined : binOf({ home })
    if (hook !== 'installed') return hookHere(commandFor(event), told(event, payload), { ...env, ...more }, gatherer)
    const { code, stdout, stderr } = await begin(event, payload, more).ended
    expect({ code, lines: stdout.split('\n').length }).toEqual({ code: 0, lines: 2 })
    return { answer: JSON.parse(stdout) as JsonObject, stderr }
  }
  /** Records an event in this process; if the ledger is unusable, sends it to the hook, which has to cope. */
  const record = async (event: string, payload: JsonObject): Promise<void> => {
    const isRecorded = !LONG && (await recorded(home, { host, event, payload: told(event, payload), env }))
    if (!isRecorded) await tell(event, payload)
  }
  const entries: Gate['entries'] = (of = stream) => [...sealedEntries({ dir: home, keyring: openKeyring(home) }, of)]
  const bodies: Gate['bodies'] = (kind, of) => entries(of).flatMap((one) => (one.kind === kind ? [one.body] : []))
  const cli: Gate['cli'] = (...argv) => runCli([...argv, '--home', home], env, { cwd: project })
  const call = async (tool: string, input: JsonObject, event: string, rest: JsonObject): Promise<void> => {
    const payload = { tool_name: tool, tool_input: input, tool_use_id: `call-${++calls}` }
    await record(events.pre, payload)
    await record(event, { ...payload, ...rest })
  }
  const write: Gate['write'] = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      if (text === null) rmSync(join(project, path), { force: true })
      else writeFileSync(join(project, path), text)
    }
  }
  return {
    root,
    project,
    home,
    env,
    stream,
    write,
    git: (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C', project, ...args], {
        encoding: 'utf8',
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      }).trim(),
    begin,
    tell,
    record,
    prompt: async (text = REQUEST) => {
      await record(events.prompt, { prompt: text })
      const tool = host === 'gemini' ? 'run_shell_command' : 'Bash'
      await call(tool, { command: 'make' }, events.post, {
        tool_response: host === 'gemini' ? { llmContent: '' } : { stdout: '', stderr: '' },
      })
    },
    ask: async (text = REQUEST) => void (await tell(events.prompt, { prompt: text })),
    edit: async (files) => {
      for (const [path, content] of Object.entries(files)) {
        write({ [path]: content })
        const input = { file_path: join(project, path), content }
        await call(host === 'gemini' ? 'write_file' : 'Write', input, events.post, {
          tool_response: { llmContent: '' },
        })
      }
    },
    shell: async (command) => {
      const ran = spawnSync('/bin/sh', ['-c', command], { cwd: project, env, encoding: 'utf8' })
      const said = `${ran.stdout}${ran.stderr}`
      const tool = host === 'gemini' ? 'run_shell_command' : 'Bash'
      if (ran.status === 0) await call(tool, { command }, events.post, { tool_response: { stdout: said, stderr: '' } })
      else await call(tool, { command }, 'PostToolUseFailure', { error: `Exit code ${ran.status}\n${said}` })
      return { exit: ran.status ?? -1, said }
    },
    stop: async (message, more = {}) => {
      const said = host === 'gemini' ? { prompt_response: message } : { last_assistant_message: message }
      const { answer } = await tell(events.stop, { ...said, stop_hook_active: false, ...more })
      return stopped(answer, bodiesOrNone(bodies).at(-1) ?? {})
    },
    bailiff: async (args, more = {}) => {
      const all = { ...env, BAILIFF_HOME: home, ...more }
      if (hook !== 'installed') return runCli(args, all, { cwd: project, hasTerminal: false })
      const program = [BAILIFF, ...args]
      const ran = spawnSync(process.execPath, program, { cwd: project, env: all, encoding: 'utf8' })
      return { exit: ran.status ?? -1, out: ran.stdout, err: ran.stderr }
    },
    cli,
    approve: async (text) => {
      write({ '.bailiff/policy.yaml': text })
      const { exit, out, err } = await cli('policy', 'approve', '--yes', '--project', project)
      if (exit !== 0) throw new Error(out + err)
    },
    entries,
    bodies,
  }
}

/** True if the event was recorded from this process. */
async function recorded(home: string, told: Parameters<typeof tellHome>[1]): Promise<boolean> {
  try {
    await withHome(home, (opened) => tellHome(opened, told), { lockWaitMs: 500 })
    return true
  } catch (error) {
    if (error instanceof LedgerError || error instanceof Unrecorded) return false
    throw error
  }
}

/** Returns an empty list if the ledger is unreadable. */
function bodiesOrNone(bodies: Gate['bodies']): JsonObject[] {
  try {
    return bodies('stop.judged')
  } catch {
    return []
  }
}

type Seen = { code: string; subject: string }

function stopped(answer: JsonObject, judged: JsonObject): Stopped {
  const listed = (name: string): Seen[] => (judged[name] ?? []) as Seen[]
  return {
    decision: answer['decision'],
    reason: String(answer['reason'] ?? ''),
    systemMessage: String(answer['systemMessage'] ?? ''),
    verdict: judged['verdict'],
    findings: listed('findings').map(({ subject, code }) => `${subject} ${code}`),
    notes: listed('notes').map(({ subject, code }) => `${subject} ${code}`),
    judged,
  }
}

/** The lines of a stream on disk. */
export const linesOf = ({ home, stream }: Gate, of = stream): string[] =>
  readFileSync(segmentPath(home, of, 1), 'utf8')
    .split('\n')
    .slice(0, -1)

export const putLines = ({ home, stream }: Gate, lines: readonly string[], of = stream): void =>
  writeFileSync(segmentPath(home, of, 1), lines.map((line) => `${line}\n`).join(''))
