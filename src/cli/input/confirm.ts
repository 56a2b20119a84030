import { type Args, type Io, RefusedError } from '../command.ts'
import { recorded } from './refusals.ts'

/** The two ways to ask a person: Enter is enough for most steps; a step that weakens something takes a typed word. */

/** How a person confirmed: at the terminal, or by an option. */
export type Confirmed = 'typed' | '--yes'

/** Asks a question that Enter answers with yes; null if there is nobody to ask. */
export async function askYes(io: Io, question: string): Promise<boolean | null> {
  const answer = await io.ask(`${question} [Y/n] `)
  return answer === null ? null : ['', 'y', 'yes'].includes(answer.trim().toLowerCase())
}

/** Asks a question that Enter answers with yes, unless the person passed --yes. Throws for any other answer. */
export async function requireYes(io: Io, args: Args, command: string, question: string): Promise<Confirmed> {
  if (args.has('yes')) return '--yes'
  const isYes = await askYes(io, question)
  if (isYes) return 'typed'
  throw await refusal(args, command, isYes === null ? NOBODY : 'You did not agree.')
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
  throw await refusal(args, command, answer === null ? NOBODY : `You did not type "${word}".`)
}

const NOBODY = 'Cannot ask for confirmation: there is no terminal. To continue without questions, add --yes.'

const refusal = (args: Args, command: string, why: string): Promise<RefusedError> =>
  recorded(args, command, new RefusedError('NOT_CONFIRMED', `${why} Nothing was changed.`))
