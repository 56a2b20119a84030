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
import { startOf, weakenedIn } from './start.ts'
import { readTexts, type Said, textsOf } from './texts.ts'
import { treeState } from './tree.ts'

/** What to judge, and the decisions that the workflow makes. `body` is the title and body of the pull request. */
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
    record([fact('stop.judged', { verdict: 'unsupervised', failed: code, detail })])
    return { ...result, verdict: 'unsupervised', held: [judge.held] }
  }
  const tree = await treeOf(git, pullRequest, judge)
  const held = [...judge.held, ...tree.held]
  const found = await weakenedHere(home, git, pullRequest)
  const gathering: Gathering = { home, git, asked, said, judge, stream }
  const { gathered, situation } = tree.held.length > 0 ? notGathered(gathering) : await gatherEvidence(gathering)
  const all = withMissed(found, situation.turn, gathered)
  const accepted = asked.acceptsWeakened ? all : []
  const weakened = asked.acceptsWeakened ? [] : all
  if (accepted.length > 0) record([fact('tests.accepted', { tests: accepted, by: 'workflow' })])
  const judged = judgePullRequest(said, situation, gathered, { weakened, held })
  record([judgedFact(judged, said, situation, gathered, weakened, held)])
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
  git: Git
  asked: AskedCi
  said: Said
  judge: Judge
  stream: string
}

/** Runs the checks that the policy binds to the claims and to the changed files. */
async function gatherEvidence(gathering: Gathering): Promise<{ gathered: Gathered | null; situation: Situation }> {
  const { home, git, asked, said, judge, stream } = gathering
  const before = situationIn(gathering)
  const claims = claimsToEarn(said.reading, before)
  if (claims.length === 0) return { gathered: null, situation: before }
  const { pullRequest, env, signal, onCheck } = asked
  const start = await startOf(git, pullRequest)
  const world: RuledWorld = {
    ...worldUnder({ ...judge.ruler, policy: inCi(judge.ruler.policy) }, home, { stream }, { env, signal }),
    start: { content: pullRequest.mergeBase, load: () => start },
  }
  const gathered = await gather(recorderOf(home), stream, claims, readOnly(world), inForeground(onCheck))
  return { gathered, situation: situationIn(gathering) }
}

const notGathered = (gathering: Gathering): { gathered: null; situation: Situation } => ({
  gathered: null,
  situation: situationIn(gathering),
})

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

const MAX_NAMED = 5

/** Holds a pull request whose content is not the content on disk: checks would prove nothing about it. */
async function treeOf(
  git: Git,
  { head }: PullRequest,
  { ruler }: Judge,
): Promise<{ held: Held[]; untracked: string[] }> {
  const { modified, untracked, commit } = await treeState(git, outputsOf(ruler.policy))
  if (commit === head && modified.length === 0) return { held: [], untracked }
  const names = modified.slice(0, MAX_NAMED).join(', ')
  const more = modified.length > MAX_NAMED ? ` and ${modified.length - MAX_NAMED} more` : ''
  const said =
    commit === head
      ? `Files on disk differ from the commit, so no check was run: ${names}${more}.`
      : `Another commit is checked out (${commit?.slice(0, 12) ?? 'none'}), so no check was run.`
  const next =
    commit === head
      ? 'Commit or restore these files. A check that writes them needs them in its outputs.'
      : `Check out the commit that is to be judged: git checkout ${head.slice(0, 12)}`
  return { held: [{ code: 'TREE_DIFFERS', said, next }], untracked }
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
