import { pathsOf } from '../../shell/paths.ts'
import type { Value } from '../../shell/value.ts'
import { isProse, isReading, type Quoted, quotedIn } from '../quoted.ts'
import { judgeAim } from './judge.ts'
import { isWithin, type Protection, type ProtectionFinding } from './place.ts'

/** Calls that remove or move what they are given. Collections have methods named `remove` and `delete`, too. */
const REMOVES =
  /(?:\bunlink\w*|\brmtree|\brmdir\w*|\brmSync|\brm_r?f?|\brm(?=\s*\()|(?<!\.)\bremove\w*|\b(?:os|fs|fsp|fse|promises|Deno|shutil|FileUtils)\.(?:remove\w*|replace)|\brimraf|\brenam\w*|\bmove\w*(?=\s*\()|\b(?:File|Dir|Files)\.delete|\bdelete-directory|\bsend2trash|\btrash)(?:\s*\(\s*|\s+|$)/g
/** A command line that removes or moves. */
const REMOVING = /^(?:sudo\s+)?(?:\S*\/)?(?:rm|rmdir|unlink|mv|shred|srm|trash)(?:\s|$)/
/** Calls that join the parts of a path, before the first part. */
const JOINING = /\b(?:join|resolve|joinpath|Path|PurePath|catfile|catdir|normalize|abspath)\s*\(\s*$/
const JOINING_LATER = /\b(?:join|resolve|joinpath|catfile|catdir)\s*\([^'"`;]{0,80},\s*$/
/** Calls that list the files of a folder, so that code may remove them. */
const LISTING = /\b(?:readdir\w*|listdir|scandir|opendir|glob\w*|walk\w*|iterdir|children|entries|Dir)\s*[([]?\s*$/
const UNEQUAL = /(?:!==?|\bne|\bnot\s+in\s*[([{]?)\s*$/
const AT_HOME = /homedir|expanduser|HOME|Path\.home|Dir\.home/
const PLACEHOLDER = /[$#]\{[^}]{0,200}\}|\{\w{0,50}\}|%[sd]|\$\w+/g
/** Lists of words without quotes: `qw(a b)`, `%w[a b]`, and `<a*>`, a glob. */
const WORDS = /(?:\bqw|%[wW])\s*[([{<|/!]([^)\]}>|!]{0,500})|<([~.\w-][^<>\s'"]{0,200}\*[^<>\s'"]{0,200})>/g

const MAX_CANDIDATES = 2_000
const MAX_NAMES = 200
const MAX_CALLS = 200
const MAX_CHARS = 400

/** Consecutive literals that code puts together. `rest`: the code goes on to add something unknown to them. */
type Run = { text: string; from: number; to: number; literals: readonly Quoted[]; rest: '' | '*' | '/*' }

export type Removing = { text: string; cwds: readonly Value[] }

/**
 * Finds code that removes or moves a place, or what a folder with a place holds. If a call says what it removes, only that
 * counts. If it computes that, anything counts that the code names: in a list, a template, a glob or joined parts.
 */
export function removedIn(
  code: Removing,
  protection: Protection,
  wordOf: (path: string) => Value,
): ProtectionFinding | null {
  const calls = [...code.text.matchAll(REMOVES)].map((match) => match.index + match[0].length)
  const runs = runsIn(code.text)
  const commands = runs.filter(({ text }) => REMOVING.test(text))
  if (calls.length + commands.length === 0) return null
  // Of more calls than anyone writes, none is looked at alone.
  const own = (calls.length > MAX_CALLS ? [-1] : calls).map(
    (at) => runs.find((run) => isStartedAt(run, code.text, at)) ?? null,
  )
  const isComputed =
    own.some((run) => run === null || /^(?:\*|$)/.test(pathOf(run))) ||
    commands.some(({ text, rest }) => rest !== '' || /^\S+$/.test(text))
  const named = isComputed
    ? [...runs.filter((run) => !isExempt(run, code.text)), ...wordsIn(code.text)]
    : [...own, ...commands]
  const candidates = named.flatMap((run) => (run === null ? [] : candidatesOf(run, runs, AT_HOME.test(code.text))))
  const cwds = [...code.cwds, ...folders(runs, code.text, wordOf)]
  for (const said of [...new Set(candidates)].slice(0, MAX_CANDIDATES)) {
    for (const path of pathsOf(wordOf(said), cwds, protection.world)) {
      const { start } = protection.world
      if (isComputed && start !== null && path.text !== null && isWithin(start, path.text)) continue
      const found = judgeAim({ how: 'write', below: 'removed', tests: null, path, said }, protection, NONE, NONE)
      if (found !== null) return found
    }
  }
  return null
}

const NONE: ReadonlyMap<string, string> = new Map()

/** The literals in code, as far as they are parts of one text or path. The name of a variable is none. */
function runsIn(code: string): Run[] {
  const runs: Run[] = []
  for (const one of quotedIn(code).filter(({ text }) => !/^(?:HOME|USERPROFILE)$/.test(text))) {
    const last = runs.at(-1)
    const between = last === undefined ? null : code.slice(last.to, one.from)
    const glue = last === undefined || between === null ? null : glueOf(between, last, code, one)
    const head = code.slice(Math.max(0, one.from - 1), one.from)
    const from = /[frbu]/.test(head) ? one.from - 1 : one.from
    if (last === undefined || glue === null) runs.push({ text: one.text, from, to: one.to, literals: [one], rest: '' })
    else
      runs[runs.length - 1] = {
        ...last,
        text: `${last.text}${glue}${one.text}`,
        to: one.to,
        literals: [...last.literals, one],
      }
  }
  return runs.map((run) => ({ ...run, rest: restOf(run, code) }))
}

/** The text between two literals that belong together, or null. Those in a list are apart, unless it is joined. */
function glueOf(between: string, last: Run, code: string, next: Quoted): string | null {
  if (/^\s*(?:\+|\.\.?|)\s*$/.test(between)) return ''
  if (/^\)?\s*\/\s*$/.test(between)) return '/'
  if (!/^\s*,\s*$/.test(between)) return null
  return isJoined(last.from, code) || /^\s*\]\s*\.join\b/.test(code.slice(next.to, next.to + 20)) ? '/' : null
}

const NEAR = 100

function isJoined(from: number, code: string): boolean {
  const before = code.slice(Math.max(0, from - NEAR), from)
  return JOINING.test(before) || JOINING_LATER.test(before)
}

function restOf({ from, to }: Run, code: string): Run['rest'] {
  const after = code.slice(to, to + 20)
  if (/^\)?\s*\/\s*[\w$(]/.test(after)) return '/*'
  if (/^\s*,\s*[\w$(]/.test(after) && isJoined(from, code)) return '/*'
  return /^\s*(?:\+|\.\.?\s*[$(]|\s[A-Za-z_$])/.test(after) ? '*' : ''
}

/** True if a call that ends here is given this literal, perhaps through calls that join paths. */
function isStartedAt({ from }: Run, code: string, at: number): boolean {
  return (
    at >= 0 &&
    from >= at &&
    from - at < NEAR &&
    /^(?:[\w.]*\(\s*)*[frbu]?$/.test(code.slice(at, from)) &&
    (from === at || isJoined(from, code))
  )
}

/** A text with a mark for each unknown part. An unknown beginning is dropped: the rest is enough to recognise a place. */
const pathOf = ({ text, rest }: Run): string => `${text.replace(PLACEHOLDER, '*')}${rest}`

/** Literals that are prose, files that are only read, and names that something is not. */
const isExempt = ({ literals }: Run, code: string): boolean =>
  literals.every((one) => {
    const before = code.slice(Math.max(0, one.from - NEAR), one.from)
    return isProse(one, code) || UNEQUAL.test(before) || (isReading(one, code) && !LISTING.test(before))
  })

function candidatesOf(run: Run, all: readonly Run[], isAtHome: boolean): string[] {
  const path = pathOf(run)
  const words = /\s/.test(path) ? path.split(/\s+/).filter((word) => /^[.~]|\//.test(word)) : [path]
  return words
    .map((word) => word.replace(/^\*\/+/, ''))
    .flatMap((word) => (/(?:^|\/)\.?\*$/.test(word) && !/\w\/\*$/.test(word) ? filled(word, all) : [word]))
    .filter((word) => word.length < MAX_CHARS && (!/^[./~*]*$/.test(word) || run.rest === ''))
    .flatMap((word) => (isAtHome && /^[./]/.test(word) ? [word, `~/${word.replace(/^\/+/, '')}`] : [word]))
}

/** A name of which nothing but a dot is known may be any that the code names. */
const filled = (word: string, all: readonly Run[]): string[] =>
  all
    .slice(0, MAX_NAMES)
    .filter(({ text }) => /^[\w.-]+$/.test(text))
    .map(({ text }) => word.replace(/\*$/, text))

function wordsIn(code: string): Run[] {
  return [...code.matchAll(WORDS)].flatMap(([, words, glob]) =>
    (glob ?? words ?? '')
      .split(/\s+/)
      .filter(Boolean)
      .map((text): Run => ({ text, from: 0, to: 0, literals: [], rest: '' })),
  )
}

/** Folders that code makes its working folder. */
const folders = (runs: readonly Run[], code: string, wordOf: (path: string) => Value): Value[] =>
  runs
    .filter(({ from }) => /chdir[^;\n]{0,60}$/.test(code.slice(Math.max(0, from - NEAR), from)))
    .map(({ text }) => wordOf(text))
