import { addedStopHooks, heldBack, isFine, type TurnEnd, unjudgedIn } from '../../session/outcome.ts'
import type { RecordedJudgement } from '../../session/state.ts'
import { type Ended, isUnearned, readEnd } from '../../views/outcome.ts'
import { type Command, EXIT, type Exit } from '../command.ts'
import { sessionNamed } from '../input/find-session.ts'
import { openToRead } from '../input/home.ts'
import { renderOutcome } from '../screens/outcome.ts'
import { json, printable } from '../screens/output.ts'
import { pausedLine } from '../screens/pauses.ts'
import { wholeOf } from '../screens/texts.ts'

export const outcome: Command = {
  name: 'outcome',
  summary: 'show how the last turn of a session ended; for scripts too',
  usage: '[<session>] [options]',
  words: { min: 0, max: 1, names: '[<session>]' },
  details: `Without <session>, or with "last": the newest session of this project.
Subagents of the turn count too.
Exit codes: 0 the turn was allowed to end: unclaimed (no claim needed evidence),
earned or warned. This does not mean that checks pass; with --earned it does,
for the checks bound to the claims. 2 capped, blocked, open, waiting,
unsupervised, checking (checks run at the stop or in the background), failed,
superseded, unanswered (the gate never judged the stop), overruled (the turn was
blocked, but the host ended it), or the evidence has been altered.
1 unknown: no such session, or its last turn has not ended.`,
  example: 'bailiff outcome --earned && git push',
  options: {
    earned: { help: 'exit with 2 unless the turn made claims and earned all of them' },
    answer: { help: 'print the messages of the turn that a block followed' },
  },
  async run(args, io) {
    const home = openToRead(args.home)
    const ended = await readEnd(home, sessionNamed(home, args.words[0], io.cwd))
    if (args.has('answer')) io.out(answersOf(ended, home.dir))
    else io.out(args.json ? json(asData(ended)) : `${pausedLine(home, io)}${renderOutcome(ended, home.dir, io)}`)
    const exit = exitOf(ended)
    return exit === EXIT.fine && args.has('earned') && !isEarned(ended) ? EXIT.broken : exit
  },
}

const answersOf = ({ session }: Ended, dir: string): string =>
  heldBack(session)
    .map((text) => `${wholeOf(dir, text).trimEnd().split('\n').map(printable).join('\n')}\n`)
    .join('\n') || 'No block of the last turn followed a message.\n'

const isEarned = ({ outcome: one }: Ended): boolean => one.kind === 'judged' && one.judgement.verdict === 'earned'

function asData(ended: Ended): object {
  const { stream, session, agents, audit, spooled } = ended
  const { ok, findings, unlisted, notes } = audit
  return {
    ok: exitOf(ended) === EXIT.fine,
    session: session.session,
    stream,
    ...outcomeData(ended.outcome),
    unjudged: unjudgedIn(session),
    heldBack: heldBack(session).length,
    addedStopHooks: addedStopHooks(session),
    agents: agents.map(({ stream: own, type, outcome: one }) => ({ stream: own, type, ...outcomeData(one) })),
    evidence: { ok, findings, unlisted, notes },
    spooled,
  }
}

const earlierData = (earlier: RecordedJudgement | null): object | null =>
  earlier === null ? null : { verdict: earlier.verdict, judged: earlier.seq, at: earlier.at }

function judgementData({ stop, judgement }: Extract<TurnEnd, { kind: 'judged' | 'overruled' }>): object {
  const { seq, kind: _, of: __, ...rest } = judgement
  return { stop: stop.seq, judged: seq, ...rest }
}

function outcomeData(outcome: TurnEnd): object {
  const where = { turn: outcome.turn, turnSeq: outcome.seq }
  switch (outcome.kind) {
    case 'going-on':
      return {
        ...where,
        verdict: null,
        failure: outcome.failure?.error ?? null,
        earlier: earlierData(outcome.earlier),
      }
    case 'unanswered':
      return { ...where, verdict: 'unanswered', stop: outcome.stop.seq }
    case 'checking':
      return { ...where, verdict: 'checking', stop: outcome.stop.seq, checking: outcome.checking }
    case 'overruled':
      return { ...where, ...judgementData(outcome), verdict: 'overruled', overruledBy: outcome.by }
    case 'judged':
      return { ...where, ...judgementData(outcome) }
  }
}

/** Scripts rely on these exit codes. */
function exitOf({ outcome, agents, audit }: Ended): Exit {
  if (!audit.ok) return EXIT.broken
  if (outcome.kind === 'going-on') return EXIT.error
  return isFine(outcome) && !agents.some(isUnearned) ? EXIT.fine : EXIT.broken
}
