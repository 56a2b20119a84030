import type { Invocation } from '../shell/run.ts'
import type { Touch } from '../shell/touch.ts'
import { textOf, type Value } from '../shell/value.ts'
import { findPlaces } from '../shell/wrappers.ts'
import { ANYTHING, type Below, type FindTests, type How } from './act.ts'
import { letsThrough } from './filters.ts'
import { isWithin, type Place } from './protection/place.ts'
import { type Reach, reach } from './reach.ts'

/** Effects of `find` itself. Commands that it starts are judged by their own words. */
export function findReaches(run: Invocation): Reach[] {
  const deletes = run.texts.includes('-delete')
  const tests = testsOf(run.args)
  const written = run.touches.filter((touch): touch is Named => touch.kind === 'write')
  const places = findPlaces(run.args, run)
  return [
    ...places.flatMap((path): Reach[] => [
      { how: 'read', path, below: 'nothing', tests: null },
      ...(deletes ? [{ how: 'write', path, below: 'removed', tests } as const] : []),
    ]),
    ...written.filter(({ path }) => !places.includes(path)).flatMap(({ path }) => reach('write', path)),
  ]
}

type Named = Extract<Touch, { path: Value }>

const REMOVERS = /^(?:rm|rmdir|unlink|shred|srm|mv|trash|trash-put)$/
const COPIERS = /^(?:cat|cp|tar|base64|xxd|od|strings|cpio|zip)$/

/** Effect below a folder if a program is applied to the files found there. */
export function doneToFound(name: string | null, how: How, below: Below): Below {
  if (below !== 'nothing') return below
  if (how === 'write') return REMOVERS.test(name ?? '') ? 'removed' : 'changed'
  if (how === 'listed') return 'nothing'
  return COPIERS.test(name ?? '') ? 'copied' : 'searched'
}

const TYPES: Readonly<Record<string, FindTests['type']>> = { f: 'file', d: 'folder', 'f,d': null, 'd,f': null }
const NAME = /^-i?(?:name|lname)$/
const PATH = /^-i?(?:path|wholename|regex)$/

/** Parses the tests in the arguments of `find`. */
export function testsOf(args: readonly Value[]): FindTests {
  const tests: FindTests = { ...ANYTHING, names: [], paths: [], not: [] }
  const texts = args.map((arg) => textOf(arg) ?? '*')
  for (const [i, option] of texts.entries()) {
    addLimit(tests, option, texts[i + 1] ?? '*')
    addTest(tests, option, texts[i + 1] ?? '*', texts[i - 1] ?? '')
  }
  return tests
}

function addLimit(tests: FindTests, option: string, value: string): void {
  if (option === '-maxdepth') tests.maxDepth = Number(value) || 0
  if (option === '-type') tests.type = Object.hasOwn(TYPES, value) ? (TYPES[value] ?? null) : 'other'
}

function addTest(tests: FindTests, option: string, value: string, before: string): void {
  if (option === '-empty' || option === '-prune' || (option === '-size' && value === '0')) tests.isNarrow = true
  const list = NAME.test(option) ? tests.names : PATH.test(option) ? tests.paths : null
  const isNegated = before === '!' || before === '-not'
  if (list !== null) (isNegated ? tests.not : list).push(option.includes('regex') ? asGlob(value) : value)
}

const asGlob = (regex: string): string => regex.replace(/\\(.)|\.\*/g, (_, one) => one ?? '*')

/** True if a search from `root` may find the place, something in it, or a folder around it. */
export function mayFind(tests: FindTests, root: string, place: Place): boolean {
  const rest = isWithin(place.path, root) ? place.path.slice(root.length) : ''
  if (!isThatDeep(tests, rest, place)) return false
  if (tests.filter !== null) return letsThrough(tests.filter, root, place)
  const names = [...rest.split('/').filter((name) => name !== ''), ...place.holds]
  const paths = [place.path, `.${rest}`, ...place.holds.map((name) => `${place.path}/${name}`)]
  const rulesOut = (pattern: string): boolean => [...names, ...paths].some((one) => matches(pattern, one))
  // A class is taken to match any character.
  if (tests.not.some((pattern) => !pattern.includes('[') && rulesOut(pattern))) return false
  if (tests.names.length + tests.paths.length === 0) return !tests.isNarrow
  return (
    tests.names.some((pattern) => names.some((name) => matches(pattern, name))) ||
    tests.paths.some((pattern) => paths.some((path) => matches(pattern, path)))
  )
}

/** True if a result within the depth limit and of this type may be the place, in it, or a folder around it. */
function isThatDeep({ maxDepth, type }: FindTests, rest: string, { holds }: Place): boolean {
  const depth = rest.split('/').filter((name) => name !== '').length
  if (type === 'other') return false
  return type === 'file' ? depth + (holds.length > 0 ? 1 : 0) <= maxDepth : maxDepth > 0 || depth === 0
}

/** Matches a `find` pattern: its stars also match slashes and dots. A pattern of nothing but stars matches everything. */
function matches(pattern: string, text: string): boolean {
  const marks = marksOf(pattern)
  // Each mark but a star stands for one character.
  if (marks === null || marks.length > 2 * text.length + 1) return false
  let reached = new Set([0])
  const spread = (): void => {
    for (const at of reached) if (marks[at] === '*') reached.add(at + 1)
  }
  spread()
  for (const next of text.toLowerCase()) {
    const from = reached
    reached = new Set()
    for (const at of from) {
      const mark = marks[at]
      if (mark === '*') reached.add(at)
      else if (mark === '?' || mark === next) reached.add(at + 1)
    }
    spread()
  }
  return reached.has(marks.length)
}

/** More characters than a path may have. */
const LONGEST = 1 << 16

let last: { pattern: string; marks: string | null } = { pattern: '', marks: '' }

/** A pattern is compared with many names in a row. */
function marksOf(pattern: string): string | null {
  if (last.pattern !== pattern) last = { pattern, marks: readMarks(pattern) }
  return last.marks
}

/** The marks of a pattern: single characters, stars, and a question mark for any class; null if it is too long to match a path. */
function readMarks(pattern: string): string | null {
  const text = pattern.length > LONGEST ? pattern.replace(/\*{2,}/g, '*') : pattern
  if (text.length > LONGEST) return null
  return text
    .toLowerCase()
    .replace(/\[[!^]?\]?[^\]]{0,100}\]/g, '?')
    .replace(/\*{2,}/g, '*')
}
