import type { Command, Option } from '../command.ts'
import { table } from './output.ts'
import { fill } from './width.ts'

/** The first page lists commands under these titles, by their first words. */
export const GROUPS: readonly { title: string; words: readonly string[] }[] = [
  {
    title: 'Every day',
    words: [
      ...['demo', 'init', 'status', 'doctor', 'outcome', 'explain', 'sessions', 'report'],
      ...['validate', 'waive', 'accept', 'pause', 'resume', 'docs', 'uninstall'],
    ],
  },
  { title: 'Policy', words: ['policy', 'claims', 'trust', 'admin'] },
  { title: 'Evidence', words: ['verify', 'show', 'export', 'checkpoint', 'key', 'gc', 'mount', 'worker'] },
  { title: 'Plumbing', words: ['run', 'ci', 'controller', 'mcp', 'completion', 'hook'] },
]

/** The first page: every command, grouped; those of a large family are only named. */
export const overview = (commands: readonly Command[]): string =>
  `bailiff: a supervisor for AI agents. It records what they do and checks what
they claim.

Usage: bailiff <command> [options]

${GROUPS.map(({ title, words }) => `${title}:\n${listGroup(commands, words)}`).join('\n')}
Run "bailiff <command> --help" for its options and an example.
Exit codes: 0 ok; 2 blocked, not earned, or evidence broken; 3 refused; 1 error.
`

/** The page of a group: its commands, each in one line. */
export const groupHelp = (group: string, commands: readonly Command[]): string =>
  `bailiff ${group}: ${commands.length === 1 ? 'one command' : `${commands.length} commands`}

Usage: bailiff ${group} <command> [options]

${list(commands)}
Run "bailiff ${group} <command> --help" for its options and an example.
`

/** The page of one command. */
export function commandHelp(command: Command, common: { [name: string]: Option }): string {
  // A command may have its own help for a common option.
  const options = Object.entries({ ...command.options, ...common, ...command.options })
  const rows = options.map(([name, { value, help }]) => [`  --${name}${value ? ` ${value}` : ''}`, help])
  return `bailiff ${command.name}: ${command.summary}

${fill(['Usage: bailiff', command.name, command.usage].filter((part) => part !== '').join(' '), '', '         ')}${command.details ? `\n${command.details}\n` : ''}
Options:
${table(rows)}
Example:
  ${command.example}
`
}

/** A family with more commands than this takes one line. */
const MAX_LINES = 2

function listGroup(commands: readonly Command[], words: readonly string[]): string {
  const rows = words.flatMap((word) => {
    const family = commands.filter(({ name }) => name === word || name.startsWith(`${word} `))
    if (family.length <= MAX_LINES) return family.map(({ name, summary }) => [`  ${name}`, summary])
    return [[`  ${word} …`, family.map(({ name }) => name.slice(word.length + 1)).join(', ')]]
  })
  return table(rows)
}

const list = (commands: readonly Command[]): string =>
  table(commands.map(({ name, summary }) => [`  ${name}`, summary]))
