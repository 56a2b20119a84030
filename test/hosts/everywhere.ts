import type { Lines } from './expect.ts'
import * as scenarios from './scenarios.ts'
import { ERRAND } from './session.ts'
import type { Row } from './table.ts'

/** Scenarios that are the same for every host, except for the name of its shell and the reason for a session's end. */
export type Ways = { shell: string; ends: string }

/** A session of one turn. */
export const turnWith =
  ({ ends }: Ways) =>
  (...lines: Lines): Lines => [
    'session.started startup',
    `turn.opened "${scenarios.PROMPT}"`,
    ...lines,
    'stop.reached "Done."',
    `session.ended ${ends}`,
  ]

/** A command and its end. */
const ran = (shell: string, command: string, end: string): Lines => [
  `dispatch.proposed ${shell} "${command}"`,
  `dispatch.observed ${shell} "${command}" ${end}`,
]

/** Sessions with commands that are not denied. */
export function everywhere(ways: Ways): Row[] {
  const turn = turnWith(ways)
  const { shell, ends } = ways
  return [
    {
      it: 'a command that needs a question, with no one to ask',
      plays: scenarios.unasked,
      leaves: {
        main: turn(
          `dispatch.proposed ${shell} "git stash clear"`,
          'dispatch.flagged flag unasked WORK_DISCARDED',
          `dispatch.observed ${shell} "git stash clear" succeeded exit 0`,
        ),
      },
    },
    {
      it: 'a command that passes',
      plays: scenarios.passingCommand,
      leaves: { main: turn(...ran(shell, 'echo passed', 'succeeded exit 0')) },
    },
    {
      it: 'a command that fails',
      plays: scenarios.failingCommand,
      leaves: { main: turn(...ran(shell, 'echo half; echo wrong >&2; exit 3', 'failed exit 3')) },
    },
    {
      it: 'a second turn in the same session',
      plays: scenarios.twoTurns,
      leaves: {
        main: [
          ...turn(...ran(shell, 'echo once', 'succeeded exit 0')),
          'session.started resume',
          `turn.opened "${scenarios.SECOND_PROMPT}"`,
          ...ran(shell, 'echo twice', 'succeeded exit 0'),
          'stop.reached "Done."',
          `session.ended ${ends}`,
        ],
      },
    },
  ]
}

/** The session of a program that another one started. */
export const errandOf = ({ shell, ends }: Ways): Lines => [
  'session.started startup',
  `turn.opened "${ERRAND}"`,
  ...ran(shell, 'echo errand', 'succeeded exit 0'),
  'stop.reached "The errand is done."',
  `session.ended ${ends}`,
]

/** The same for Claude Code and Codex. */
export const BASH: Ways = { shell: 'Bash', ends: 'other' }
export const GEMINI: Ways = { shell: 'run_shell_command', ends: 'exit' }
