import type { Role } from '../lexicon/roles.ts'
import { has, some, type Token } from '../tokens.ts'
import type { Cue, FindCues } from './cue.ts'

/** Maximum number of words in a heading that only names what follows. */
const LENGTH = 4
/** Words that turn a heading into a proposal or an explanation. */
const PROPOSES: readonly Role[] = [
  'plan',
  'scheme',
  'how',
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
export const nameCues: FindCues = ({ tokens }, { segment, index }) => {
  if (segment.level === undefined || index > 0 || tokens.length > LENGTH || some(tokens, ...PROPOSES)) return []
  const at = tokens.length - 1
  const type = typeOf(tokens, at)
  return type === null ? [] : [{ ...type, at, named: true }]
}

function typeOf(tokens: readonly Token[], at: number): Pick<Cue, 'type' | 'act'> | null {
  const last = tokens[at]
  if (has(last, 'to-fix')) return { type: 'fixed' }
  if (at === 0 && has(last, 'review')) return { type: 'verified' }
  return at === 0 && /^commits?$/.test(last?.text ?? '') ? { type: 'shipped', act: 'commit' } : null
}
