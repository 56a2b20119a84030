import { gemini } from './hosts/gemini.ts'
import { playInstalled } from './installed.ts'
import { PROMPT } from './scenarios.ts'

const SESSION = [
  'session.started startup',
  'policy.ruling approved',
  `turn.opened "${PROMPT}"`,
  'dispatch.proposed run_shell_command "echo passed"',
  'dispatch.observed run_shell_command "echo passed" succeeded exit 0',
  'stop.reached "Done."',
  // Nothing was changed, and the policy of such a project requires a change.
  'turn.changed',
  'validator.failed',
  'session.ended exit',
]

playInstalled(gemini, 'AfterAgent', [
  {
    it: "a person's own hooks",
    inits: [[]],
    leaves: SESSION,
  },
  {
    it: "a project's hooks",
    inits: [['--scope', 'project']],
    leaves: SESSION,
  },
  {
    it: "a project's hooks on a machine without Bailiff",
    inits: [['--scope', 'project']],
    isThere: false,
    leaves: [],
  },
  {
    it: 'both, recorded once, in unusually formatted settings behind symlinks',
    inits: [
      ['--scope', 'project'],
      ['--scope', 'user'],
    ],
    isOdd: true,
    leaves: SESSION,
  },
])
