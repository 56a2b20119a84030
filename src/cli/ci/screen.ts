import type { CiCheck, CiClaim, CiResult } from '../../ci/result.ts'
import { isBlocking } from '../../claims/finding.ts'
import { byCause, sentenceOf } from '../../claims/messages.ts'
import type { Io } from '../command.ts'
import { type Colors, colors, oneLine, plural, printable } from '../screens/output.ts'
import { VERDICTS } from '../screens/story/judgement.ts'
import { fill, SCREEN_WIDTH } from '../screens/width.ts'
import { inert } from './inert.ts'
import { nextSteps, otherFindings, policyText, pullRequestText, secondsOf, verdictText } from './words.ts'

const LABEL_WIDTH = 16
const MAX_LISTED = 20

/** How a pull request was judged, for people at a terminal or in a log. */
export function renderCi(result: CiResult, io: Io): string {
  const c = colors(io.color)
  const { verdict, held, checks, claims, weakened, untracked, stream, home, notes } = result
  const { sign, color } = VERDICTS[verdict]
  const row = (label: string, text: string): string => fill(printable(text), `  ${label.padEnd(LABEL_WIDTH)}`, INDENT)
  const gaps = notes.filter(({ code }) => code === 'GAP')
  return inert(
    [
      `${c[color](sign)} ${c.bold(verdict)}: ${verdictText(result)}\n`,
      row('pull request', pullRequestText(result)),
      row('policy', policyText(result)),
      ...held.map(({ said, code }) => row('✗ held', `${said} [${code}]`)),
      ...checks.map((check) => checkRow(check, row)),
      ...byCause(otherFindings(result)).map(([first]) => {
        const { sentence, code } = sentenceOf(first)
        return row(isBlocking(first) ? '✗ finding' : '! warning', `${sentence} [${code}]`)
      }),
      ...some(claims, (claim) => claimRow(claim, c)),
      ...some(gaps, ({ quote }) => row('○ left open', oneLine(JSON.stringify(quote), ROOM))),
      ...some(weakened, ({ test, how }) => row('✗ weakened', `${test} (${how})`)),
      ...some(result.accepted, ({ test, how }) => row('· accepted', `${test} (${how})`)),
      ...(untracked.length === 0 ? [] : [row('! untracked', untrackedText(untracked))]),
      row('record', `${stream} in ${home}`),
      ...nextSteps(result).map(
        ({ text, copy }) => `${fill(printable(text), 'Next: ', '  ')}${copy === null ? '' : `  ${printable(copy)}\n`}`,
      ),
    ].join(''),
  )
}

const INDENT = ' '.repeat(LABEL_WIDTH + 2)
const ROOM = SCREEN_WIDTH - LABEL_WIDTH - 2

function checkRow(check: CiCheck, row: (label: string, text: string) => string): string {
  const { validator, result, said, code } = check
  const sign = { passed: '✓', failed: '✗', refused: '✗' }[result]
  const why = result === 'passed' ? '' : ` ${said} [${code}]`
  return row(`${sign} check`, `${validator} ${result}${result === 'refused' ? '' : ` in ${secondsOf(check)}`}.${why}`)
}

const SIGNS: { readonly [state in CiClaim['state']]: string } = {
  earned: '✓',
  'not earned': '✗',
  warning: '!',
  hedged: '·',
  'needs no evidence': '·',
}

function claimRow({ type, quote, commit, state }: CiClaim, c: Colors): string {
  const who = commit === null ? 'pull request' : commit.slice(0, 12)
  const label = `${SIGNS[state]} ${who}`.padEnd(LABEL_WIDTH)
  const about = `${type}, ${state}: `
  return `  ${label}${about}${c.dim(oneLine(JSON.stringify(quote), ROOM - about.length))}\n`
}

const untrackedText = (untracked: readonly string[]): string =>
  `${plural(untracked.length, 'file')} in no commit ${untracked.length === 1 ? 'was' : 'were'} there when the checks ran: ${untracked.slice(0, 3).join(', ')}${untracked.length > 3 ? ' …' : ''}`

function some<One>(all: readonly One[], row: (one: One) => string): string[] {
  const rows = all.slice(0, MAX_LISTED).map(row)
  return all.length > MAX_LISTED ? [...rows, `  … and ${all.length - MAX_LISTED} more\n`] : rows
}
