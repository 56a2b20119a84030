import type { Args, Io } from '../command.ts'

/** A person's yes: typed on a terminal, or given with `--yes`. Without either the answer is no. */
export async function confirm(args: Args, io: Io, question: string): Promise<boolean> {
  if (args.has('yes')) return true
  const said = await io.ask(`${question} [y/N] `)
  if (said === null) {
    io.err('bailiff: there is nobody to ask here. Pass --yes if you want this. [NOT_CONFIRMED]\n')
    return false
  }
  const answer = said.trim().toLowerCase()
  if (answer === 'y' || answer === 'yes') return true
  io.err('bailiff: nothing was changed. [NOT_CONFIRMED]\n')
  return false
}
