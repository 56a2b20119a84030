import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/ledger/kinds.ts'
import { openFileStore } from '../../src/ledger/stores/files/files.ts'
import { verifyFiles } from '../../src/ledger/stores/files/verify.ts'
import { runCli } from '../helpers/cli.ts'
import { collect } from '../helpers/collect.ts'
import { tempDir } from '../helpers/temp.ts'
import { fromTemplate } from '../helpers/template.ts'
import { warm } from '../helpers/warm.ts'

/** The hooks that `bailiff init` wrote, run as hosts run them: by a shell, with an event on standard input. */

type Machine = ReturnType<typeof machine>

/** A host in a separate process, which runs command lines one after another; the first gets the event. */
const HOST = `const lines = process.argv.slice(1)
const { spawnSync } = require('node:child_process')
for (const line of lines)
  process.exitCode = spawnSync('sh', ['-c', line], { stdio: line === lines[0] ? 'inherit' : ['ignore', 1, 2] }).status`

function machine(dir = tempDir()) {
  const root = join(dir, "a person's machine")
  const project = join(root, 'project')
  const home = join(root, 'ledger')
  mkdirSync(project, { recursive: true })
  const env = { HOME: root, PATH: '/usr/bin:/bin', BAILIFF_HOME: home, CLAUDE_PROJECT_DIR: project }
  const bailiff = (...args: string[]) => runCli(args, env, { cwd: project, hasTerminal: false })
  const commandIn = (file: string, event: string): string =>
    JSON.parse(readFileSync(join(project, '.claude', file), 'utf8')).hooks[event][0].hooks[0].command
  const run = (program: string, args: readonly string[], input = '', more: NodeJS.ProcessEnv = {}) => {
    const ran = spawnSync(program, args, { cwd: project, env: { ...env, ...more }, input, encoding: 'utf8' })
    return { exit: ran.status, out: ran.stdout, err: ran.stderr }
  }
  const told = (payload: object): string => JSON.stringify({ session_id: 'one', cwd: project, ...payload })
  // A process of its own is the host of the session, not the tests.
  const tell = (command: string, payload: object, more: NodeJS.ProcessEnv = {}) =>
    run('awk', ['BEGIN { exit system(ENVIRON["COMMAND"]) }'], told(payload), { ...more, COMMAND: command })
  /** Sends an event from a host that then runs other command lines. */
  const tellFromHost = (command: string, payload: object, ...then: string[]) =>
    run(process.execPath, ['-e', HOST, command, ...then], told(payload))
  const kinds = async (stream = 'session/claude-code-one') => (await entries(home, stream)).map(({ kind }) => kind)
  return { root, project, home, bailiff, commandIn, run, tell, tellFromHost, kinds }
}

async function entries(home: string, stream: string): Promise<Entry[]> {
  const store = openFileStore(home)
  const all = await collect(store.read(stream))
  await store.close()
  return all
}

const OWN = 'settings.local.json'
const SHARED = 'settings.json'
const FINE = { exit: 0, out: '{}\n', err: '' }
const SILENT = { exit: 0, out: '', err: '' }
const CALL = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't' }
/** The entries of a call that no check objects to. */
const PROPOSED = ['dispatch.proposed', 'dispatch.scored']

async function installed(...options: string[]): Promise<Machine> {
  const dir = await fromTemplate(`installed ${options}`, async (made) => {
    const on = machine(made)
    const ran = await on.bailiff('init', '--yes', '--host', 'claude-code', ...options)
    expect(ran).toMatchObject({ exit: 0, err: '' })
    const bin = join(on.home, 'bin')
    warm(join(bin, readdirSync(bin).find((name) => name !== 'bailiff-hook') ?? ''))
  })
  return machine(dir)
}

describe('an installed hook', () => {
  it('records, from wherever its host starts it', async () => {
    const on = await installed()
    const command = on.commandIn(OWN, 'PreToolUse')
    // No environment variable changes the ledger.
    expect(on.tell(command, CALL, { BAILIFF_HOME: '/nowhere', NODE_OPTIONS: '--bad' })).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it('still works after a key rotation, and reports a different ledger', async () => {
    const on = await installed()
    const command = on.commandIn(OWN, 'PreToolUse')
    expect((await on.bailiff('key', 'rotate', '--yes')).exit).toBe(0)
    expect(on.tell(command, CALL)).toEqual(FINE)
    for (const dir of ['keys', 'ledger', 'heads', 'spool', 'locks']) rmSync(join(on.home, dir), { recursive: true })
    const { exit, out, err } = on.tell(command, CALL)
    expect({ exit, out }).toEqual({ exit: 0, out: '{}\n' })
    expect(err).toMatch(/^bailiff: .* is not the one the hook was installed for.* \[KEY_CHANGED\]\n$/)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it('ignores options of a later version', async () => {
    const on = await installed()
    expect(on.tell(`${on.commandIn(OWN, 'Stop')} --new thing --newer`, {})).toEqual(FINE)
  })
})

describe("a hook in a project's settings", () => {
  it('contains nothing about the person who installed it', async () => {
    const on = await installed('--scope', 'project')
    expect(on.commandIn(SHARED, 'Stop')).not.toContain(on.root)
  })

  it('records if Bailiff is installed', async () => {
    const on = await installed('--scope', 'project')
    expect(on.tell(on.commandIn(SHARED, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it('records to the default location if only the package is installed', async () => {
    const on = await installed('--scope', 'project')
    const bin = join(on.root, 'npm bin')
    mkdirSync(bin)
    writeFileSync(
      join(bin, 'bailiff'),
      `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/bailiff.cjs')}' "$@"\n`,
      {
        mode: 0o755,
      },
    )
    const elsewhere = join(on.root, 'state')
    const env = { BAILIFF_HOME: '', XDG_STATE_HOME: elsewhere, PATH: `${bin}:/usr/bin:/bin`, NODE_OPTIONS: '--bad' }
    expect(on.tell(on.commandIn(SHARED, 'PreToolUse'), CALL, env)).toEqual(FINE)
    const all = await entries(join(elsewhere, 'bailiff'), 'session/claude-code-one')
    expect(all.map(({ kind }) => kind)).toEqual(['session.started', ...PROPOSED])
  })

  it('is silent if Bailiff is not installed, whatever the shell', async () => {
    const on = await installed('--scope', 'project')
    const command = on.commandIn(SHARED, 'Stop')
    expect(on.tell(command, {}, { BAILIFF_HOME: '/nowhere' })).toEqual(SILENT)
    expect(on.tell(command, {}, { BAILIFF_HOME: '' })).toEqual(SILENT)
  })

  it("steps aside for the person's own hook, so that nothing is recorded twice", async () => {
    const on = await installed('--scope', 'project')
    expect((await on.bailiff('init', '--yes', '--host', 'claude-code')).exit).toBe(0)
    expect(on.tell(on.commandIn(SHARED, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(on.tell(on.commandIn(OWN, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
    expect((await on.bailiff('uninstall', '--yes', '--scope', 'local')).exit).toBe(0)
    expect(on.tell(on.commandIn(SHARED, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED, ...PROPOSED])
  })
})

describe('a hook in the plugin', () => {
  const { hooks } = JSON.parse(readFileSync('plugin/hooks/hooks.json', 'utf8'))
  const commandOf = (event: string): string => hooks[event][0].hooks[0].command
  // A copy without the program beside it, as in the plugin manager's cache.
  const COPY = { CLAUDE_PLUGIN_ROOT: '/a/copy' }

  it('records if Bailiff is installed', async () => {
    const on = await installed()
    rmSync(join(on.project, '.claude'), { recursive: true })
    expect(on.tell(commandOf('PreToolUse'), CALL, COPY)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it('records with the program beside it if Bailiff is installed nowhere', async () => {
    const on = machine()
    const env = { CLAUDE_PLUGIN_ROOT: resolve('plugin'), PATH: `${dirname(process.execPath)}:/usr/bin:/bin` }
    expect(on.tell(commandOf('PreToolUse'), CALL, env)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it.each(['SessionStart', 'Stop'])('tells the person at %s that Bailiff is not installed', (event) => {
    const { exit, out, err } = machine().tell(commandOf(event), {}, COPY)
    expect({ exit, err, ...JSON.parse(out) }).toEqual({
      exit: 0,
      err: '',
      systemMessage: expect.stringMatching(/^Bailiff: .* is not installed, so nothing is recorded.*npx bailiff init$/),
    })
  })

  it('is silent at every other event if Bailiff is not installed', () => {
    const others = Object.keys(hooks).filter((event) => event !== 'SessionStart' && event !== 'Stop')
    for (const event of others) expect(machine().tell(commandOf(event), {}, COPY)).toEqual(SILENT)
  })

  it.each([
    ['local', OWN],
    ['project', SHARED],
  ])('steps aside for hooks in scope %s, so that nothing is recorded twice', async (scope, file) => {
    const on = await installed('--scope', scope)
    expect(on.tell(commandOf('PreToolUse'), CALL, COPY)).toEqual(FINE)
    expect(on.tell(on.commandIn(file, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })

  it('does not step aside for settings that only look like ours', async () => {
    const on = await installed('--scope', 'project')
    const settings = join(on.project, '.claude', SHARED)
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll('sh -c', 'true'))
    expect(on.tell(commandOf('PreToolUse'), CALL, COPY)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
  })
})

describe('a pause', () => {
  const body = async (on: Machine, kind: string) =>
    (await entries(on.home, 'session/claude-code-one')).find((entry) => entry.kind === kind)?.body

  it('leaves one entry in each session, and nothing else', async () => {
    const on = await installed()
    const [before, after] = ['PreToolUse', 'PostToolUse'].map((event) => on.commandIn(OWN, event)) as [string, string]
    const transcript = join(on.root, 'transcript.jsonl')
    writeFileSync(transcript, '')
    const call = (id: string) => ({ ...CALL, tool_use_id: id, transcript_path: transcript })
    on.tell(before, call('t1'))
    expect(await on.bailiff('pause', '--yes')).toMatchObject({
      exit: 0,
      out: expect.stringContaining('bailiff resume'),
    })
    for (const id of ['t2', 't3']) {
      expect(on.tell(before, call(id))).toEqual(FINE)
      expect(on.tell(after, { ...call(id), agent_id: 'a', agent_type: 'x' })).toEqual(FINE)
    }
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED, 'recording.paused'])
    // Calls in the host's transcript from that time are not recorded later.
    const seen = {
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 't2', name: 'Bash', input: { command: 'secret' } }] },
    }
    appendFileSync(transcript, `${JSON.stringify(seen)}\n`)
    expect(await on.bailiff('resume')).toMatchObject({ exit: 0, out: expect.stringContaining('Recording has resumed') })
    on.tell(on.commandIn(OWN, 'Stop'), { transcript_path: transcript, last_assistant_message: 'Done.' })
    const judged = ['stop.reached', 'validator.failed', 'stop.judged']
    expect((await on.kinds()).slice(4)).toEqual(['recording.resumed', 'settings.seen', ...judged])
    expect(await body(on, 'recording.resumed')).toMatchObject({ transcriptBytes: statSync(transcript).size })
    expect(await on.kinds('admin/pause')).toEqual(['pause.began', 'pause.ended'])
    expect(await verifyFiles(on.home)).toMatchObject({ ok: true })
  })

  it('leaves one entry and one at its end, even if someone validates before and during it', async () => {
    const on = await installed()
    const before = on.commandIn(OWN, 'PreToolUse')
    const validate = () => on.bailiff('validate', 'done', '--session', 'one')
    const heard = async () => (await on.kinds()).filter((kind) => !kind.startsWith('validator.'))
    on.tell(before, CALL)
    await on.bailiff('pause', '--yes')
    for (const _ of [1, 2]) {
      on.tell(before, CALL)
      await validate()
    }
    on.tell(before, CALL)
    expect(await on.kinds()).toHaveLength(6)
    expect(await heard()).toEqual(['session.started', ...PROPOSED, 'recording.paused'])
    await on.bailiff('resume')
    await validate()
    for (const id of ['t4', 't5']) on.tell(before, { ...CALL, tool_use_id: id })
    expect((await heard()).slice(4)).toEqual(['recording.resumed', ...PROPOSED, ...PROPOSED])
  })

  it('ends by itself', async () => {
    const on = await installed()
    expect((await on.bailiff('pause', '--yes', '--for', '0m')).exit).toBe(0)
    expect(on.tell(on.commandIn(OWN, 'PreToolUse'), CALL)).toEqual(FINE)
    expect(await on.kinds()).toEqual(['session.started', ...PROPOSED])
    expect((await on.bailiff('resume')).out).toBe('Recording was not paused.\n')
  })

  it('cannot be forged by just writing a file', async () => {
    const on = await installed()
    await on.bailiff('pause', '--yes', '--for', '0m')
    const path = join(on.home, 'paused')
    const ended = JSON.parse(readFileSync(path, 'utf8'))
    for (const forged of [
      { ...ended, pause: { ...ended.pause, until: null } },
      { pause: ended.pause },
      'paused',
      null,
    ]) {
      writeFileSync(path, `${JSON.stringify(forged)}\n`)
      expect(on.tell(on.commandIn(OWN, 'PreToolUse'), CALL)).toEqual(FINE)
    }
    expect((await on.kinds()).filter((kind) => kind === 'dispatch.proposed')).toHaveLength(4)
  })

  it('survives a key rotation', async () => {
    const on = await installed()
    await on.bailiff('pause', '--yes')
    await on.bailiff('key', 'rotate', '--yes')
    on.tell(on.commandIn(OWN, 'PreToolUse'), CALL)
    expect(await on.kinds()).toEqual(['session.started', 'recording.paused'])
  })
})

describe('a command for people only', () => {
  const PAUSE = `"${process.execPath}" "${resolve('dist/bailiff.cjs')}" pause --yes`
  const REFUSED = {
    exit: 3,
    err: expect.stringMatching(/^bailiff: .*open session claude-code-one.* \[PERSON_ONLY\]\n$/),
  }

  it('is refused to a process that the host of an open session started, whatever its name', async () => {
    const on = await installed()
    const ran = on.tellFromHost(on.commandIn(OWN, 'SessionStart'), { source: 'startup' }, PAUSE)
    expect(ran).toMatchObject(REFUSED)
    // Its own process group makes no difference.
    const apart = on.tellFromHost(on.commandIn(OWN, 'SessionStart'), { source: 'resume' }, `setsid -w ${PAUSE}`)
    expect(apart).toMatchObject(REFUSED)
    expect(await on.kinds('admin/refusals')).toEqual(['command.refused', 'command.refused'])
  })

  it('is not refused once that session has ended, nor to anyone else', async () => {
    const on = await installed()
    expect(on.tellFromHost(on.commandIn(OWN, 'SessionStart'), { source: 'startup' }).exit).toBe(0)
    expect(on.run('sh', ['-c', PAUSE]).exit).toBe(0)
    expect((await on.bailiff('resume')).exit).toBe(0)
    const ended = `printf '{"session_id":"one"}' | ${on.commandIn(OWN, 'SessionEnd')}`
    const ran = on.tellFromHost(on.commandIn(OWN, 'SessionStart'), { source: 'resume' }, ended, PAUSE)
    expect(ran).toMatchObject({ exit: 0, err: '' })
  })
})
