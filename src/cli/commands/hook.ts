import { type Command, UsageError } from '../command.ts'

/** Its help only: the hook is a program of its own, started before any of this is loaded. */
export const hook: Command = {
  name: 'hook',
  summary: 'what agent programs start for each event; "bailiff init" installs it',
  usage: '<host> <event> [--home <dir>] [--key <id>] [--shared] < event.json',
  words: { min: 2, max: 2, names: 'a host and an event' },
  details: `Reads an event of claude-code, codex or gemini from standard input, records it, and prints the answer
in that program's own words. Always ends with 0: a supervisor that is broken stops no tool call,
and holds the end of a turn back once at most.`,
  example: 'bailiff hook claude-code SessionStart < event.json',
  options: {
    key: { value: '<id>', help: 'the key of the ledger it was installed for; another is told on standard error' },
    shared: { help: 'installed for everybody in a project: gives way to hooks of your own' },
  },
  async run() {
    throw new UsageError('bailiff hook takes its options after host and event. Run: bailiff hook --help')
  },
}
