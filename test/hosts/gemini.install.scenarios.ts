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
  // Nothing was changed, and that is what the policy of such a project asks for.
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
    it: 'hooks that a project carries',
    inits: [['--scope', 'project']],
    leaves: SESSION,
  },
  {
    it: 'hooks that a project carries to a machine without Bailiff',
    inits: [['--scope', 'project']],
    isThere: false,
    leaves: [],
  },
  {
    it: 'both, and recorded once',
    inits: [
      ['--scope', 'project'],
      ['--scope', 'user'],
    ],
    leaves: SESSION,
  },
  {
    it: 'settings that no program would lay out so, behind links',
    inits: [[]],
    isOdd: true,
    leaves: SESSION,
  },
])
