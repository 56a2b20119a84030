import { POLICY_FILE, SIGNATURE_FILE } from '../../policy/project.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { readSignature, readSource } from '../../policy/stores/source.ts'
import type { Args, Io } from '../command.ts'
import { askYes } from '../input/confirm.ts'
import { fill } from '../screens/width.ts'
import { APPROVE_QUESTION, type Approvable, isWeaker, readApprovable, renderApprovable } from './approval.ts'
import { openIfThere } from './policy.ts'

/** A policy that the project already has, as in a clone of a team's repository. */
export type PolicyThere = { kind: 'there' } & (
  | { standing: 'active' }
  /** The person approves it. */
  | { standing: 'agreed'; approvable: Approvable }
  /** It stays without effect. */
  | { standing: 'left' }
)

/** Shows a policy that is not in effect here yet, and asks for its approval. */
export async function policyThere(root: string, args: Args, io: Io): Promise<PolicyThere> {
  const left: PolicyThere = { kind: 'there', standing: 'left' }
  const { notice } = loadActivePolicy(openIfThere(args.home), root, io.env, 'ledger')
  if (notice === null) return { kind: 'there', standing: 'active' }
  if (readSource(root).kind !== 'read') return left
  const approvable = await readApprovable(root, args, io)
  if (typeof approvable === 'number') return left
  if (!args.json) io.out(`${POLICY_FILE} is not in effect on this machine.\n${await renderApprovable(approvable)}`)
  if (!args.json) io.out(`${signatureNote(root)}\n`)
  // What others wrote is not approved unseen, and what weakens a policy takes a typed word: both have their own command.
  if (args.has('dry-run') || args.has('yes') || isWeaker(approvable)) return left
  const isAgreed = await askYes(io, args, 'init', APPROVE_QUESTION, WITHOUT_TERMINAL)
  return isAgreed ? { kind: 'there', standing: 'agreed', approvable } : left
}

/** --yes does not approve what others wrote. */
const WITHOUT_TERMINAL =
  'To install the hooks only, add --yes. To approve the policy as well, run after that: bailiff policy approve --yes.'

/** Leads to signatures, which spare a team the approval of every change on every machine. */
const signatureNote = (root: string): string =>
  fill(
    readSignature(root) === null
      ? 'To approve the policy for a whole team at once: bailiff policy sign, and bailiff policy trust on each machine.'
      : `${SIGNATURE_FILE} is not by a key that you trust. If your team gave you its key, this approves every policy it signs: bailiff policy trust <key.pub>`,
  )

/** How the policy stands, for the list of files. */
export const sayStanding = ({ standing }: PolicyThere): string =>
  ({
    active: 'unchanged: it is in effect already',
    agreed: 'unchanged: approved in your name',
    left: 'unchanged: not approved, so claims only get warnings',
  })[standing]
