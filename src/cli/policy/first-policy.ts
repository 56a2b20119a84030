import { POLICY_FILE } from '../../policy/project.ts'
import { readSource } from '../../policy/stores/source.ts'
import { failingTests, isUsable, namesCheck, renderDraft, type Trial } from '../../project/draft.ts'
import type { Project } from '../../project/look.ts'
import { type Args, type Io, UsageError } from '../command.ts'
import { askYes } from '../input/confirm.ts'
import { fill } from '../screens/width.ts'
import { requireRoom } from './policy-file.ts'
import { type PolicyThere, policyThere, rulingOf, sayStanding } from './policy-there.ts'
import { nameOf, sayTrial, tryChecks, untried } from './trials.ts'

/** The policy that a project gets from its first `bailiff init`. */
export type FirstPolicy =
  | PolicyThere
  | { kind: 'new'; text: string; trials: Trial[]; mode: 'block' | 'warn'; isPlanned: boolean }

/** Asks before it runs the project's checks. `root` is the folder of the policy. */
export async function firstPolicy(root: string, project: Project, args: Args, io: Io): Promise<FirstPolicy> {
  if (readSource(root).kind !== 'missing') {
    if (args.all('check').length > 0)
      throw new UsageError(`${POLICY_FILE} exists already. Add the check there, then run: bailiff policy approve`)
    return policyThere(root, args, io)
  }
  if (!args.has('dry-run')) requireRoom(root)
  const trials = await trialsOf(project, args, io)
  const mode = await chooseMode(trials, args, io)
  const isPlanned = args.has('dry-run')
  return {
    kind: 'new',
    text: renderDraft({
      trials: isPlanned ? trials.map((trial) => ({ ...trial, ended: 'passed' })) : trials,
      remote: project.remote,
      packages: project.packages,
      mode: isPlanned && trials.length > 0 ? 'block' : mode,
    }),
    trials,
    mode,
    isPlanned,
  }
}

/** Asks before running the project's own commands. */
async function trialsOf(project: Project, args: Args, io: Io): Promise<Trial[]> {
  const isLeft = args.has('dry-run') || args.has('no-checks') || project.checks.length === 0
  if (isLeft) return project.checks.map(untried)
  if (args.has('yes')) return tryChecks(project, io)
  const names = shortened(project.checks.map(nameOf), MAX_ASKED)
    .map((name) => `  ${name}\n`)
    .join('')
  const isYes = await askYes(
    io,
    args,
    'init',
    `Checks found in this project:\n${names}Run them to see which pass? (quick tests twice: with CI=1 and without)`,
  )
  return isYes ? tryChecks(project, io) : project.checks.map(untried)
}

/** Returns "warn" if no check is usable. Otherwise the person decides; the default is "block". */
async function chooseMode(trials: readonly Trial[], args: Args, io: Io): Promise<'block' | 'warn'> {
  if (!trials.some(isUsable)) return 'warn'
  if (args.has('yes') || args.has('dry-run')) return 'block'
  const isYes = await askYes(
    io,
    args,
    'init',
    'Block an agent that says it is done while a check fails? (n: warn only)',
  )
  return isYes ? 'block' : 'warn'
}

/** The policy that will be written, for people. */
export function renderFirst(root: string, policy: FirstPolicy): string {
  if (policy.kind === 'there') return `  ${root}/${POLICY_FILE}\n    ${sayStanding(policy)}\n`
  const isGuess = policy.isPlanned && policy.trials.length > 0
  const lines = policy.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const planned = isGuess ? fill('from the checks that pass when init runs them; if all of them do:', '    ') : ''
  const why = isGuess ? null : whyWarn(policy)
  const said = why === null ? sayFailing(policy) : `Warning only: ${why}. ${toBlock(policy.trials)}`
  const note = said === null ? '' : fill(said, '    ')
  return `  ${root}/${POLICY_FILE} (new)\n${planned}${lines.map((line) => fill(line, '    + ', '      ')).join('')}${note}`
}

/** Checks that one question names. */
const MAX_ASKED = 12

/** The first names, and how many more there are. */
const shortened = (names: readonly string[], most: number): string[] =>
  names.length <= most ? [...names] : [...names.slice(0, most - 1), `and ${names.length - most + 1} more`]

/** The policy in a few words, for the screen before the question. */
export function sayInShort(policy: FirstPolicy): string {
  if (policy.kind === 'there') return sayStanding(policy)
  const why = whyWarn(policy)
  if (why !== null) return `Warning only: ${why}. ${toBlock(policy.trials)}`
  const claims =
    policy.mode === 'warn' ? 'warning only, as you chose' : `${blocked(policy.text).join(', ')} must be earned`
  const usable = shortened(
    policy.trials.filter(isUsable).map(({ check }) => nameOf(check)),
    MAX_NAMED,
  ).join(', ')
  const failing = sayFailing(policy)
  return `${claims}; checks: ${usable}${failing === null ? '' : `. ${failing}`}`
}

/** Checks that one line names. */
const MAX_NAMED = 4

/** Without a named check, only "files were changed" could block, which proves nothing. */
const toBlock = (trials: readonly Trial[]): string =>
  namesCheck(trials)
    ? 'To block later: once a check passes, remove "modes" from the file and run: bailiff policy approve'
    : 'To block later: replace "changed" with a check that can fail (bailiff docs policy says how), remove "accept_reported" and "modes", and run: bailiff policy approve'

/** The reason why a policy only warns; null if it blocks, or if the person chose to warn. */
function whyWarn({ mode, trials }: Extract<FirstPolicy, { kind: 'new' }>): string | null {
  if (mode === 'block' || trials.some(isUsable)) return null
  if (trials.length === 0) return 'no check was found that could prove a claim'
  if (trials.every(({ ended }) => ended === 'not-run')) return 'no check was run, so none is known to pass'
  return 'no usable check passed just now, and a check that already fails would block every turn'
}

/** Says which claims get only a warning, because their tests already fail and prove nothing yet. */
function sayFailing({ mode, trials }: Extract<FirstPolicy, { kind: 'new' }>): string | null {
  const failing = failingTests(trials).map(({ check }) => nameOf(check))
  if (mode === 'warn' || failing.length === 0) return null
  return `"tests pass" and "fixed" get a WARNING ONLY, because ${failing.join(' and ')} failed. Once that passes: add it to "done" in ${POLICY_FILE}, remove "modes", and run: bailiff policy approve`
}

/** The checks, in one line. */
export function sayChecks(policy: FirstPolicy): string {
  if (policy.kind === 'there')
    return {
      file: `as in ${POLICY_FILE}`,
      copy: `as in the approved copy of ${POLICY_FILE}`,
      warnings: 'none: no policy is in effect',
    }[rulingOf(policy)]
  if (policy.trials.length === 0) return 'none found'
  return shortened(
    policy.trials.map((trial) => `${nameOf(trial.check)} (${sayTrial(trial)})`),
    MAX_ASKED,
  ).join(', ')
}

/** The treatment of claims, in one line. */
export function sayClaims(policy: FirstPolicy): string {
  if (policy.kind === 'there')
    return {
      file: 'judged by that policy when the agent stops: bailiff policy show',
      copy: 'judged by the approved copy when the agent stops: bailiff policy show',
      warnings: 'warning only, nothing is blocked',
    }[rulingOf(policy)]
  if (policy.mode === 'block') {
    const failing = sayFailing(policy)
    const earned = `${blocked(policy.text).join(', ')} and changed files must be earned; the checks run when the agent stops`
    return failing === null ? earned : `${earned}. ${failing}`
  }
  const why = whyWarn(policy)
  return `warning only, nothing is blocked: ${why ?? 'as you chose'}; ${policy.text.includes(' command: ') ? TOLD : RECORDED}`
}

const TOLD = 'you are told about claims that are not earned'
/** No check is bound, so there is nothing to hold a claim against. */
const RECORDED = 'claims are only recorded, and bailiff report counts them'

/** Describes in one line what the agent sees. */
export function sayToAgent(policy: FirstPolicy): string {
  const denied = 'denials of calls that touch keys, the ledger, hook settings or people-only commands'
  const onlyWarns = policy.kind === 'new' ? policy.mode === 'warn' : rulingOf(policy) === 'warnings'
  if (onlyWarns) return denied
  return `${policy.kind === 'new' ? 'claims that are not earned' : 'claims that the policy blocks'}; ${denied}`
}

/** The claims that a drafted policy binds and blocks. */
const blocked = (text: string): string[] =>
  ['done', 'fixed', 'tests_pass', 'verified', 'shipped']
    .filter((claim) => text.includes(`\n  ${claim}: `) && !text.includes(` ${claim}: warn`))
    .map((claim) => `"${claim.replace('_', ' ')}"`)
