import { codex } from './hosts/codex.ts'
import { playInstalled } from './installed.ts'
import { PROMPT } from './scenarios.ts'

const SESSION = [
  'session.started startup',
  'policy.ruling approved',
  `turn.opened "${PROMPT}"`,
  'dispatch.proposed Bash "echo passed"',
  'dispatch.observed Bash "echo passed" succeeded exit 0',
  'stop.reached "Done."',
  // Nothing was changed, and that is what the policy of such a project asks for.
  'validator.failed',
  'session.ended other',
]

playInstalled(codex, 'Stop', [
  {
    it: "a person's own hooks, approved",
    inits: [['--trust']],
    leaves: SESSION,
  },
  {
    it: 'hooks that nobody approved',
    inits: [[]],
    leaves: [],
  },
  {
    it: 'hooks that a project carries, approved',
    inits: [['--scope', 'project', '--trust']],
    leaves: SESSION,
  },
  {
    it: 'hooks that a project carries to a machine without Bailiff',
    inits: [['--scope', 'project', '--trust']],
    isThere: false,
    leaves: [],
  },
  {
    it: 'both, and recorded once',
    inits: [
      ['--scope', 'project', '--trust'],
      ['--scope', 'user', '--trust'],
    ],
    leaves: SESSION,
  },
  {
    it: 'settings that no program would lay out so, behind links',
    inits: [['--trust']],
    isOdd: true,
    leaves: SESSION,
  },
])
