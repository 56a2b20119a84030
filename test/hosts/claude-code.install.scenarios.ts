import { claudeCode } from './hosts/claude-code.ts'
import { playInstalled } from './installed.ts'
import { PROMPT } from './scenarios.ts'

const SESSION = [
  'session.started startup',
  'policy.ruling approved',
  `turn.opened "${PROMPT}"`,
  'dispatch.proposed Bash "echo passed"',
  'dispatch.observed Bash "echo passed" succeeded exit 0',
  'stop.reached "Done."',
  // Nothing was changed, and the policy of such a project requires a change.
  'turn.changed',
  'validator.failed',
  'session.ended other',
]

playInstalled(claudeCode, 'Stop', [
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
    it: 'hooks in all scopes, recorded once, in unusually formatted settings behind symlinks',
    inits: [
      ['--scope', 'project'],
      ['--scope', 'local'],
      ['--scope', 'user'],
    ],
    isOdd: true,
    leaves: SESSION,
  },
])
