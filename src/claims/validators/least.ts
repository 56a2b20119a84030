import type { Recorded } from '../../policy/floor.ts'
import type { Start } from '../changes/start.ts'
import { textOf } from '../fingerprint/names.ts'
import { nameIn } from '../fingerprint/rows.ts'
import { isWholeFile } from '../tests/whole-file.ts'
import type { Floor } from './floor.ts'
import { floorIn } from './floor-record.ts'
import { titleOf } from './title.ts'
import type { ValidatorWorld } from './world.ts'

/**
 * The run that a turn may not fall below: the one on the turn's starting content. If no check ran on that, it is the last pass,
 * as far as the files of the starting content still have its tests.
 */
export function leastOf(
  recorded: Recorded,
  words: readonly string[],
  cwd: string,
  { start, floors }: Pick<ValidatorWorld, 'start' | 'floors'>,
): Floor | null {
  if (recorded.kind === 'run') return floorIn(recorded.run)
  if (start === null) return null
  const last = floors.last(words, cwd)
  const floor = last.kind === 'run' ? floorIn(last.run) : null
  const files = floor?.tests == null ? null : start.load()
  return floor === null || files === null ? null : within(floor, titlesIn(files))
}

/** The tests of a run that these titles name. Its counts say nothing about other content. */
function within(floor: Floor, titles: ReadonlySet<string>): Floor | null {
  const tests = floor.tests?.filter(({ name }) => titles.has(titleOf(name))) ?? []
  return tests.length === 0 ? null : { passed: tests.length, failed: 0, skipped: 0, packages: 0, tests }
}

/** The titles of the tests that run, in the files that `isChosen`. */
function titlesIn({ tests }: Pick<Start, 'tests'>, isChosen: (file: string) => boolean = () => true): Set<string> {
  const chosen = [...tests].filter(([file]) => isChosen(textOf(file)))
  return new Set(
    chosen.flatMap(([, all]) => all.filter(({ state }) => state === 'runs').map((one) => titleOf(one.name))),
  )
}

/** Finds tests of the turn's start in files that the turn did not change: such a test cannot have been renamed. */
export function keptTests({ start, turn }: Pick<ValidatorWorld, 'start' | 'turn'>): (name: string) => boolean {
  let titles: Set<string> | null = null
  return (name) => {
    titles ??= unchangedTitles(start?.load() ?? null, turn.changes)
    return titles.has(titleOf(name))
  }
}

/** Finds the files of the turn's start in which no test could be read: by path, or as a runner names modules and classes. */
export function unreadFiles({ start }: Pick<ValidatorWorld, 'start'>): (file: string) => boolean {
  let began: Start | null | undefined
  return (file) => {
    began ??= start?.load() ?? null
    if (began === null) return false
    const { tests, rows } = began
    const isPath = file.includes('/') || /\.[cm]?[jt]sx?$/.test(file)
    const wanted = isPath ? stemOf(file) : file
    const named = [...(isPath ? [...rows].map(nameIn) : tests.keys())].filter((name) =>
      isOf(stemOf(textOf(name)), wanted),
    )
    const isRead = (name: string): boolean => tests.get(name)?.some((test) => !isWholeFile(test)) ?? false
    return named.length > 0 && !named.some(isRead)
  }
}

const stemOf = (path: string): string => path.replace(/\.\w+$/, '').replaceAll('/', '.')

/** `tests.test_a` holds `tests.test_a.TestAdd`; runners name files from the folder that they run in. */
const isOf = (path: string, file: string): boolean =>
  `.${path}`.endsWith(`.${file}`) || `${file}.`.startsWith(`${path}.`)

function unchangedTitles(start: Start | null, changes: ValidatorWorld['turn']['changes']): Set<string> {
  if (start === null || changes === null || changes.paths.length < changes.total) return new Set()
  const changed = new Set([...changes.paths, ...changes.restored])
  return titlesIn(start, (file) => !changed.has(file))
}
