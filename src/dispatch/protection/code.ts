import { pathsOf } from '../../shell/paths.ts'
import { programNamed } from '../../shell/programs.ts'
import { readShell } from '../../shell/read.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import type { Below } from '../act.ts'
import { ANYTHING } from '../act.ts'
import { isProse, isReading, type Quoted, quotedIn } from '../quoted.ts'
import { judgeAim } from './judge.ts'
import { personOnlyIn } from './person-only.ts'
import { isClosed, type Place, type Protection, type ProtectionFinding } from './place.ts'
import { stoppedInCode } from './processes.ts'
import { removedIn } from './removals.ts'
import { standingOf } from './standing.ts'

/**
 * Code in another language in a command's arguments. It is not parsed, only searched for literal paths, whole or in
 * consecutive pieces. Closed places are found anywhere except in prose. Other places are found only as whole string
 * literals, if the code seems to write and does not only read them. Paths computed in any other way are missed.
 */
export type Code = { language: string; text: string; cwds: readonly Value[] }

/** Maximum number of characters to search: as many as a command line may have. The rest of longer code is ignored. */
const MAX_CHARS = 256 * 1024
const MAX_TEXTS = 5_000
const MAX_WINDOW = 6
const MAX_PATH = 4_096

const WORD = /[^\s'"`(),;|<>=&]+/g
const WRITES =
  /writ|['"][wax]b?\+?['"]|unlink|remov|\brm|delet|renam|truncat|append|dump|copy|link|chmod|touch|save|edit|\bmv\b|move|\bcp\b/i
/** Languages in which `>` opens a file. */
const REDIRECTING = /^(?:awk|perl|ruby)$/
const REDIRECTS = /(?<![=-])>(?!=)/
/** Signs that code starts programs. In some languages, backticks also start them. */
const STARTS = /system|exec|spawn|popen|subprocess|child_process|\bqx\b|\bpty\b|shell|\brun\s*\(/i
const BACKTICKS = /^(?:perl|ruby|php)$/

const startsPrograms = ({ language, text }: Code): boolean =>
  STARTS.test(text) || (BACKTICKS.test(language) && text.includes('`'))

const writes = (code: Code): boolean =>
  WRITES.test(code.text) || startsPrograms(code) || (REDIRECTING.test(code.language) && REDIRECTS.test(code.text))

/** Returns the finding about code, or null. */
export function findingInCode(given: Code, protection: Protection): ProtectionFinding | null {
  const code = { ...given, text: given.text.slice(0, MAX_CHARS) }
  if (code.language === 'sed') return findingInSed(code, protection)
  const command = startsPrograms(code) ? personOnlyIn(code.text) : null
  if (command !== null) return { code: 'PERSON_ONLY', what: command, said: command }
  const stopped = stoppedInCode(code.text)
  if (stopped !== null) return { code: 'PROTECTED_PROCESS', what: stopped, said: stopped }
  const quoted = quotedIn(code.text)
  return (
    closedIn(quoted, code, protection) ??
    removedIn(code, protection, wordOf) ??
    aroundIn(quoted, code, protection) ??
    (writes(code) ? writtenIn(quoted, code, protection) : null)
  )
}

/** `sed` accesses other files through its `r` and `w` commands. */
function findingInSed(code: Code, protection: Protection): ProtectionFinding | null {
  const named = [...code.text.matchAll(/(?:^|[\s;{}/|#,!\d$])[rRwW]\s{1,8}([^\s;}]{1,500})/g)].map(
    ([, path = '']) => path,
  )
  return firstOf(named, (path) => literal(path, code, protection, protection.places))
}

/** Finds a closed place named anywhere outside prose: by path, by variable, or in pieces. */
function closedIn(quoted: readonly Quoted[], code: Code, protection: Protection): ProtectionFinding | null {
  const closed = protection.places.filter(isClosed)
  const prose = startsPrograms(code) ? [] : quoted.filter((one) => isProse(one, code.text))
  const text = prose.reduce(
    (rest, { from, to }) => `${rest.slice(0, from)}${' '.repeat(to - from)}${rest.slice(to)}`,
    code.text,
  )
  const words = (text.match(WORD) ?? []).filter((word) => word.includes('/') && word.length < MAX_PATH)
  const paths = words.slice(0, MAX_TEXTS)
  const home = closed.at(-1)
  if (home !== undefined && /\bBAILIFF_HOME\b/.test(text))
    return { code: home.code, what: 'BAILIFF_HOME', said: 'BAILIFF_HOME' }
  const pieces = windows(quoted.filter((one) => !prose.includes(one)).map((one) => one.text))
  return firstOf(paths, (path) => literal(path, code, protection, closed)) ?? byEnd([...paths, ...pieces], closed)
}

/** Signs that code looks for text like that of a key. */
const SEEKING = /\{\s*(?:3[2-9]|[4-6]\d)\s*[,}]|0-9a-f|a-f0-9|xdigit|hexdigits/i

/** Function calls, and their effect on everything below a folder. */
const CALLS: readonly (readonly [RegExp, Below])[] = [
  [/copytree|cpSync|\bcp\s*\(|cp_r|copySync|copy_dir/, 'copied'],
  [/\bwalk|glob\w{0,40}\s*\(|scandir/, 'searched'],
]

/** Finds code that copies or recursively searches a folder that contains a place. */
function aroundIn(quoted: readonly Quoted[], code: Code, protection: Protection): ProtectionFinding | null {
  const calls = CALLS.filter(([pattern]) => pattern.test(code.text))
  if (calls.length === 0) return null
  const paths = quoted.map(({ text }) => text).filter((text) => /^[~./]/.test(text) && !/\s/.test(text))
  const atHome = /homedir|expanduser|HOME|Path\.home|Dir\.home/.test(code.text)
  const all = paths.flatMap((path) => (atHome && /^[./]/.test(path) ? [path, `~/${path}`] : [path]))
  const isSeeking = SEEKING.test(code.text)
  if (isSeeking && atHome) all.push('~')
  return firstOf(calls, ([, found]) => {
    const below = found === 'searched' && isSeeking ? 'sought' : found
    return firstOf(all.slice(0, MAX_TEXTS), (said) =>
      firstOf(pathsOf(wordOf(said.replace(/\/?\*.*$/, '')), code.cwds, protection.world), (path) =>
        judgeAim({ how: 'listed', below, tests: ANYTHING, path, said }, protection, NONE, NONE),
      ),
    )
  })
}

const NONE: ReadonlyMap<string, string> = new Map()

/** Finds other places named by string literals that are exactly a path, whole or in pieces. */
function writtenIn(quoted: readonly Quoted[], code: Code, protection: Protection): ProtectionFinding | null {
  const open = protection.places.filter((place) => !isClosed(place))
  const whole = quoted
    .filter((one) => !/\s/.test(one.text) && !isReading(one, code.text) && !isProse(one, code.text))
    .map(({ text }) => text.replace(/^[<>+]+/, ''))
  const started = /^(?:\.{0,2}|~)\//
  return (
    firstOf(whole, (text) =>
      /\/|^\.?[\w-]+(?:\.[\w-]+)+$/.test(text) ? literal(text, code, protection, open) : null,
    ) ??
    byEnd(
      windows(whole).filter((joined) => !started.test(joined) || joined.startsWith('/.')),
      open,
    )
  )
}

function literal(path: string, code: Code, { world }: Protection, places: readonly Place[]): ProtectionFinding | null {
  for (const one of pathsOf(wordOf(path), code.cwds, world)) {
    const place = places.find((place) => standingOf(one, place)?.kind === 'within')
    if (place !== undefined && (isClosed(place) || place.denies.includes('write')))
      return { code: place.code, what: one.text ?? path, said: path }
  }
  return null
}

function wordOf(path: string): Value {
  const home = /^(?:~|\$\{?HOME\}?)(?=\/|$)/.exec(path)?.[0]
  const rest = globbed(path.slice(home?.length ?? 0))
  return home === undefined ? rest : [{ kind: 'home', user: '' }, ...rest]
}

/** Many languages glob the way a shell does. */
const globbed = (path: string): Value =>
  path.split(/([*?])/).flatMap((text, i): Value => (i % 2 === 0 ? known(text) : [{ kind: 'glob', text }]))

/** Finds the first place whose tail one of the paths contains, whatever precedes it. */
function byEnd(paths: readonly string[], places: readonly Place[]): ProtectionFinding | null {
  const whole = paths.map((path) => `/${path}/`.replace(/\/+/g, '/'))
  return firstOf(places, ({ code, path, tail }) => {
    const at = tail === null ? -1 : whole.findIndex((one) => one.includes(`/${tail}/`))
    return at < 0 ? null : { code, what: path, said: paths[at] ?? '' }
  })
}

/** The strings, and consecutive strings joined with and without slashes. */
function windows(texts: readonly string[]): string[] {
  const found: string[] = []
  texts.forEach((_, from) => {
    for (let to = from + 2; to <= Math.min(texts.length, from + MAX_WINDOW); to++) {
      const window = texts.slice(from, to)
      if (window.join('').length < 400) found.push(window.join('/'), window.join(''))
    }
  })
  return [...texts, ...found]
}

const MAX_LINES = 256

/** The command lines in string literals: as one string, or as a program followed by its arguments. */
export function commandsInCode({ text }: Code): Invocation[] {
  const quoted = quotedIn(text.slice(0, MAX_CHARS)).map((one) => one.text)
  const lines = quoted.filter((one) => /^[\w./~-]+\s+\S/.test(one))
  const words = quoted.flatMap((one, i) =>
    isProgram(one)
      ? [
          quoted
            .slice(i, i + MAX_WINDOW)
            .map(asWord)
            .join(' '),
        ]
      : [],
  )
  return [...lines.slice(0, MAX_LINES), ...words.slice(0, MAX_LINES)].flatMap((line) => {
    const reading = readShell(line)
    return reading.kind === 'read' ? reading.runs : []
  })
}

const isProgram = (text: string): boolean => /^(?:write|move|copy)$/.test(programNamed(text)?.operands ?? '')

const asWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

function firstOf<T>(items: readonly T[], find: (item: T) => ProtectionFinding | null): ProtectionFinding | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
