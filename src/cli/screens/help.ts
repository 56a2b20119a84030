import type { Command, Option } from '../command.ts'
import { table } from './output.ts'
import { fill } from './width.ts'

/** The first page lists only the first group; "help --all" lists all of them, by the commands' first words. */
export const GROUPS: readonly [Group, ...Group[]] = [
  {
    title: 'Every day',
    words: [
      ...['init', 'doctor', 'demo', 'status', 'outcome', 'explain', 'sessions', 'report'],
      ...['validate', 'waive', 'pause', 'uninstall'],
    ],
  },
  { title: 'Now and then', words: ['accept', 'resume', 'docs'] },
  { title: 'Policy', words: ['policy', 'claims', 'trust', 'admin'] },
  { title: 'Evidence', words: ['verify', 'show', 'export', 'checkpoint', 'key', 'gc', 'mount', 'worker'] },
  { title: 'Plumbing', words: ['run', 'ci', 'controller', 'mcp', 'completion', 'hook'] },
]

type Group = { title: string; words: readonly string[] }

/** The first page: the commands of every day. */
export const overview = (commands: readonly Command[]): string =>
  page(
    listGroup(commands, GROUPS[0]),
    `All commands: bailiff help --all
What you see and what to do: bailiff docs what-you-see
`,
  )

/** Every command, grouped; those of a large family are only named. */
export const wholeOverview = (commands: readonly Command[]): string =>
  page(GROUPS.map((group) => `${group.title}:\n${listGroup(commands, group)}`).join('\n'), '')

const page = (
  commands: string,
  end: string,
): string => `bailiff: a supervisor for AI agents. It records what they do and checks what
they claim.

Usage: bailiff <command> [options]

${commands}
Run "bailiff <command> --help" for its options and an example.
${end}Exit codes: 0 ok; 2 blocked, not earned, or evidence broken; 3 refused; 1 error.
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

function listGroup(commands: readonly Command[], { words }: Group): string {
  const rows = words.flatMap((word) => {
    const family = commands.filter(({ name }) => name === word || name.startsWith(`${word} `))
    if (family.length <= MAX_LINES) return family.map(({ name, summary }) => [`  ${name}`, summary])
    return [[`  ${word} …`, family.map(({ name }) => name.slice(word.length + 1)).join(', ')]]
  })
  return table(rows)
}

const list = (commands: readonly Command[]): string =>
  table(commands.map(({ name, summary }) => [`  ${name}`, summary]))
