import type { Role } from '../lexicon/roles.ts'
import { some, type Token } from '../tokens.ts'
import type { FindCues } from './cue.ts'

/** Maximum number of words in a closing line: "Enjoy the new dashboard!" */
const LENGTH = 4

/** Words that keep a short line from implying that the work is done. */
const OPPOSES: readonly Role[] = [
  'not',
  'part',
  'hedge',
  'think',
  'plan',
  'scheme',
  'need',
  'if',
  'ask',
  'can',
  'remain',
  'please',
  'order',
  'supply',
  'step',
  'user',
  'agent',
  'thanks',
  'bad',
  'how',
]

/** Finds a short last line, after a report of work, that denies, doubts, plans and asks for nothing: "And that's that." */
export const closingCues: FindCues = ({ tokens }, { closes, stands, index }) =>
  index === 0 && ((closes && isPlain(tokens)) || (stands && isTreat(tokens)))
    ? [{ type: 'done', level: 'explicit', at: 0, negative: true }]
    : []

/** "Enjoy the new dashboard!" */
const isTreat = (tokens: readonly Token[]): boolean =>
  tokens[0]?.text === 'enjoy' && tokens.length <= TREAT && tokens.some(({ text }) => text === 'new')
const TREAT = 8

const isPlain = (tokens: readonly Token[]): boolean =>
  tokens.length <= LENGTH && !some(tokens, ...OPPOSES) && tokens.every(({ kind }) => kind === 'word' || kind === 'sign')
