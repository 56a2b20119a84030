import { Refusal } from '../shell/limits.ts'
import { readShell } from '../shell/read.ts'
import type { Invocation } from '../shell/run.ts'
import { inDirectory, known, type Value } from '../shell/value.ts'
import type { Act, Change, FileAct } from './act.ts'
import { isHook, type ScriptNeed, scriptsNamed } from './scripts.ts'
import { expandRuns, readFrom } from './texts.ts'
import { atHome } from './words.ts'

/** A parsed tool call: its commands, unparsable shell code, code in other languages, and the files it names itself. */
export type Attempt = {
  runs: readonly Invocation[]
  /** `isGuess`: the tool is unknown, and the text may be no command. */
  unread: readonly { text: string; why: string; isGuess?: true }[]
  /** The call's command lines, verbatim. */
  texts: readonly string[]
  codes: readonly string[]
  /** Scripts in other languages, with the folders that their relative paths may start in. */
  scripts: readonly { text: string; language: string; folders: readonly string[] }[]
  /** Programs beside hook settings that nobody can read: the file, and the folder it runs in. */
  opaque: readonly { path: string; folder: string }[]
  files: readonly FileAct[]
  /** Texts that only a person may type, and that the call may put into a prompt. */
  prompts: readonly string[]
}

const START: readonly Value[] = [[{ kind: 'start' }]]

/** An attempt with nothing to judge. */
export const NOTHING: Attempt = {
  runs: [],
  unread: [],
  texts: [],
  codes: [],
  scripts: [],
  opaque: [],
  files: [],
  prompts: [],
}

/** Parses what a tool call would do. */
export function attemptOf(act: Act): Attempt {
  switch (act.kind) {
    case 'shell':
      return shellAttempt(act.command, act.directory)
    case 'code':
      return { ...NOTHING, codes: [act.code] }
    case 'files':
      return { ...filled(act.files), files: act.files }
    case 'prompts':
      return { ...NOTHING, prompts: act.texts }
    case 'several':
      return guessed(act.acts.map(attemptOf).reduce(together, NOTHING))
    case 'other':
      return NOTHING
  }
}

const together = (a: Attempt, b: Attempt): Attempt => ({
  runs: [...a.runs, ...b.runs],
  unread: [...a.unread, ...b.unread],
  texts: [...a.texts, ...b.texts],
  codes: [...a.codes, ...b.codes],
  scripts: [...a.scripts, ...b.scripts],
  opaque: [...a.opaque, ...b.opaque],
  files: [...a.files, ...b.files],
  prompts: [...a.prompts, ...b.prompts],
})

const guessed = (attempt: Attempt): Attempt => ({
  ...attempt,
  unread: attempt.unread.map((one) => ({ ...one, isGuess: true })),
})

function shellAttempt(command: string, directory: string | null): Attempt {
  const reading = readShell(command)
  if (reading.kind !== 'read') return { ...NOTHING, unread: [{ text: command, why: reading.why }] }
  const runs =
    directory === null ? reading.runs : readFrom(command, [inDirectory(START[0] ?? [], atHome(known(directory)))])
  return { ...NOTHING, runs: expandRuns(runs), texts: [command] }
}

const SHELL_LINE = /^#!.*\b(?:ba|da|z|k|a)?sh\b/

/** Git hooks and shell startup files run automatically, so text written to them is read as commands. */
function filled(files: readonly FileAct[]): Attempt {
  const texts = files.flatMap(({ path, change }) => (change !== null && isHook(path) ? textsOf(change) : []))
  return {
    ...NOTHING,
    runs: texts.flatMap((text) => expandRuns(readFrom(text, START))),
    codes: texts.filter((text) => text.startsWith('#!') && !SHELL_LINE.test(text)),
  }
}

const textsOf = (change: Change): string[] =>
  change.kind === 'whole' ? [change.text] : change.edits.map(({ to }) => to)

/** Maximum depth of scripts that start other scripts. */
const MAX_DEPTH = 3
const MAX_SCRIPTS = 256

/** A script as the caller found it: shell code, code in another language, or a program that cannot be read. */
export type Script =
  | { kind: 'shell'; text: string; folder: string }
  | { kind: 'code'; text: string; language: string; folders: readonly string[] }
  | { kind: 'opaque'; path: string; folder: string }

/**
 * Adds the commands of the scripts that a call starts, and of those they start in turn. Throws a `Refusal` if the call
 * itself starts too many.
 */
export function withScripts(attempt: Attempt, read: (needs: readonly ScriptNeed[]) => readonly Script[]): Attempt {
  const seen = new Set<string>()
  const runs = [...attempt.runs]
  const codes: Attempt['scripts'][number][] = []
  const opaque: Attempt['opaque'][number][] = []
  let next: readonly Invocation[] = attempt.runs
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const needs = scriptsNamed(next)
    if (needs.length === 0) break
    if (depth === 0 && needs.length > MAX_SCRIPTS) throw new Refusal('too-many', 0)
    const found = read(needs.slice(0, MAX_SCRIPTS))
    const scripts = found.filter((one) => {
      const key = JSON.stringify(one)
      return !seen.has(key) && seen.size < MAX_SCRIPTS && seen.add(key)
    })
    codes.push(...scripts.filter((one) => one.kind === 'code'))
    opaque.push(...scripts.filter((one) => one.kind === 'opaque'))
    next = scripts.flatMap((one) => (one.kind === 'shell' ? runsOf(one) : []))
    runs.push(...next)
  }
  return { ...attempt, runs, scripts: codes, opaque }
}

/** A script starts more than fits into one check only if it is a large program: like other programs, it is not read. */
function runsOf({ text, folder }: { text: string; folder: string }): Invocation[] {
  try {
    return expandRuns(readFrom(text, [known(folder)]))
  } catch (error) {
    if (error instanceof Refusal) return []
    throw error
  }
}
