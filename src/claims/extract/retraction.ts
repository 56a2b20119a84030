import type { Role } from './lexicon/roles.ts'
import { some, type Token } from './tokens.ts'

/** Words about work: a negation in the same clause admits that something is missing. */
const WORK: readonly Role[] = [
  'to-fix',
  'to-ship',
  'to-check',
  'to-do',
  'test',
  'step',
  'done',
  'fixed',
  'shipped',
  'passed',
  'checked',
  'works',
  'changed',
  'built',
]

/** True for a clause that admits that something is missing, failed or not done. */
export const isAdmission = (tokens: readonly Token[]): boolean =>
  some(tokens, 'not', 'part', 'cannot') && some(tokens, ...WORK)

/** Words about results: a negation in the same clause takes back that there is one. */
const RESULTS: readonly Role[] = ['to-fix', 'to-check', 'to-do', 'test', 'done', 'fixed', 'passed', 'checked', 'works']

/** "The tests do not pass", "two tests still fail": takes back an earlier claim. */
export const isRetraction = (tokens: readonly Token[]): boolean =>
  some(tokens, 'not', 'part', 'cannot')
    ? some(tokens, ...RESULTS)
    : some(tokens, 'bad') && !some(tokens, 'lack', 'no-longer')
