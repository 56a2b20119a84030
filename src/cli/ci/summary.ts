import type { CiCheck, CiClaim, CiResult } from '../../ci/result.ts'
import { isBlocking } from '../../claims/finding.ts'
import { byCause, sentenceOf } from '../../claims/messages.ts'
import { FINE } from '../../session/outcome.ts'
import { markdownTable, plainText } from './markdown.ts'
import { nextSteps, otherFindings, policyText, pullRequestText, secondsOf, verdictText } from './words.ts'

const MAX_ROWS = 100

/** The summary page, in Markdown. Words of others are plain text in it. */
export function renderSummary(result: CiResult): string {
  const { verdict, held, checks, claims, weakened, notes, stream, home } = result
  const gaps = notes.filter(({ code }) => code === 'GAP')
  const lines = [
    `## ${FINE.includes(verdict) ? '✅' : '❌'} Bailiff: ${plainText(`${verdict}: ${verdictText(result)}`)}`,
    '',
    `${plainText(pullRequestText(result))}<br>`,
    `Policy: ${plainText(policyText(result))}`,
    '',
    ...held.map(({ code, said }) => `- ❌ ${plainText(said)} (${plainText(code)})`),
    ...byCause(otherFindings(result)).map(([first]) => {
      const { sentence, code } = sentenceOf(first)
      return `- ${isBlocking(first) ? '❌' : '⚠️'} ${plainText(sentence)} (${plainText(code)})`
    }),
    ...some('Checks', ['check', 'result', 'time', 'tests', 'details'], checks.map(checkRow)),
    ...some('Claims', ['claim', 'result', 'where', 'words'], claims.map(claimRow)),
    ...some(
      'Weakened tests',
      ['test', 'how'],
      weakened.map(({ test, how }) => [plainText(test), plainText(how)]),
    ),
    ...some(
      'Weakened tests that a reviewer accepted',
      ['test', 'how'],
      result.accepted.map(({ test, how }) => [plainText(test), plainText(how)]),
    ),
    ...some(
      'Left open',
      ['words'],
      gaps.map(({ quote }) => [plainText(quote)]),
    ),
    '',
    ...nextSteps(result).flatMap(({ text, copy }) => [
      `**Next:** ${plainText(text)} ${copy === null ? '' : `<code>${plainText(copy, 1_000)}</code>`}`,
      '',
    ]),
    `<sub>Record: ${plainText(stream)} in ${plainText(home)}</sub>`,
    '',
  ]
  return lines.join('\n')
}

function some(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return []
  const left = rows.length - MAX_ROWS
  return [
    '',
    `### ${title}`,
    ...markdownTable(head, rows.slice(0, MAX_ROWS)),
    ...(left > 0 ? [`… and ${left} more`] : []),
  ]
}

const SIGNS = { passed: '✅', failed: '❌', refused: '⛔' } as const

const checkRow = (check: CiCheck): string[] => {
  const { validator, result, tests, said } = check
  const counts = tests === null ? '–' : `${tests.passed} passed, ${tests.failed} failed, ${tests.skipped} skipped`
  return [plainText(validator), `${SIGNS[result]} ${result}`, secondsOf(check), counts, plainText(said)]
}

const claimRow = ({ type, quote, commit, state }: CiClaim): string[] => [
  plainText(type),
  state,
  commit === null ? 'pull request' : commit.slice(0, 12),
  plainText(quote),
]
