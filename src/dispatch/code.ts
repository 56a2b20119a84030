import { pathsOf } from '../shell/paths.ts'
import { readShell } from '../shell/read.ts'
import type { Run } from '../shell/run.ts'
import { known, type Value } from '../shell/value.ts'
import { personOnlyIn } from './person-only.ts'
import { type Finding, isClosed, type Place, type Protection } from './place.ts'
import { standingOf } from './standing.ts'

/**
 * Code in another language among the words of a command. It is not understood: it is searched for paths that stand in it
 * literally, or in pieces that follow one another. Closed places are found anywhere in it; others only as whole texts in
 * quotes, and only where the code looks as if it wrote something. What is computed in any other way is not seen.
 */
export type Code = { language: string; text: string; cwds: readonly Value[] }

/** Longer code is searched up to here. */
const MAX_CHARS = 64 * 1024
const MAX_TEXTS = 1_000
const MAX_WINDOW = 6
const MAX_PATH = 4_096

const QUOTED = /'((?:[^'\\\n]|\\.){0,2000})'|"((?:[^"\\\n]|\\.){0,2000})"|`((?:[^`\\]|\\.){0,2000})`/g
const WORD = /[^\s'"`(),;|<>=&]+/g
const WRITES =
  /writ|['"][wax]b?\+?['"]|(?<![=-])>(?!=)|unlink|remov|\brm|delet|renam|truncat|append|dump|copy|link|chmod|touch|system|exec|spawn|popen|subprocess|save|edit|\bmv\b|move|replace\(|\bcp\b/i

/** The finding about code, or null. */
export function findingInCode(code: Code, protection: Protection): Finding | null {
  const text = code.text.slice(0, MAX_CHARS)
  if (code.language === 'sed') return findingInSed(text, code, protection)
  const command = personOnlyIn(text)
  if (command !== null) return { code: 'PERSON_ONLY', what: command, said: command }
  const quoted = quotedIn(text)
  const closed = closedIn(text, quoted, code, protection)
  return closed ?? (WRITES.test(text) ? writtenIn(quoted, code, protection) : null)
}

/** `sed` reaches other files by its commands `r` and `w`. */
function findingInSed(text: string, code: Code, protection: Protection): Finding | null {
  const named = [...text.matchAll(/(?:^|[\s;{}/|#,!\d$])[rRwW]\s{1,8}([^\s;}]{1,500})/g)].map(([, path = '']) => path)
  return firstOf(named, (path) => literal(path, code, protection, protection.places))
}

function quotedIn(text: string): string[] {
  const found: string[] = []
  for (const [, one, two, three] of text.matchAll(QUOTED)) {
    found.push((one ?? two ?? three ?? '').replace(/\\(.)/g, '$1'))
    if (found.length === MAX_TEXTS) break
  }
  return found
}

/** A closed place that is named anywhere, by its path, by its variable, or in pieces. */
function closedIn(text: string, quoted: string[], code: Code, protection: Protection): Finding | null {
  const closed = protection.places.filter(isClosed)
  const words = (text.match(WORD) ?? []).filter((word) => word.includes('/') && word.length < MAX_PATH)
  const paths = words.slice(0, MAX_TEXTS)
  const home = closed.at(-1)
  if (home !== undefined && /\bBAILIFF_HOME\b/.test(text))
    return { code: home.code, what: 'BAILIFF_HOME', said: 'BAILIFF_HOME' }
  return (
    firstOf(paths, (path) => literal(path, code, protection, closed)) ?? byEnd([...paths, ...windows(quoted)], closed)
  )
}

/** Another place, by a text in quotes that is nothing but its path, or by a command line in quotes. */
function writtenIn(quoted: string[], code: Code, protection: Protection): Finding | null {
  const open = protection.places.filter((place) => !isClosed(place))
  const whole = quoted.filter((text) => !/\s/.test(text)).map((text) => text.replace(/^[<>+]+/, ''))
  const started = /^(?:\.{0,2}|~)\//
  return (
    firstOf(whole, (text) => (text.includes('/') ? literal(text, code, protection, open) : null)) ??
    byEnd(
      windows(whole).filter((joined) => !started.test(joined) || joined.startsWith('/.')),
      open,
    )
  )
}

function literal(path: string, code: Code, { world }: Protection, places: readonly Place[]): Finding | null {
  const home = /^(?:~|\$\{?HOME\}?)(?=\/)/.exec(path)?.[0]
  const rest = globbed(path.slice(home?.length ?? 0))
  const value: Value = home === undefined ? rest : [{ kind: 'home', user: '' }, ...rest]
  for (const one of pathsOf(value, code.cwds, world)) {
    const place = places.find((place) => standingOf(one, place)?.kind === 'within')
    if (place !== undefined && (isClosed(place) || place.denies.includes('write')))
      return { code: place.code, what: one.text ?? path, said: path }
  }
  return null
}

/** Many languages look for names as a shell does. */
const globbed = (path: string): Value =>
  path.split(/([*?])/).flatMap((text, i): Value => (i % 2 === 0 ? known(text) : [{ kind: 'glob', text }]))

/** The place that one of these ends in, whatever comes before it; the closer place first. */
function byEnd(paths: readonly string[], places: readonly Place[]): Finding | null {
  const whole = paths.map((path) => `/${path}/`.replace(/\/+/g, '/'))
  return firstOf(places, ({ code, path, tail }) => {
    const at = tail === null ? -1 : whole.findIndex((one) => one.includes(`/${tail}/`))
    return at < 0 ? null : { code, what: path, said: paths[at] ?? '' }
  })
}

/** Texts that follow one another, joined as paths and as they are. */
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

/** The command lines in the quotes of code. */
export function commandsInCode({ text }: Code): Run[] {
  const lines = quotedIn(text.slice(0, MAX_CHARS)).filter((one) => /^[\w./~-]+\s+\S/.test(one))
  return lines.slice(0, 16).flatMap((line) => {
    const reading = readShell(line)
    return reading.kind === 'read' ? reading.runs : []
  })
}

function firstOf<T>(items: readonly T[], find: (item: T) => Finding | null): Finding | null {
  for (const item of items) {
    const found = find(item)
    if (found !== null) return found
  }
  return null
}
