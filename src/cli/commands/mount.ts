import { type Args, type Command, UsageError } from '../command.ts'
import { RUN_OPTIONS } from '../input/run-options.ts'

export const mountCommand: Command = {
  name: 'mount',
  summary: "show the workers' evidence as a lead's model gets it",
  usage: '--owner <owner> [--run <run>] [options] | --session <session>',
  words: { min: 0, max: 0, names: '' },
  details: `Before every model call in a run, the lead gets its workers' evidence as one
block. Without --call, this shows the block that the next call would get, within
the last call's budget unless you give another.
--call <n> renders the block of model call n again from the record, and checks
it against the recorded hash. --diff shows what changed since the previous call;
without --call, what changed since the last call.
--answer <n> --thread <thread> shows which run and call the n-th answer in a
thread came from, and what was mounted then.
--session <session> shows the subagents of a recorded session as workers.
On screens, control characters are escaped; --json has the exact text.
Exit codes: 0 shown; 2 the evidence was altered, or a block differs from the
recorded one; 1 error.`,
  example: 'bailiff mount --owner alice --call 3 --diff',
  options: {
    ...RUN_OPTIONS,
    bytes: { value: '<n>', help: 'maximum size in bytes; default: as in the last call, or 32768' },
    lines: { value: '<n>', help: 'maximum number of lines' },
    tokens: { value: '<n>', help: 'maximum number of tokens, estimated' },
    call: { value: '<n>', help: 'show the block that model call n got' },
    diff: { help: 'compare with the previous call' },
    answer: { value: '<n>', help: 'show what the n-th answer in a thread was based on' },
    thread: {
      value: '<thread>',
      help: 'the thread: its stream (thread/…) or the start of its id; default: the newest',
    },
    session: { value: '<session>', help: 'show the subagents of a session that "bailiff sessions" lists' },
  },
  async run(args, io) {
    const mode = modeIn(args)
    // Loads the schemas of runs only if they are needed.
    if (mode === 'session') return (await import('../mount/session.ts')).mountSession(args, io)
    const { mountAnswer, mountCall, mountNow } = await import('../mount/mount.ts')
    switch (mode) {
      case 'answer':
        return mountAnswer(args, io)
      case 'call':
        return mountCall(args, io)
      case 'now':
        return mountNow(args, io)
    }
  },
}

const BUDGET = ['bytes', 'lines', 'tokens'] as const

/** The options that take effect in each mode. `now`: no mode option is given. */
const EFFECTIVE = {
  call: ['owner', 'run', 'diff'],
  answer: ['owner', 'thread'],
  session: BUDGET,
  now: ['owner', 'run', 'diff', ...BUDGET],
} as const

type Mode = keyof typeof EFFECTIVE

/** Returns the mode that the options select. Throws if they conflict. */
function modeIn(args: Args): Mode {
  const [mode = 'now', other] = (['call', 'answer', 'session'] as const).filter((name) => args.get(name) !== undefined)
  if (other !== undefined) throw new UsageError(`--${mode} and --${other} cannot be combined.`)
  if (mode !== 'answer' && args.get('thread') !== undefined) throw new UsageError('--thread needs --answer <n>.')
  const effective: readonly string[] = EFFECTIVE[mode]
  const idle = EFFECTIVE.now.find(
    (name) => !effective.includes(name) && (args.has(name) || args.get(name) !== undefined),
  )
  if (idle !== undefined) throw new UsageError(`--${idle} has no effect with --${mode}.`)
  return mode
}
