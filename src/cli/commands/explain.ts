import { knownEntries } from '../../ledger/stores/files/chain-spool.ts'
import type { Readable } from '../../ledger/stores/files/stream-lines.ts'
import { verifyFiles } from '../../ledger/stores/files/verify.ts'
import { sessionOf } from '../../session/fold.ts'
import { agentStreams, readAgents } from '../../views/agents.ts'
import { countSpooled } from '../../views/spooled.ts'
import { type Args, type Command, EXIT, type Exit, type Io, UsageError } from '../command.ts'
import { findRun, findSession } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { colors, json } from '../screens/output.ts'
import { type Part, renderStory, type ToldSession } from '../screens/story/story.ts'

export const explain: Command = {
  name: 'explain',
  summary: 'tell a session or a run for people: what happened, how it ended, what was not seen',
  usage: '<session> [<turn>] | <run> [options]',
  words: { min: 1, max: 2, names: '<session> [<turn>], or <run>' },
  details: `<session> is what "bailiff sessions" lists: a stream, the host's id of the session, or its beginning.
<turn> is a number from 1, or "last". Times are UTC; ~ before a duration: not measured by the host.
Signs: ✓ done; ✗ failed or never ran; … still running, or no result was reported; ? unseen: no hook
reported it, the host's own transcript shows it.
<run> is the stream of a supervised run, run/…, or the beginning of it. Its verdicts are judged again from the
record; one that differs counts as broken evidence.
Exit code 0: told; 2: told, but the evidence is not as it was written; 1: it could not be told.`,
  example: 'bailiff explain 6ea57a5c last',
  options: {},
  async run(args, io) {
    const [name = '', turn] = args.words
    const home = openToRead(args.home)
    if (name.startsWith('run/')) return tellRun(home, args, io)
    const stream = findSession(home.dir, name)
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

/** Schemas are loaded here only: no session needs them. */
async function tellRun(home: Readable, args: Args, io: Io): Promise<Exit> {
  const [name = '', turn] = args.words
  if (turn !== undefined) throw new UsageError('A run has steps, no turns: give its stream alone.')
  const { explainRun } = await import('../run/explain.ts')
  return explainRun(home, findRun(home.dir, name), args, io)
}

function partOf(turn: string | undefined, turns: number): Part {
  if (turn === undefined) return { kind: 'all' }
  const number = turn === 'last' ? turns : /^\d{1,9}$/.test(turn) ? Number(turn) : 0
  if (number >= 1 && number <= turns) return { kind: 'turn', number }
  const there =
    turns === 0 ? 'This session has no turns' : turns === 1 ? 'This session has 1 turn' : `Turns are 1 to ${turns}`
  throw new UsageError(`No turn "${turn}". ${there}.`)
}

async function tell(home: Readable, stream: string): Promise<ToldSession> {
  const session = sessionOf(knownEntries(home, stream))
  const agents = readAgents(home, stream, agentStreams(session))
  const audit = await verifyFiles(home.dir, { streams: [stream, ...agents.keys()] })
  return { stream, session, agents, audit, spooled: countSpooled(home, [stream, ...agents.keys()]) }
}

function asData({ stream, session, agents, audit, spooled }: ToldSession, part: Part): object {
  const { ok, findings, unlisted, notes } = audit
  const turns = session.turns.filter((_, i) => part.kind === 'all' || part.number === i + 1)
  return {
    ok,
    stream,
    evidence: { ok, findings, unlisted, notes },
    session: { ...session, turns },
    agents: Object.fromEntries(agents),
    spooled,
  }
}
