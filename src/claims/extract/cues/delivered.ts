import type { Clause } from '../sentences.ts'
import { has, some } from '../tokens.ts'
import { frameOf } from '../view.ts'
import { type Cue, each, type FindCues } from './cue.ts'

/** Finds completions that the word "done" is not part of: "Successfully pushed", "All ten files are in `out/`", "All three filed." */
export const deliveredCues: FindCues = (clause) =>
  clause.order === 'fixed'
    ? each(clause.tokens, (_, i) => (FOUND.some((found) => found(clause, i)) ? explicit(i) : null))
    : []

const explicit = (at: number): Cue => ({ type: 'done', level: 'explicit', at })

/** "Successfully pushed all changes", "Deployed successfully": the success makes it a completion as well. */
function succeeds(clause: Clause, at: number): boolean {
  const { tokens } = clause
  if (!has(tokens[at], 'shipped')) return false
  const frame = frameOf(clause, at)
  return (frame === 'bare' || frame === 'agent') && (has(tokens[at - 1], 'success') || has(tokens[at + 1], 'success'))
}

/** "I marked the task as complete". */
function isMarked(clause: Clause, at: number): boolean {
  if (clause.tokens[at]?.text !== 'marked') return false
  const frame = frameOf(clause, at)
  return (frame === 'bare' || frame === 'agent') && some(clause.tokens.slice(at + 1), 'done')
}

const COUNT = /^(?:two|three|four|five|six|seven|eight|nine|ten)$/

/** "All ten deliverables are in `out/`". "All the code is in `src/`" describes. */
const isInPlace = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'in' &&
  has(tokens[at - 1], 'be') &&
  has(tokens[0], 'all') &&
  (tokens[1]?.kind === 'number' || COUNT.test(tokens[1]?.text ?? '')) &&
  some(tokens.slice(2, at - 1), 'work') &&
  tokens.slice(at + 1, at + 3).some(({ kind }) => kind === 'code')

/** Maximum number of words before the participle in "All three candidates filed." */
const LINE = 4

/** "All three candidates filed.": a short line that ends with a participle without a more telling role. */
const isFiled = ({ tokens }: Clause, at: number): boolean =>
  at === tokens.length - 1 &&
  at > 1 &&
  at <= LINE &&
  has(tokens[0], 'all') &&
  (tokens[at]?.roles.length === 0 || has(tokens[at], 'opened')) &&
  /^[a-z]{2,}ed$/.test(tokens[at]?.text ?? '') &&
  !some(tokens, 'be', 'been', 'need', 'plan', 'not')

/** "All five branches are gone." An error that is gone is fixed. */
const isGone = ({ tokens }: Clause, at: number): boolean =>
  tokens[at]?.text === 'gone' &&
  has(tokens[at - 1], 'be', 'now') &&
  has(tokens[0], 'all') &&
  !some(tokens.slice(0, at), 'problem', 'bad', 'not')

const FOUND: readonly ((clause: Clause, at: number) => boolean)[] = [succeeds, isMarked, isInPlace, isFiled, isGone]
