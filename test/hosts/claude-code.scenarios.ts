import { BASH, errandOf, everywhere, GEMINI, turnWith } from './everywhere.ts'
import { claudeCode } from './hosts/claude-code.ts'
import { gemini } from './hosts/gemini.ts'
import * as scenarios from './scenarios.ts'
import { ERRAND } from './session.ts'
import { play } from './table.ts'

const turn = turnWith(BASH)

play(claudeCode, [
  ...everywhere(BASH),
  {
    it: 'a command that is denied',
    plays: scenarios.protectedPlace,
    leaves: {
      main: turn(
        /^dispatch.proposed Bash "cat .*current'"$/,
        'dispatch.denied PROTECTED_KEYS',
        /^dispatch.observed Bash .* unknown shown by PostToolBatch$/,
        'dispatch.proposed Bash "echo passed"',
        'dispatch.observed Bash "echo passed" succeeded exit 0',
        /^dispatch.observed Bash .* failed shown by transcript$/,
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
        'dispatch.observed Bash "touch forbidden" unknown shown by PostToolBatch',
        'dispatch.proposed Bash "touch yarn.lock"',
        'dispatch.flagged flag FILE_PROTECTED',
        'dispatch.observed Bash "touch yarn.lock" succeeded exit 0',
        'dispatch.proposed Bash "git stash clear"',
        'dispatch.flagged deny unasked WORK_DISCARDED',
        'dispatch.denied WORK_DISCARDED',
        'dispatch.observed Bash "git stash clear" unknown shown by PostToolBatch',
        // The transcript may or may not have it yet when the agent stops.
        [
          'dispatch.observed Bash "touch forbidden" failed shown by transcript',
          'dispatch.observed Bash "git stash clear" failed shown by transcript',
          'stop.reached "Done."',
        ],
        'turn.changed yarn.lock',
        'session.ended other',
      ],
    },
  },
  {
    it: 'a command that asks an absent person',
    plays: scenarios.asked,
    leaves: {
      main: [
        'session.started startup',
        `turn.opened "${scenarios.PROMPT}"`,
        'dispatch.proposed Bash "git stash clear"',
        'dispatch.flagged ask WORK_DISCARDED',
        'dispatch.observed Bash "git stash clear" unknown shown by PostToolBatch',
        ['dispatch.observed Bash "git stash clear" failed shown by transcript', 'stop.reached "Done."'],
        'session.ended other',
      ],
    },
  },
  {
    // The program treats it as a success, and does not report the code.
    it: 'a search that finds nothing',
    plays: scenarios.emptySearch,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "grep absent README.md"',
        'dispatch.observed Bash "grep absent README.md" succeeded',
      ),
    },
  },
  {
    it: 'an edit',
    plays: scenarios.edit,
    leaves: {
      main: turn(
        'dispatch.proposed Write "list.txt"',
        'dispatch.observed Write "list.txt" succeeded',
        'dispatch.proposed Edit "list.txt"',
        'dispatch.observed Edit "list.txt" succeeded',
      ),
    },
  },
  {
    // No event precedes an edit that the program refuses; afterwards only the batch reports it.
    it: 'an edit that fails',
    plays: scenarios.failingEdit,
    leaves: {
      main: turn(
        'dispatch.proposed Write "other.txt"',
        'dispatch.observed Write "other.txt" succeeded',
        'dispatch.observed Edit "other.txt" refused shown by PostToolBatch',
      ),
    },
  },
  {
    it: 'an edit that is not permitted',
    plays: scenarios.notPermitted,
    leaves: {
      main: [
        'session.started startup',
        `turn.opened "${scenarios.PROMPT}"`,
        'dispatch.proposed Write "outside.txt"',
        'dispatch.observed Write "outside.txt" unknown shown by PostToolBatch',
        // The transcript may or may not have it yet when the agent stops.
        ['dispatch.observed Write "outside.txt" failed shown by transcript', 'stop.reached "Done."'],
        'session.ended other',
      ],
    },
  },
  {
    it: 'two reads at once',
    plays: scenarios.twoReads,
    leaves: {
      main: turn([
        'dispatch.proposed Read "README.md"',
        'dispatch.proposed Read "README.md"',
        'dispatch.observed Read "README.md" succeeded',
        'dispatch.observed Read "README.md" succeeded',
      ]),
    },
  },
  {
    it: 'a subagent that runs a command',
    plays: scenarios.subagent,
    leaves: {
      main: turn(
        `dispatch.proposed Agent "${ERRAND}"`,
        'agent.started general-purpose',
        'agent.stopped',
        `dispatch.observed Agent "${ERRAND}" succeeded`,
      ),
      agent: [
        'session.started agent',
        'dispatch.proposed Bash "echo errand"',
        'dispatch.observed Bash "echo errand" succeeded exit 0',
        'stop.reached "The errand is done."',
      ],
    },
  },
  {
    it: 'a background command',
    plays: scenarios.background,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "sleep 2; echo late"',
        'dispatch.observed Bash "sleep 2; echo late" running',
        'stop.reached "It runs." while 1 runs',
        'notice.received notification completed exit 0',
      ),
    },
  },
  {
    it: 'a background command that fails',
    plays: scenarios.failingBackground,
    leaves: {
      main: turn(
        'dispatch.proposed Bash "sleep 2; echo late; exit 5"',
        'dispatch.observed Bash "sleep 2; echo late; exit 5" running',
        'stop.reached "It runs." while 1 runs',
        'notice.received notification failed exit 5',
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
    // The program does not wait for the first event before it sends the second.
    it: 'a model that fails',
    plays: scenarios.refusedByModel,
    leaves: {
      exit: 1,
      main: ['session.started startup', `turn.opened "${scenarios.PROMPT}"`, ['? stop.failed', 'session.ended other']],
    },
  },
])
