import { execFileSync } from 'node:child_process'
import {
  closeSync,
  cpSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type Draft, type Entry, openFileStore } from '../../src/index.ts'
import { BAILIFF, besideNode, start } from './children.ts'
import { tempFolder } from './sample.ts'
import type { Scaled, Sides, Subject } from './subject.ts'

const STREAM = 'session/claude-code-bench'
const FILES = 2000

/** About 600 bytes, with claims of several kinds. */
const MESSAGE = `I've moved the parser into its own module and added the missing cases.

- \`parse.ts\` now reads nested lists, and rejects what is left over at the end of a line.
- The error messages name the line and the column.
- Fixed the crash on empty input that you reported.

I ran the whole suite afterwards: all tests pass, and the type check is clean. The public functions keep their names, so
nothing that imports them has to change. One thing I did not touch is the old reader in \`legacy/\`, which is still used by
the importer; it should probably go in a later change. Everything you asked for is done.`

const PROMPT = { prompt: 'Rework the parser.' }

type Place = { dir: string; project: string; home: string }

function place(): Place {
  const dir = tempFolder()
  const [project, home] = [join(dir, 'project'), join(dir, 'home')]
  mkdirSync(join(project, '.claude'), { recursive: true })
  // As after "bailiff init": hooks only run if settings contain them.
  const hooks = { Stop: [{ hooks: [{ type: 'command', command: `${home}/bin/bailiff-hook claude-code Stop` }] }] }
  writeFileSync(join(project, '.claude', 'settings.local.json'), JSON.stringify({ hooks }))
  return { dir, project, home }
}

/** Reports an event to the hook. */
const happens = ({ project, home }: Place, event: string, more: object): string =>
  start(
    [BAILIFF, 'hook', 'claude-code', event, '--home', home],
    JSON.stringify({ session_id: 'bench', hook_event_name: event, cwd: project, ...more }),
  )

const stops = (at: Place): string => happens(at, 'Stop', { last_assistant_message: MESSAGE })

/** Restores the ledger before each stop, because each stop would have to read the entries of the previous one. */
function stopping(at: Place, scaled: Scaled, starts?: number): Sides {
  const { dir, home } = at
  const kept = join(dir, 'kept')
  cpSync(home, kept, { recursive: true })
  const again = () => {
    rmSync(home, { recursive: true })
    cpSync(kept, home, { recursive: true })
    // Otherwise the hook would have to wait for the unsynced data.
    for (const name of readdirSync(home, { recursive: true })) settle(join(home, String(name)))
  }
  const act = () => {
    again()
    stops(at)
  }
  return besideNode(act, scaled, starts)
}

function settle(path: string): void {
  if (!statSync(path).isFile()) return
  const fd = openSync(path, 'r+')
  fsyncSync(fd)
  closeSync(fd)
}

async function read(home: string): Promise<Entry[]> {
  const store = openFileStore(home)
  const entries: Entry[] = []
  for await (const entry of store.read(STREAM)) entries.push(entry)
  await store.close()
  return entries
}

/** One call in eight writes a file. */
const WRITES = 8

/**
 * Records a session whose last turn is still open. Hooks record a first turn, with a command and a write; the other turns
 * consist of the same entries, with ids and paths of their own.
 */
async function fill(at: Place, turns: number, calls: number): Promise<void> {
  const { home, project } = at
  const path = join(project, 'file0.ts')
  const write = {
    tool_name: 'Write',
    tool_input: { file_path: path, content: 'x'.repeat(200) },
    tool_use_id: 'toolu_w0',
  }
  const look = { tool_name: 'Bash', tool_input: { command: 'sed -n 1,80p file0.ts' }, tool_use_id: 'toolu_r0' }
  happens(at, 'UserPromptSubmit', PROMPT)
  happens(at, 'PreToolUse', write)
  writeFileSync(path, write.tool_input.content)
  happens(at, 'PostToolUse', { ...write, tool_response: { filePath: path, success: true } })
  happens(at, 'PreToolUse', look)
  happens(at, 'PostToolUse', { ...look, tool_response: { stdout: 'x'.repeat(300), stderr: '' } })
  stops(at)
  const recorded = (await read(home)).map(({ kind, actor, body }): Draft => ({ kind, actor, body }))
  const of = (call: string) => recorded.filter(({ body }) => body['call'] === call)
  const [writing, looking] = [of('toolu_w0'), of('toolu_r0')]
  const opened = recorded.filter(({ kind }) => kind === 'turn.opened')
  const ended = recorded.filter(({ kind }) => kind.startsWith('stop.'))
  const store = openFileStore(home)
  for (let turn = 1; turn <= turns; turn++) {
    const made = Array.from({ length: calls }, (_, i) =>
      numbered(i % WRITES === 0 ? writing : looking, turn * calls + i),
    )
    const drafts = [...opened, ...made.flat(), ...(turn < turns ? ended : [])]
    while (drafts.length > 0) await store.append(STREAM, drafts.splice(0, 1000))
  }
  await store.close()
}

const numbered = (drafts: readonly Draft[], number: number): Draft[] =>
  JSON.parse(JSON.stringify(drafts).replaceAll(/(toolu_[rw]|file)0/g, `$1${number}`))

/** Fresh processes that read a final message and its turn, judge it and record the verdict. */
const stopAfter = (
  name: string,
  what: string,
  turns: number,
  calls: number,
  target: number,
  starts?: number,
): Subject => ({
  name,
  what: `stop gate, ${what}, no fingerprint`,
  baselineWhat: 'node -e 0',
  target,
  by: 'processor time',
  unit: 'ms CPU',
  async open(scaled) {
    const at = place()
    await fill(at, scaled(turns), scaled(calls))
    return stopping(at, scaled, starts)
  },
})

/** A call is three entries: proposed, scored and observed. */
export const stop = stopAfter('stop', '1,000 entries', 20, 16, 1.6)
export const stopLarge = stopAfter('stop-large', 'one turn of 10,000 entries', 1, 3_333, 2.6, 1)

/** Makes sure that the benchmark measures a reused pass, not a validator run. */
async function requireReuse(at: Place): Promise<void> {
  const home = join(at.dir, 'trial')
  cpSync(at.home, home, { recursive: true })
  stops({ ...at, home })
  const last = (await read(home)).findLast(({ kind }) => kind.startsWith('validator.'))
  if (last?.kind !== 'validator.passed' || last.body['reused'] === undefined)
    throw new Error(`No pass was reused: ${JSON.stringify(last)}`)
}

const POLICY = `version: 1
validators: { check: [test, -e, f0.txt] }
bindings: { done: check, tests_pass: check, fixed: check }
tell_earned: false
`

/** The same with claims that must be earned: fingerprints all files and reuses a pass on the same content. */
export const gate: Subject = {
  name: 'gate',
  what: `whole stop gate, ${FILES.toLocaleString('en-US')} files, recorded pass`,
  baselineWhat: 'node -e 0',
  target: 4,
  by: 'processor time',
  unit: 'ms CPU',
  async open(scaled) {
    const at = place()
    const { project, home } = at
    for (let i = 0; i < scaled(FILES); i++) {
      if (i % 50 === 0) mkdirSync(join(project, `d${i / 50}`))
      writeFileSync(join(project, `d${Math.floor(i / 50)}`, `f${i}.txt`), `file ${i}\n`)
    }
    writeFileSync(join(project, 'f0.txt'), '')
    mkdirSync(join(project, '.bailiff'))
    writeFileSync(join(project, '.bailiff', 'policy.yaml'), POLICY)
    execFileSync('git', ['init', '-q', project])
    start([BAILIFF, 'policy', 'approve', '--yes', '--project', project, '--home', home])
    // The cache skips files written very recently.
    await new Promise((resolve) => setTimeout(resolve, 2500))
    const call = { tool_name: 'Bash', tool_input: { command: 'make' }, tool_use_id: 'toolu_1' }
    happens(at, 'SessionStart', { source: 'startup' })
    happens(at, 'UserPromptSubmit', PROMPT)
    happens(at, 'PostToolUse', call)
    // This turn runs the check; the next reuses its pass.
    stops(at)
    happens(at, 'UserPromptSubmit', PROMPT)
    happens(at, 'PostToolUse', { ...call, tool_use_id: 'toolu_2' })
    await requireReuse(at)
    return stopping(at, scaled)
  },
}
