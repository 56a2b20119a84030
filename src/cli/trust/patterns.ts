import { nearest } from '../../policy/suggest.ts'
import { currentState } from '../../trust/drivers/snapshot.ts'
import type { Library, Member } from '../../trust/library.ts'
import { CATEGORIES, type Category, isCategory } from '../../trust/patterns.ts'
import { NEW_STATE } from '../../trust/state.ts'
import { type LearntPattern, learntPatterns } from '../../views/trust-patterns.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { colors, json, oneLine, plural, table } from '../screens/output.ts'
import { renderPattern } from './pattern-screen.ts'
import { words } from './score-screen.ts'
import { type TrustHere, trustHere } from './store.ts'

type Row = Member & { from: 'pack' | 'project'; weight: number }

/** Implements `bailiff trust patterns`. */
export function listPatterns(args: Args, io: Io): Exit {
  const here = trustHere(args, io)
  const { pack, own } = here
  const all = [...rowsOf(pack.library, 'pack'), ...(own.library === null ? [] : rowsOf(own.library, 'project'))]
  const category = givenCategory(args.get('category'))
  if (category !== null && args.has('exemplars')) throw new UsageError('Exemplars are benign: they have no category.')
  const [text] = args.words
  if (args.has('learnt')) {
    if (args.has('exemplars')) throw new UsageError('--learnt lists danger patterns. Leave out --exemplars.')
    const learnt = learntIn(here).filter((one) => isWanted(one, category, text))
    io.out(args.json ? json({ patterns: learnt }) : listLearnt(learnt))
    return EXIT.fine
  }
  const isFiltered = category !== null || text !== undefined || args.has('exemplars')
  const rows = all.filter((row) => (row.category === null) === args.has('exemplars') && isWanted(row, category, text))
  if (args.json) io.out(json({ pack: pack.id, patterns: rows }))
  else io.out(isFiltered ? list(rows, io) : summary(all, io))
  return EXIT.fine
}

const isWanted = (
  row: { about: string; category: Category | null },
  category: Category | null,
  text: string | undefined,
): boolean =>
  (category === null || row.category === category) &&
  (text === undefined || row.about.toLowerCase().includes(text.toLowerCase()))

const learntIn = ({ home, project }: TrustHere): LearntPattern[] =>
  learntPatterns(home === null ? NEW_STATE : currentState(home, project))

function listLearnt(learnt: readonly LearntPattern[]): string {
  if (learnt.length === 0)
    return 'No learnt pattern matches. Patterns are learnt from observed harm: bailiff trust observe\n'
  const live = learnt.filter(({ weight }) => weight > 0).length
  const count = `${plural(learnt.length, 'pattern')}, ${live} of them live`
  return `${learnt.map(renderPattern).join('')}${count}. To take the last change of one back:\nbailiff trust undo <pattern>\n`
}

function rowsOf({ size, member, weights }: Library, from: Row['from']): Row[] {
  return Array.from({ length: size }, (_, i) => ({ ...member(i), from, weight: (weights[i] ?? 0) / 255 }))
}

function givenCategory(given: string | undefined): Category | null {
  if (given === undefined) return null
  const category = given.replaceAll('-', '_')
  if (isCategory(category)) return category
  const meant = CATEGORIES.find((one) => one.startsWith(category)) ?? nearest(category, CATEGORIES)
  const hint = meant === null ? `Categories: ${CATEGORIES.join(', ')}.` : `Did you mean "${meant}"?`
  throw new UsageError(`Unknown category "${given}". ${hint}`)
}

const MAX_ABOUT = 60

function list(rows: readonly Row[], io: Io): string {
  if (rows.length === 0) return 'No pattern matches.\n'
  const c = colors(io.color)
  const cells = rows.map(({ category, about, from }) => [
    category === null ? 'benign' : words(category),
    oneLine(about, MAX_ABOUT),
    ...(rows.some((row) => row.from === 'project') ? [from] : []),
  ])
  return `${table(cells)}${c.dim(plural(rows.length, rows[0]?.category === null ? 'exemplar' : 'pattern'))}\n`
}

function summary(rows: readonly Row[], io: Io): string {
  const c = colors(io.color)
  const count = (category: Category | null, from: Row['from']): string =>
    String(rows.filter((row) => row.category === category && row.from === from).length)
  const head = ['CATEGORY', 'PACK', 'PROJECT']
  const cells = [...CATEGORIES, null].map((category) => [
    category === null ? 'benign exemplars' : words(category),
    count(category, 'pack').padStart(4),
    count(category, 'project').padStart(7),
  ])
  const [title = '', ...lines] = table([head, ...cells]).split('\n')
  return `${[c.dim(title), ...lines].join('\n')}To list some: bailiff trust patterns --category ${CATEGORIES[0]}\n`
}
