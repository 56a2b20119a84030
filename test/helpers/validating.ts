import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Entry, JsonObject } from '../../src/ledger/kinds.ts'
import { type Around, type Ran, runCli } from './cli.ts'
import { projectWith, writePolicy } from './policies.ts'
import { tempDir } from './temp.ts'
import { copyOf } from './template.ts'
import { type Watched, watch } from './world.ts'

/** A project with an approved policy and an open Claude Code session. */
export type Validating = {
  project: string
  ledger: Watched
  stream: string
  /** Writes files of the project. */
  write(files: { [path: string]: string }): void
  git(...args: string[]): string
  cli(argv: readonly string[], env?: NodeJS.ProcessEnv, around?: Around): Promise<Ran>
  /** `bailiff validate --json`, as the agent's shell runs it. */
  validate(
    claim: string,
    validator: string,
    given?: JsonObject,
    env?: NodeJS.ProcessEnv,
  ): Promise<{ exit: number; code: string; said: string; data: JsonObject; grade?: string }>
  /** Sends an event of the session. */
  tell(event: string, payload: JsonObject): void
  approve(policy: string): Promise<void>
  last(): Entry | undefined
}

export const PERSON = { HOME: '/nonexistent', PATH: process.env['PATH'] ?? '' }

export async function validating(
  policy: string | null,
  files: { [path: string]: string } = {},
  host: NodeJS.ProcessEnv = PERSON,
): Promise<Validating> {
  const project = join(tempDir(), 'project')
  mkdirSync(project)
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', '-C', project, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  copyOf('empty repository', project, (dir) => void git('init', '-q', '-b', 'main', dir))
  const write = (some: { [path: string]: string }): void => {
    for (const [path, text] of Object.entries(some)) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), text)
    }
  }
  write(files)
  const ledger = watch()
  const cli = (argv: readonly string[], env: NodeJS.ProcessEnv = {}, around: Around = {}): Promise<Ran> =>
    runCli([...argv, '--home', ledger.home], env, { cwd: project, ...around })
  const approve = async (text: string): Promise<void> => {
    projectWith(text, project)
    writePolicy(project, text)
    const { exit, out, err } = await cli(['policy', 'approve', '--yes', '--project', project])
    if (exit !== 0) throw new Error(out + err)
  }
  if (policy !== null) await approve(policy)
  const tell = (event: string, payload: JsonObject): void =>
    void ledger.tell('claude-code', event, { session_id: 's', cwd: project, ...payload }, host)
  tell('SessionStart', { source: 'startup' })
  tell('UserPromptSubmit', { prompt: 'Do it.' })
  const stream = 'session/claude-code-s'
  return {
    project,
    ledger,
    stream,
    write,
    git,
    cli,
    tell,
    approve,
    validate: async (claim, validator, given = {}, env = {}) => {
      const args = [claim, '--with', validator, '--args', JSON.stringify(given), '--json']
      const { exit, out, err } = await cli(['validate', ...args], env)
      if (out === '') throw new Error(err)
      const { runs, ...all } = JSON.parse(out)
      return { exit, ...all, ...runs[0] }
    },
    last: () => ledger.entries(stream).at(-1),
  }
}

/** A command that runs this shell script. Such a check starts in a fraction of the time that Node takes. */
export function scripted(text: string): string[] {
  const path = join(tempDir(), 'check.sh')
  writeFileSync(path, text)
  return ['sh', path]
}

/** Policies with one validator, bound to `done`. */
export const bound = (validator: string, more = ''): string => `version: 1
validators:
  check: ${validator}
bindings:
  done: check
${more}`
