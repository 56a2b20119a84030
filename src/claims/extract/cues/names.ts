import type { Role } from '../lexicon/roles.ts'
import { has, some, type Token } from '../tokens.ts'
import type { Cue, FindCues } from './cue.ts'

/** Maximum number of words in a heading that only names what follows. */
const LENGTH = 4
/** The same if the first word is the name: "Correcciones de formato en la tabla". */
const LED_LENGTH = 6
/** Words that turn a heading into a proposal or an explanation. */
const PROPOSES: readonly Role[] = [
  'plan',
  'scheme',
  'how',
  'appraises',
  'proposes',
  'need',
  'ask',
  'not',
  'can',
  'remain',
  'if',
  'hedge',
  'your',
]

/** Finds headings that name a result: "Fixes", "The two fixes:", "Verification", "Commits". Other sentences must back them. */
export const nameCues: FindCues = ({ tokens, order }, { segment, index }) => {
  // The noun comes first. An infinitive names a task.
  const leads = order === 'free' && has(tokens[0], 'to-fix') && has(tokens[0], 'work')
  const isLong = tokens.length > (leads ? LED_LENGTH : LENGTH)
  if (segment.level === undefined || index > 0 || isLong || some(tokens, ...PROPOSES)) return []
  const at = leads || isOfProblem(tokens) ? 0 : tokens.length - 1
  const type = typeOf(tokens, at)
  return type === null ? [] : [{ ...type, at, named: true }]
}

/** "修复的问题": the particle ties the fix to what was fixed. */
const isOfProblem = (tokens: readonly Token[]): boolean =>
  has(tokens[0], 'to-fix') && tokens[1]?.text === '的' && has(tokens[2], 'problem', 'work')

function typeOf(tokens: readonly Token[], at: number): Pick<Cue, 'type' | 'act'> | null {
  const last = tokens[at]
  if (has(last, 'to-fix')) return { type: 'fixed' }
  if (at === 0 && has(last, 'review')) return { type: 'verified' }
  return at === 0 && /^commits?$/.test(last?.text ?? '') ? { type: 'shipped', act: 'commit' } : null
}
