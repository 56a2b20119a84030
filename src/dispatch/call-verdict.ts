import {
  ADVISORY_CODES,
  ANSWERS,
  DISPATCH_CODES,
  type DispatchAnswer,
  type DispatchPolicy,
} from '../policy/dispatch.ts'
import type { CheckedCall, DispatchFinding } from './call.ts'
import { diffFindings } from './diff.ts'
import { schemaFindings } from './schema.ts'
import { scopeFindings } from './scope.ts'

/** A finding with the policy's answer to it. */
export type Ruled = DispatchFinding & { answer: DispatchAnswer }

/** The verdict on a call: the strictest answer, and all findings. `isUnasked`: there was no one to ask. */
export type DispatchVerdict = { answer: DispatchAnswer; findings: readonly Ruled[]; isUnasked: boolean }

/** Maximum number of findings; more would add nothing. */
const MAX_FINDINGS = 16

/** All findings about a call, one per code. */
export function findingsOf(call: CheckedCall): DispatchFinding[] {
  const found = new Map<string, DispatchFinding>()
  for (const one of [...schemaFindings(call), ...scopeFindings(call), ...diffFindings(call)]) {
    const before = found.get(one.code)
    if (before === undefined || rank(one.answer) > rank(before.answer)) found.set(one.code, one)
  }
  return [...found.values()].slice(0, MAX_FINDINGS)
}

const rank = (answer: DispatchAnswer | null): number => (answer === null ? -1 : ANSWERS.indexOf(answer))

/** Applies the policy to findings. If no one can be asked, a question becomes a flag, or a denial if the policy says so. */
export function ruleOn(
  findings: readonly DispatchFinding[],
  policy: DispatchPolicy,
  canAsk: () => boolean,
): DispatchVerdict {
  const ruled = findings
    .map((one): Ruled => ({ ...one, answer: one.answer ?? answerTo(one.code, policy) }))
    .filter(({ answer }) => answer !== 'allow')
    // The deciding finding comes first; the others stay in the order they were found.
    .sort((a, b) => rank(b.answer) - rank(a.answer))
  const strictest = ruled[0]?.answer ?? 'allow'
  const isUnasked = strictest === 'ask' && !canAsk()
  return { answer: isUnasked ? unaskedAnswer(ruled, policy) : strictest, findings: ruled, isUnasked }
}

/** A score alone never denies a call, even if nobody can be asked. */
const unaskedAnswer = (ruled: readonly Ruled[], { nobodyToAsk }: DispatchPolicy): DispatchAnswer =>
  ruled.some(({ code, answer }) => answer === 'ask' && !isAdvisory(code)) ? nobodyToAsk : 'flag'

const isAdvisory = (code: DispatchFinding['code']): boolean => ADVISORY_CODES.some((one) => one === code)

const answerTo = (code: DispatchFinding['code'], { codes }: DispatchPolicy): DispatchAnswer =>
  (Object.hasOwn(codes, code) ? codes[code] : undefined) ?? DISPATCH_CODES[code][1]
