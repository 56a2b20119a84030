import { headIn } from '../project/makefile.ts'
import { programNamed } from '../shell/programs.ts'
import type { Invocation } from '../shell/run.ts'
import { inDirectory, known, type Piece, prefixOf, textOf, type Value, without } from '../shell/value.ts'
import { contentOf as contentShown } from '../shell/wrappers.ts'
import { commandsIn, scheduledFiles, scheduleLines } from './schedules.ts'
import { saidOf } from './words.ts'

const SCRIPTED = /^(?:ba|da|z|k)?sh$|^(?:source|\.)$/

/** Files that these commands write, with their content. */
export function writtenBy(runs: readonly Invocation[]): Map<string, string> {
  const written = new Map<string, string>()
  for (const run of runs) {
    const redirected = run.redirections.find(({ operator }) => /^>/.test(operator))
    const target = run.name === 'tee' ? run.args.at(-1) : redirected?.target
    const path = plain(saidOf(target ?? []))
    const content = path === '' ? null : contentOf(run)
    const before = redirected?.operator === '>>' ? (written.get(path) ?? '') : ''
    if (content !== null) written.set(path, before === '' ? content : `${before}\n${content}`)
  }
  return written
}

/** True for git hooks and shell startup files, which run automatically. */
export const isHook = (path: string): boolean =>
  /\/(?:\.git\/hooks|\.husky|\.githooks)\/[^/]+$|\/hooks\/(?:pre|post|prepare|commit)-[\w-]+$|\/\.(?:bash|zsh)rc$|\/\.(?:profile|bash_profile|bash_login|zshenv|zprofile)$/.test(
    `/${path}`,
  )

/** The output of a command, if the call shows it. */
export function contentOf({ name, args, input }: Invocation): string | null {
  if (name === 'cat' || name === 'tee') return textOf(input ?? [{ kind: 'unknown' }])
  if (name !== 'echo' && name !== 'printf') return null
  return args
    .map(saidOf)
    .join(name === 'echo' ? ' ' : '\n')
    .replaceAll('\\n', '\n')
}

const plain = (path: string): string => path.replace(/^\.\//, '')

/** Shell code that the command runs from a file that the same call wrote, or that it writes to a hook. */
export function writtenText(run: Invocation, written: ReadonlyMap<string, string>): string[] {
  if (written.size === 0) return []
  const filled = writtenBy([run])
  if (filled.size > 0)
    return [...filled].flatMap(([path, content]) => (isHook(path) ? [content] : (commandsIn(path, content) ?? [])))
  const scheduled = scheduledFiles(run).flatMap((path) => written.get(plain(saidOf(path))) ?? [])
  const content = written.get(plain(saidOf(scriptOf(run) ?? [])))
  return [...scheduled.flatMap(scheduleLines), ...(content === undefined ? [] : [content])]
}

/** The file that a command reads its commands from: a shell's script, or the program itself. */
function scriptOf({ name, program, args, texts, redirections }: Invocation): Value | null {
  if (!SCRIPTED.test(name ?? '')) return program
  if (texts.some((text) => /^-\w*c/.test(text))) return null
  const script = args.find((arg) => !prefixOf(arg).startsWith('-'))
  return script ?? redirections.find(({ operator }) => operator === '<')?.target ?? null
}

/**
 * A script that a command starts: a package script, make targets, a file, or a schedule. If a shell is given the file
 * (`isGiven`), it is a shell script, whatever its name; another interpreter runs it in its own language.
 */
export type ScriptNeed =
  | { kind: 'package'; folder: Value; name: string }
  | { kind: 'make'; folder: Value; file: string | null; targets: readonly string[] }
  | { kind: 'file'; path: Value; cwds: readonly Value[]; isGiven: boolean; language: string | null }
  | { kind: 'schedule'; path: Value; cwds: readonly Value[] }

/** The scripts that commands start. */
export const scriptsNamed = (runs: readonly Invocation[]): ScriptNeed[] => runs.flatMap(scriptsOf)

const PACKAGE_RUNNERS = /^(?:npm|pnpm|yarn|bun)$/

function scriptsOf(run: Invocation): ScriptNeed[] {
  const { name, texts, cwds } = run
  const [cwd = [{ kind: 'start' } as Piece]] = cwds
  if (PACKAGE_RUNNERS.test(name ?? '')) return packageScript(run, cwd)
  if (MAKE.test(name ?? '')) return [makeScript(texts, cwd)]
  if (name === 'node' && texts[0] === '--run') return [{ kind: 'package', folder: cwd, name: texts[1] ?? '' }]
  const isGiven = SCRIPTED.test(name ?? '')
  const contents = (run.program ?? []).flatMap((piece) => (piece.kind === 'content' ? [piece.path] : []))
  const script = scriptOf(run)
  const isFile =
    script !== null && (isGiven || script.some((piece) => piece.kind === 'text' && piece.text.includes('/')))
  return [
    ...[
      ...(isFile ? [{ path: script, isGiven, language: null }] : []),
      ...[...contents, ...startFiles(run)].map((path) => ({ path, isGiven: true, language: null })),
      ...interpreted(run),
    ].map((one): ScriptNeed => ({ kind: 'file', cwds, ...one })),
    ...scheduledFiles(run).map((path): ScriptNeed => ({ kind: 'schedule', path, cwds })),
  ]
}

/** The script that an interpreter of another language is given. */
function interpreted({ name, args, touches }: Invocation): { path: Value; isGiven: boolean; language: string }[] {
  const program = programNamed(name ?? '')
  if (program?.operands !== 'script' || program.language === undefined) return []
  const script = args.find((arg) => !prefixOf(arg).startsWith('-'))
  const isScript = touches.some((touch) => touch.kind === 'read' && touch.path === script)
  return script !== undefined && isScript ? [{ path: script, isGiven: false, language: program.language }] : []
}

/** Files that shells run at startup. */
function startFiles({ assignments, args, texts }: Invocation): Value[] {
  const named = args.filter((_, i) => /^--(?:rcfile|init-file)$/.test(texts[i - 1] ?? ''))
  return [
    ...assignments.filter(({ name }) => name === 'BASH_ENV' || name === 'ENV').map(({ value }) => value),
    ...named,
  ]
}

const FOLDER = /^(?:-C|--prefix|--cwd|--dir|--directory)$/
const FOLDER_ATTACHED = /^--(?:prefix|cwd|dir|directory)=/

/** The folder that a runner of packages, make or tmux is told to work in, or null. */
export function folderGiven({ name, args, texts }: Invocation): Value | null {
  const at = texts.findIndex((text) => (name === 'tmux' ? text === '-c' : FOLDER.test(text)))
  if (at >= 0) return args[at + 1] ?? null
  const attached = args.find((arg) => FOLDER_ATTACHED.test(prefixOf(arg)))
  return attached === undefined ? null : without(attached, prefixOf(attached).indexOf('=') + 1)
}

const RUN = /^(?:run|run-script|rum|urn)$/
/** npm commands that run scripts with a different name. */
const LIFECYCLE: Readonly<Record<string, string>> = {
  t: 'test',
  ...Object.fromEntries(
    'ci i in ins inst add rebuild update up upgrade it'.split(' ').map((name) => [name, 'install']),
  ),
}

function packageScript(run: Invocation, cwd: Value): ScriptNeed[] {
  const { name: runner, args, texts } = run
  const given = folderGiven(run)
  const folder = given === null ? cwd : inDirectory(cwd, given)
  const words = texts.filter((text, i) => text !== '' && !text.startsWith('-') && args[i] !== given)
  const at = words.findIndex((word) => RUN.test(word))
  const name = at < 0 ? words[0] : words[at + 1]
  if (name !== undefined) return [{ kind: 'package', folder, name: LIFECYCLE[name] ?? name }]
  // Without a command, `yarn` installs; the others print their help.
  const isHelp = texts.some((text) => /^(?:-h|--help|-v|--version)$/.test(text))
  return runner === 'yarn' && !isHelp ? [{ kind: 'package', folder, name: 'install' }] : []
}

function makeScript(texts: readonly string[], cwd: Value): Extract<ScriptNeed, { kind: 'make' }> {
  const after = (option: RegExp): string | undefined => texts[texts.findIndex((text) => option.test(text)) + 1 || -1]
  const folder = after(/^-C$/)
  const file = after(/^(?:-f|--file)$/)
  const targets = texts.filter(
    (text) => /^[\w./-]+$/.test(text) && !text.startsWith('-') && text !== folder && text !== file,
  )
  return {
    kind: 'make',
    folder: folder === undefined ? cwd : inDirectory(cwd, known(folder)),
    file: file ?? null,
    targets,
  }
}

const MAKE = /^g?make$/

/** The recipes of a makefile that the same call shows: on standard input, in a pipe or in a file that it writes. */
export function recipesShown(run: Invocation): string[] {
  if (!MAKE.test(run.name ?? '')) return []
  const at = run.texts.findIndex((text) => /^(?:-f|--file|--makefile)$/.test(text))
  const content = at < 0 ? null : contentShown(run.args[at + 1] ?? [], run)
  const { targets } = makeScript(run.texts, [])
  return content === null ? [] : [recipesIn(saidOf(content), targets)]
}

type MakeRule = { needs: string[]; lines: string[] }

/** The lines that make runs for its targets (by default the first one) and their prerequisites. */
export function recipesIn(text: string, targets: readonly string[]): string {
  const rules = makeRules(text)
  const first = [...rules.keys()].filter((name) => !name.startsWith('.')).slice(0, 1)
  const wanted = new Set(targets.length > 0 ? targets : first)
  // Iterating over a set also visits names that are added on the way.
  for (const name of wanted) for (const need of rules.get(name)?.needs ?? []) wanted.add(need)
  const lines = [...wanted].flatMap((name) => rules.get(name)?.lines ?? [])
  return lines
    .join('\n')
    .replaceAll('$$', '$')
    .replace(/\$\((\w+)\)/g, '$$$1')
}

function makeRules(text: string): Map<string, MakeRule> {
  const rules = new Map<string, MakeRule>()
  let open: MakeRule = { needs: [], lines: [] }
  for (const line of text.split('\n')) {
    const head = headIn(line)
    if (line.startsWith('\t')) open.lines.push(line.slice(1).replace(/^[@+-]+/, ''))
    else if (head !== null) {
      const end = /[#;=]/.exec(head.rest)
      const needs = head.rest.slice(0, end?.index).trimStart().split(/\s+/)
      open = { needs, lines: end?.[0] === ';' ? [head.rest.slice(end.index + 1)] : [] }
      for (const name of head.names) if (!rules.has(name)) rules.set(name, open)
    }
  }
  return rules
}
