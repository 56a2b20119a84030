import type { Claim, Reading } from '../claims/extract/claim.ts'
import { extractClaims } from '../claims/extract/extract.ts'
import { claimsOfShownRuns } from '../supervisor/stop/shown-runs.ts'
import type { Commit } from './pull-request.ts'

/** A text that may claim something. `commit` is null for the title and body of the pull request. */
export type SaidText = { commit: string | null; text: string }

/** A claim, and the commit that makes it; null for the pull request itself. */
export type SaidClaim = { claim: Claim; commit: string | null }

/** Everything that the texts say, read as one message, and who says what. */
export type Said = { reading: Reading; claims: SaidClaim[] }

/** The texts of a pull request: its commit messages, the newest first, then what its author wrote about it. */
export const textsOf = (commits: readonly Commit[], body: string | null): SaidText[] =>
  [
    ...commits.map(({ id, isMerge, message }) => ({ commit: id, text: isMerge ? withoutSubject(message) : message })),
    ...(body === null ? [] : [{ commit: null, text: withoutComments(body) }]),
  ].filter(({ text }) => text.trim() !== '')

/** Git writes the first line of a merge: it names branches, which claim nothing. */
const withoutSubject = (message: string): string => message.replace(/^Merge [^\n]*/, '').trim()

/** Comments of a template are not shown to anyone. */
const withoutComments = (body: string): string => body.replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')

/** Characters of all texts together. More is a finding: it could hold any claim. */
const MAX_CHARS = 1 << 20

/**
 * Reads all texts. Every claim counts, but a commit that says "Add a menu" asks nobody for anything. A gap counts only in the pull request's own text and in its last commit: an earlier
 * commit may say what failed then.
 */
export function readTexts(texts: readonly SaidText[]): Said {
  const readings = withinLimit(texts).map(({ commit, text }) => ({ commit, reading: extractClaims(text) }))
  const claims = readings.flatMap(({ commit, reading }) =>
    [...reading.claims, ...claimsOfShownRuns(reading, [])]
      .filter(({ type }) => commit === null || type !== 'delegation')
      .map((claim) => ({ claim, commit })),
  )
  const final = readings.filter(({ commit }, i) => commit === null || i === 0).map(({ reading }) => reading)
  const whole = final.at(-1) ?? extractClaims('')
  const unread = readings.length < texts.length ? TOO_LONG : null
  return {
    claims,
    reading: {
      ...whole,
      claims: claims.map(({ claim }) => claim),
      gaps: final.flatMap(({ gaps }) => gaps),
      finding: readings.find(({ reading }) => reading.finding !== null)?.reading.finding ?? unread,
    },
  }
}

const TOO_LONG: Reading['finding'] = {
  code: 'EXTRACTION_UNFINISHED',
  message: 'The commit messages are too long to read in full.',
}

function withinLimit(texts: readonly SaidText[]): SaidText[] {
  let left = MAX_CHARS
  return texts.filter(({ text }) => {
    left -= text.length
    return left >= 0
  })
}
