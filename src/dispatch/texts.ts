import { Refusal } from '../shell/limits.ts'
import { programNamed } from '../shell/programs.ts'
import { readShell } from '../shell/read.ts'
import type { Invocation } from '../shell/run.ts'
import { inDirectory, type Piece, type Value } from '../shell/value.ts'
import { passesOn } from './lists.ts'
import { REMOVERS } from './readers.ts'
import { jobText, LATER, scheduleLines } from './schedules.ts'
import { folderGiven, recipesShown, writtenBy, writtenText } from './scripts.ts'

/** Programs that run the command in their arguments in this file system. Each has its own syntax. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'npx bunx pnpx npm pnpm yarn bun uv uvx poetry pipenv pdm hatch rye conda mamba bundle rbenv pyenv asdf mise nix ' +
    'nix-shell devbox direnv dotenv dotenvx doppler op cross-env cross-env-shell hyperfine entr watchexec nodemon ' +
    'concurrently tmux screen firejail bwrap proot fakeroot setpriv expect rlwrap chronic retry gosu tini valgrind gdb ' +
    'perf prlimit'
  ).split(' '),
)

const LIMIT = 256
const DEPTH = 3

/** Adds commands that are started in ways the shell parser does not know. Throws a `Refusal` if there are too many. */
export function expandRuns(runs: readonly Invocation[]): Invocation[] {
  const all = [...runs]
  let texts = 0
  let from = 0
  for (let depth = 0; depth < DEPTH; depth++) {
    const to = all.length
    const written = writtenBy(all)
    for (const run of all.slice(from, to)) {
      for (const text of [...textsOf(run), ...recipesShown(run), ...writtenText(run, written)]) {
        if (texts++ === LIMIT) throw new Refusal('too-many', 0)
        for (const cwds of foldersOf(run)) all.push(...readFrom(text, cwds))
      }
    }
    from = to
  }
  return all
}

/** The folders in which a command may start others: its own, and one that it is given. */
function foldersOf(run: Invocation): (readonly Value[])[] {
  const folder = folderGiven(run)
  return folder === null ? [run.cwds] : [run.cwds.map((cwd) => inDirectory(cwd, folder)), run.cwds]
}

/** The commands of shell code that starts in the first of these folders. */
export function readFrom(text: string, cwds: readonly Value[]): Invocation[] {
  const reading = readShell(text)
  if (reading.kind !== 'read') return []
  const [folder = [{ kind: 'start' } as Piece]] = cwds
  const moved = (value: Value): Value => (value[0]?.kind === 'start' ? [...folder, ...value.slice(1)] : value)
  return reading.runs.map((run) => ({ ...run, cwds: run.cwds.map(moved) }))
}

/** Shell code that a command runs, as far as its words show. */
function textsOf(run: Invocation): string[] {
  const { name, args, texts, input } = run
  if (name === null) return []
  if (name === 'git') return gitTexts(texts)
  if (name === 'ssh') return LOCAL.test(texts[0] ?? '') ? texts.filter(isSpaced) : []
  if (LATER.test(name)) return scheduleLines(jobText(input ?? []))
  if (!WRAPPERS.has(name)) return []
  const at = texts.findIndex(isProgram)
  return [...(at < 0 ? [] : [args.slice(at).map(quoted).join(' ')]), ...texts.filter(isSpaced)]
}

const LOCAL = /^(?:\w+@)?(?:localhost|127\.0\.0\.1)$/

const isSpaced = (text: string): boolean => /\S\s+\S/.test(text)

const isProgram = (word: string): boolean => {
  const known = programNamed(word.slice(word.lastIndexOf('/') + 1))
  return (known === null ? REMOVERS.has(word) || passesOn(word) : known.operands !== 'nothing') && !word.startsWith('-')
}

const RUNS_VALUE =
  /^(?:alias\..+|core\.(?:editor|pager|sshcommand|askpass|fsmonitor)|sequence\.editor|credential\.helper)$/i

/** Values of git settings that git runs later. */
function gitTexts(texts: readonly string[]): string[] {
  const at = texts.findIndex((text) => RUNS_VALUE.test(text))
  const value = texts[at + 1] ?? ''
  if (!texts.includes('config') || at < 0) return []
  return [/^alias\./i.test(texts[at] ?? '') && !value.startsWith('!') ? `git ${value}` : value.replace(/^!/, '')]
}

/** Quotes a word so that it can be parsed again. */
function quoted(value: Value): string {
  return value.map(quotedPiece).join('') || "''"
}

function quotedPiece(piece: Piece): string {
  switch (piece.kind) {
    case 'text':
      return `'${piece.text.replaceAll("'", "'\\''")}'`
    case 'home':
      return '"$HOME"'
    case 'start':
      return '"$PWD"'
    case 'glob':
      return piece.text.startsWith('*') ? '*' : '?'
    case 'variable':
      return /^\w+$/.test(piece.name) ? `"$${piece.name}"` : '"$1"'
    case 'found':
    case 'content':
    case 'pipe':
    case 'unknown':
      return '"$1"'
  }
}
