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
/** Words that start a program. */
const STARTING: ReadonlySet<string> = new Set(['exec', 'x', 'dlx'])
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

/** `own`: the words that are not passed on. */
type Split = { words: string[]; values: ReadonlyMap<string, string>; own: readonly string[] }

/** `turbo run test`, `nx run-many -t test,lint`. */
function ofTool({ words, values }: Split): ScriptCall {
  const targets = first(values, '-t', '--target', '--targets')
  const names = targets === null ? words.filter((word) => !RUNNING.has(word)) : targets.split(',')
  return { names, dir: '', where: 'members', only: first(values, '-F', '--filter', '--scope', '-p', '--projects') }
}

function ofManager(program: string, args: readonly string[], isScript: (name: string) => boolean): ScriptCall | null {
  const { words, values, own } = split(args, program)
  const [one = '', other = ''] = words
  const isMember = one === 'workspace'
  const isEverywhere = isMember || one === 'workspaces' || own.some((arg) => EVERYWHERE.test(arg))
  const named = nameIn(words.slice(isMember ? 2 : 0))
  if (named === null || (!isEverywhere && !isScriptCall(program, named, values, isScript))) return null
  const only = isMember ? other : first(values, '-w', '--workspace', '-F', '--filter')
  return {
    names: [named.name],
    dir: first(values, '--prefix', '-C', '--dir', '--cwd') ?? '',
    where: isEverywhere ? 'members' : 'here',
    only: only === '*' ? null : only,
  }
}

/** The name of a script or program, and whether a word before it says that it is to be run. */
type Named = { name: string; isRun: boolean }

function nameIn(words: readonly string[]): Named | null {
  const name = words.find((word) => !RUNNING.has(word))
  return name === undefined || STARTING.has(name) ? null : { name: SHORT[name] ?? name, isRun: name !== words[0] }
}

/** `yarn jest`, `bun run jest` and `pnpm vitest run` run a program unless there is such a script. `bun test` is bun's own runner. */
function isScriptCall(
  program: string,
  { name, isRun }: Named,
  values: ReadonlyMap<string, string>,
  isScript: (name: string) => boolean,
): boolean {
  if (isScript(name) && (isRun || program !== 'bun')) return true
  const isElsewhere = first(values, '--prefix', '-C', '--dir', '--cwd') !== null
  const isOther = isRun && (isElsewhere || !/^(?:yarn|bun)$/.test(program))
  return isOther || (name === 'test' && (isRun || program !== 'bun'))
}

const first = (values: ReadonlyMap<string, string>, ...names: string[]): string | null =>
  names.map((name) => values.get(name)).find((one) => one !== undefined) ?? null

/** Of managers other than npm, only options before the name are their own: `pnpm vitest run -r dot`. */
function split(args: readonly string[], manager = 'npm'): Split {
  const words: string[] = []
  const values = new Map<string, string>()
  const end = args.indexOf('--')
  const all = end < 0 ? args : args.slice(0, end)
  let i = 0
  for (; i < all.length; i++) {
    const arg = all[i] ?? ''
    const [, name, value] = /^(--[\w-]+)=(.*)$/.exec(arg) ?? []
    if (name !== undefined) values.set(name, value ?? '')
    else if (VALUED.test(arg)) values.set(arg, all[++i] ?? '')
    else if (!arg.startsWith('-')) words.push(arg)
    if (manager !== 'npm' && isNamed(words)) break
  }
  return { words, values, own: all.slice(0, i + 1) }
}

/** True if these words end with the name of a script or program: `run test`, `workspace a test`. */
const isNamed = (words: readonly string[]): boolean =>
  words.slice(words[0] === 'workspace' ? 2 : 0).some((word) => !RUNNING.has(word))

/** `run-s lint test`, `concurrently "npm:lint" "npm:test"`. */
function sequence(args: readonly string[]): ScriptCall | null {
  const names = args.filter((arg) => !arg.startsWith('-')).map((arg) => arg.replace(/^npm:/, ''))
  return { names, dir: '', where: 'here', only: null }
}
