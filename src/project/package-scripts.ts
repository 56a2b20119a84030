/** The package scripts that a command runs. Pure. */

/** The scripts by name, in this folder or in packages of the workspace; `only` names those packages, or is null for all. */
export type ScriptCall = { names: string[]; dir: string; where: 'here' | 'members'; only: string | null }

const MANAGERS: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const MONOREPO: ReadonlySet<string> = new Set(['turbo', 'nx', 'lerna', 'lage', 'wsrun'])
const SEQUENCES: ReadonlySet<string> = new Set(['run-s', 'run-p', 'npm-run-all', 'npm-run-all2', 'concurrently'])

/** Options with a value in the next word. */
const VALUED =
  /^(?:-w|--workspace|-F|--filter|--prefix|-C|--dir|--cwd|-t|--targets?|-p|--projects?|--concurrency|--scope)$/
const EVERYWHERE = /^(?:--workspaces|-ws|-r|--recursive|-w|--workspace(?:=.*)?|-F|--filter(?:=.*)?)$/
/** Words of package managers that run a script, or go before its name. */
const RUNNING: ReadonlySet<string> = new Set([
  'run',
  'run-script',
  'rum',
  'urn',
  'workspaces',
  'workspace',
  'foreach',
  'run-many',
])
const SHORT: { readonly [word: string]: string } = { t: 'test', tst: 'test', it: 'test' }

/** Reads a command of a package manager or a monorepo tool. Null if it runs no script. `isScript`: the folder has that script. */
export function scriptCall(
  program: string,
  args: readonly string[],
  isScript: (name: string) => boolean,
): ScriptCall | null {
  if (SEQUENCES.has(program)) return sequence(args)
  if (MONOREPO.has(program)) return ofTool(split(args))
  return MANAGERS.has(program) ? ofManager(program, args, isScript) : null
}

type Split = { words: string[]; values: ReadonlyMap<string, string> }

/** `turbo run test`, `nx run-many -t test,lint`. */
function ofTool({ words, values }: Split): ScriptCall {
  const targets = first(values, '-t', '--target', '--targets')
  const names = targets === null ? words.filter((word) => !RUNNING.has(word)) : targets.split(',')
  return { names, dir: '', where: 'members', only: first(values, '-F', '--filter', '--scope', '-p', '--projects') }
}

function ofManager(program: string, args: readonly string[], isScript: (name: string) => boolean): ScriptCall | null {
  const { words, values } = split(args)
  const [one = '', other = ''] = words
  const isMember = one === 'workspace'
  const isEverywhere = isMember || one === 'workspaces' || args.some((arg) => EVERYWHERE.test(arg))
  const [named] = words.slice(isMember ? 2 : 0).filter((word) => !RUNNING.has(word))
  const name = SHORT[named ?? ''] ?? named
  if (name === undefined) return null
  // `yarn jest` and `pnpm vitest` run a program unless there is such a script. `bun test` is bun's own runner.
  const isRun = isEverywhere || words.some((word) => RUNNING.has(word))
  if (!isRun && (program === 'bun' || !(name === 'test' || isScript(name)))) return null
  const only = isMember ? other : first(values, '-w', '--workspace', '-F', '--filter')
  return {
    names: [name],
    dir: first(values, '--prefix', '-C', '--dir', '--cwd') ?? '',
    where: isEverywhere ? 'members' : 'here',
    only: only === '*' ? null : only,
  }
}

const first = (values: ReadonlyMap<string, string>, ...names: string[]): string | null =>
  names.map((name) => values.get(name)).find((one) => one !== undefined) ?? null

function split(args: readonly string[]): Split {
  const words: string[] = []
  const values = new Map<string, string>()
  const end = args.indexOf('--')
  const own = end < 0 ? args : args.slice(0, end)
  for (let i = 0; i < own.length; i++) {
    const arg = own[i] ?? ''
    const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(arg) ?? []
    if (name !== undefined) values.set(name, value ?? '')
    else if (VALUED.test(arg)) values.set(arg, own[++i] ?? '')
    else if (!arg.startsWith('-')) words.push(arg)
  }
  return { words, values }
}

/** `run-s lint test`, `concurrently "npm:lint" "npm:test"`. */
function sequence(args: readonly string[]): ScriptCall | null {
  const names = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^npm:/, ''))
  return { names, dir: '', where: 'here', only: null }
}
