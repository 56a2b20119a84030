import { type Assigned, asGitFindsIt, assignedFiles, gitFolders, storedFiles } from './git-paths.ts'
import { type Arguments, hasOption, optionValue, splitArguments } from './options.ts'
import type { Program } from './programs.ts'
import { mentions, type Touch, touchesBy } from './touch.ts'
import { known, prefixOf, textOf, type Value, without, wordsOf } from './value.ts'

const GLOBAL: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env'])

/** Git commands that read or write files by name. Others only mention files. */
const COMMANDS: Readonly<Record<string, Program>> = {
  add: { operands: 'read', reads: '--pathspec-from-file' },
  apply: { operands: 'read', plain: '-p -C --exclude --include', writes: '--directory' },
  am: { operands: 'read' },
  archive: { operands: 'mentioned', writes: '-o --output' },
  blame: { operands: 'read' },
  bundle: { operands: 'write', skip: 1 },
  clone: {
    operands: 'copy',
    plain: '-b -c -o -j --branch --depth --config',
    writes: '--separate-git-dir',
    reads: '--reference --template',
  },
  commit: { operands: 'read', reads: '-F --file -t --template', plain: '-m -C -c --message --author --date' },
  diff: { operands: 'read', writes: '--output' },
  'format-patch': { operands: 'mentioned', writes: '-o --output-directory' },
  'hash-object': { operands: 'read' },
  init: { operands: 'write', reads: '--template', plain: '-b --initial-branch', writes: '--separate-git-dir' },
  log: { operands: 'mentioned', writes: '--output', plain: '--grep -S -G --author --since --until' },
  show: { operands: 'mentioned', writes: '--output' },
  mv: { operands: 'move' },
  'read-tree': { operands: 'mentioned', writes: '--prefix --index-output' },
  restore: { operands: 'write', plain: '-s --source' },
  rm: { operands: 'write' },
  clean: { operands: 'write', plain: '-e' },
  worktree: { operands: 'write', skip: 1, plain: '-b -B' },
  submodule: { operands: 'mentioned', skip: 1 },
}

/**
 * A git command: its name, its arguments (also as strings), the folder it works in if it names one, and the work trees that
 * it is told to use.
 */
export type GitCommand = {
  name: string
  args: readonly Value[]
  texts: readonly string[]
  folder: Value | null
  workTrees: readonly Value[]
}

/** The words of a git command, and the variables that it sees. */
type GitWords = { args: readonly Value[]; assignments: Assigned }

export function gitCommand({ args, assignments }: GitWords): GitCommand {
  const globals = splitArguments(args, { valued: GLOBAL, end: 'operand' })
  const [command = [], ...rest] = globals.operands
  const { directory, workTrees } = gitFolders(globals, assignments)
  return {
    name: textOf(command) ?? '',
    args: rest,
    texts: wordsOf(rest),
    folder: workTrees[0] ?? directory,
    workTrees,
  }
}

/** The files that a git command reads and writes, including its config files. */
export function gitTouches({ args, assignments }: GitWords): Touch[] {
  const globals = splitArguments(args, { valued: GLOBAL, end: 'operand' })
  const [command = [], ...rest] = globals.operands
  const name = textOf(command) ?? ''
  const folders = gitFolders(globals, assignments)
  return [
    ...globalTouches(globals),
    ...assignedFiles(assignments),
    ...commandTouches(name, rest).flatMap((touch) => asGitFindsIt(touch, folders)),
    ...storedFiles(name, rest, folders),
  ]
}

function globalTouches({ options }: Arguments): Touch[] {
  return options.flatMap(({ name, value }): Touch[] => {
    if (value === null) return []
    if (name === '-C') return [{ kind: 'mentioned', path: value }]
    return name === '-c' ? mentions(value).slice(-1) : [{ kind: 'write', path: value }]
  })
}

function commandTouches(name: string, args: readonly Value[]): Touch[] {
  if (name === 'config') return configTouches(args)
  if (name === 'checkout') return checkoutTouches(args)
  const program = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  return program === undefined ? args.flatMap(mentions) : touchesBy(program, args, null)
}

/** Arguments after `--` are files; those before it may include a branch. */
function checkoutTouches(args: readonly Value[]): Touch[] {
  const dashes = args.findIndex((arg) => textOf(arg) === '--')
  const files = dashes < 0 ? [] : args.slice(dashes + 1)
  const others = dashes < 0 ? args : args.slice(0, dashes)
  return [...others.flatMap(mentions), ...files.map((path): Touch => ({ kind: 'write', path }))]
}

const CONFIG_VALUED: ReadonlySet<string> = new Set([
  '-f',
  '--file',
  '--type',
  '--default',
  '--blob',
  '--comment',
  '--value',
])
const CONFIG_READS: ReadonlySet<string> = new Set(['get', 'list', 'get-all', 'get-regexp'])

/** `git config` writes the config file it names; by default, the repository's. */
function configTouches(args: readonly Value[]): Touch[] {
  const parsed = splitArguments(args, { valued: CONFIG_VALUED, end: 'dashes' })
  const [first = [], second] = parsed.operands
  const reads =
    parsed.options.some(({ name }) => name === '-l' || /^--(?:get|list)/.test(name)) ||
    CONFIG_READS.has(textOf(first) ?? '') ||
    (second === undefined && !parsed.options.some(({ name }) => /^-e$|^--(?:edit|unset|add|rename|remove)/.test(name)))
  const file: Touch = { kind: reads ? 'read' : 'write', path: configFile(parsed) }
  return [file, ...parsed.operands.slice(1).flatMap(mentions)]
}

function configFile(parsed: Arguments): Value {
  if (hasOption(parsed, '--global')) return [{ kind: 'home', user: '' }, ...known('/.gitconfig')]
  if (hasOption(parsed, '--system')) return known('/etc/gitconfig')
  return optionValue(parsed, '-f', '--file') ?? known('.git/config')
}

/** Settings whose value git runs as a command. */
const RUNS_VALUE =
  /^(?:alias\.[^=]*=!|(?:core\.(?:editor|pager|sshcommand|askpass|fsmonitor)|sequence\.editor|diff\.external|pager\.\w+|credential\.helper)=!?)/i

/** The commands in `git -c` settings. */
export function gitCommands(args: readonly Value[]): Value[] {
  const { options } = splitArguments(args, { valued: GLOBAL, end: 'operand' })
  return options.flatMap(({ name, value }) => {
    const [head] = name === '-c' && value !== null ? (RUNS_VALUE.exec(prefixOf(value)) ?? []) : []
    return head === undefined || value === null ? [] : [without(value, head.length)]
  })
}
