import { CiError } from '../../ci/errors.ts'
import { commitOf, type Git, gitIn } from '../../ci/git.ts'
import { pullRequestOf } from '../../ci/pull-request.ts'
import { type PushedRef, parsePushed, pushBase, withCommits } from '../../ci/push.ts'
import type { CiResult } from '../../ci/result.ts'
import { judgeInCi } from '../../ci/run.ts'
import { repositoryAround } from '../../claims/fingerprint/stores/list.ts'
import type { Home } from '../../ledger/stores/files/home.ts'
import { type Args, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { printable } from '../screens/output.ts'
import { inert } from './inert.ts'
import { withCiHome } from './open.ts'
import { renderCi } from './screen.ts'
import { exitOf } from './words.ts'

/** Judges what git is about to push, as git tells its pre-push hook. Any exit code but 0 stops the push. */
export async function pushHere(remote: string, args: Args, io: Io): Promise<Exit> {
  const refs = parsePushed(io.input())
  if (refs === null) throw new UsageError(`${FORM} Run: bailiff hook --help`)
  const top = repositoryAround(io.cwd)
  if (top === null) throw new CiError('NO_REPOSITORY', `${io.cwd} is not in a git repository.`)
  const pushed = withCommits(refs)
  if (pushed.length === 0) return EXIT.fine
  const git = gitIn(top, io.stopped())
  return withCiHome(args, io, 'own', async (home) => {
    let worst: Exit = EXIT.fine
    for (const ref of pushed) {
      const exit = await judgeRef(home, git, top, remote, ref, io)
      if (exit !== EXIT.fine) worst = exit
    }
    return worst
  })
}

const FORM = 'Standard input must be what git writes to its pre-push hook: lines of two refs, each with a commit.'

async function judgeRef(home: Home, git: Git, top: string, remote: string, ref: PushedRef, io: Io): Promise<Exit> {
  const name = printable(ref.remoteRef)
  const base = await pushBase(git, remote, ref)
  const head = await commitOf(git, ref.local)
  if (base === null || head === null) return letGo(io, `${name} is not judged: no branch of the remote is known here.`)
  const pullRequest = await pullRequestOf(git, top, base, head)
  // Nothing new: a tag or a branch on a commit that the remote has.
  if (pullRequest.commits.length === 0) return EXIT.fine
  const pins = { policy: null, checks: null, key: null }
  const onCheck = (validator: string): void => io.err(inert(`Running check ${JSON.stringify(validator)} …\n`))
  const asked = { pullRequest, body: null, pins, acceptsWeakened: false, env: io.env, signal: io.stopped(), onCheck }
  const result = await judgeInCi(home, git, asked)
  return tell(result, name, io)
}

function letGo(io: Io, said: string): Exit {
  io.err(inert(`bailiff: ${said}\n`))
  return EXIT.fine
}

function tell(result: CiResult, name: string, io: Io): Exit {
  const exit = exitOf(result)
  if (exit === EXIT.refused) return letGo(io, `${name} is not judged: the project has no policy.`)
  io.err(renderCi(result, io))
  if (exit !== EXIT.fine) io.err('The push was stopped. To push anyway: git push --no-verify\n')
  return exit
}
