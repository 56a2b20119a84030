import type { Invocation } from '../shell/run.ts'
import { prefixOf, textOf, type Value } from '../shell/value.ts'
import type { Filter, FilterRule } from './act.ts'
import { isWithin, type Place } from './protection/place.ts'

/** Rules of rsync: `--include=x`, `--filter='+ x'`. A file of rules is unknown, unless it can only exclude. */
const RULE =
  /^(?:(\+|-|include\b|exclude\b|hide\b|H\b)[,!/sCrx]*[ _]|(\.|:|merge\b|dir-merge\b)([,-]*-[,-]*)?[^ _]*[ _])\s*(.*)$/s

/** The rules with which rsync selects files below a source, in their order. */
export function filterOf({ args, texts }: Pick<Invocation, 'args' | 'texts'>, source: Value): Filter {
  const rules = args.flatMap((arg, i): FilterRule[] => {
    const [, attached, value] = /^(?:(--\w[\w-]*)=|-f)(.+)$/s.exec(prefixOf(arg)) ?? []
    const isWhole = textOf(arg) !== null
    if (value !== undefined) return isWhole ? ruleOf(attached ?? '-f', value) : unknownRule(attached ?? '-f')
    const option = texts[i - 1] ?? ''
    return isWhole ? ruleOf(option, textOf(arg) ?? '') : unknownRule(option)
  })
  const end = source.at(-1)
  return { rules, isNamed: !(end?.kind === 'text' && /\/\.?$/.test(end.text)) }
}

const FILTER = /^(?:-f|--filter)$/

const unknownRule = (option: string): FilterRule[] =>
  option === '--include' || FILTER.test(option) ? [{ kind: 'unknown', pattern: '' }] : []

function ruleOf(option: string, value: string): FilterRule[] {
  if (option === '--include') return [{ kind: 'include', pattern: value }]
  if (option === '--exclude') return [{ kind: 'exclude', pattern: value }]
  if (option === '--include-from') return [{ kind: 'unknown', pattern: '' }]
  if (!FILTER.test(option)) return []
  const [, rule, merge, excluding, pattern = ''] = RULE.exec(value) ?? []
  if (merge !== undefined) return excluding === undefined ? [{ kind: 'unknown', pattern: '' }] : []
  return rule === undefined ? [] : [{ kind: /^[+i]/.test(rule) ? 'include' : 'exclude', pattern }]
}

/** True if a filter lets any file of the place through: no folder on the way and not all files are excluded. */
export function letsThrough({ rules, isNamed }: Filter, root: string, place: Place): boolean {
  const rest = isWithin(place.path, root) ? place.path.slice(root.length).split('/').filter(Boolean) : []
  const way = [...(isNamed ? [root.slice(root.lastIndexOf('/') + 1)] : []), ...rest]
  const isOut = (depth: readonly string[], isFolder: boolean): boolean => {
    const path = `/${depth.join('/')}`
    return rules.find(({ kind, pattern }) => kind === 'unknown' || isMatch(pattern, path, isFolder))?.kind === 'exclude'
  }
  if (way.some((_, i) => isOut(way.slice(0, i + 1), i + 1 < way.length || place.holds.length > 0))) return false
  return place.holds.length === 0 || place.holds.some((name) => !isOut([...way, name], false))
}

/** A pattern with a slash counts from the root if it begins with one, else from any folder; one without is a name. */
function isMatch(pattern: string, path: string, isFolder: boolean): boolean {
  if (pattern.endsWith('/***'))
    return [pattern.slice(0, -4), `${pattern.slice(0, -4)}/**`].some((one) => isMatch(one, path, isFolder))
  if (pattern.endsWith('/')) return isFolder && isMatch(pattern.slice(0, -1), path, isFolder)
  if (pattern.startsWith('/')) return matches(pattern, path)
  if (!pattern.includes('/') && !pattern.includes('**')) return matches(pattern, path.slice(path.lastIndexOf('/') + 1))
  return matches(`**/${pattern}`, path)
}

/** Matches a glob whose `*` and `?` stop at slashes, and whose `**` does not. A class of characters matches any. */
function matches(glob: string, path: string): boolean {
  const marks = glob.match(/\*{2,}|\[[^\]/]+\]|\\.|[\s\S]/g) ?? []
  const isStar = (mark: string | undefined): boolean => mark?.startsWith('*') === true
  const spread = (from: Set<number>): Set<number> => {
    // A set that grows during iteration is iterated to its end.
    for (const at of from) if (isStar(marks[at])) from.add(at + 1)
    return from
  }
  let reached = spread(new Set([0]))
  for (const next of path) {
    const passed = new Set<number>()
    for (const at of reached) {
      const mark = marks[at] ?? ''
      if (isStar(mark) && (next !== '/' || mark.length > 1)) passed.add(at)
      else if (mark === next || mark === `\\${next}` || (next !== '/' && /^(?:\?|\[.+)$/.test(mark))) passed.add(at + 1)
    }
    reached = spread(passed)
  }
  return reached.has(marks.length)
}
