import { POLICY_FILE } from '../../policy/project.ts'
import { readSource } from '../../policy/stores/source.ts'
import { failingTests, isUsable, namesCheck, renderDraft, type Trial } from '../../project/draft.ts'
import type { Project } from '../../project/look.ts'
import type { Args, Io } from '../command.ts'
import { requireRoom } from './policy-file.ts'
import { nameOf, sayTrial, tryChecks } from './trials.ts'

/** The policy a project gets with its first `bailiff init`. */
export type FirstPolicy =
  /** There is one: it is its people's, and stays as it is. */
  { kind: 'there' } | { kind: 'new'; text: string; trials: Trial[]; mode: 'block' | 'warn'; isPlanned: boolean }

/** Null where the person stopped it. `root` is the folder that the policy rules. */
export async function firstPolicy(root: string, project: Project, args: Args, io: Io): Promise<FirstPolicy | null> {
  if (readSource(root).kind !== 'missing') return { kind: 'there' }
  if (!args.has('dry-run')) requireRoom(root)
  const trials = await trialsOf(project, args, io)
  const mode = trials === null ? null : await chooseMode(trials, args, io)
  if (trials === null || mode === null) return null
  return {
    kind: 'new',
    text: renderDraft({ trials, remote: project.remote, mode }),
    trials,
    mode,
    isPlanned: args.has('dry-run'),
  }
}

const untried = (check: Project['checks'][number]): Trial => ({
  check,
  ended: 'not-run',
  seconds: 0,
  left: [],
  output: '',
  changed: [],
})

/** They are the project's commands, so the person is asked before they run. */
async function trialsOf(project: Project, args: Args, io: Io): Promise<Trial[] | null> {
  const isLeft = args.has('dry-run') || args.has('no-checks') || project.checks.length === 0
  if (isLeft) return project.checks.map(untried)
  if (args.has('yes')) return tryChecks(project, io)
  const names = project.checks.map((check) => `  ${nameOf(check)}\n`).join('')
  const answer = await io.ask(`Checks of this project:\n${names}Run them once, to see which pass? [Y/n] `)
  if (answer === null) return null
  return /^n/i.test(answer.trim()) ? project.checks.map(untried) : tryChecks(project, io)
}

const MAX_ASKED = 3

/** What nothing can be held against is only warned about; otherwise the person says, and block is what we would. */
async function chooseMode(trials: readonly Trial[], args: Args, io: Io): Promise<'block' | 'warn' | null> {
  if (!trials.some(isUsable)) return 'warn'
  if (args.has('yes') || args.has('dry-run')) return 'block'
  const question = 'When the agent says it is done and a check fails: block it, or warn only? [block/warn, block] '
  for (let i = 0; i < MAX_ASKED; i++) {
    const answer = (await io.ask(question))?.trim().toLowerCase() ?? null
    if (answer === null) return null
    if ('block'.startsWith(answer)) return 'block'
    if ('warn'.startsWith(answer)) return 'warn'
  }
  return null
}

/** What will be written, for people. */
export function renderFirst(root: string, policy: FirstPolicy): string {
  if (policy.kind === 'there') return `  ${root}/${POLICY_FILE}: unchanged, it is yours\n`
  const untried = policy.isPlanned ? policy.trials.map(({ check }) => nameOf(check)) : []
  const lines =
    untried.length > 0
      ? [`a policy from those of these that pass when they are run once: ${untried.join(', ')}`]
      : policy.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const why = policy.isPlanned && untried.length > 0 ? null : whyWarn(policy)
  const said = why === null ? sayFailing(policy) : `It only warns: ${why}. ${toBlock(policy.trials)}`
  const note = said === null ? '' : `    ${said}\n`
  return `  ${root}/${POLICY_FILE} (a new file)\n${lines.map((line) => `    + ${line}\n`).join('')}${note}`
}

/** Where no check is named, all that could block is whether files were changed: that holds nobody to anything. */
const toBlock = (trials: readonly Trial[]): string =>
  namesCheck(trials)
    ? 'To block later: take "modes" out of the file once a check passes, and run bailiff policy approve.'
    : 'To block later: name a check that can fail instead of "changed", take "accept_reported" and "modes" out, and run bailiff policy approve.'

/** Why a policy only warns where nobody said that it should; null where it blocks, or somebody did. */
function whyWarn({ mode, trials }: Extract<FirstPolicy, { kind: 'new' }>): string | null {
  if (mode === 'block' || trials.some(isUsable)) return null
  if (trials.length === 0) return 'no check was found that claims could be held against'
  if (trials.every(({ ended }) => ended === 'not-run')) return 'no check was run, so none is known to pass'
  return 'no check that can be used passed just now, and one that fails already would hold back every turn'
}

/** Tests that fail already are no proof yet: what they should prove is said to be open. */
function sayFailing({ mode, trials }: Extract<FirstPolicy, { kind: 'new' }>): string | null {
  const failing = failingTests(trials).map(({ check }) => nameOf(check))
  if (mode === 'warn' || failing.length === 0) return null
  return `"tests pass" and "fixed" are ONLY WARNED ABOUT, because ${failing.join(' and ')} failed. Once that passes: add it to "done" in ${POLICY_FILE}, take "modes" out, and run bailiff policy approve.`
}

/** What is checked, in one line. */
export function sayChecks(policy: FirstPolicy): string {
  if (policy.kind === 'there') return `as ${POLICY_FILE} says`
  if (policy.trials.length === 0) return 'none was found'
  return policy.trials.map((trial) => `${nameOf(trial.check)} (${sayTrial(trial)})`).join(', ')
}

/** What becomes of what the agent says, in one line. */
export function sayClaims(policy: FirstPolicy): string {
  if (policy.kind === 'there') return 'held against that policy when the agent stops: bailiff policy show'
  if (policy.mode === 'block') {
    const failing = sayFailing(policy)
    const earned = `${blocked(policy.text).join(', ')}: have to be earned; the checks run when the agent stops`
    return failing === null ? earned : `${earned}. ${failing}`
  }
  const why = whyWarn(policy)
  return `only warned about, nobody is held back: ${why ?? 'as you said'}; you are told what the checks do not bear out`
}

/** What the agent gets to see, in one line. */
export function sayToAgent(policy: FirstPolicy): string {
  const denied = 'a refusal where it reaches for keys, ledger, hook settings or commands for persons'
  return policy.kind === 'new' && policy.mode === 'warn' ? denied : `what it has not earned, when it stops; ${denied}`
}

/** The claims that a drafted policy binds, and holds back. */
const blocked = (text: string): string[] =>
  ['done', 'fixed', 'tests_pass', 'shipped']
    .filter((claim) => text.includes(`\n  ${claim}: `) && !text.includes(` ${claim}: warn`))
    .map((claim) => `"${claim.replace('_', ' ')}"`)
