import { HOSTS } from '../../hosts/registry.ts'
import { type Command, UsageError } from '../command.ts'
import { listed } from '../input/targets.ts'

/** Only the help: the hook is a separate program that starts before any of this is loaded. */
export const hook: Command = {
  name: 'hook',
  summary: 'handle one event from an agent program; "init" installs it',
  usage: '<host> <event> [--home <dir>] [--key <id>] [--shared] [--plugin] < event.json',
  words: { min: 2, max: 2, names: '<host> <event>' },
  details: `Reads an event from ${listed(
    HOSTS.map(({ name }) => name),
    'or',
  )} on standard input, records it,
and prints the answer in that program's format. The exit code is always 0: a
broken supervisor stops no tool call, and blocks the end of a turn at most once.`,
  example: 'bailiff hook claude-code SessionStart < event.json',
  options: {
    key: {
      value: '<id>',
      help: 'the key of the ledger it was installed for; a different key is reported on standard error',
    },
    shared: {
      help: 'installed for everyone in a project: does nothing if Bailiff is also installed in your own settings',
    },
    plugin: { help: "installed by a plugin: does nothing if Bailiff is also installed in the project's settings" },
  },
  async run() {
    throw new UsageError('bailiff hook takes its options after the host and the event. Run: bailiff hook --help')
  },
}
