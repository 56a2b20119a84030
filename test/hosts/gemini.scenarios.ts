import { BASH, errandOf, everywhere, GEMINI, turnWith } from './everywhere.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { gemini } from './hosts/gemini.ts'
import * as scenarios from './scenarios.ts'
import { ERRAND } from './session.ts'
import { play } from './table.ts'

const turn = turnWith(GEMINI)

play(gemini, [
  ...everywhere(GEMINI),
  {
    it: 'a command that is denied',
    plays: scenarios.protectedPlace,
    leaves: {
      main: turn(
        /^dispatch.proposed run_shell_command "cat .*current'"$/,
        'dispatch.denied PROTECTED_KEYS',
        'dispatch.proposed run_shell_command "echo passed"',
        'dispatch.observed run_shell_command "echo passed" succeeded exit 0',
      ),
    },
  },
  {
    it: 'commands under policy rules',
    plays: scenarios.ruled,
    leaves: {
      main: [
        'session.started startup',
        'policy.ruling approved',
        `turn.opened "${scenarios.PROMPT}"`,
        'dispatch.proposed run_shell_command "touch forbidden"',
        'dispatch.flagged deny COMMAND_RULED',
        'dispatch.denied COMMAND_RULED',
        'dispatch.proposed run_shell_command "touch yarn.lock"',
        'dispatch.flagged flag FILE_PROTECTED',
        'dispatch.observed run_shell_command "touch yarn.lock" succeeded exit 0',
        'dispatch.proposed run_shell_command "git stash clear"',
        'dispatch.flagged deny unasked WORK_DISCARDED',
        'dispatch.denied WORK_DISCARDED',
        'stop.reached "Done."',
        'turn.changed yarn.lock',
        'session.ended exit',
      ],
    },
  },
  {
    it: 'a search that finds nothing',
    plays: scenarios.emptySearch,
    leaves: {
      main: turn(
        'dispatch.proposed run_shell_command "grep absent README.md"',
        'dispatch.observed run_shell_command "grep absent README.md" failed exit 1',
      ),
    },
  },
  {
    it: 'an edit',
    plays: scenarios.edit,
    leaves: {
      main: turn(
        'dispatch.proposed write_file "list.txt"',
        'dispatch.observed write_file "list.txt" succeeded',
        'dispatch.proposed replace "list.txt"',
        'dispatch.observed replace "list.txt" succeeded',
      ),
    },
  },
  {
    it: 'an edit that fails',
    plays: scenarios.failingEdit,
    leaves: {
      main: turn(
        'dispatch.proposed write_file "other.txt"',
        'dispatch.observed write_file "other.txt" succeeded',
        'dispatch.proposed replace "other.txt"',
        'dispatch.observed replace "other.txt" failed',
      ),
    },
  },
  {
    // The program never reports how it ends.
    it: 'a background command',
    plays: scenarios.leftInBackground,
    leaves: {
      main: turn(
        'dispatch.proposed run_shell_command "sleep 1; echo late"',
        'dispatch.observed run_shell_command "sleep 1; echo late" running',
      ),
    },
  },
  {
    it: 'two commands at once',
    plays: scenarios.twoCommands,
    leaves: {
      main: turn([
        'dispatch.proposed run_shell_command "echo left"',
        'dispatch.proposed run_shell_command "echo right"',
        'dispatch.observed run_shell_command "echo left" succeeded exit 0',
        'dispatch.observed run_shell_command "echo right" succeeded exit 0',
      ]),
    },
  },
  {
    // Nothing shows that the inner calls are the subagent's.
    it: 'a subagent that runs a command',
    plays: scenarios.subagent,
    leaves: {
      blindSpots: ['subagents-unnamed'],
      main: turn(
        `dispatch.proposed invoke_agent "${ERRAND}"`,
        'dispatch.proposed run_shell_command "echo errand"',
        'dispatch.observed run_shell_command "echo errand" succeeded exit 0',
        'dispatch.proposed complete_task "The errand is done."',
        'dispatch.observed complete_task "The errand is done." succeeded',
        `dispatch.observed invoke_agent "${ERRAND}" succeeded`,
      ),
    },
  },
  {
    it: 'another agent program, started from its shell',
    plays: scenarios.anotherProgram(claudeCode),
    leaves: {
      main: turn(
        'dispatch.proposed run_shell_command "another program"',
        'blindspot.noted agent-program claude-code',
        'dispatch.observed run_shell_command "another program" succeeded exit 0',
      ),
      started: errandOf(BASH),
    },
  },
  {
    // No event reports it, nor the end of the session. The exit code is the HTTP status, truncated to a byte.
    it: 'a model that fails',
    plays: scenarios.refusedByModel,
    leaves: {
      exit: 400 % 256,
      main: ['session.started startup', `turn.opened "${scenarios.PROMPT}"`],
    },
  },
])
