import type { Command } from '../command.ts'
import { PROJECT_OPTION } from '../policy/policy.ts'

export const ci: Command = {
  name: 'ci',
  summary: 'judge a pull request: its checks, claims and lost tests',
  usage: '[--base <ref>] [--body <file>|-] [options]',
  words: { min: 0, max: 0, names: '' },
  details: `Runs the checks on the checked-out commit, and says whether the claims in its
commit messages and in the pull request's body are earned. The policy of the
base judges, unless a hash or a signature vouches for another one. Tests that
were removed or disabled since the base are named.
In GitHub Actions, base, body and summary page come from the workflow.
Exit codes: 0 earned, or nothing needs evidence; 2 not earned, open or held;
3 there is no policy; 1 error.`,
  example: 'bailiff ci --base origin/main --body body.md',
  options: {
    base: { value: '<ref>', help: 'the branch or commit to compare with; default: the one that GitHub names' },
    body: { value: '<file>', help: "the pull request's text, or - for standard input; default: GitHub's event" },
    'policy-hash': { value: '<sha256>', help: 'the hash of the policy that judges; default: $BAILIFF_POLICY_SHA256' },
    'checks-hash': { value: '<sha256>', help: 'accept these definitions of checks, by the hash that "held" shows' },
    'policy-key': { value: '<key.pub>', help: 'a public key whose signature on a policy counts' },
    'accept-weakened': { help: 'a reviewer accepts that tests were removed or disabled; recorded' },
    summary: { value: '<file>', help: 'write a Markdown page; default: append to $GITHUB_STEP_SUMMARY' },
    ...PROJECT_OPTION,
    home: { value: '<dir>', help: 'keep the record in this state directory; default: a temporary one' },
  },
  async run(args, io) {
    // Loads YAML and the schema, which most commands do not need.
    const { judgeHere } = await import('../ci/judge-here.ts')
    return judgeHere(args, io)
  },
}
