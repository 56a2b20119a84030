import type { ValidatorOutcome } from '../../claims/validators/outcome.ts'
import type { TriedClaims, Would } from '../../supervisor/stop/try-claims.ts'
import type { Io } from '../command.ts'
import { colors, json, printable } from './output.ts'
import { fill } from './width.ts'

/** Shows a person who tries the approved checks what the gate would say if an agent stopped now. */

const SIGNS = { passed: '✓', failed: '✗', refused: '✗' } as const
const WOULD: { [would in Would]: string } = { pass: 'would pass', block: 'would block', warn: 'would only warn' }

export function renderTried({ runs, claims }: TriedClaims, io: Io): string {
  const c = colors(io.color)
  const checks = [...runs].map(([name, outcome]) =>
    fill(`${SIGNS[outcome.kind]} ${printable(name)}: ${said(outcome)}`, '  ', '    '),
  )
  const verdicts = (['block', 'warn', 'pass'] as const).flatMap((would) => {
    const named = claims.filter((one) => one.would === would).map(({ claim }) => titleOf(claim))
    return named.length === 0 ? [] : [fill(`${named.join(', ')}: ${c.bold(WOULD[would])}`)]
  })
  const none = runs.size === 0 ? 'The approved policy binds no check to this.\n' : ''
  const isFailed = [...runs.values()].some(({ kind }) => kind !== 'passed')
  const next = isFailed ? fill('Next: fix what failed, then run bailiff validate again') : ''
  return `${[...checks, ...verdicts].join('')}${none}This was a trial: nothing was recorded.\n${next}`
}

export const triedData = ({ runs, claims }: TriedClaims): string =>
  json({
    ok: claims.every(({ would }) => would === 'pass'),
    session: null,
    checks: [...runs].map(([validator, outcome]) => ({
      validator,
      result: outcome.kind,
      ...(outcome.kind !== 'passed' && { code: outcome.code }),
      said: outcome.sentence,
    })),
    claims,
  })

/** Some checks look at the turn. */
const said = (outcome: ValidatorOutcome): string => {
  const sentence = printable(outcome.sentence.replace('in this turn', 'in a turn; a trial has none'))
  return outcome.kind === 'passed' ? sentence : `${sentence} [${outcome.code}]`
}

/** A claim as people read it: work needs no words. */
const titleOf = (claim: string): string => (claim === 'work' ? 'changed files' : `"${claim.replace('_', ' ')}"`)
