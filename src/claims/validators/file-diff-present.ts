import { isNamed } from '../../policy/glob.ts'
import { refuseArguments } from './bind.ts'
import type { RunKind } from './kind.ts'
import { fail, pass } from './outcome.ts'
import { amount, shown } from './render.ts'

/** Passes if files changed in this turn according to the host: a call that names a path to write succeeded. */
export const fileDiffPresent: RunKind<'file_diff_present'> = ({ paths }, bound, { turn: { calls } }) => {
  const refused = refuseArguments(bound)
  if (refused !== null) return refused
  const written = new Set(calls.filter(({ end }) => end === 'succeeded').flatMap((call) => call.written))
  const where = paths.join() === '**' ? '' : `under ${shown(paths)} `
  const found = [...written].filter((path) => isNamed(path, paths)).sort()
  if (found.length === 0) return fail({ code: 'NOT_CHANGED', sentence: `Nothing ${where}changed in this turn.` })
  const sentence = `${amount(found.length, 'file')} changed in this turn: ${shown(found)}.`
  return pass('reported', sentence, { paths: found.slice(0, MAX_PATHS) })
}

const MAX_PATHS = 1_000
