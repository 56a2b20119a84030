import type { GitCommand } from '../shell/git.ts'
import { splitArguments } from '../shell/options.ts'
import type { Invocation } from '../shell/run.ts'
import type { Touch } from '../shell/touch.ts'
import { keyOf, known, textOf, type Value } from '../shell/value.ts'
import { namesIn } from '../shell/wrappers.ts'
import { ANYTHING, type Below, type How } from './act.ts'
import { type Reach, reach } from './reach.ts'
import { seeksKeys } from './sought.ts'

/** Effect of a git command on the files it names and below the folders it names; `alone` applies if it names none. */
type Rule = { how: How; below: Below; alone?: Below }

/** Git commands that create, remove or add files. All others only read the files they name. */
const RULES: Readonly<Record<string, Rule>> = {
  add: { how: 'read', below: 'copied', alone: 'copied' },
  checkout: { how: 'write', below: 'unpacked' },
  'checkout-index': { how: 'write', below: 'unpacked' },
  clean: { how: 'write', below: 'unpacked', alone: 'changed' },
  clone: { how: 'write', below: 'unpacked' },
  mv: { how: 'write', below: 'removed' },
  'read-tree': { how: 'write', below: 'unpacked' },
  reset: { how: 'write', below: 'unpacked' },
  restore: { how: 'write', below: 'unpacked' },
  rm: { how: 'write', below: 'removed' },
  stash: { how: 'write', below: 'unpacked' },
  'update-index': { how: 'write', below: 'nothing' },
  worktree: { how: 'write', below: 'unpacked' },
}

/** Options whose value is a message or a search term. */
const SPOKEN = /^(?:--grep|-S|-G|-m|--message|--author)$/

/** Effects of git on the paths it names. */
export function gitReaches(run: Invocation, git: GitCommand): Reach[] {
  const { name, args, texts: flags, folder, workTrees } = git
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  const here = workTrees.length > 0 ? workTrees : [folder ?? known('.')]
  const folders = [...workTrees, ...(folder === null ? [] : [folder])].map(keyOf)
  const isFolder = (path: Value): boolean => folders.includes(keyOf(path))
  const spoken = args.filter((_, i) => SPOKEN.test(flags[i - 1] ?? '')).map(keyOf)
  const touches = run.touches.filter(
    (touch): touch is Named => touch.kind !== 'inline-code' && !spoken.includes(keyOf(touch.path)),
  )
  return [
    ...touches.flatMap((touch) =>
      isFolder(touch.path) ? reach('read', touch.path) : touched(touch, touches, name, flags, rule),
    ),
    ...here.flatMap((one) => reachesAlone(one, git, rule)),
    ...cleanedBy(run, git, here),
    ...workTrees.flatMap((one) => (overwrites(git) ? reach('write', one, 'changed') : [])),
    ...(flags.includes('--no-index') && name === 'grep'
      ? here.flatMap((one) => reach('read', one, seeksKeys(run) ? 'sought' : 'searched'))
      : []),
    ...(FED.test(flags.join(' ')) ? namesIn(run.input ?? []).flatMap((path) => reach('read', path)) : []),
    ...(name === 'config' && /^core\.worktree$/i.test(flags.at(-2) ?? '')
      ? reach('write', args.at(-1) ?? [], 'changed')
      : []),
  ]
}

/**
 * The folders from which a command takes everything that git does not track, even what it ignores: `git clean -fdx`, `-fdX`,
 * `git stash --all`. Patterns that it leaves out become tests.
 */
function cleanedBy({ touches }: Invocation, { name, args }: GitCommand, here: readonly Value[]): Reach[] {
  const { options, operands } = splitArguments(args, { valued: CLEANING_VALUED, end: 'dashes' })
  const has = (...names: string[]): boolean => options.some((one) => names.includes(one.name))
  const isStash = name === 'stash' && has('-a', '--all') && operands.every((one) => STASHING.test(textOf(one) ?? ''))
  const isClean =
    name === 'clean' &&
    has('-x', '-X') &&
    has('-d') &&
    has('-f', '--force') &&
    !has('-n', '--dry-run', '-i', '--interactive')
  if (!isStash && !isClean) return []
  const named =
    isClean && operands.length > 0 ? touches.flatMap((one) => (one.kind === 'write' ? [one.path] : [])) : here
  const left = options.flatMap(({ name, value }) =>
    EXCLUDES.test(name) ? [value === null ? '*' : (textOf(value) ?? '*')] : [],
  )
  const tests = { ...ANYTHING, not: left.flatMap(asTests) }
  return named.map((path) => ({ how: 'write', path, below: 'cleaned', tests }))
}

const EXCLUDES = /^(?:-e|--exclude)$/
const CLEANING_VALUED: ReadonlySet<string> = new Set(['-e', '--exclude', '-m', '--message'])
const STASHING = /^(?:push|save)$/

/** A pattern of a `.gitignore` file as tests of paths. */
function asTests(pattern: string): string[] {
  const plain = pattern.replace(/^[!/]+|(?:\/\**)+$/g, '')
  return [plain, `*/${plain}`]
}

/** Options with which git reads the names of files from its input. */
const FED = /(?:^| )--(?:stdin|stdin-paths|pathspec-from-file=-)(?: |$)/

/** Effects on the folder that a command works in if it names no file. */
function reachesAlone(here: Value, { name, texts: flags }: GitCommand, rule?: Rule): Reach[] {
  const isAlone =
    flags.every((flag) => flag.startsWith('-')) &&
    !flags.some((flag) => /^(?:-u|--update)$/.test(flag) && name === 'add')
  return [
    ...(rule?.alone !== undefined && isAlone ? reach(rule.how, here, rule.alone) : []),
    ...(name === 'stash' && flags.some((flag) => /^(?:-u|-a|--all|--include-untracked)$/.test(flag))
      ? reach('write', here, 'changed')
      : []),
  ]
}

/** True if a command overwrites the files of a work tree that is not the repository's own. */
const overwrites = ({ name, texts }: GitCommand): boolean =>
  /^(?:checkout|checkout-index|restore|reset|read-tree|switch)$/.test(name) &&
  texts.some((text) => /^(?:-f|-a|-u|--force|--all|--hard|--discard-changes|\.|:\/)$/.test(text))

type Named = Extract<Touch, { path: Value }>

function touched(touch: Named, all: readonly Named[], name: string, flags: readonly string[], rule?: Rule): Reach[] {
  const { kind, path } = touch
  if (isIndexOnly(name, flags)) return reach('read', path)
  if (flags.includes('--no-index')) return reach('read', path, name === 'grep' ? 'searched' : 'copied')
  if (rule === undefined) return reach(kind === 'write' ? 'write' : 'read', path)
  // The source of a move goes away; its target does not.
  const isTarget = name === 'mv' && !all.some((one) => one.kind === 'read' && one.path === path)
  const below = isTarget ? 'nothing' : rule.below
  const cleaned = name === 'clean' ? reach('write', path, 'changed') : []
  const how = kind === 'read' && name !== 'mv' ? 'read' : kind === 'write' ? 'write' : rule.how
  return [...reach(how, path, below), ...cleaned]
}

/** Commands that change only the index leave files unchanged. */
function isIndexOnly(name: string, flags: readonly string[]): boolean {
  const has = (...names: string[]): boolean => flags.some((flag) => names.includes(flag))
  switch (name) {
    case 'rm':
      return has('--cached')
    case 'restore':
      return has('--staged', '-S') && !has('--worktree', '-W')
    case 'reset':
      return !has('--hard', '--merge', '--keep')
    default:
      return false
  }
}
