import { join } from 'node:path'
import type { Home } from '../../ledger/stores/files/home.ts'
import { renderChange } from '../../policy/approve.ts'
import type { ActivePolicy, Approval } from '../../policy/choose-policy.ts'
import type { Change } from '../../policy/diff.ts'
import type { ParsedPolicy } from '../../policy/parse.ts'
import type { Policy } from '../../policy/policy.ts'
import { approvePolicy } from '../../policy/stores/approve.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import type { Confirmed, Decision } from '../../session/who.ts'
import type { Args, Exit, Io } from '../command.ts'
import { requireConfirmation, requireYes } from '../input/confirm.ts'
import { plural } from '../screens/output.ts'
import {
  changesFrom,
  listed,
  meaningOf,
  openIfThere,
  parseInProject,
  refuseInvalid,
  requireSource,
  withContract,
} from './policy.ts'

/** The approval of a project's policy file, for the commands that lead to it. */

/** A policy file that can be approved, and how it differs from the policy that is active now. */
export type Approvable = {
  source: ReturnType<typeof requireSource>
  parsed: Extract<ParsedPolicy, { ok: true }>
  before: ActivePolicy
  changes: Change[]
}

/** Reads the policy file. If it is invalid, says why and returns an exit code. */
export async function readApprovable(root: string, args: Args, io: Io): Promise<Approvable | Exit> {
  const source = requireSource(root)
  const parsed = await parseInProject(root, source)
  if (!parsed.ok) return refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
  return approvableFrom(root, source, parsed, args)
}

/** Compares a valid policy file with the policy that is active now. */
export async function approvableFrom(
  root: string,
  source: Approvable['source'],
  parsed: Approvable['parsed'],
  args: Args,
): Promise<Approvable> {
  const before = loadActivePolicy(openIfThere(args.home), root, {}, 'ledger')
  return { source, parsed, before, changes: await changesFrom(approvedBefore(before), parsed.compiled.policy) }
}

export const approvedBefore = ({ source, policy }: ActivePolicy): Policy | null => (source === null ? null : policy)

/** Describes what an approval means. At the first one everything is new, so the meaning says more than the changes. */
export async function renderApprovable({ before, parsed, changes, source }: Approvable): Promise<string> {
  const isFirst = before.source === null
  const lines = isFirst ? await meaningOf(parsed.compiled.policy) : changes.map(renderChange)
  if (!isFirst && changes.length === 0) return 'It means the same as the approved policy.\n'
  const title = isFirst
    ? `No policy is approved here yet. This policy${withContract(source)} means:`
    : `${plural(changes.length, 'change')} compared with the approved policy:`
  return `${title}\n${lines.map(listed).join('')}`
}

/** Asks for the approval. Changes that weaken an approved policy take a typed word. */
export const requireApproval = (approvable: Approvable, args: Args, io: Io, command: string): Promise<Confirmed> =>
  isWeaker(approvable)
    ? requireConfirmation(io, args, command, 'approve')
    : requireYes(io, args, command, APPROVE_QUESTION)

export const APPROVE_QUESTION = 'Approve this policy in your name?'

/** True if an approval would weaken the policy that is approved now. */
export const isWeaker = ({ before, changes }: Approvable): boolean =>
  before.source !== null && changes.some(({ weaker }) => weaker)

/** Approves the policy. */
export const approve = (
  home: Home,
  root: string,
  approvable: Approvable,
  decision: Decision,
  { env }: Pick<Io, 'env'>,
): Approval => {
  const { source, parsed, changes } = approvable
  const { sourceSha256, compiled } = parsed
  return approvePolicy(home, root, { source, sourceSha256, compiled }, { changes, decision, env })
}
