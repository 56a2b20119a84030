import { dirname, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CiError } from '../ci/errors.ts'
import { ControllerError } from '../controller/errors.ts'
import { HostError } from '../hosts/errors.ts'
import { InstallError } from '../hosts/install/errors.ts'
import { LedgerError } from '../ledger/errors.ts'
import { defaultHome } from '../ledger/stores/files/layout.ts'
import { MountError } from '../mount/errors.ts'
import { nearest } from '../policy/suggest.ts'
import { AdminError, isAdminRefusal } from '../trust/admin/errors.ts'
import { TrustError } from '../trust/errors.ts'
import {
  type Args,
  BrokenEvidence,
  type Command,
  EXIT,
  type Exit,
  FileError,
  type Io,
  RefusedError,
  StoppedError,
  UsageError,
} from './command.ts'
import { allCommands, loadCommand, NAMES } from './commands/index.ts'
import { COMMON } from './common-options.ts'
import { fittedIo } from './screens/fitted.ts'
import { commandHelp, groupHelp, overview, wholeOverview } from './screens/help.ts'
import { json } from './screens/output.ts'
import { VERSION } from './version.ts'

/** Runs one command line and returns its exit code; never throws, never exits. */
export async function main(argv: readonly string[], io: Io): Promise<Exit> {
  // Words after -- belong to another program.
  const own = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv
  const isJson = own.includes('--json')
  const screen = isJson ? io : fittedIo(io)
  try {
    return await dispatch(argv, screen)
  } catch (error) {
    return report(error, isJson, screen)
  }
}

async function dispatch(argv: readonly string[], io: Io): Promise<Exit> {
  const page = await pageOf(argv, io)
  if (page !== null) {
    io.out(page)
    return EXIT.fine
  }
  const { command, args } = await readLine(argv, io)
  if (args !== 'help') return command.run(args, io)
  io.out(commandHelp(command, COMMON))
  return EXIT.fine
}

/** What is printed for a line that runs no command; null if it runs one. */
async function pageOf(argv: readonly string[], io: Io): Promise<string | null> {
  const [first = 'help'] = argv
  if (['help', '--help', '-h'].includes(first)) return helpPage(argv)
  if (first === '--version' || first === '-v') return `${VERSION}\n`
  if (first === '--where') return `${dirname(io.program)}\n`
  return groupPage(argv)
}

async function helpPage([first, ...rest]: readonly string[]): Promise<string> {
  const topic = first === 'help' ? rest.filter((word) => !['--help', '-h', '--all'].includes(word)) : []
  if (topic.length === 0) return (rest.includes('--all') ? wholeOverview : overview)(await allCommands())
  return (await groupPage(topic)) ?? commandHelp((await findCommand(topic)).command, COMMON)
}

/** The command and the arguments of a command line. Throws a `UsageError` if it is not one of ours. */
export async function readLine(
  argv: readonly string[],
  io: Pick<Io, 'env'>,
): Promise<{ command: Command; args: Args | 'help' }> {
  const { command, rest } = await findCommand(argv)
  const args = readArgs(command, rest, io)
  if (args !== 'help') requireWords(command, args.words)
  return { command, args }
}

async function findCommand(argv: readonly string[]): Promise<{ command: Command; rest: string[] }> {
  for (const words of [2, 1]) {
    const command = await loadCommand(argv.slice(0, words).join(' '))
    if (command !== null) return { command, rest: argv.slice(words) }
  }
  const [group = '', word] = argv
  const isOfGroup = groupOf(group).length > 0 && word !== undefined
  const given = isOfGroup ? `${group} ${word}` : group
  const meant = isOfGroup ? nearest(given, NAMES) : commandMeant(given)
  const what = given.startsWith('-') ? 'option' : 'command'
  throw new UsageError(`Unknown ${what} "${given}".${hint(meant)} Run: bailiff ${isOfGroup ? `${group} ` : ''}--help`)
}

const hint = (meant: string | null): string => (meant === null ? '' : ` Did you mean "${meant}"?`)

/** The command or option that a first word may mean: by its spelling, by the second word of a command, or by another name for it. */
function commandMeant(word: string): string | null {
  if (word.startsWith('-')) return nearest(word, ['--help', '--version', '--where'])
  const firsts = NAMES.map((name) => name.split(' ', 1)[0] ?? '')
  const seconds = new Map(NAMES.filter((name) => name.includes(' ')).map((name) => [name.split(' ')[1] ?? '', name]))
  const second = nearest(word, [...seconds.keys()])
  return (
    nearest(word, [...NAMES, ...firsts]) ?? ALSO.get(word) ?? (second === null ? null : (seconds.get(second) ?? null))
  )
}

/** What other programs call some of our commands. */
const ALSO: ReadonlyMap<string, string> = new Map([
  ...['install', 'setup', 'start', 'enable'].map((word) => [word, 'init'] as const),
  ...['remove', 'disable'].map((word) => [word, 'uninstall'] as const),
  ...['log', 'logs', 'list', 'ls', 'history'].map((word) => [word, 'sessions'] as const),
  ...['audit', 'fsck'].map((word) => [word, 'verify'] as const),
  ...['why', 'last', 'result', 'verdict'].map((word) => [word, 'outcome'] as const),
  ...['stats', 'summary'].map((word) => [word, 'report'] as const),
  ...['check', 'test'].map((word) => [word, 'validate'] as const),
  ...['config', 'settings'].map((word) => [word, 'policy'] as const),
])

/** The names of the commands that start with a word. */
const groupOf = (word: string): string[] => NAMES.filter((name) => name.startsWith(`${word} `))

/** The help page of a group if only its word was given, alone or with --help. */
async function groupPage([word = '', ...rest]: readonly string[]): Promise<string | null> {
  const names = groupOf(word)
  const isAsked = rest.every((one) => one === '--help' || one === '-h')
  if (names.length === 0 || !isAsked) return null
  return groupHelp(
    word,
    (await allCommands()).filter(({ name }) => names.includes(name)),
  )
}

function readArgs(command: Command, argv: string[], io: Pick<Io, 'env'>): Args | 'help' {
  const options = { ...COMMON, ...command.options }
  const types = Object.entries(options).map(
    ([name, { value, isRepeatable = false }]) =>
      [name, { type: value ? ('string' as const) : ('boolean' as const), multiple: isRepeatable }] as const,
  )
  const { values, positionals } = parse(command, argv, Object.fromEntries(types))
  if (values['help']) return 'help'
  const get = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined)
  return {
    words: positionals,
    has: (name) => values[name] === true,
    get,
    all: (name) => [values[name] ?? []].flat().filter((one) => typeof one === 'string'),
    home: get('home') === undefined ? defaultHome(io.env) : resolve(get('home') ?? ''),
    json: values['json'] === true,
  }
}

function parse(command: Command, args: string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args, options, allowPositionals: true, strict: true })
  } catch (error) {
    const [reason = ''] = String((error as Error).message).split('. To specify')
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(reason) ?? []
    const meant = unknown === undefined ? null : nearest(unknown, Object.keys(options))
    throw new UsageError(`${reason}.${hint(meant && `--${meant}`)} Run: bailiff ${command.name} --help`)
  }
}

function requireWords({ name, words }: Command, given: readonly string[]): void {
  const help = `Run: bailiff ${name} --help`
  if (given.length < words.min) throw new UsageError(`"${name}" needs ${words.names}. ${help}`)
  const extra = given[words.max]
  if (extra === undefined) return
  throw new UsageError(`Unexpected argument "${extra}". "${name}" takes ${words.names || 'no arguments'}. ${help}`)
}

/** Expected errors, with a code and a complete message. */
const KNOWN = [
  LedgerError,
  MountError,
  TrustError,
  AdminError,
  ControllerError,
  CiError,
  UsageError,
  FileError,
  InstallError,
  HostError,
  BrokenEvidence,
  RefusedError,
  StoppedError,
]

function report(error: unknown, isJson: boolean, io: Io): Exit {
  const known = KNOWN.some((kind) => error instanceof kind)
  const code = known ? (error as { code: string }).code : 'INTERNAL'
  const message = error instanceof Error ? error.message : String(error)
  if (isJson) io.out(json({ ok: false, error: { code, message } }))
  if (error instanceof StoppedError) {
    io.err(`${message}\n`)
    return EXIT.stopped
  }
  io.err(`bailiff: ${message} [${code}]\n`)
  // Only an unexpected error needs its stack.
  if (!known && error instanceof Error) io.err(`${error.stack}\n`)
  if (error instanceof RefusedError || isRefusal(error)) return EXIT.refused
  return error instanceof BrokenEvidence ? EXIT.broken : EXIT.error
}

/**
 * Another process runs the controller, or the approval is for another plan: nothing is wrong with the command. Or an
 * administrator's command is not valid.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof ControllerError
    ? error.code === 'CONTROLLER_BUSY' || error.code === 'APPROVAL_STALE'
    : error instanceof AdminError && isAdminRefusal(error.code)
