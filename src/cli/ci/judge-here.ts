import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { baseOf } from '../../ci/base.ts'
import { CiError } from '../../ci/errors.ts'
import type { Pins } from '../../ci/find-judge.ts'
import { commitOf, gitIn } from '../../ci/git.ts'
import { type PullRequest, pullRequestOf } from '../../ci/pull-request.ts'
import { judgeInCi } from '../../ci/run.ts'
import { repositoryAround } from '../../claims/fingerprint/stores/list.ts'
import { isHash } from '../../ledger/kinds.ts'
import { readPublicKey } from '../../policy/signature.ts'
import { type Args, type Exit, FileError, type Io, UsageError } from '../command.ts'
import { readText, replaceText } from '../input/files.ts'
import { rootOf } from '../policy/policy.ts'
import { json } from '../screens/output.ts'
import { ciData } from './data.ts'
import { type PullRequestEvent, pullRequestEvent } from './event.ts'
import { inert, inertJson } from './inert.ts'
import { withCiHome } from './open.ts'
import { renderCi } from './screen.ts'
import { renderSummary } from './summary.ts'
import { exitOf } from './words.ts'

/** Judges the pull request that is checked out here, and shows the result. */
export async function judgeHere(args: Args, io: Io): Promise<Exit> {
  const pins = pinsIn(args, io)
  const event = pullRequestEvent(io.env)
  const body = bodyIn(args, io, event)
  const signal = io.stopped()
  const top = repositoryAround(rootOf(args))
  if (top === null) throw new CiError('NO_REPOSITORY', `${rootOf(args)} is not in a git repository.`)
  const git = gitIn(top, signal)
  const head = await commitOf(git, 'HEAD')
  if (head === null) throw new CiError('HEAD_UNKNOWN', `${top} has no commit yet. Commit first.`)
  const { GITHUB_BASE_REF: branch, GITHUB_SHA } = io.env
  // The branch that is checked out may have moved on since the event, to a merge that GitHub did not make.
  const merged = GITHUB_SHA === head ? (event?.head ?? null) : null
  const announced = { branch, commit: event?.base ?? null, merged }
  const pullRequest = await pullRequestOf(git, top, await baseOf(git, args.get('base'), announced, head), head)
  const isProposed = event !== null || Boolean(branch)
  if (isProposed && pullRequest.commits.length === 0) throw nothingProposed(pullRequest)
  const onCheck = (validator: string): void => io.err(inert(`Running check ${JSON.stringify(validator)} …\n`))
  const acceptsWeakened = args.has('accept-weakened')
  const asked = { pullRequest, body, pins, acceptsWeakened, env: io.env, signal, onCheck }
  const result = await withCiHome(args, io, 'temporary', (home) => judgeInCi(home, git, asked))
  io.out(args.json ? inertJson(json(ciData(result))) : renderCi(result, io))
  writeSummary(renderSummary(result), args, io)
  return exitOf(result)
}

/** A base that is the head, as after a mistake in the workflow, would let everything pass. */
const nothingProposed = ({ base, head }: PullRequest): CiError =>
  new CiError(
    'NOTHING_PROPOSED',
    `The commit that is checked out (${head.slice(0, 12)}) adds nothing to the base ${base.ref} (${base.commit.slice(0, 12)}). Check out the pull request, and name the branch it goes to.`,
  )

function bodyIn(args: Args, io: Io, event: PullRequestEvent | null): string | null {
  const named = args.get('body')
  if (named === undefined) return event?.body ?? null
  return named === '-' ? io.input() : readText(resolve(named), "Name a file with the pull request's text.")
}

function pinsIn(args: Args, { env }: Io): Pins {
  const key = args.get('policy-key')
  return {
    policy: hashIn('policy-hash', args.get('policy-hash') || env['BAILIFF_POLICY_SHA256']),
    checks: hashIn('checks-hash', args.get('checks-hash')),
    key: key === undefined ? null : publicKeyIn(resolve(key)),
  }
}

function hashIn(option: string, given: string | undefined): string | null {
  if (!given) return null
  const hash = given
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '')
  if (isHash(hash)) return hash
  throw new UsageError(`--${option} takes a SHA-256 in hex, such as sha256:9f86d0…; "bailiff policy check" shows it.`)
}

function publicKeyIn(path: string): string {
  const key = readPublicKey(readText(path, 'Name an Ed25519 public key in PEM form.'))
  if (key !== null) return key
  throw new FileError(
    `${path} is not an Ed25519 public key in PEM form. To create one: openssl pkey -in key.pem -pubout`,
  )
}

/** GitHub shows everything that the steps of a job append to its file. */
function writeSummary(page: string, args: Args, { env }: Io): void {
  const named = args.get('summary')
  const shared = env['GITHUB_STEP_SUMMARY']
  if (named !== undefined) replaceText(resolve(named), page)
  else if (shared) appendFileSync(shared, page)
}
