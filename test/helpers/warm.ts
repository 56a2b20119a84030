import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { dueAt } from './compiled.ts'

/** A copy of the built program with its compiled code. */
const WARM = resolve('node_modules/.cache/bailiff-warm')
const DIST = resolve('dist')

const isCompiled = (name: string): boolean => name.endsWith('.compiled') && name.includes(`.${process.version}-`)
/** The files that the hook needs. */
const isPart = (name: string): boolean => name.endsWith('.cjs') || name === 'pack.bin'
const compiled = (): string[] => readdirSync(WARM).filter(isCompiled)

/** The events that tests send most. */
const EVENTS: readonly (readonly [host: string, events: readonly string[]])[] = [
  [
    'claude-code',
    ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop', 'SubagentStop', 'SessionEnd'],
  ],
  ['gemini', ['BeforeAgent', 'BeforeTool', 'AfterTool', 'AfterAgent']],
]

const YEAR_MS = 365 * 24 * 3600_000

/** Starts the built hook until it has cached its compiled code, which halves the time of later starts. */
export function warmUp(): void {
  if (isWarm()) return
  rmSync(WARM, { recursive: true, force: true })
  mkdirSync(WARM, { recursive: true })
  for (const name of readdirSync(DIST).filter(isPart)) copyFileSync(join(DIST, name), join(WARM, name))
  const home = join(WARM, 'home')
  const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c' }
  const said = { prompt: 'Go.', last_assistant_message: 'All done. All tests pass.' }
  const input = JSON.stringify({ session_id: 's', cwd: WARM, ...call, ...said })
  for (const [host, events] of EVENTS)
    for (const event of events)
      for (let start = 0; start < 3; start++)
        spawnSync(process.execPath, [join(WARM, 'bailiff.cjs'), 'hook', host, event, '--home', home], { input })
  rmSync(home, { recursive: true, force: true })
  // Postpones the next cache update, so that no test spends time on it.
  for (const name of compiled()) dueAt(join(WARM, name), Date.now() + YEAR_MS)
}

function isWarm(): boolean {
  try {
    const isSame = (name: string): boolean => readFileSync(join(WARM, name)).equals(readFileSync(join(DIST, name)))
    const names = ['bailiff.cjs', 'hook.cjs', 'observe.cjs', 'propose.cjs', 'stop.cjs', 'pack.bin']
    return compiled().length > 0 && names.every(isSame)
  } catch {
    return false
  }
}

/** Gives an installed program the compiled code. */
export function warm(program: string): void {
  for (const name of compiled()) symlinkSync(join(WARM, name), join(program, name))
}
