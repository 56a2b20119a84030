import { BASH, errandOf, everywhere, GEMINI, turnWith } from './everywhere.ts'
import { codex } from './hosts/codex.ts'
import { gemini } from './hosts/gemini.ts'
import * as scenarios from './scenarios.ts'
import { ERRAND } from './session.ts'
import { play } from './table.ts'

const turn = turnWith(BASH)

play(codex, [
  ...everywhere(BASH),
  {
    it: 'a command that is denied',
    plays: scenarios.protectedPlace,
    leaves: {
      main: turn(
        /^dispatch.proposed Bash "cat .*current'"$/,
        'dispatch.denied PROTECTED_KEYS',
        'dispatch.proposed Bash "echo passed"',
        'dispatch.observed Bash "echo passed" succeeded exit 0',
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
        'dispatch.proposed Bash "touch forbidden"',
        'dispatch.flagged deny COMMAND_RULED',
        'dispatch.denied COMMAND_RULED',
        'dispatch.proposed Bash "touch yarn.lock"',
        'dispatch.flagged flag FILE_PROTECTED',
        'dispatch.observed Bash "touch yarn.lock" succeeded exit 0',
        'dispatch.proposed Bash "git stash clear"',
        'dispatch.flagged deny unasked WORK_DISCARDED',
        'dispatch.denied WORK_DISCARDED',
        'stop.reached "Done."',
        'turn.changed yarn.lock',
        'session.ended other',
      ],
    },
  },
  {
    it: 'a search that finds nothing',
    plays: scenarios.emptySearch,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "grep absent README.md"',
        'dispatch.observed Bash "grep absent README.md" failed exit 1',
      ),
    },
  },
  {
    it: 'an edit',
    plays: scenarios.edit,
    leaves: {
      main: turn(
        'dispatch.proposed apply_patch "list.txt"',
        'dispatch.observed apply_patch "list.txt" succeeded exit 0',
        'dispatch.proposed apply_patch "list.txt"',
        'dispatch.observed apply_patch "list.txt" succeeded exit 0',
      ),
    },
  },
  {
    // No event follows a patch that does not apply; only the rollout shows how it ended.
    it: 'an edit that fails',
    plays: scenarios.failingEdit,
    leaves: {
      main: turn(
        'dispatch.proposed apply_patch "other.txt"',
        'dispatch.observed apply_patch "other.txt" succeeded exit 0',
        'dispatch.proposed apply_patch "other.txt"',
        'dispatch.observed apply_patch "other.txt" failed shown by transcript',
      ),
    },
  },
  {
    it: 'two commands at once',
    plays: scenarios.twoCommands,
    leaves: {
      main: turn([
        'dispatch.proposed Bash "echo left"',
        'dispatch.proposed Bash "echo right"',
        'dispatch.observed Bash "echo left" succeeded exit 0',
        'dispatch.observed Bash "echo right" succeeded exit 0',
      ]),
    },
  },
  {
    it: 'a subagent that runs a command',
    plays: scenarios.subagentWaitedFor,
    leaves: {
      main: turn([
        `dispatch.proposed spawn_agent "${ERRAND}"`,
        `dispatch.observed spawn_agent "${ERRAND}" succeeded`,
        'agent.started default',
        'dispatch.proposed multi_agent_v1wait_agent ""',
        'agent.stopped',
        'dispatch.observed multi_agent_v1wait_agent "" succeeded',
      ]),
      agent: [
        'session.started agent',
        'notice.received agent',
        'dispatch.proposed Bash "echo errand"',
        'dispatch.observed Bash "echo errand" succeeded exit 0',
        'stop.reached "The errand is done."',
      ],
    },
  },
  {
    // The call that waits for it has no event.
    it: 'a command that outlasts its call',
    plays: scenarios.yielded,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "echo begin; sleep 2; echo end; exit 4"',
        'dispatch.observed Bash "echo begin; sleep 2; echo end; exit 4" failed exit 4',
      ),
    },
  },
  {
    // The program kills it, and reports that only in its rollout, with varying exit codes.
    it: 'a command that outlasts the turn',
    plays: scenarios.unfinished,
    leaves: {
      main: [
        'session.started startup',
        `turn.opened "${scenarios.PROMPT}"`,
        'dispatch.proposed Bash "echo begin; sleep 60"',
        'stop.reached "Done."',
        /^dispatch.observed Bash "echo begin; sleep 60" .*shown by transcript$/,
        'session.ended other',
      ],
    },
  },
  {
    it: 'commands from within code',
    plays: scenarios.nested,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "echo first"',
        'dispatch.observed Bash "echo first" succeeded exit 0',
        'dispatch.proposed Bash "echo second; exit 3"',
        'dispatch.observed Bash "echo second; exit 3" failed exit 3',
      ),
    },
  },
  {
    it: 'another agent program, started from its shell',
    plays: scenarios.anotherProgram(gemini),
    leaves: {
      main: turn(
        'dispatch.proposed Bash "another program"',
        'blindspot.noted agent-program gemini',
        'session.linked gemini',
        'dispatch.observed Bash "another program" succeeded exit 0',
      ),
      started: errandOf(GEMINI),
    },
  },
  {
    // Only the end of the session shows it.
    it: 'a model that fails',
    plays: scenarios.refusedByModel,
    leaves: {
      exit: 1,
      main: ['session.started startup', `turn.opened "${scenarios.PROMPT}"`, 'session.ended other'],
    },
  },
])
