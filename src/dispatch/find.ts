import { touchesOf } from '../shell/files.ts'
import { programNamed } from '../shell/programs.ts'
import { baseName, type Run } from '../shell/run.ts'
import { known, textOf, type Value } from '../shell/value.ts'
import { findPlaces } from '../shell/wrappers.ts'
import { ANYTHING, type Below, type FindTests, type How } from './act.ts'
import { isWithin, type Place } from './place.ts'
import type { Reach } from './reach.ts'

/** What `find` does: it reads its places, and does to what it finds there what its actions say. */
export function findReaches(run: Run, next: Run | null): Reach[] {
  const places = findPlaces(run.args)
  const tests = testsOf(run.args)
  const actions = [...actionsOf(run), ...(next?.name === 'xargs' ? handedOn(next) : [])]
  return places.flatMap((path): Reach[] => [
    { how: 'read', path, below: 'nothing', tests: null },
    ...actions.map(({ how, below }): Reach => ({ how, path, below, tests })),
  ])
}

type Action = { how: How; below: Below }

const REMOVERS = /^(?:rm|unlink|shred|srm|mv|trash|trash-put)$/

function actionsOf(run: Run): Action[] {
  const actions: Action[] = []
  const texts = run.args.map((arg) => textOf(arg))
  if (texts.includes('-delete')) actions.push({ how: 'write', below: 'removed' })
  texts.forEach((text, i) => {
    if (text === null || !/^-(?:exec|execdir|ok|okdir)$/.test(text)) return
    const end = texts.findIndex((one, at) => at > i && (one === ';' || one === '+'))
    actions.push(...executed(run, run.args.slice(i + 1, end < 0 ? undefined : end)))
  })
  return actions
}

/** What the program behind `-exec` does to what stands for the found name. */
function executed(run: Run, [program, ...args]: readonly Value[]): Action[] {
  const name = baseName(textOf(program ?? []) ?? '')
  const inner: Run = { ...run, program: program ?? null, name, args, redirections: [], input: null }
  return touchesOf(inner).flatMap((touch): Action[] => {
    if (touch.kind === 'inline-code' || !(textOf(touch.path) ?? '').includes('{}')) return []
    if (touch.kind === 'write') return [{ how: 'write', below: REMOVERS.test(name) ? 'removed' : 'changed' }]
    return touch.kind === 'read' && /^(?:cat|cp|tar|base64|xxd|od|strings)$/.test(name)
      ? [{ how: 'read', below: 'copied' }]
      : []
  })
}

/** `find … | xargs …`: what is found is handed to another program. */
function handedOn(run: Run): Action[] {
  const from = run.args.findIndex((arg) => programNamed(textOf(arg) ?? '') !== null)
  return from < 0 ? [] : executed(run, [...run.args.slice(from), known('{}')])
}

const NAME = /^-i?(?:name|lname)$/
const PATH = /^-i?(?:path|wholename|regex)$/

function testsOf(args: readonly Value[]): FindTests {
  const tests: FindTests = { ...ANYTHING, names: [], paths: [], not: [] }
  const texts = args.map((arg) => textOf(arg) ?? '*')
  for (const [i, option] of texts.entries()) addTest(tests, option, texts[i + 1] ?? '*', texts[i - 1] ?? '')
  return tests
}

function addTest(tests: FindTests, option: string, value: string, before: string): void {
  if (option === '-empty' || option === '-prune' || (option === '-size' && value === '0')) tests.isNarrow = true
  const list = NAME.test(option) ? tests.names : PATH.test(option) ? tests.paths : null
  const isNegated = before === '!' || before === '-not'
  if (list !== null) (isNegated ? tests.not : list).push(option.includes('regex') ? asGlob(value) : value)
}

const asGlob = (regex: string): string => regex.replace(/\\(.)|\.\*/g, (_, one) => one ?? '*')

/** Whether what is looked for around a place may be the place, something in it, or a folder it is in. */
export function mayFind(tests: FindTests, root: string, place: Place): boolean {
  const rest = isWithin(place.path, root) ? place.path.slice(root.length) : ''
  const names = [...rest.split('/').filter((name) => name !== ''), ...place.holds]
  const paths = [place.path, `.${rest}`, ...place.holds.map((name) => `${place.path}/${name}`)]
  if (tests.not.some((pattern) => [...names, ...paths].some((one) => matches(pattern, one)))) return false
  if (tests.names.length + tests.paths.length === 0) return !tests.isNarrow
  return (
    tests.names.some((pattern) => names.some((name) => matches(pattern, name))) ||
    tests.paths.some((pattern) => paths.some((path) => matches(pattern, path)))
  )
}

/** A pattern as `find` has it: its stars stand for slashes and dots as well. A pattern of nothing but stars is none. */
function matches(pattern: string, text: string): boolean {
  let reached = new Set([0])
  const spread = (): void => {
    for (const at of reached) if (pattern[at] === '*') reached.add(at + 1)
  }
  spread()
  for (const next of text.toLowerCase()) {
    const from = reached
    reached = new Set()
    for (const at of from) {
      const mark = pattern[at]?.toLowerCase()
      if (mark === '*') reached.add(at)
      else if (mark === '?' || mark === '[' || mark === next) reached.add(at + 1)
    }
    spread()
  }
  return reached.has(pattern.length)
}
