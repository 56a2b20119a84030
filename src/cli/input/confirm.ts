import type { Args, Io } from '../command.ts'

/** True if the person typed yes at a terminal, or passed `--yes`. */
export async function confirm(args: Args, io: Io, question: string): Promise<boolean> {
  if (args.has('yes')) return true
  const said = await io.ask(`${question} [y/N] `)
  if (said === null) {
    io.err(
      'bailiff: Cannot ask for confirmation: there is no terminal. To continue without questions: --yes [NOT_CONFIRMED]\n',
    )
    return false
  }
  const answer = said.trim().toLowerCase()
  if (answer === 'y' || answer === 'yes') return true
  io.err('bailiff: Nothing was changed. [NOT_CONFIRMED]\n')
  return false
}
