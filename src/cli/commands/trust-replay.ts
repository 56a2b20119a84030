import type { Command } from '../command.ts'

export const trustReplay: Command = {
  name: 'trust replay',
  summary: 'show what recorded calls and outcomes would have taught',
  usage: '[<file>] [--jsonl]',
  words: { min: 0, max: 1, names: '[<file>]' },
  details: `Reads JSON lines {"seq","dispatch":{"tool","input"},"outcome"}, in order, from
the file or from standard input. Scores each call with what the calls before it
taught, then learns from its outcome: ok or fine, violation, rejection,
rollback, failure. Other outcomes teach nothing. Uses the administrator's
parameters. Nothing is run, recorded or kept.
With --jsonl, writes a line for each call: {"seq","score","flag","route",
"threshold","patterns","added","lesson"}. "flag": the call was above the
threshold. "patterns": those that are live now. "added": 1 if the outcome taught
one.`,
  example: 'bailiff trust replay calls.jsonl',
  options: { jsonl: { help: 'write one line for each call instead of the summary' } },
  async run(args, io) {
    const { replay } = await import('../trust/replay.ts')
    return replay(args, io)
  },
}
