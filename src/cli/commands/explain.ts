import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { agentStreams, readAgents } from '../../views/agents.ts'
import { agentsEnded, readNow } from '../../views/outcome.ts'
import { countSpooled } from '../../views/spooled.ts'
import { type Args, type Command, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { findRun, sessionNamed } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { colors, json } from '../screens/output.ts'
import { type Part, renderStory, type ToldSession } from '../screens/story/story.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'show what happened in a session or run, step by step',
  usage: '[<session> [<turn>]] | <run> [options]',
  words: { min: 0, max: 2, names: '[<session> [<turn>]], or <run>' },
  details: `<session> is a name that "bailiff sessions" lists: a stream, the host's session
id, or the start of either. Without it, or with "last", it is the newest session
of this project. <turn> is a number from 1, or "last".
Signs: ✓ done; ✗ failed or never ran; … still running, or no result reported;
? unseen: only the host's transcript shows it, no hook reported it.
~ before a duration: not measured by the host. Times are local.
<run> is the stream of a supervised run (run/…), or the start of it. Its
verdicts are judged again; one that differs is broken evidence.
Exit codes: 0 shown; 2 shown, but the evidence has been altered; 1 could not be
shown.`,
  example: 'bailiff explain last last',
  options: {},
  async run(args, io) {
    const [name, turn] = args.words
    const home = openToRead(args.home)
    if (name?.startsWith('run/')) return tellRun(home, args, io)
    const stream = sessionNamed(home, name, io.cwd)
    const told = await tell(home, stream)
    const part = partOf(turn, told.session.turns.length)
    if (args.json) io.out(json(asData(told, part)))
    else
      io.out(
        renderStory(told, part, {
          c: colors(io.color),
          dir: home.dir,
          cwd: told.session.cwd,
          indent: 2,
          seqs: 'shown',
        }),
      )
    return told.audit.ok ? EXIT.fine : EXIT.broken
  },
}

/** Loads the schemas only for a run: a session does not need them. */
async function tellRun(home: Readable, args: Args, io: Io): Promise<Exit> {
  const [name = '', turn] = args.words
  if (turn !== undefined) throw new UsageError('A run has steps, not turns. Give only its stream.')
  const { explainRun } = await import('../run/explain.ts')
  return explainRun(home, findRun(home.dir, name), args, io)
}

function partOf(turn: string | undefined, turns: number): Part {
  if (turn === undefined) return { kind: 'all' }
  const number = turn === 'last' ? turns : /^\d{1,9}$/.test(turn) ? Number(turn) : 0
  if (number >= 1 && number <= turns) return { kind: 'turn', number }
  const there = turns === 0 ? 'no turns' : turns === 1 ? '1 turn' : `turns 1 to ${turns}`
  throw new UsageError(`Unknown turn "${turn}". This session has ${there}.`)
}

async function tell(home: Readable, stream: string): Promise<ToldSession> {
  const { session, outcome } = readNow(home, stream)
  const checking = outcome.kind === 'checking' ? outcome.checking : null
  const agents = readAgents(home, stream, agentStreams(session))
  const ended = { outcome, agents: agentsEnded(home, stream, session) }
  const audit = await verifyFiles(home.dir, { streams: [stream, ...agents.keys()] })
  return { stream, session, agents, audit, checking, ended, spooled: countSpooled(home, [stream, ...agents.keys()]) }
}

function asData({ stream, session, agents, audit, checking, spooled }: ToldSession, part: Part): object {
  const { ok, findings, unlisted, notes } = audit
  const turns = session.turns.filter((_, i) => part.kind === 'all' || part.number === i + 1)
  return {
    ok,
    stream,
    evidence: { ok, findings, unlisted, notes },
    session: { ...session, turns },
    checking,
    agents: Object.fromEntries(agents),
    spooled,
  }
}
