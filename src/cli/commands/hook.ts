import { HOSTS } from '../../hosts/registry.ts'
import { type Command, UsageError } from '../command.ts'
import { listed } from '../input/targets.ts'

/** For hosts only the help: their hook is a separate program that starts before any of this is loaded. Git's hook is here. */
export const hook: Command = {
  name: 'hook',
  summary: 'handle one event from an agent program; "init" installs it',
  usage: '<host> <event> [--home <dir>] [--key <id>] [--shared] [--plugin] < event.json | git pre-push <remote> <url>',
  words: { min: 2, max: 4, names: '<host> <event>, or git pre-push <remote> <url>' },
  details: `Reads an event from ${listed(
    HOSTS.map(({ name }) => name),
    'or',
  )} on standard input, records it,
and prints the answer in that program's format. The exit code is always 0: a
broken supervisor stops no tool call, and blocks the end of a turn at most once.
"git pre-push" judges what git is about to push, as "bailiff ci" judges a pull
request, against what the remote has. Any exit code but 0 stops the push.`,
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
  async run(args, io) {
    const [host, event, remote = 'origin'] = args.words
    if (host === 'git' && event === 'pre-push') {
      const { pushHere } = await import('../ci/push-here.ts')
      return pushHere(remote, args, io)
    }
    if (host === 'git') throw new UsageError(`bailiff hook git knows only pre-push. Run: bailiff hook --help`)
    throw new UsageError('bailiff hook takes its options after the host and the event. Run: bailiff hook --help')
  },
}
