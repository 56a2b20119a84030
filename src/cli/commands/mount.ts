import { type Command, UsageError } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const mountCommand: Command = {
  name: 'mount',
  summary: "show the workers' evidence as a lead's model gets it",
  usage: '--owner <owner> [--run <run>] [options] | --session <session>',
  words: { min: 0, max: 0, names: '' },
  details: `Before every model call of a run, the lead gets the evidence of its workers in
one block. Without --call this is the block that the next call would get.
--call <n> renders the block of model call n again, from the record, and checks
it against the recorded hash. --diff shows what changed since the call before;
without --call, what changed since the last call.
--answer <n> --thread <thread> says for the n-th stored answer of a thread which
run and call it was given in, and what was mounted then.
--session <session> shows the subagents of a recorded session as workers.
On screens control characters are spelled out; --json has the exact text.
Exit codes: 0 shown; 2 the evidence is not as it was written, or a block is not
the recorded one; 1 error.`,
  example: 'bailiff mount --owner alice --call 3 --diff',
  options: {
    ...RUN_OPTIONS,
    bytes: { value: '<n>', help: 'maximum size in bytes; default: 32768' },
    lines: { value: '<n>', help: 'maximum number of lines' },
    tokens: { value: '<n>', help: 'maximum number of tokens, estimated' },
    call: { value: '<n>', help: 'the block that model call n got' },
    diff: { help: 'compare with the call before' },
    answer: { value: '<n>', help: 'what the n-th answer of a thread was based on' },
    thread: {
      value: '<thread>',
      help: 'the thread: its stream (thread/…) or the start of its id; default: the newest',
    },
    session: { value: '<session>', help: 'the subagents of a session, as "bailiff sessions" names it' },
  },
  async run(args, io) {
    requireOne(['call', 'answer', 'session'].filter((name) => args.get(name) !== undefined))
    if (args.get('thread') !== undefined && args.get('answer') === undefined)
      throw new UsageError('--thread needs --answer <n>.')
    // Loads the schemas of runs only if they are needed.
    if (args.get('session') !== undefined) return (await import('../mount/session.ts')).mountSession(args, io)
    const { mountAnswer, mountCall, mountNow } = await import('../mount/mount.ts')
    if (args.get('answer') !== undefined) return mountAnswer(args, io)
    return args.get('call') === undefined ? mountNow(args, io) : mountCall(args, io)
  },
}

function requireOne([first, other]: readonly string[]): void {
  if (other !== undefined) throw new UsageError(`--${first} and --${other} exclude each other.`)
}
