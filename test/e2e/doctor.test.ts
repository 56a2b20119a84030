import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Report } from '../../src/doctor/report.ts'
import { recordProgram } from '../../src/hosts/install/program.ts'
import { closeHome } from '../../src/ledger/stores/files/home.ts'
import { openFiles } from '../../src/ledger/stores/files/open.ts'
import { run } from '../../src/process/run.ts'
import { runCli } from '../helpers/cli.ts'
import { LONG } from '../helpers/scale.ts'
import { tempDir } from '../helpers/temp.ts'
import { fromTemplate } from '../helpers/template.ts'
import { isRoot } from '../helpers/user.ts'
import { warm } from '../helpers/warm.ts'

/** A person with a project, a program that behaves as Claude Code does, and hooks installed for it. */
async function patient() {
  const around = (dir: string) => {
    const root = join(dir, 'a person')
    const [project, bin, home] = ['project', 'bin', 'ledger'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ]
    const env: NodeJS.ProcessEnv = { HOME: root, PATH: [bin, '/usr/bin', '/bin'].join(delimiter), BAILIFF_HOME: home }
    const ran = async (line: string) => runCli(line.split(' '), env, { cwd: project })
    return { root, project, bin, home, env, ran }
  }
  const dir = await fromTemplate('patient', async (made) => {
    const { project, bin, home, ran } = around(made)
    for (const folder of [join(project, '.git'), bin]) mkdirSync(folder, { recursive: true })
    const fake = resolve('test/helpers/fake-host.mjs')
    const host = `#!/bin/sh\nIN_HOST=1 exec '${process.execPath}' '${fake}' "$@"\n`
    writeFileSync(join(bin, 'claude'), host, { mode: 0o755 })
    symlinkSync(process.execPath, join(bin, 'node'))
    expect(await ran('init --yes')).toMatchObject({ exit: 0 })
    warm(programIn(home))
  })
  const on = around(dir)
  const settings = join(on.project, '.claude', 'settings.local.json')
  return { ...on, settings, launcher: join(on.home, 'bin', 'bailiff-hook'), program: programIn(on.home) }
}

const programIn = (home: string): string =>
  join(home, 'bin', readdirSync(join(home, 'bin')).find((name) => name !== 'bailiff-hook') ?? '')

/**
 * The same, but of the 20 hooks that a doctor runs, only the first and the one that must deny are real: for tests of something else. The
 * long suite runs all of them.
 */
async function quickPatient(): Promise<Patient> {
  const on = await patient()
  if (LONG) return on
  unlinkSync(join(on.bin, 'node'))
  const stub = `#!/bin/sh
[ "$1" = --version ] && echo ${process.version} && exit
[ -n "$IN_HOST" ] && exec '${process.execPath}' "$@"
read -r event
case $event in
  *'"tool_use_id":"denied"'* | *'"source":"startup"'*) printf '%s' "$event" | '${process.execPath}' "$@" ;;
  *) echo '{}' ;;
esac
`
  writeFileSync(join(on.bin, 'node'), stub, { mode: 0o755 })
  useNode(on, 'node', process.version.slice(1))
  return on
}

/** As if the hooks had been installed with this Node. */
function useNode({ bin, home, launcher }: Patient, name: string, nodeVersion: string): void {
  edit(launcher, /for node in .*; do/, `for node in '${join(bin, name)}'; do`)
  const opened = openFiles(home)
  recordProgram(opened, { node: join(bin, name), nodeVersion })
  closeHome(opened)
}

it('counts the hooks it ran as init counts those it writes', async () => {
  const on = await quickPatient()
  const [, written] = /\+ (\d+ hooks): /.exec((await on.ran('init --dry-run --scope user')).out) ?? []
  expect((await on.ran('doctor --quick')).out).toContain(` ${written} run as the host runs them\n`)
})

type Patient = Awaited<ReturnType<typeof patient>>

/** The doctor's result: findings as `check CODE`, and the exit code. */
async function examined({ ran }: Patient, options = '--quick') {
  const { exit, out, err } = await ran(`doctor --json ${options}`.trim())
  const report = JSON.parse(out) as Report
  const told = (kind: string): string[] =>
    report.checks.flatMap(({ name, remarks }) =>
      remarks.filter((one) => one.kind === kind).map(({ code }) => `${name} ${code}`),
    )
  return { exit, err, findings: told('finding'), notes: told('note'), report }
}

const edit = (path: string, from: string | RegExp, to: string): void => {
  const text = readFileSync(path, 'utf8')
  const changed = text.replace(from, to)
  expect(changed).not.toBe(text)
  writeFileSync(path, changed)
}

/** As if the hooks had been installed with this Node, and there were no other. */
function withNode(on: Patient, name: string): void {
  const { bin, env } = on
  useNode(on, name, '20.12.0')
  unlinkSync(join(bin, 'node'))
  for (const tool of ['sh', 'cat']) symlinkSync(`/bin/${tool}`, join(bin, tool))
  env['PATH'] = bin
}

/** Damage to a sound installation, and the expected findings. */
const BREAKS: [string, (on: Patient) => unknown, string[]][] = [
  [
    'the launcher removed',
    ({ launcher }) => unlinkSync(launcher),
    ['program LAUNCHER_MISSING', 'rehearsal HOOK_FAILED'],
  ],
  [
    'the launcher not executable',
    ({ launcher }) => chmodSync(launcher, 0o600),
    ['program LAUNCHER_MISSING', 'rehearsal HOOK_FAILED'],
  ],
  [
    'the launcher made to do nothing',
    ({ launcher }) => writeFileSync(launcher, "#!/bin/sh\necho '{}'\n"),
    ['program LAUNCHER_CHANGED', 'rehearsal HOOK_FAILED'],
  ],
  [
    'another Node put first',
    ({ launcher, bin }) => {
      writeFileSync(join(bin, 'evil'), `#!/bin/sh\nexec '${join(bin, 'node')}' "$@"\n`, { mode: 0o755 })
      edit(launcher, 'for node in ', `for node in '${join(bin, 'evil')}' `)
    },
    ['program LAUNCHER_CHANGED'],
  ],
  [
    'the program removed',
    ({ program }) => rmSync(program, { recursive: true }),
    ['program LAUNCHER_CHANGED', 'rehearsal HOOK_FAILED'],
  ],
  [
    'the program changed',
    ({ program }) => appendFileSync(join(program, 'hook.cjs'), '\n// changed\n'),
    ['program LAUNCHER_CHANGED'],
  ],
  ['a missing Node', (on) => withNode(on, 'gone'), ['program NODE_MISSING', 'rehearsal HOOK_FAILED']],
  [
    'an old Node',
    (on) => {
      writeFileSync(join(on.bin, 'old'), '#!/bin/sh\necho v18.20.4\n', { mode: 0o755 })
      withNode(on, 'old')
    },
    ['program NODE_TOO_OLD', 'rehearsal HOOK_FAILED'],
  ],
  ['the home open to others', ({ home }) => chmodSync(home, 0o777), ['ledger LEDGER_UNUSABLE']],
  ['the keys open to others', ({ home }) => chmodSync(join(home, 'keys'), 0o755), ['ledger LEDGER_UNUSABLE']],
  ['heads open to others', ({ home }) => chmodSync(join(home, 'heads'), 0o777), ['ledger FILES_EXPOSED']],
  [
    'the ledger not writable',
    ({ home }) => {
      onTestFinished(() => chmodSync(join(home, 'ledger'), 0o700))
      chmodSync(join(home, 'ledger'), 0o500)
    },
    // Only a user that is bound by modes is kept from recording.
    isRoot ? ['ledger FILES_EXPOSED'] : ['ledger FILES_EXPOSED', 'rehearsal HOOK_FAILED'],
  ],
  [
    'a missing home',
    ({ home }) => rmSync(home, { recursive: true }),
    ['ledger LEDGER_ABSENT', 'program LAUNCHER_MISSING'],
  ],
  [
    'another ledger in its place',
    async (on) => {
      const { home, root, ran } = on
      renameSync(home, join(root, 'old'))
      await ran('init --yes --trust --host codex')
      warm(programIn(home))
      if (!LONG) useNode(on, 'node', process.version.slice(1))
    },
    ['settings KEY_REPLACED', 'rehearsal HOOK_FAILED'],
  ],
  [
    'an entry changed',
    ({ home }) => edit(join(home, 'ledger', 'admin', 'install.jsonl'), '"claude-code"', '"claude-cod3"'),
    ['ledger LEDGER_BROKEN'],
  ],
  ['recording paused', ({ ran }) => ran('pause --yes'), ['ledger RECORDING_PAUSED']],
  [
    'all hooks switched off',
    ({ settings }) => edit(settings, '{', '{ "disableAllHooks": true,'),
    ['settings HOOKS_OFF'],
  ],
  [
    'all hooks switched off for the person',
    ({ root }) => {
      mkdirSync(join(root, '.claude'))
      writeFileSync(join(root, '.claude', 'settings.json'), '{ "disableAllHooks": true }')
    },
    ['settings HOOKS_OFF'],
  ],
  ['an event renamed', ({ settings }) => edit(settings, '"PreToolUse"', '"PreToolUsed"'), ['settings EVENT_MISSING']],
  ['a lower limit', ({ settings }) => edit(settings, '"timeout": 180', '"timeout": 1'), ['settings HOOK_ALTERED']],
  ['our hooks removed', ({ settings }) => writeFileSync(settings, '{}'), ['settings HOOKS_GONE']],
  ['the settings removed', ({ settings }) => unlinkSync(settings), ['settings HOOKS_GONE']],
  ['broken settings', ({ settings }) => appendFileSync(settings, '}'), ['settings SETTINGS_UNREADABLE']],
  [
    'settings that lead nowhere',
    ({ settings }) => {
      unlinkSync(settings)
      symlinkSync('gone', settings)
    },
    ['settings SETTINGS_UNREADABLE'],
  ],
]

/** All cases in the long suite, otherwise the first of those with the same findings. */
const oneOfEach = <T>(cases: readonly T[], found: (one: T) => unknown): T[] =>
  cases.filter((one, i) => LONG || cases.findIndex((other) => `${found(other)}` === `${found(one)}`) === i)

describe('bailiff doctor --quick', () => {
  it('finds nothing wrong with a sound installation, and marks what it recorded', async () => {
    const on = await patient()
    const { exit, err, findings, notes, report } = await examined(on)
    expect({ exit, err, findings }).toEqual({ exit: 0, err: '', findings: [] })
    expect(notes).toEqual([])
    expect(report.checks.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'ledger sound',
      'program sound',
      'policy sound',
      'settings sound',
      'rehearsal sound',
      'canary skipped',
    ])
    const sessions = JSON.parse((await on.ran('sessions --json')).out)
    expect(sessions).toMatchObject([{ host: 'claude-code', state: 'canary', turns: 1, calls: 2, failed: 0 }])
    expect((await on.ran('verify')).exit).toBe(0)
  })

  it.each(oneOfEach(BREAKS, ([, , findings]) => findings))('finds %s', async (_, breaks, expected) => {
    const on = await quickPatient()
    await breaks(on)
    const { exit, findings, report } = await examined(on)
    expect([...new Set(findings)]).toEqual(expected)
    expect(exit).toBe(2)
    for (const { remarks } of report.checks) for (const { fix } of remarks) expect(fix).not.toBe('')
  })

  it('finds that nothing is installed', async () => {
    const root = tempDir()
    const { exit, out } = await runCli(
      ['doctor'],
      { HOME: root, PATH: '', BAILIFF_HOME: join(root, 'x') },
      { cwd: root },
    )
    expect(exit).toBe(2)
    expect(out).toContain('HOOKS_NOWHERE')
    expect(out).toContain('Run: bailiff init')
    expect(readdirSync(root)).toEqual([])
  })

  it('notes a program without hooks, and reports a finding if it was named', async () => {
    const on = await quickPatient()
    writeFileSync(join(on.bin, 'codex'), '#!/bin/sh\n', { mode: 0o755 })
    expect(await examined(on)).toMatchObject({ exit: 0, notes: expect.arrayContaining(['settings HOST_UNWATCHED']) })
    expect(await examined(on, '--quick --host codex')).toMatchObject({ exit: 2 })
  })

  it('notes settings that changed since a session saw them, and other hooks', async () => {
    const on = await quickPatient()
    await examined(on)
    edit(on.settings, '"PreToolUse": [', '"PreToolUse": [{ "hooks": [{ "type": "command", "command": "mine" }] },')
    const { exit, notes } = await examined(on)
    expect(exit).toBe(0)
    expect(notes).toEqual(['settings FOREIGN_HOOK', 'settings SETTINGS_CHANGED'])
  })

  it('plays a stop to the other hooks on it, and finds the one that overrules a block, in any settings', async () => {
    const on = await quickPatient()
    // The canary is skipped quickly: these findings are not its own.
    on.env['FAKE_HOST'] = 'does not start'
    const own = join(on.root, '.claude/settings.json')
    const hooked = (command: string): string =>
      JSON.stringify({ hooks: { Stop: [{ hooks: [{ type: 'command', command }] }] } })
    mkdirSync(join(on.root, '.claude'), { recursive: true })
    writeFileSync(own, hooked(`cat > stop.json; echo '{"continue": false}'`))
    expect(await examined(on)).toMatchObject({ exit: 0, findings: [], notes: ['stops STOP_HOOK_UNTRIED'] })
    expect(readdirSync(on.project)).not.toContain('stop.json')
    expect(await examined(on, '')).toMatchObject({ exit: 2, findings: ['stops BLOCK_OVERRULED', 'canary HOST_FAILED'] })
    expect(JSON.parse(readFileSync(join(on.project, 'stop.json'), 'utf8'))).toMatchObject({
      ...{ hook_event_name: 'Stop', stop_hook_active: false, cwd: on.project },
    })
    writeFileSync(own, hooked('echo {}'))
    expect(await examined(on, '')).toMatchObject({ findings: ['canary HOST_FAILED'] })
  })

  it('notes a policy that is not approved in its current form', async () => {
    const on = await quickPatient()
    edit(join(on.project, '.bailiff/policy.yaml'), 'version: 1', 'version: 1 # changed')
    const { exit, notes } = await examined(on)
    expect([exit, notes]).toEqual([0, ['policy POLICY_UNAPPROVED']])
  })

  it('exits with 1 if it cannot check anything', async () => {
    const { ran } = await quickPatient()
    expect(await ran('doctor --host nobody')).toMatchObject({ exit: 1, err: expect.stringContaining('HOST_UNKNOWN') })
  })

  it('shows one screen: what works, what does not, how to fix it, and what tier 1 stops', async () => {
    const on = await quickPatient()
    edit(on.settings, '{', '{ "disableAllHooks": true,')
    const { out } = await on.ran('doctor --quick')
    expect(out).toMatch(/^✓ Ledger /m)
    expect(out).toMatch(/^Claude Code$/m)
    expect(out).toMatch(/^✗ Settings /m)
    expect(out).toContain('HOOKS_OFF')
    expect(out).toContain('→ Remove "disableAllHooks" from')
    expect(out).toMatch(/^– Canary /m)
    expect(out).toContain('✗ 1 finding.')
    expect(out.replace(/\s+/g, ' ')).toContain('Tier 1 stops accidents and casual cheating')
    expect(out.replace(/\s+/g, ' ')).toContain(
      'It does not stop a program that runs as the same user and reads the key',
    )
    expect(out.split('\n').length).toBeLessThan(30)
  })
})

describe('bailiff doctor', () => {
  const FAULTS: [wrong: string, findings: string[]][] = [
    ['does not run SessionStart', ['canary HOOK_SILENT']],
    ['does not run UserPromptSubmit', ['canary HOOK_SILENT']],
    ['does not run PreToolUse', ['canary HOOK_SILENT']],
    ['does not run PostToolUse', ['canary HOOK_SILENT']],
    ['does not run Stop', ['canary HOOK_SILENT']],
    ['does not honour denials', ['canary ANSWER_IGNORED']],
    ['does not tell the model', ['canary ANSWER_UNHEARD']],
    ['does not start', ['canary HOST_FAILED']],
  ]

  it.each(oneOfEach(FAULTS, ([, findings]) => findings))(
    'starts the program, and finds that it %s',
    async (wrong, expected) => {
      const on = await quickPatient()
      on.env['FAKE_HOST'] = wrong
      const { exit, findings } = await examined(on, '')
      expect({ exit, findings }).toEqual({ exit: 2, findings: expected })
      await expectOnlyCanaries(on)
    },
  )

  it('runs from the build, may be run by agents, finds nothing, and does not treat the program as theirs', async () => {
    const on = await quickPatient()
    const theirs = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'theirs', ANTHROPIC_API_KEY: 'theirs' }
    const at = { cwd: on.project, env: { ...on.env, ...theirs } }
    const { exit, stdout } = await run(process.execPath, [resolve('dist/bailiff.cjs'), 'doctor'], at)
    expect(exit).toBe(0)
    expect(stdout.toString()).toContain('did not make the denied call')
    expect(stdout.toString()).not.toContain('✗')
    expect((await expectOnlyCanaries(on)).map(({ parent }) => parent)).toEqual([null, null])
  })

  async function expectOnlyCanaries({ ran }: Patient) {
    const sessions: { state: string; parent: string | null }[] = JSON.parse((await ran('sessions --json')).out)
    expect(new Set(sessions.map(({ state }) => state))).toEqual(new Set(['canary']))
    expect((await ran('verify')).exit).toBe(0)
    return sessions
  }
})
