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
  const none = claims.length === 0 ? 'The approved policy binds no check to this.\n' : ''
  return `${[...checks, ...verdicts].join('')}${none}No session is open in this project, so nothing was recorded.\n`
}

export const triedData = ({ runs, claims }: TriedClaims): string =>
  json({
    ok: claims.every(({ would }) => would === 'pass'),
    session: null,
    checks: [...runs].map(([validator, outcome]) => ({ validator, result: outcome.kind, said: outcome.sentence })),
    claims,
  })

const said = (outcome: ValidatorOutcome): string => printable(outcome.sentence)

/** A claim as people read it: work needs no words. */
const titleOf = (claim: string): string => (claim === 'work' ? 'changed files' : `"${claim.replace('_', ' ')}"`)
