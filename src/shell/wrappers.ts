import { gitCommands } from './git.ts'
import { type Arguments, hasOption, optionValue, splitArguments } from './options.ts'
import type { Run } from './run.ts'
import {
  inDirectory,
  joined,
  keyOf,
  known,
  oneOf,
  prefixOf,
  splitValue,
  textOf,
  UNKNOWN,
  type Value,
  without,
  wordsOf,
} from './value.ts'

/** A command started by another: words, or code for a shell. If `shell` is `same`, it can change the current shell's state. */
export type Started =
  | InWords
  | { kind: 'text'; text: Value; positional: readonly Value[]; shell: 'same' | 'other'; via: string }

type InWords = { kind: 'words'; words: readonly Value[]; cwd: Value | null; shell: 'same' | 'other'; via: string }

/**
 * Programs that run the rest of their arguments as a command: their options with values, and the number of operands
 * before the command.
 */
const PREFIXES: Readonly<Record<string, { valued: string; skip?: number; cwd?: string }>> = {
  sudo: {
    valued: '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot',
    cwd: '-D --chdir',
  },
  doas: { valued: '-u -C' },
  env: { valued: '-u -C -S --unset --chdir --split-string', cwd: '-C --chdir' },
  nohup: { valued: '' },
  time: { valued: '-f -o --format --output' },
  timeout: { valued: '-s -k --signal --kill-after', skip: 1 },
  gtimeout: { valued: '-s -k --signal --kill-after', skip: 1 },
  nice: { valued: '-n --adjustment' },
  ionice: { valued: '-c -n -p --class --classdata' },
  chrt: { valued: '', skip: 1 },
  taskset: { valued: '', skip: 1 },
  stdbuf: { valued: '-i -o -e --input --output --error' },
  setsid: { valued: '' },
  unbuffer: { valued: '' },
  caffeinate: { valued: '-t -w' },
  command: { valued: '' },
  builtin: { valued: '' },
  exec: { valued: '-a' },
  busybox: { valued: '' },
  toybox: { valued: '' },
  chroot: { valued: '--userspec --groups', skip: 1 },
  unshare: { valued: '-S -G -R -w --root --wd', cwd: '-w --wd' },
  strace: { valued: '-e -o -p -s -u -E -P' },
  ltrace: { valued: '-e -o -p -s -u' },
  watch: { valued: '-n --interval' },
  flock: { valued: '-w -E -c --timeout --command', skip: 1 },
  xvfb: { valued: '' },
  'xvfb-run': { valued: '-n -s -f -e -p --server-num --server-args' },
  'systemd-run': {
    valued: '-p -u -E -M -H --unit --property --slice --uid --gid --working-directory --setenv --description',
    cwd: '--working-directory',
  },
  nsenter: { valued: '-t -S -G --target', cwd: '--wd --wdns' },
  proxychains: { valued: '-f' },
  proxychains4: { valued: '-f' },
  xargs: {
    // `-i`, `-l` and `--replace` take their value in the same word.
    valued: '-I -J -n -P -L -d -a -E -s --arg-file --delimiter --max-args --max-procs --max-lines',
  },
  parallel: {
    valued:
      '-j -a -I -S -n -N -L --jobs --arg-file --sshlogin --results --joblog --delay --timeout --load --tmpdir --workdir --wd --colsep',
    cwd: '--workdir --wd',
  },
}

const SAME_SHELL: ReadonlySet<string> = new Set(['command', 'builtin', 'eval', 'exec'])
const SHELLS: ReadonlySet<string> = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash', 'fish'])
const SHELL_VALUED = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file'])
const TEXT_OPTION: Readonly<Record<string, string>> = { su: '-c', runuser: '-c', script: '-c', flock: '-c', sg: '-c' }

/** The commands that an invocation starts through its arguments or its input. */
export function startedBy(run: Run): Started[] {
  const { name, args } = run
  if (name === null) return []
  if (SHELLS.has(name)) return startedByShell(name, run)
  if (name === 'source' || name === '.') return startedByPipe(name, args, 'same')
  if (name === 'eval' || name === 'trap') return startedByText(name, args)
  if (name === 'find') return startedByFind(run)
  if (name === 'fd' || name === 'fdfind') return startedByFd(name, args)
  if (name === 'git')
    return gitCommands(args).map((text) => ({ kind: 'text', text, positional: [], shell: 'other', via: 'git -c' }))
  return [...startedByOption(name, args), ...startedByPrefix(name, run)]
}

/** True if a program with this name may run an argument as shell code, or hide the exit code of a command it starts. */
export const startsText = (name: string): boolean =>
  SHELLS.has(name) || name === 'eval' || name === 'trap' || name === 'find' || Object.hasOwn(TEXT_OPTION, name)

const hasLetter = (name: string, letter: string): boolean => /^-[A-Za-z]+$/.test(name) && name.includes(letter)

function startedByShell(name: string, { args, input }: Run): Started[] {
  const flags = args.findIndex((arg) => !/^[-+]/.test(prefixOf(arg)))
  const leading = wordsOf(flags < 0 ? args : args.slice(0, flags))
  const { operands } = splitArguments(
    args.filter((arg) => !prefixOf(arg).startsWith('+')),
    { valued: SHELL_VALUED, end: 'operand' },
  )
  const [first, , ...positional] = operands
  if (leading.some((flag) => hasLetter(flag, 'c')) || hasCommandFlag(args)) {
    return first === undefined ? [] : [{ kind: 'text', text: first, positional, shell: 'other', via: `${name} -c` }]
  }
  if (operands.length > 0 && !leading.some((flag) => hasLetter(flag, 's')))
    return startedByPipe(name, operands, 'other')
  const readsInput = operands.length === 0 || leading.some((flag) => hasLetter(flag, 's'))
  return readsInput && input !== null
    ? [{ kind: 'text', text: input, positional: operands, shell: 'other', via: name }]
    : []
}

/** `sh <(…)`: the shell reads its commands from a pipe. */
function startedByPipe(
  name: string,
  [script = [], ...positional]: readonly Value[],
  shell: 'same' | 'other',
): Started[] {
  const [only] = script
  return only?.kind === 'pipe' ? [{ kind: 'text', text: only.output, positional, shell, via: name }] : []
}

/** True if there is a `-c`, even after an option with a value: `bash -o pipefail -c …`. */
function hasCommandFlag(args: readonly Value[]): boolean {
  const { options } = splitArguments(args, { valued: SHELL_VALUED, end: 'operand' })
  return options.some(({ name }) => name === '-c')
}

function startedByText(name: string, args: readonly Value[]): Started[] {
  const words = textOf(args[0] ?? []) === '--' ? args.slice(1) : args
  const text = name === 'trap' ? words[0] : joined(words, ' ')
  if (text === undefined || (name === 'trap' && (words.length < 2 || prefixOf(text).startsWith('-')))) return []
  return [{ kind: 'text', text, positional: [], shell: name === 'eval' ? 'same' : 'other', via: name }]
}

function startedByOption(name: string, args: readonly Value[]): Started[] {
  const option = Object.hasOwn(TEXT_OPTION, name) ? TEXT_OPTION[name] : undefined
  if (option === undefined) return []
  const text = optionValue(
    splitArguments(args, { valued: new Set([option, '--command']), end: 'dashes' }),
    option,
    '--command',
  )
  return text === null ? [] : [{ kind: 'text', text, positional: [], shell: 'other', via: `${name} -c` }]
}

const EXECUTING: ReadonlySet<string | null> = new Set(['-exec', '-execdir', '-ok', '-okdir'])

/** `find … -exec …`: the names it finds are below the places it searches. */
function startedByFind(run: Run): Started[] {
  const { args } = run
  const places = few(findPlaces(args, run))
  const started: Started[] = []
  let words: Value[] | null = null
  let isInside = false
  for (const arg of [...args, known(';')]) {
    const text = textOf(arg)
    if (words === null) {
      words = EXECUTING.has(text) ? [] : null
      isInside = text === '-execdir' || text === '-okdir'
    } else if (text !== ';' && text !== '+') words.push(arg)
    else {
      // Words that stand for no result are relative to the folder of the result.
      const isFixed = isInside && !words.some(hasMark)
      for (const place of places) started.push(startedAt(place, words, args, isFixed))
      words = null
    }
  }
  return started
}

function startedAt(place: Value, words: readonly Value[], args: readonly Value[], isFixed: boolean): Started {
  const named = withNames(words, '{}', foundIn(place, args), 'find')
  return isFixed ? { ...named, cwd: oneOf([place, inDirectory(place, known('..'))]) } : named
}

/** The names that `find` finds in a place. */
export const foundIn = (place: Value, by: readonly Value[]): Value => [...place, ...known('/'), { kind: 'found', by }]

const NO_FILES: Run['files'] = new Map()

const FD_EXEC: ReadonlySet<string | null> = new Set(['-x', '-X', '--exec', '--exec-batch'])

/** `fd pattern folder -x …`. */
function startedByFd(name: string, args: readonly Value[]): Started[] {
  const at = args.findIndex((arg) => FD_EXEC.has(textOf(arg)))
  if (at < 0) return []
  const words = args.slice(at + 1)
  const marked = words.some(hasMark)
  return [withNames(marked ? words : [...words, known('{}')], '{}', foundByFd(args.slice(0, at)), name)]
}

/** The names that `fd` finds. */
export function foundByFd(args: readonly Value[]): Value {
  const { operands } = splitArguments(args, { valued: new Set(['-e', '-t', '-d', '-E', '--extension']), end: 'dashes' })
  const [pattern = [], place = known('.')] = operands
  const text = textOf(pattern) ?? ''
  return foundIn(place, /^[\w-][\w.-]*$/.test(text) ? [known('-name'), known(`*${text}*`)] : [])
}

/** The places that `find` searches. */
export function findPlaces(
  args: readonly Value[],
  run: Pick<Run, 'input' | 'files'> = { input: null, files: NO_FILES },
): readonly Value[] {
  const list = args.findIndex((arg) => textOf(arg) === '-files0-from')
  if (list >= 0) return listedIn(args[list + 1] ?? [], run)
  const end = args.findIndex((arg) => /^[-(!]/.test(prefixOf(arg)))
  const places = end < 0 ? args : args.slice(0, end)
  return places.length === 0 ? [known('.')] : places
}

const hasMark = (word: Value): boolean => word.some((piece) => piece.kind === 'text' && piece.text.includes('{}'))

const withNames = (words: readonly Value[], mark: string, name: Value, via: string): InWords => ({
  kind: 'words',
  words: words.map((word) => replaced(word, mark, name)),
  cwd: null,
  shell: 'other',
  via,
})

function replaced(word: Value, mark: string, name: Value): Value {
  return word.flatMap((piece) => {
    if (piece.kind !== 'text' || !piece.text.includes(mark)) return [piece]
    return piece.text.split(mark).flatMap((text, i) => (i === 0 ? known(text) : [...name, ...known(text)]))
  })
}

function startedByPrefix(name: string, run: Run): Started[] {
  const rules = Object.hasOwn(PREFIXES, name) ? PREFIXES[name] : undefined
  if (rules === undefined) return []
  const parsed = splitArguments(run.args, { valued: new Set(rules.valued.split(' ')), end: 'operand' })
  if (name === 'command' && hasOption(parsed, '-v', '-V')) return []
  const split = splitString(parsed)
  // The text may begin with options of its own.
  const own = prefixOf(split[0] ?? []).startsWith('-') ? [known(name)] : []
  const words = [...own, ...split, ...parsed.operands.slice(rules.skip ?? 0)]
  const cwd = rules.cwd === undefined ? null : (optionValue(parsed, ...rules.cwd.split(' ')) ?? propertyOf(parsed))
  const list = optionValue(parsed, '-a', '--arg-file')
  const input = list === null ? run.input : contentOf(list, run)
  if (name === 'parallel')
    return startedByParallel(words, parsed, { ...run, input }).map((one) =>
      one.kind === 'words' ? { ...one, cwd } : one,
    )
  if (name === 'xargs') return startedByXargs(name, words, parsed, input)
  if (words.length === 0) return []
  return [{ kind: 'words', words, cwd, shell: SAME_SHELL.has(name) ? 'same' : 'other', via: name }]
}

/** `systemd-run -p WorkingDirectory=x`. */
function propertyOf({ options }: Arguments): Value | null {
  const given = options.find(({ value }) => prefixOf(value ?? []).startsWith(WORKING))?.value
  return given == null ? null : without(given, WORKING.length)
}

const WORKING = 'WorkingDirectory='

/** `env -S 'a b'`. */
function splitString(parsed: Arguments): Value[] {
  const text = textOf(optionValue(parsed, '-S', '--split-string') ?? [])
  return text === null || text === '' ? [] : text.trim().split(/\s+/).map(known)
}

function startedByXargs(name: string, words: Value[], parsed: Arguments, input: Value | null): InWords[] {
  const names = input === null ? [[UNKNOWN]] : namesIn(input)
  const command = words.length === 0 ? [known('echo')] : words
  const mark =
    textOf(optionValue(parsed, '-I', '-J', '--replace') ?? []) ||
    (name === 'parallel' || hasOption(parsed, '-i', '--replace') ? '{}' : '')
  if (mark === '') return [{ kind: 'words', words: [...command, ...names], cwd: null, shell: 'other', via: name }]
  return few(names).map((one) => withNames(command, mark, one, name))
}

/**
 * `parallel rm {} ::: a b`: names follow `:::`, are listed in files after `::::`, or come from the input. Without `{}`, they
 * are appended.
 */
function startedByParallel(words: Value[], parsed: Arguments, run: Run): Started[] {
  const at = words.findIndex((word) => /^::::?\+?$/.test(textOf(word) ?? ''))
  const command = at < 0 ? words : words.slice(0, at)
  const operands = at < 0 ? null : words.slice(at + 1).filter((word) => !/^::::?\+?$/.test(textOf(word) ?? ''))
  const isListed = textOf(words[at] ?? [])?.startsWith('::::') === true
  const given = isListed ? (operands?.flatMap((file) => listedIn(file, run)) ?? null) : operands
  const marked = command.some(hasMark)
  const whole = marked || command.length === 0 ? command : [...command, known('{}')]
  const names = given === null ? run.input : joined(given, '\n')
  const [only, more] = whole.length === 2 && !marked ? [undefined, true] : [whole[0], whole.length > 1]
  const text = textOf(only ?? [])
  if (more || text === null || !text.includes(' ')) return startedByXargs('parallel', whole, parsed, names)
  // A single word with spaces is shell code.
  return (names === null ? [[UNKNOWN]] : namesIn(names)).map((name) => ({
    kind: 'text',
    text: replaced(known(text), '{}', name),
    positional: [],
    shell: 'other',
    via: 'parallel',
  }))
}

/** Merges many values into one, because a command for each would take too long. */
const few = (values: readonly Value[]): readonly Value[] => (values.length > MAX_APART ? [oneOf(values)] : values)

const MAX_APART = 16

/** Splits input into the names in it. */
export const namesIn = (input: Value): Value[] => splitValue(input, /[\s\0]+/)

/** The content of a file: of a pipe, of the standard input, or of one that the code writes. Null if unknown. */
export function contentOf(file: Value, { input, files }: Pick<Run, 'input' | 'files'>): Value | null {
  const [only, more] = file
  if (only?.kind === 'pipe' && more === undefined) return only.output
  return STDIN.test(textOf(file) ?? '') ? input : (files.get(fileKey(file)) ?? null)
}

const STDIN = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/

/** A key for the file that a word names. */
export const fileKey = (path: Value): string => keyOf(prefixOf(path).startsWith('./') ? without(path, 2) : path)

/** The names in a file that lists them. A list that the code does not show has one unknown name. */
export const listedIn = (file: Value, run: Pick<Run, 'input' | 'files'>): Value[] => {
  const content = contentOf(file, run)
  return content === null ? [[UNKNOWN]] : namesIn(content)
}

/** Splits off the assignments before the command in `env A=1 cmd` and `sudo A=1 cmd`. */
export function splitAssignments(words: readonly Value[]): {
  assignments: { name: string; value: Value }[]
  words: readonly Value[]
} {
  const assignments: { name: string; value: Value }[] = []
  for (const [i, word] of words.entries()) {
    const [head, name] = /^([A-Za-z_]\w*)=/.exec(prefixOf(word)) ?? []
    if (head === undefined || name === undefined) return { assignments, words: words.slice(i) }
    assignments.push({ name, value: without(word, head.length) })
  }
  return { assignments, words: [] }
}
