import { touchesOf } from '../shell/files.ts'
import { pathsOf, type World } from '../shell/paths.ts'
import { readShell } from '../shell/read.ts'
import type { Run } from '../shell/run.ts'
import { known, type Piece, textOf, type Value } from '../shell/value.ts'
import type { Act, Below, FileAct, How } from './act.ts'
import { type Code, commandsInCode, findingInCode } from './code.ts'
import { type Aim, judgeAim } from './judge.ts'
import { bailiffArgs, personOnly } from './person-only.ts'
import { type Finding, isClosed, type Protection } from './place.ts'
import type { FindTests } from './reach.ts'
import { reachesOf } from './reaches.ts'
import { isHook } from './scripts.ts'
import { expandRuns, readFrom } from './texts.ts'

/** A tool call, read: the commands it runs, texts that cannot be read, and the files it names itself. */
export type Attempt = {
  runs: readonly Run[]
  unread: readonly { text: string; why: string }[]
  files: readonly FileAct[]
}

const START: readonly Value[] = [[{ kind: 'start' }]]

/** What is nothing that could be judged. */
export const NOTHING: Attempt = { runs: [], unread: [], files: [] }

/** Reads what a tool call would do. */
export function attemptOf(act: Act): Attempt {
  switch (act.kind) {
    case 'shell':
      return shellAttempt(
        act.command,
        act.directory === null ? START : [[...(START[0] ?? []), ...known(`/${act.directory}`)]],
      )
    case 'files':
      return { runs: act.files.flatMap(hooked), unread: [], files: act.files }
    case 'other':
      return NOTHING
  }
}

function shellAttempt(command: string, cwds: readonly Value[]): Attempt {
  const reading = readShell(command)
  if (reading.kind !== 'read') return { runs: [], unread: [{ text: command, why: reading.why }], files: [] }
  return { runs: expandRuns(cwds === START ? reading.runs : readFrom(command, cwds)), unread: [], files: [] }
}

/** Hooks of git run by themselves: what is written into one is read as the commands it will run. */
const hooked = ({ path, content }: FileAct): Run[] =>
  content !== null && isHook(path) ? expandRuns(readFrom(content, START)) : []

/** The same with the texts of scripts that it starts. */
export const withScripts = (attempt: Attempt, scripts: readonly { text: string; folder: string }[]): Attempt => ({
  ...attempt,
  runs: [...attempt.runs, ...scripts.flatMap(({ text, folder }) => expandRuns(readFrom(text, [known(folder)])))],
})

const MAX_AIMS = 2_000

/** Everything that a call aims at. */
export function aimsOf(attempt: Attempt, { world }: Protection): Aim[] {
  const aims: Aim[] = []
  const add = (how: How, below: Below, tests: FindTests | null, value: Value, cwds: readonly Value[]): void => {
    for (const path of pathsOf(atHome(value), cwds, world))
      if (aims.length < MAX_AIMS) aims.push({ how, below, tests, path })
  }
  for (const { how, path, below } of attempt.files) add(how, below, null, known(path.replace(/^file:\/\//, '')), START)
  for (const [i, run] of attempt.runs.entries()) {
    const isOurs = bailiffArgs(run).length > 0
    for (const { how, path, below, tests } of reachesOf(run, attempt.runs[i + 1])) {
      if (!isOurs || how === 'write') add(how, below, tests, path, run.cwds)
    }
    if (run.program?.some((piece) => piece.kind === 'text' && piece.text.includes('/'))) {
      add('read', 'nothing', null, run.program, run.cwds)
    }
  }
  return aims
}

/** Programs understand a tilde that the shell has left alone. */
function atHome(value: Value): Value {
  const [first, ...rest] = value
  const isHome = first?.kind === 'text' && /^~(?:\/|$)/.test(first.text)
  return isHome ? [{ kind: 'home', user: '' } as Piece, ...known(first.text.slice(1)), ...rest] : value
}

/** The finding about a call, or null. `real` are the real paths of those it names, as far as they differ. */
export function judge(
  attempt: Attempt,
  aims: readonly Aim[],
  protection: Protection,
  real: ReadonlyMap<string, string>,
): Finding | null {
  const links = linksOf(attempt.runs, protection.world)
  const names = new Map([...links, ...real])
  for (const run of attempt.runs) {
    const command = bailiffArgs(run, names).flatMap((args) => personOnly(args) ?? [])[0]
    if (command !== undefined) return { code: 'PERSON_ONLY', what: `bailiff ${command}` }
  }
  for (const aim of aims) {
    const found = judgeAim(aim, protection, real, links)
    if (found !== null) return found
  }
  return (
    codeFinding(attempt, protection, real) ??
    namedIn(
      attempt.unread.map(({ text }) => text),
      protection,
    )
  )
}

/** Links that the text makes itself: what lies behind them is not there yet to be resolved. */
function linksOf(runs: readonly Run[], world: World): Map<string, string> {
  const links = new Map<string, string>()
  for (const run of runs.filter(({ name }) => name === 'ln')) {
    const touches = touchesOf(run).filter((touch) => touch.kind !== 'inline-code')
    const [from] = touches.filter(({ kind }) => kind === 'read')
    const [to] = touches.filter(({ kind }) => kind === 'write').slice(-1)
    const texts = [to, from].map((one) =>
      one === undefined ? null : (pathsOf(one.path, run.cwds, world)[0]?.text ?? null),
    )
    if (texts[0] != null && texts[1] != null) links.set(texts[0], texts[1])
  }
  return links
}

function codeFinding(attempt: Attempt, protection: Protection, real: ReadonlyMap<string, string>): Finding | null {
  for (const run of attempt.runs) {
    for (const { language, code: text } of codesOf(run)) {
      const code: Code = { language, text: rendered(text, protection.world), cwds: run.cwds }
      const found = findingInCode(code, protection) ?? startedInCode(code, protection, real)
      if (found !== null) return found
    }
  }
  return null
}

/** Code among the words of a run: where a shell would look for it, and behind `deno eval`. */
function codesOf(run: Run): { language: string; code: Value }[] {
  const evaluated = run.name === 'deno' && textOf(run.args[0] ?? []) === 'eval' ? run.args.slice(1) : []
  const codes = touchesOf(run).filter((touch) => touch.kind === 'inline-code')
  return [...codes, ...evaluated.map((code) => ({ language: 'javascript', code }))]
}

/** What command lines in the quotes of code would do. What they only mention may be prose. */
function startedInCode(code: Code, protection: Protection, real: ReadonlyMap<string, string>): Finding | null {
  const runs = commandsInCode(code)
  const aims = aimsOf({ ...NOTHING, runs }, protection).filter(({ how }) => how !== 'mentioned')
  return runs.length === 0 ? null : judge(NOTHING, aims, protection, real)
}

const rendered = (value: Value, { home, start }: World): string =>
  value
    .map((piece) => {
      if (piece.kind === 'text' || piece.kind === 'glob') return piece.text
      return (piece.kind === 'home' ? home : piece.kind === 'start' ? start : null) ?? '\0'
    })
    .join('')

/** A text that cannot be read is denied only where it names a protected place as it stands. */
export function namedIn(texts: readonly string[], { places, world }: Protection): Finding | null {
  // However it is quoted: a text may be unreadable only because it is long.
  for (const text of texts.flatMap((one) => [one, one.replace(/['"\\]/g, '')])) {
    const place = places.find((one) => spellings(one.path, world).some((spelling) => text.includes(spelling)))
    if (place !== undefined) return { code: place.code, what: place.path }
    if (places.some(isClosed) && /\bBAILIFF_HOME\b/.test(text))
      return { code: 'PROTECTED_LEDGER', what: 'BAILIFF_HOME' }
  }
  return null
}

function spellings(path: string, { home, start }: World): string[] {
  const rest = home !== null && path.startsWith(`${home}/`) ? path.slice(home.length) : null
  const local = start !== null && path.startsWith(`${start}/`) ? [path.slice(start.length + 1)] : []
  return [path, ...(rest === null ? [] : [`~${rest}`, `$HOME${rest}`, `\${HOME}${rest}`, `"$HOME"${rest}`]), ...local]
}
