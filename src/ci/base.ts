import { CiError } from './errors.ts'
import { answerOf, commitOf, type Git, refsNamed } from './git.ts'

/** The commit that a pull request is compared with, and how a person would call it. */
export type Base = { ref: string; commit: string }

/**
 * The base of a pull request according to its workflow: the branch and its commit at that time; and the pull request's own commit if
 * GitHub's merge of the two is checked out.
 */
export type Announced = { branch: string | undefined; commit: string | null; merged: string | null }

/**
 * Finds the base: the named one or, in a pull request's workflow, the commit or else the branch that GitHub names. Asks git for
 * full names only, because whoever may push can push a tag that takes the short name of a branch.
 */
export async function baseOf(git: Git, named: string | undefined, announced: Announced, head: string): Promise<Base> {
  if (named !== undefined) return namedBase(git, named)
  const { branch, commit, merged } = announced
  const ref = branch ? `origin/${branch}` : commit
  if (ref === null) throw new CiError('BASE_UNKNOWN', NO_BASE)
  if (commit === null) {
    const [full] = await refsNamed(git, [`refs/remotes/origin/${branch}`, `refs/heads/${branch}`])
    return { ref, commit: (full && (await commitOf(git, full))) ?? unknownBase(ref) }
  }
  if ((await commitOf(git, commit)) !== commit) return unknownBase(branch ? `${ref} at ${commit}` : ref)
  return { ref, commit: (merged && (await mergedOnto(git, head, merged, commit))) || commit }
}

/**
 * The commit that GitHub merged the pull request onto, if the base has moved there since the event. Compared with the older one,
 * the work of others would count as the pull request's.
 */
async function mergedOnto(git: Git, head: string, merged: string, commit: string): Promise<string | null> {
  const parents = (await answerOf(git, ['log', '-1', '--no-show-signature', '--format=%P', head])).toString('latin1')
  const [onto = '', second, ...more] = parents.trim().split(' ')
  if (second !== merged || more.length > 0) return null
  return (await git(['merge-base', '--is-ancestor', commit, onto])) === null ? null : onto
}

/** A name, and git's steps from there: `~2`, `^{commit}`, `@{upstream}`. */
const NAMED = /^([^~^:]*?)((?:[~^]|@\{).*)?$/s
/** Written by git itself outside `refs/`, such as FETCH_HEAD. */
const OWN = /^[A-Z_]+_HEAD$/
const HEX = /^[0-9a-f]{4,64}$/i
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i

async function namedBase(git: Git, named: string): Promise<Base> {
  const [, name, steps = ''] = NAMED.exec(named) ?? []
  if (name === undefined) return unknownBase(named)
  const found: { name: string; commit: string }[] = []
  for (const full of await meaningsOf(git, name)) {
    const commit = await commitOf(git, full + steps)
    if (commit !== null) found.push({ name: full + steps, commit })
  }
  const [first] = found
  if (first === undefined) return unknownBase(named)
  if (found.every(({ commit }) => commit === first.commit)) return { ref: named, commit: first.commit }
  throw new CiError(
    'BASE_AMBIGUOUS',
    `${JSON.stringify(named)} is ${found.map(({ name, commit }) => `${name} (${commit.slice(0, 12)})`).join(' and ')}. Name one of them in full with --base.`,
  )
}

/** Everything that a name can mean, each by a name that git takes for one thing only. */
async function meaningsOf(git: Git, name: string): Promise<string[]> {
  if (name === '' || name === '@' || name === 'HEAD') return [name]
  if (name.startsWith('refs/')) return refsNamed(git, [name])
  if (/^(?:heads|remotes|tags)\//.test(name)) return refsNamed(git, [`refs/${name}`])
  if (ID.test(name)) return idsFrom(git, name)
  const own = [`refs/heads/${name}`, `refs/remotes/${name}`]
  const ofOrigin = `refs/remotes/origin/${name}`
  const found = await refsNamed(git, [...own, ofOrigin, `refs/${name}`, `refs/tags/${name}`])
  const isBranch = own.some((ref) => found.includes(ref))
  if (!isBranch && name.startsWith('origin/')) return []
  const refs = isBranch ? found.filter((ref) => ref !== ofOrigin) : found
  // Git would take a ref of this name if its own file were missing.
  if (OWN.test(name)) return refs.length > 0 ? [] : [name]
  return HEX.test(name) ? [...refs, ...(await idsFrom(git, name))] : refs
}

/** The commits and tags whose ids begin so. */
async function idsFrom(git: Git, hex: string): Promise<string[]> {
  const ids = (await answerOf(git, ['rev-parse', `--disambiguate=${hex}`])).toString('latin1')
  if (ids === '') return []
  const types = await answerOf(git, ['cat-file', '--batch-check=%(objecttype) %(objectname)'], ids)
  return [...types.toString('latin1').matchAll(/^(?:commit|tag) ([0-9a-f]+)$/gm)].map(([, id = '']) => id)
}

const NO_BASE =
  'There is no base to compare with: --base was not given, and GITHUB_BASE_REF is not set. Name it: bailiff ci --base origin/main'

function unknownBase(ref: string): never {
  throw new CiError(
    'BASE_UNKNOWN',
    `This clone does not know the base ${JSON.stringify(ref)}. Fetch it (in GitHub Actions: fetch-depth: 0 for actions/checkout), or name another with --base.`,
  )
}
