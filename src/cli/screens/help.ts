import type { Command, Option } from '../command.ts'
import { table } from './output.ts'

/** The first page: every command in a line. */
export const overview = (commands: readonly Command[]): string =>
  `bailiff: a supervisor for AI agents. Every act on a ledger, every claim held against evidence.

Usage: bailiff <command> [options]

${indent(table(commands.map(({ name, summary }) => [name, summary])))}
Run "bailiff <command> --help" for its options and an example.
Exit codes: 0 fine, 2 blocked, unearned or broken evidence, 3 refused, 1 error.
`

/** The page of a word that several commands begin with: each of them in a line. */
export const groupHelp = (group: string, commands: readonly Command[]): string =>
  `bailiff ${group}: ${commands.length === 1 ? 'one command' : `${commands.length} commands`}

Usage: bailiff ${group} <command> [options]

${indent(table(commands.map(({ name, summary }) => [name, summary])))}
Run "bailiff ${group} <command> --help" for its options and an example.
`

/** The page of one command. */
export function commandHelp(command: Command, common: { [name: string]: Option }): string {
  // A command may say more about a common option than the common help does.
  const options = Object.entries({ ...command.options, ...common, ...command.options })
  const rows = options.map(([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help])
  return `bailiff ${command.name}: ${command.summary}

Usage: bailiff ${[command.name, command.usage].filter((part) => part !== '').join(' ')}
${command.details ? `\n${command.details}\n` : ''}
Options:
${indent(table(rows))}
Example:
  ${command.example}
`
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, '  ')
