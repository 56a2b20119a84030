import type { Judgement } from '../../claims/finding.ts'
import { shortened } from '../../claims/messages.ts'
import type { SeenValidation } from '../../claims/turn.ts'

/** The line for the person about an earned turn: the checks that it stands on, and how long each took. */
export function earnedNotice({ notes }: Judgement, validations: readonly SeenValidation[]): string {
  const seqs = new Set(notes.flatMap((note) => (note.code === 'EARNED' ? note.seqs : [])))
  const passes = validations.filter(({ seq, result }) => seqs.has(seq) && result === 'passed')
  const checks = [...new Map(passes.map((pass) => [pass.validator, pass])).values()]
  return `Bailiff: earned${checks.length === 0 ? '' : ` (${shortened(listed(checks), MAX_CHECKS)})`}`
}

const MAX_CHECKS = 200

function listed([first, ...others]: readonly SeenValidation[]): string {
  if (first === undefined) return ''
  if (others.length === 0) return joined(first, ', ', 'already passed on these files')
  return [first, ...others].map((check) => joined(check, ' ', 'already passed')).join(', ')
}

/** A check and its time. A reused pass took no time now; other checks, such as a comparison of commits, run no command. */
function joined({ validator, reused, durationMs }: SeenValidation, sign: string, before: string): string {
  const how = reused ? before : durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(1)} s`
  return how === '' ? validator : `${validator}${sign}${how}`
}
