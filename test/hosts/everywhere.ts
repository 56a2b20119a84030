import type { Lines } from './expect.ts'
import * as scenarios from './scenarios.ts'
import { ERRAND } from './session.ts'
import type { Row } from './table.ts'

/** What is the same with every host, but for how it calls its shell and how it says that a session is over. */
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

/** A command that was run, and how it ended. */
const ran = (shell: string, command: string, end: string): Lines => [
  `dispatch.proposed ${shell} "${command}"`,
  `dispatch.observed ${shell} "${command}" ${end}`,
]

/** Commands that nothing stands in the way of. */
export function everywhere(ways: Ways): Row[] {
  const turn = turnWith(ways)
  const { shell, ends } = ways
  return [
    {
      it: 'a command that nobody can be asked about',
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

/** The session of a program that another one started for an errand. */
export const errandOf = ({ shell, ends }: Ways): Lines => [
  'session.started startup',
  `turn.opened "${ERRAND}"`,
  ...ran(shell, 'echo errand', 'succeeded exit 0'),
  'stop.reached "The errand is done."',
  `session.ended ${ends}`,
]

/** Of Claude Code and Codex alike. */
export const BASH: Ways = { shell: 'Bash', ends: 'other' }
export const GEMINI: Ways = { shell: 'run_shell_command', ends: 'exit' }
