import { isTooLarge } from '../../shell/limits.ts'
import { type PathWorld, pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import { type Attempt, NOTHING } from '../attempt.ts'
import { isLinking } from '../reach.ts'
import { acceptanceIn } from './acceptance.ts'
import { aimsOf } from './aims.ts'
import { backstop } from './backstop.ts'
import { type Code, commandsInCode, findingInCode } from './code.ts'
import { type Aim, judgeAim } from './judge.ts'
import { namedIn } from './named.ts'
import { bailiffArgs, personOnly } from './person-only.ts'
import { folderOf, isSettings, type Protection, type ProtectionFinding } from './place.ts'
import { stoppedProcess } from './processes.ts'
import { startedUnhooked } from './unhooked.ts'

/** Returns the finding about a call, or null. `real` maps the paths it names to their real paths, if they differ. */
export function judge(
  attempt: Attempt,
  aims: readonly Aim[],
  protection: Protection,
  real: ReadonlyMap<string, string>,
): ProtectionFinding | null {
  const links = linksOf(attempt.runs, protection.world)
  return (
    commandFinding(attempt.runs, {
      protection,
      real: new Map([...copiesOf(attempt.runs, protection.world), ...real]),
    }) ??
    acceptanceIn(attempt, protection) ??
    firstOf(attempt.runs, (run) => startedUnhooked(run, protection.hosts)) ??
    stoppedProcess(attempt.runs, protection) ??
    firstOf(aims, (aim) => judgeAim(aim, protection, real, links)) ??
    codeFinding(attempt, protection, real) ??
    firstOf(attempt.opaque, (one) => besideSettings(one, protection)) ??
    backstop(attempt.runs, protection) ??
    namedIn(
      attempt.unread.map(({ text }) => text),
      protection,
    ) ??
    firstOf(attempt.unread, ({ text, why, isGuess }) => (isTooLarge(why) && !isGuess ? tooLarge(text) : null))
  )
}

/** The finding about a call of which only a part could be checked: the place that it names, or else its size. */
export const findingTooLarge = (text: string, protection: Protection): ProtectionFinding =>
  namedIn([text], protection) ?? tooLarge(text)

const tooLarge = (text: string): ProtectionFinding => ({
  code: 'CALL_TOO_LARGE',
  what: `${text.length} characters`,
  said: `${text.slice(0, SHOWN_CHARS)}...`,
})

const SHOWN_CHARS = 60

function firstOf<T>(items: readonly T[], find: (item: T) => ProtectionFinding | null): ProtectionFinding | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}

function commandFinding(
  runs: readonly Invocation[],
  files: Parameters<typeof bailiffArgs>[1],
): ProtectionFinding | null {
  return firstOf(runs, (run) => {
    const command = bailiffArgs(run, files).flatMap((args) => personOnly(args) ?? [])[0]
    if (command === undefined) return null
    return { code: 'PERSON_ONLY', what: `bailiff ${command}`, said: `bailiff ${command}` }
  })
}

/** Links that the call itself creates. They do not exist yet, so they cannot be resolved. */
const linksOf = (runs: readonly Invocation[], world: PathWorld): Map<string, string> =>
  placedBy(
    runs.filter((run) => run.name === 'ln' || run.name === 'link' || isLinking(run)),
    world,
  )

/** Files that the call itself copies, moves or links: the new name, and the original. */
const copiesOf = (runs: readonly Invocation[], world: PathWorld): Map<string, string> =>
  placedBy(
    runs.filter(({ name }) => /^(?:ln|link|cp|install|mv)$/.test(name ?? '')),
    world,
  )

function placedBy(runs: readonly Invocation[], world: PathWorld): Map<string, string> {
  const placed = new Map<string, string>()
  for (const run of runs) {
    const touches = run.touches.filter((touch) => touch.kind !== 'inline-code')
    const [from] = touches.filter(({ kind }) => kind === 'read')
    const [to] = touches.filter(({ kind }) => kind === 'write').slice(-1)
    const [target, source] = [to, from].map((one) =>
      one === undefined ? null : (pathsOf(one.path, run.cwds, world)[0] ?? null),
    )
    if (target?.text != null && source != null) placed.set(target.text, source.text ?? source.pattern)
  }
  return placed
}

function codeFinding(
  attempt: Attempt,
  protection: Protection,
  real: ReadonlyMap<string, string>,
): ProtectionFinding | null {
  const inRuns = attempt.runs.flatMap((run) => codesOf(run, protection.world))
  const given = attempt.codes.map((text): Code => ({ language: '', text, cwds: [[{ kind: 'start' }]] }))
  const files = attempt.scripts.map(
    ({ text, language, folders }): Code => ({ language, text, cwds: folders.map(known) }),
  )
  return firstOf(
    [...given, ...files, ...inRuns],
    (code) => findingInCode(code, protection) ?? startedInCode(code, protection, real),
  )
}

/** A program that nobody can read may not run in the folder of hook settings, or from it: any name there is in its reach. */
function besideSettings({ path, folder }: Attempt['opaque'][number], { places }: Protection): ProtectionFinding | null {
  const isBeside = (one: string): boolean => one === folder || one === path.slice(0, path.lastIndexOf('/'))
  const place = places.find((one) => isSettings(one) && one.exists && isBeside(folderOf(one)))
  return place === undefined ? null : { code: place.code, what: path, said: path }
}

/** The code in a command's arguments, including `deno eval`. */
function codesOf(run: Invocation, world: PathWorld): Code[] {
  const evaluated = run.name === 'deno' && run.texts[0] === 'eval' ? run.args.slice(1) : []
  const codes = run.touches.filter((touch) => touch.kind === 'inline-code')
  return [...codes, ...evaluated.map((code) => ({ language: 'javascript', code }))].map(({ language, code }) => ({
    language,
    text: rendered(code, world),
    cwds: run.cwds,
  }))
}

/** Judges command lines in string literals. Paths they only mention are ignored, because they may be prose. */
function startedInCode(
  code: Code,
  protection: Protection,
  real: ReadonlyMap<string, string>,
): ProtectionFinding | null {
  const runs = commandsInCode(code)
  const aims = aimsOf({ runs, files: [] }, protection).filter(({ how }) => how !== 'mentioned')
  return runs.length === 0 ? null : (stoppedProcess(runs, protection) ?? judge(NOTHING, aims, protection, real))
}

const rendered = (value: Value, { home, start }: PathWorld): string =>
  value
    .map((piece) => {
      if (piece.kind === 'text' || piece.kind === 'glob') return piece.text
      return (piece.kind === 'home' ? home : piece.kind === 'start' ? start : null) ?? '\0'
    })
    .join('')
