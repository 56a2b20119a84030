import { POLICY_FILE } from '../policy/project.ts'
import { readSource } from '../policy/stores/source.ts'
import { isUsable, renderDraft, type Trial } from '../project/draft.ts'
import type { Project } from '../project/look.ts'
import type { Args, Io } from './command.ts'
import { nameOf, sayTrial, tryChecks } from './trials.ts'

/** The policy a project gets with its first `bailiff init`. */
export type FirstPolicy =
  /** There is one: it is its people's, and stays as it is. */
  { kind: 'there' } | { kind: 'new'; text: string; trials: Trial[]; mode: 'block' | 'warn' }

/** Null where the person stopped it. `root` is the folder that the policy rules. */
export async function firstPolicy(root: string, project: Project, args: Args, io: Io): Promise<FirstPolicy | null> {
  if (readSource(root).kind !== 'missing') return { kind: 'there' }
  const trials = args.has('dry-run') ? project.checks.map(untried) : await tryChecks(project, io)
  if (trials === null) return null
  const mode = await chooseMode(trials, args, io)
  return { kind: 'new', text: renderDraft({ trials, remote: project.remote, mode }), trials, mode }
}

const untried = (check: Project['checks'][number]): Trial => ({
  check,
  ended: 'not-run',
  seconds: 0,
  left: [],
  output: '',
  changed: [],
})

/** What nothing can be held against is only warned about; otherwise the person says, and block is what we would. */
async function chooseMode(trials: readonly Trial[], args: Args, io: Io): Promise<'block' | 'warn'> {
  if (!trials.some(isUsable)) return 'warn'
  if (args.has('yes') || args.has('dry-run')) return 'block'
  const question = 'When the agent says it is done and a check fails: block it, or warn only? [block/warn, block] '
  return /^w/i.test((await io.ask(question))?.trim() ?? '') ? 'warn' : 'block'
}

/** What will be written, for people. */
export function renderFirst(root: string, policy: FirstPolicy): string {
  if (policy.kind === 'there') return `  ${root}/${POLICY_FILE}: unchanged, it is yours\n`
  const untried = policy.trials.filter(({ ended }) => ended === 'not-run').map(({ check }) => nameOf(check))
  const lines =
    untried.length > 0
      ? [`a policy from those of these that pass when they are run once: ${untried.join(', ')}`]
      : policy.text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return `  ${root}/${POLICY_FILE} (a new file)\n${lines.map((line) => `    + ${line}\n`).join('')}`
}

/** What is checked, in one line. */
export function sayChecks(policy: FirstPolicy): string {
  if (policy.kind === 'there') return `as ${POLICY_FILE} says`
  if (policy.trials.length === 0) return 'none was found: what the agent says is only warned about'
  return policy.trials.map((trial) => `${nameOf(trial.check)} (${sayTrial(trial)})`).join(', ')
}
