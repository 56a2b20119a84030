import { outputsOf } from '../claims/validators/outputs.ts'
import type { Weakened } from '../claims/weakened.ts'
import { toolsOf } from '../hosts/calls.ts'
import type { Home } from '../ledger/stores/files/home.ts'
import { recentEntries } from '../ledger/stores/files/recent.ts'
import { recorderOf } from '../ledger/stores/files/recorder.ts'
import { worldUnder } from '../machine/validation-world.ts'
import { acceptedTests } from '../policy/stores/accepted-tests.ts'
import { pickEnvironment } from '../process/environment.ts'
import { fact } from '../session/facts.ts'
import { sessionOf } from '../session/fold.ts'
import { type Background, gather } from '../supervisor/stop/gather.ts'
import type { Gathered } from '../supervisor/stop/gathered.ts'
import { claimsToEarn, judgedBody, type Situation } from '../supervisor/stop/judging.ts'
import { withMissed } from '../supervisor/stop/missed-tests.ts'
import { turnOf } from '../supervisor/stop/turn.ts'
import type { RuledWorld } from '../supervisor/stop/validate.ts'
import { findJudge, type Judge, type Pins } from './find-judge.ts'
import type { Git } from './git.ts'
import { inCi, type Judged, judgePullRequest } from './judge.ts'
import type { PullRequest } from './pull-request.ts'
import { checksIn, openingFacts, recordIn, streamFor } from './record.ts'
import type { CiResult } from './result.ts'
import type { Held } from './ruling.ts'
import { readTexts, type Said, textsOf } from './texts.ts'
import { type TreeState, treeHeld, treeState } from './tree.ts'
import { weakenedIn } from './weakened.ts'

/** The pull request to judge, and the decisions that the workflow makes. `body` is the title and body of the pull request. */
export type AskedCi = {
  pullRequest: PullRequest
  body: string | null
  pins: Pins
  /** True if a reviewer accepts that tests were removed or disabled. */
  acceptsWeakened: boolean
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  /** Called before a check runs. */
  onCheck(validator: string): void
}

/** Judges a pull request: finds its judge, runs the checks on the working tree, and records all of it. */
export async function judgeInCi(home: Home, git: Git, asked: AskedCi): Promise<CiResult> {
  const { pullRequest, body, pins, env } = asked
  const texts = textsOf(pullRequest.commits, body)
  const said = readTexts(texts)
  const judge = await findJudge(home, git, pullRequest, pins, env)
  const { stream, session } = streamFor(pullRequest)
  const policy = judge.kind === 'judge' ? { by: judge.by, sha256: judge.ruler.source } : null
  const record = recordIn(recorderOf(home), stream)
  record(openingFacts(pullRequest, texts, session, pickEnvironment(env), policy))
  const result = { pullRequest, policy, stream, home: home.dir, ...NOTHING }
  if (judge.kind !== 'judge') {
    const { code, said: detail } = judge.held
    record([fact('stop.judged', { verdict: 'unsupervised', failed: code, detail }), ENDED])
    return { ...result, verdict: 'unsupervised', held: [judge.held] }
  }
  const tree = await treeState(git, outputsOf(judge.ruler.policy))
  const { gathered, situation, differs } = await gatherEvidence({ home, asked, said, judge, stream }, tree)
  const held = [...judge.held, ...(differs === null ? [] : [differs])]
  const found = await weakenedHere(home, git, pullRequest)
  // Whatever the pull request lost, it lost itself: nothing before its base counts.
  const { weakened: all } = withMissed({ weakened: found, lost: found }, situation.turn, gathered, () => new Set())
  const accepted = asked.acceptsWeakened ? all : []
  const weakened = asked.acceptsWeakened ? [] : all
  if (accepted.length > 0) record([fact('tests.accepted', { tests: accepted, by: 'workflow' })])
  const judged = judgePullRequest(said, situation, gathered, { weakened, held })
  record([judgedFact(judged, said, situation, gathered, weakened, held), ENDED])
  const entries = [...recentEntries(home, stream)].reverse()
  const { findings, notes } = judged.judgement
  return {
    ...result,
    verdict: judged.verdict,
    held,
    checksSha256: judge.checksSha256,
    claims: judged.claims,
    findings,
    notes,
    checks: checksIn(entries),
    weakened,
    accepted,
    untracked: tree.untracked,
  }
}

const ENDED = fact('session.ended', { reason: 'judged' })

const NOTHING = {
  checksSha256: null,
  claims: [],
  findings: [],
  notes: [],
  checks: [],
  weakened: [],
  accepted: [],
  untracked: [],
} satisfies Partial<CiResult>

type Gathering = {
  home: Home
  asked: AskedCi
  said: Said
  judge: Judge
  stream: string
}

type Evidence = { gathered: Gathered | null; situation: Situation; differs: Held | null }

/** Runs the checks that the policy binds to the claims and to the changed files, if the commit is the content on disk. */
async function gatherEvidence(gathering: Gathering, tree: TreeState): Promise<Evidence> {
  const { home, asked, said, judge, stream } = gathering
  const { pullRequest, env, signal, onCheck } = asked
  const before = situationIn(gathering)
  const claims = claimsToEarn(said.reading, before)
  const differs = claims.length === 0 ? null : treeHeld(tree, pullRequest.head)
  if (claims.length === 0 || differs !== null) return { gathered: null, situation: before, differs }
  const ruler = { ...judge.ruler, policy: inCi(judge.ruler.policy) }
  const world = worldUnder(ruler, home, { stream }, { env, signal })
  const gathered = await gather(recorderOf(home), stream, claims, readOnly(world), inForeground(onCheck))
  return { gathered, situation: situationIn(gathering), differs }
}

/**
 * Leaves no trace in what later sessions rely on: whoever starts this command chooses its environment, so its passes must not
 * count for an agent's turn.
 */
const readOnly = (world: RuledWorld): RuledWorld => ({
  ...world,
  passes: { find: () => null, keep: () => {} },
  baselines: { ...world.baselines, keep: () => {} },
  floors: { ...world.floors, keep: () => {} },
})

const inForeground = (onCheck: (validator: string) => void): Background => ({
  begin: async (_, [validator]) => {
    if (validator !== undefined) onCheck(validator)
    return null
  },
  ended: () => 'in time',
})

function situationIn({ home, judge, stream, asked }: Gathering): Situation {
  const session = sessionOf([...recentEntries(home, stream)].reverse())
  const { top: root } = asked.pullRequest
  const turn = turnOf(session, { root, tools: toolsOf(session.host), endOf: () => '' })
  return { session, turn, root, policy: inCi(judge.ruler.policy), source: judge.ruler.source }
}

/** Tests that a person accepted on this machine are not held against anyone. */
async function weakenedHere(home: Home, git: Git, pullRequest: PullRequest): Promise<Weakened[]> {
  const accepted = acceptedTests(home, pullRequest.top)
  return (await weakenedIn(git, pullRequest)).filter(({ test }) => !accepted.has(test))
}

function judgedFact(
  judged: Judged,
  { reading }: Said,
  situation: Situation,
  gathered: Gathered | null,
  weakened: readonly Weakened[],
  held: readonly Held[],
) {
  const beside = { waitedFor: [], fresh: [] }
  const body = judgedBody(judged, reading, situation, gathered, { beside, weakened })
  const [first] = held
  const detail = held.map((one) => one.said).join(' ')
  return fact('stop.judged', { ...body, ...(first !== undefined && { failed: first.code, detail }) })
}
