import { byCause, causeOf, FINDING_MESSAGES, isTold, nameOf, shortened } from '../../claims/messages.ts'
import type { JudgedFinding } from '../../session/state.ts'

const MAX_DETAIL = 240
const MAX_LINE = 400

/**
 * Says in short sentences for a person why a turn is not earned, each cause once. `consequence: 'told'` adds the claims that
 * are not earned because of it.
 */
export function reasons(findings: readonly JudgedFinding[], consequence: 'told' | 'left out'): string {
  const sentences = byCause(findings).map((group) => sentenceFor(group, consequence))
  return shortened([...new Set(sentences)].join(' '), MAX_LINE)
}

function sentenceFor(group: readonly [JudgedFinding, ...JudgedFinding[]], consequence: 'told' | 'left out'): string {
  const [first] = group
  const { code, said } = causeOf(first)
  const detail = isTold(first.code) ? shortened(said, MAX_DETAIL).replace(/\.$/, '') : ''
  // A detail that is a sentence of its own follows as one.
  const isSentence = /^\p{Lu}/u.test(detail)
  const inner = detail === '' || isSentence ? '' : ` (${detail})`
  const claims = consequence === 'told' ? claimsOf(group) : ''
  return `${factOf(first)}${inner}${claims} [${code}].${isSentence ? ` ${detail}.` : ''}`
}

/** Says what is missing, in a sentence without its full stop. */
function factOf({ code, validator }: JudgedFinding): string {
  const words = code === 'WORK_UNPROVEN' ? UNPROVEN : ((FINDING_MESSAGES as { [code: string]: string })[code] ?? code)
  return words.replace('%', validator === null ? 'It' : `"${validator}"`).replace(/\.$/, '')
}

const UNPROVEN = '% does not show that the changed files work.'

function claimsOf(group: readonly JudgedFinding[]): string {
  const names = new Set(
    group.filter(({ subject }) => subject !== 'message' && subject !== 'work').map(({ subject }) => nameOf(subject)),
  )
  if (names.size === 0) return ''
  return `, so ${[...names].join(' and ')} ${names.size === 1 ? 'is' : 'are'} not earned`
}
