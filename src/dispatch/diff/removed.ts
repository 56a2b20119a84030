import { type Path, pathsOf } from '../../shell/paths.ts'
import { prefixOf, type Value } from '../../shell/value.ts'
import { findPlaces } from '../../shell/wrappers.ts'
import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { isWithin } from '../protection/place.ts'
import { folderOf, inProject, isTemporaryRoot, whereIs } from '../where.ts'
import { atHome, saidOf } from '../words.ts'
import { has, type RunWords } from './run-rule.ts'
import { isBuildOutput } from './usual.ts'

const REMOVING = ' rm rmdir unlink shred srm wipe rimraf del-cli trash trash-put find git '

/** True if a program with this name can remove files. */
export const isRemoving = (name: string): boolean => name !== '' && REMOVING.includes(` ${name} `)

/** Finds removals outside the project, of the whole project, and of folders that are not build output. */
export const removals = (removed: readonly Removed[], call: CheckedCall): DispatchFinding[] =>
  removed.flatMap((one) => removal(one, call))

/** The paths that a command removes. */
export const removedBy = (one: RunWords, call: CheckedCall): Removed[] =>
  targetsOf(one).flatMap((target) =>
    pathsOf(atHome(target.value), one.run.cwds, call.world)
      .slice(0, MAX_NAMES)
      .map((path) => ({ ...target, path })),
  )

/** Maximum number of paths to examine per word. */
const MAX_NAMES = 4

/** Matches everything in a folder: the last name is completely unknown. */
const EVERYTHING = /(?:^|\/)[\uFDD0-\uFDD2]+$/

/** A path to be removed. `isTree`: recursively; `isNarrow`: only names that match a test. */
type Target = { value: Value; isTree: boolean; isNarrow: boolean }

export type Removed = Target & { path: Path }

function targetsOf({ name, args, words, command }: RunWords): Target[] {
  const all = (isTree: boolean): Target[] =>
    args.filter((arg) => !isOption(saidOf(arg))).map((value) => ({ value, isTree, isNarrow: false }))
  switch (name) {
    case 'rm':
      return all(has(words, 'rR', '--recursive'))
    case 'find': {
      const tests = ownTests(words)
      const places = tests.includes('-delete') ? findPlaces(args) : []
      return places.map((value) => ({ value, isTree: true, isNarrow: isTested(tests) }))
    }
    case 'git':
      return command !== 'rm' || words.includes('--cached') || has(words, 'n', '--dry-run') ? [] : all(has(words, 'r'))
    case 'rmdir':
    case 'unlink':
    case 'shred':
      return all(false)
    default:
      return all(true)
  }
}

const isOption = (word: string): boolean => word.length > 1 && word.startsWith('-')

/** The words of `find` without those of the commands it starts. */
function ownTests(words: readonly string[]): string[] {
  let isInner = false
  return words.filter((word) => {
    if (/^-(?:exec|ok)(?:dir)?$/.test(word)) isInner = true
    else if (isInner && (word === ';' || word === '+')) isInner = false
    return !isInner
  })
}

const TESTS = /^-(?:i?name|i?path|i?regex|newer\w*|mtime|mmin|atime|ctime|cmin|size|empty|user|perm|links|lname)$/

const isTested = (words: readonly string[]): boolean => words.some((word) => TESTS.test(word))

function removal({ value, path, isTree, isNarrow }: Removed, call: CheckedCall): DispatchFinding[] {
  const said = saidOf(value)
  const isSome = isNarrow || (path.found !== null && isTested(path.found.map(saidOf)))
  switch (whereIs(path, call)) {
    case 'temporary':
      return isTree && path.text !== null && isTemporaryRoot(path.text) ? [finding('OUTSIDE_REMOVED', said)] : []
    case 'outside':
      return [finding('OUTSIDE_REMOVED', said)]
    case 'unknown':
      // Nothing is known about the path except that it is below the root.
      if (prefixOf(value).startsWith('/')) return [finding('OUTSIDE_REMOVED', said)]
      return isTree && !isSome ? [finding('TREE_REMOVED', said)] : []
    case 'inside':
      return (isTree || path.found !== null) && !isSome ? within(path, said, call) : []
  }
}

/** Judges the removal of a project folder or its contents. */
function within(path: Path, said: string, call: CheckedCall): DispatchFinding[] {
  const folder = folderOf(path) ?? ''
  if (path.text !== null) return whole(folder, said, call, 'itself')
  if (path.found !== null || EVERYTHING.test(path.pattern)) return whole(folder, said, call, 'below')
  // A pattern such as *.log or */dist matches files by name, not the whole folder.
  const last = path.pattern.slice(path.pattern.lastIndexOf('/') + 1)
  return /\.\w+$/.test(last) || isBuildOutput(last, call.policy) ? [] : whole(folder, said, call, 'part')
}

/** Judges the removal of the whole project, git data, build output, or anything else. */
function whole(folder: string, said: string, call: CheckedCall, what: 'itself' | 'below' | 'part'): DispatchFinding[] {
  const rest = inProject(folder, call)
  const { start } = call.world
  const isAll = (rest === null && what !== 'part') || (what === 'itself' && start !== null && isWithin(start, folder))
  if (isAll || /^\.git(?:\/|$)/.test(rest ?? '')) return [finding('OUTSIDE_REMOVED', said)]
  return isBuildOutput(rest ?? '', call.policy) ? [] : [finding('TREE_REMOVED', said)]
}
