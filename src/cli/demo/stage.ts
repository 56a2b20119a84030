import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { JsonObject } from '../../ledger/kinds.ts'
import { closeHome } from '../../ledger/stores/files/home.ts'
import { openFiles } from '../../ledger/stores/files/open.ts'
import { approvePolicy } from '../../policy/stores/approve.ts'
import { projectRoot } from '../../policy/stores/source.ts'
import type { RunResult } from '../../process/result.ts'
import { run } from '../../process/run.ts'
import { FileError } from '../command.ts'
import { changesFrom, parseSource, requireSource } from '../policy/policy.ts'

/** A temporary project with an approved policy, and a scripted agent whose host events go to the real hook. */

export const POLICY = `version: 1
validators:
  tests: { kind: node_test_pass, command: node --test }
bindings:
  tests_pass: tests
  done: tests
`

const WRONG = 'export const add = (a, b) => a - b\n'
const RIGHT = 'export const add = (a, b) => a + b\n'
const TEST = `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { add } from '../add.js'
test('adds', () => assert.equal(add(2, 3), 5))
`

const SESSION = 'demo'
export const STREAM = `session/claude-code-${SESSION}`

/** The reason why the agent may not end its turn, as passed to the host; null if it may. */
type Ended = string | null

export class Stage {
  readonly home: string
  readonly #project: string
  readonly #program: string
  readonly #stopped: AbortSignal

  /** `program` is the folder of the built package. Once `stopped` aborts, every step fails. */
  constructor(dir: string, program: string, stopped: AbortSignal) {
    this.home = join(dir, 'home')
    this.#project = join(dir, 'project')
    this.#program = program
    this.#stopped = stopped
  }

  /** Writes the project with a failing test, and approves its policy. */
  async set(): Promise<void> {
    this.#write('package.json', '{ "name": "demo", "type": "module" }\n')
    this.#write('add.js', WRONG)
    this.#write('test/add.test.js', TEST)
    this.#write('.bailiff/policy.yaml', POLICY)
    await this.#standAlone()
    const source = requireSource(this.#project)
    const parsed = await parseSource(source)
    if (!parsed.ok) throw new Error("The demo's policy is invalid.")
    const changes = await changesFrom(null, parsed.compiled.policy)
    const home = openFiles(this.home)
    try {
      approvePolicy(home, this.#project, { source, ...parsed }, { changes, decision: { confirmed: '--yes' } })
    } finally {
      closeHome(home)
    }
    await this.#tell('SessionStart', { source: 'startup' })
    await this.#tell('UserPromptSubmit', { prompt: 'add() is wrong. Fix it.' })
  }

  /** The agent writes a file: either the fix, or only a comment. */
  async edit(what: 'comment' | 'fix'): Promise<void> {
    const content = what === 'fix' ? RIGHT : `// Adds two numbers.\n${WRONG}`
    const input = { file_path: join(this.#project, 'add.js'), content }
    const call = { tool_name: 'Write', tool_input: input, tool_use_id: `call-${what}` }
    await this.#tell('PreToolUse', call)
    this.#write('add.js', content)
    await this.#tell('PostToolUse', { ...call, tool_response: { type: 'update' } })
  }

  async stop(message: string): Promise<Ended> {
    const answer = await this.#tell('Stop', { last_assistant_message: message })
    return answer['decision'] === 'block' ? String(answer['reason']) : null
  }

  /**
   * Makes the folder its own repository: if the temporary folder lies inside a repository, that one would be the project.
   * Without git a folder is its own project, unless it lies inside a repository.
   */
  async #standAlone(): Promise<void> {
    const { exit } = await this.#run('git', ['init', '--quiet', '--template='])
    if (exit === 0) return
    rmSync(join(this.#project, '.git'), { recursive: true, force: true })
    const around = projectRoot(this.#project)
    if (around === this.#project) return
    const remedy = 'Install git, or set TMPDIR to a folder outside the repository.'
    throw new FileError(`The temporary folder is inside the repository ${around}, and git does not start. ${remedy}`)
  }

  #write(name: string, content: string): void {
    const path = join(this.#project, name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }

  async #tell(event: string, payload: JsonObject): Promise<JsonObject> {
    const args = [join(this.#program, 'bailiff.cjs'), 'hook', 'claude-code', event, '--home', this.home]
    const input = JSON.stringify({ session_id: SESSION, cwd: this.#project, hook_event_name: event, ...payload })
    const { exit, stdout } = await this.#run(process.execPath, args, input)
    if (exit !== 0) throw new FileError(`The hook in ${this.#program} does not start. Build or install Bailiff again.`)
    return JSON.parse(stdout.toString('utf8')) as JsonObject
  }

  async #run(command: string, args: string[], input = ''): Promise<RunResult> {
    const env = { PATH: process.env['PATH'], HOME: this.home }
    const result = await run(command, args, { cwd: this.#project, env, input, signal: this.#stopped })
    this.#stopped.throwIfAborted()
    return result
  }
}
