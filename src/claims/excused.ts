import type { ClaimType, Policy } from '../policy/policy.ts'
import type { Evidence } from './evidence.ts'
import type { StatedGap } from './extract/claim.ts'
import type { Lack } from './support.ts'
import { isOfTests } from './tested.ts'

/** Claims that a stated gap limits: "done, but one test still fails". The others contradict it. */
const LIMITED: readonly ClaimType[] = ['done', 'fixed', 'work']

/**
 * True if a failed check is no reason to block, only to warn: the message itself names the gap, or the turn touched no file and
 * is done with something else, such as a switch to another branch.
 */
export function isExcused(
  type: ClaimType,
  { code, validator, seqs }: Lack,
  gaps: readonly StatedGap[],
  policy: Policy,
  { did, past, validations }: Evidence,
): boolean {
  if (code !== 'FAILED' || validator === null) return false
  if (type === 'done' && did.untouched && !past().unproven) return true
  if (!LIMITED.includes(type)) return false
  const failures = validations.filter(({ seq }) => seqs.includes(seq)).flatMap((one) => one.failures ?? [])
  const names = [validator, ...failures.flatMap(partsOf)]
  return gaps.some(
    ({ quote, namesTests }) =>
      (namesTests && isOfTests(validator, policy)) || names.some((name) => isNamedIn(quote, name)),
  )
}

/** True if the text contains the name as a whole: "adds" is not named in "loads". */
function isNamedIn(text: string, name: string): boolean {
  if (name === '') return false
  const [first, ...rest] = text.split(name)
  let before = first ?? ''
  return rest.some((after) => {
    const isWhole = !/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after)
    before = after
    return isWhole
  })
}

/** The title of a test, and its file with and without the folder. The groups between them say too little. */
function partsOf(name: string): string[] {
  const parts = name.split(/ > |::|: /).map((part) => part.trim())
  const file =
    parts.length > 1 && /\.\w+$/.test(parts[0] ?? '') ? [parts[0] ?? '', parts[0]?.split('/').at(-1) ?? ''] : []
  return [parts.at(-1) ?? '', ...file]
}
