import type { Confirmed } from '../../session/who.ts'
import { type Args, type Io, RefusedError } from '../command.ts'
import { recorded } from './refusals.ts'

/** The two ways to ask a person: Enter is enough for most steps; a step that weakens something takes a typed word. */

/** `toGoOn`: what to do if there is nobody to ask. `more`: what the answer "?" prints before the question is asked again. */
type Asking = { toGoOn?: string; more?: string }

/** Asks a question that Enter answers with yes. Throws if there is nobody to ask. */
export async function askYes(
  io: Io,
  args: Args,
  command: string,
  question: string,
  { toGoOn = WITH_YES, more = '' }: Asking = {},
): Promise<boolean> {
  const isYes = await answerTo(io, more === '' ? question : `${question} (? lists every line)`, more)
  if (isYes === null) throw await refusal(args, command, `${NOBODY} ${toGoOn}`)
  return isYes
}

/** Asks until the answer is yes or no; null if there is nobody to ask. */
async function answerTo(io: Io, question: string, more: string): Promise<boolean | null> {
  const answer = (await io.ask(`${question} [Y/n] `))?.trim().toLowerCase()
  if (answer === '?' && more !== '') {
    io.out(`${more}\n`)
    return answerTo(io, question, more)
  }
  if (answer === undefined) return null
  if (['', 'y', 'yes'].includes(answer)) return true
  return ['n', 'no'].includes(answer) ? false : answerTo(io, 'Please answer y or n.', more)
}

/** Asks a question that Enter answers with yes, unless the person passed --yes. Throws for no. */
export async function requireYes(io: Io, args: Args, command: string, question: string, more = ''): Promise<Confirmed> {
  if (args.has('yes')) return '--yes'
  if (await askYes(io, args, command, question, { more })) return 'typed'
  throw await refusal(args, command, 'You did not agree.')
}

/** Asks the person to type a word, unless they passed --yes. `meaning` says before that what the word does. */
export async function requireConfirmation(
  io: Io,
  args: Args,
  command: string,
  word: string,
  meaning = '',
): Promise<Confirmed> {
  if (args.has('yes')) return '--yes'
  const answer = await io.ask(`${meaning}Type "${word}" to continue: `)
  if (answer?.trim() === word) return 'typed'
  throw await refusal(args, command, answer === null ? `${NOBODY} ${WITH_YES}` : `You did not type "${word}".`)
}

const NOBODY = 'Cannot ask for confirmation: there is no terminal.'
const WITH_YES = 'To continue without questions, add --yes.'

const refusal = (args: Args, command: string, why: string): Promise<RefusedError> =>
  recorded(args, command, new RefusedError('NOT_CONFIRMED', `${why} Nothing was changed.`))
