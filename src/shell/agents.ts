import { splitArguments } from './options.ts'
import { baseName, type Invocation } from './run.ts'
import { textOf, type Value, wordsOf } from './value.ts'

/** Agent programs by our name for them: their executable names and the packages they ship in. */
export type AgentPrograms = Readonly<Record<string, { programs: string; packages: string }>>

/** Agent programs without a host adapter. Hosts name theirs in their own folders. */
export const OTHER_AGENTS: AgentPrograms = {
  copilot: { programs: 'copilot', packages: '@github/copilot' },
  qwen: { programs: 'qwen', packages: '@qwen-code/qwen-code' },
  opencode: { programs: 'opencode', packages: 'opencode-ai opencode' },
  pi: { programs: 'pi', packages: '@mariozechner/pi-coding-agent' },
  aider: { programs: 'aider', packages: 'aider-chat aider aider-install' },
  cursor: { programs: 'cursor-agent', packages: '' },
  amp: { programs: 'amp', packages: '@sourcegraph/amp' },
  droid: { programs: 'droid', packages: '@factory/cli' },
  auggie: { programs: 'auggie', packages: '@augmentcode/auggie' },
  goose: { programs: 'goose', packages: 'goose-ai' },
  crush: { programs: 'crush', packages: '@charmland/crush' },
}

/** Package runners, with the words that come before the package name. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [''],
  bunx: [''],
  pnpx: [''],
  uvx: [''],
  npm: ['exec', 'x'],
  pnpm: ['dlx', 'exec'],
  yarn: ['dlx', 'exec'],
  bun: ['x'],
  uv: ['tool run'],
  pipx: ['run'],
}

const RUNNER_VALUED: ReadonlySet<string> = new Set([
  '-p',
  '--package',
  '--prefix',
  '-w',
  '--workspace',
  '--from',
  '--with',
])
const INTERPRETERS = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*)$/

/** The agent programs that these invocations start, under our names, without duplicates. */
export const agentsStarted = (runs: readonly Invocation[], agents: AgentPrograms): string[] => [
  ...new Set(runs.flatMap((run) => agentStarted(run, agents) ?? [])),
]

/** Returns our name for the agent program that an invocation starts, or null. */
export function agentStarted(run: Pick<Invocation, 'name' | 'program' | 'args'>, agents: AgentPrograms): string | null {
  const { name, program, args } = run
  if (name === null) return null
  if (name === 'gh' && textOf(args[0] ?? []) === 'copilot') return 'copilot'
  const isInterpreter = INTERPRETERS.test(name)
  return (
    agentAt(textOf(program ?? []) ?? name, agents) ??
    agentInPackage(name, args, agents) ??
    (isInterpreter ? agentInScript(args, agents) : null)
  )
}

const agentNamed = (name: string, agents: AgentPrograms): string | null => agentWith('programs', name, agents)

function agentWith(field: 'programs' | 'packages', name: string, agents: AgentPrograms): string | null {
  if (name === '') return null
  for (const agent in agents) if (` ${agents[agent]?.[field]} `.includes(` ${name} `)) return agent
  return null
}

function agentInPackage(runner: string, args: readonly Value[], agents: AgentPrograms): string | null {
  const before = Object.hasOwn(RUNNERS, runner) ? RUNNERS[runner] : undefined
  if (before === undefined) return null
  const { operands, options } = splitArguments(args, { valued: RUNNER_VALUED, end: 'dashes' })
  const texts = wordsOf(operands)
  const words = before
    .map((text) => text.split(' ').filter((word) => word !== ''))
    .find((some) => some.every((word, i) => texts[i] === word))
  if (words === undefined) return null
  const named = options.filter(({ name }) => name === '-p' || name === '--package' || name === '--from')
  const packages = [texts[words.length] ?? '', ...named.map(({ value }) => textOf(value ?? []) ?? '')]
  return packages.map((one) => agentOfPackage(one, agents)).find((agent) => agent !== null) ?? null
}

/** `@openai/codex@latest`: the part after the second `@` is a version. */
function agentOfPackage(name: string, agents: AgentPrograms): string | null {
  const bare = name.replace(/(?<=.)@.*$/, '')
  return agentWith('packages', bare, agents) ?? agentNamed(bare, agents)
}

/** `node …/node_modules/@openai/codex/bin/codex.js`, `python -m aider`. */
function agentInScript(args: readonly Value[], agents: AgentPrograms): string | null {
  const texts = wordsOf(args)
  const module = texts[texts.indexOf('-m') + 1] ?? ''
  if (texts.includes('-m')) return agentNamed(module, agents)
  const script = texts.find((text) => text !== '' && !text.startsWith('-')) ?? ''
  return agentAt(script, agents)
}

/** `…/node_modules/@openai/codex/bin/codex.js` is identified by its package, any other path by its file name. */
function agentAt(path: string, agents: AgentPrograms): string | null {
  // Most programs are called by a bare name.
  if (!path.includes('/')) return agentNamed(withoutEnding(path), agents)
  const packages = Object.entries(agents).find(([, agent]) =>
    agent.packages.split(' ').some((name) => name !== '' && liesIn(path, name)),
  )
  return packages?.[0] ?? agentNamed(withoutEnding(baseName(path)), agents)
}

const withoutEnding = (name: string): string => (name.includes('.') ? name.replace(/\.(?:[cm]?js|py|exe)$/, '') : name)

/** True if the path is in this package. A scoped name is unique; an unscoped one must be in a package folder. */
const liesIn = (path: string, name: string): boolean =>
  (name.startsWith('@') ? [''] : ['node_modules/', 'site-packages/']).some((folder) =>
    path.includes(`/${folder}${name}/`),
  )
