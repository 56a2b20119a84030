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
  // Nothing was changed, and the policy of such a project requires a change.
  'turn.changed',
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
    it: 'hooks that were never approved',
    inits: [[]],
    leaves: [],
  },
  {
    it: "a project's hooks, approved",
    inits: [['--scope', 'project', '--trust']],
    leaves: SESSION,
  },
  {
    it: "a project's hooks on a machine without Bailiff",
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
    it: 'unusually formatted settings behind symlinks',
    inits: [['--trust']],
    isOdd: true,
    leaves: SESSION,
  },
])
