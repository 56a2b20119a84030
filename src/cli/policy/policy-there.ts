import { join } from 'node:path'
import type { ParsedPolicy } from '../../policy/parse.ts'
import { POLICY_FILE, SIGNATURE_FILE } from '../../policy/project.ts'
import { loadActivePolicy } from '../../policy/stores/load-active-policy.ts'
import { readSignature, readSource } from '../../policy/stores/source.ts'
import type { Args, Io } from '../command.ts'
import { askYes } from '../input/confirm.ts'
import { plural, printable } from '../screens/output.ts'
import { fill } from '../screens/width.ts'
import { APPROVE_QUESTION, type Approvable, approvableFrom, isWeaker, renderApprovable } from './approval.ts'
import { openIfThere, parseInProject, refuseInvalid } from './policy.ts'

/** A policy that the project already has, as in a clone of a team's repository. */
export type PolicyThere = {
  kind: 'there'
  /** The policy in effect if the file is not: the copy approved before, or the built-in one, which only warns. */
  otherwise: Otherwise
} & (
  | { standing: 'active' }
  /** The person approves it. */
  | { standing: 'agreed'; approvable: Approvable }
  /** It stays without effect. */
  | { standing: 'left' }
  /** Nobody can approve it before it is fixed. `first` is its first mistake; null if the file cannot even be read. */
  | { standing: 'broken'; first: string | null }
)

type Otherwise = 'copy' | 'warnings'

/** Shows a policy that is not in effect here yet, and asks for its approval. */
export async function policyThere(root: string, args: Args, io: Io): Promise<PolicyThere> {
  const active = loadActivePolicy(openIfThere(args.home), root, io.env, 'ledger')
  const here = { kind: 'there', otherwise: active.why === 'approved-copy' ? 'copy' : 'warnings' } as const
  if (active.why !== 'approved-copy' && active.why !== 'built-in') return { ...here, standing: 'active' }
  const source = readSource(root)
  if (source.kind !== 'read') return { ...here, standing: 'broken', first: null }
  const parsed = await parseInProject(root, source)
  if (!parsed.ok) {
    if (!args.json) refuseInvalid(parsed.code, join(root, parsed.file), parsed.problems, args, io)
    return { ...here, standing: 'broken', first: firstMistake(parsed) }
  }
  const approvable = await approvableFrom(root, source, parsed, args)
  const meaning = await renderApprovable(approvable)
  const short = args.has('dry-run') ? meaning : firstLines(meaning)
  if (!args.json) io.out(`${POLICY_FILE} is not in effect on this machine.\n${short}${signatureNote(root)}\n`)
  // --yes does not approve a policy that others wrote, and weakening one takes a typed word. "policy approve" does both.
  if (args.has('dry-run') || args.has('yes') || isWeaker(approvable)) return { ...here, standing: 'left' }
  const more = short === meaning ? '' : meaning
  const isAgreed = await askYes(io, args, 'init', APPROVE_QUESTION, { toGoOn: WITHOUT_TERMINAL, more })
  return isAgreed ? { ...here, standing: 'agreed', approvable } : { ...here, standing: 'left' }
}

/** So that the question is on the same screen. */
const MAX_LINES = 16

function firstLines(text: string): string {
  const lines = text.trimEnd().split('\n')
  if (lines.length <= MAX_LINES) return text
  return `${lines.slice(0, MAX_LINES - 1).join('\n')}\n  … ${lines.length - MAX_LINES + 1} more lines: bailiff policy check\n`
}

/** --yes does not approve what others wrote. */
const WITHOUT_TERMINAL =
  'To install the hooks only, add --yes. To approve the policy as well, run after that: bailiff policy approve --yes.'

function firstMistake({ file, problems }: Extract<ParsedPolicy, { ok: false }>): string {
  const [first, ...more] = problems
  const others = more.length === 0 ? '' : ` (and ${plural(more.length, 'more mistake')})`
  return `${file}:${first?.line}:${first?.column} ${printable(first?.message.replace(/\.$/, '') ?? '')}${others}`
}

/** Leads to signatures, which spare a team the approval of every change on every machine. */
const signatureNote = (root: string): string =>
  fill(
    readSignature(root) === null
      ? 'To approve the policy for a whole team at once: bailiff policy sign, and bailiff policy trust on each machine.'
      : `${SIGNATURE_FILE} is not by a key that you trust. If your team gave you its key, this approves every policy it signs: bailiff policy trust <key.pub>`,
  )

const HOLDS: { [otherwise in Otherwise]: string } = {
  copy: 'the copy approved before stays in effect',
  warnings: 'claims only get warnings',
}

/** How the policy stands, for the list of files. */
export function sayStanding(policy: PolicyThere): string {
  switch (policy.standing) {
    case 'active':
      return 'unchanged: it is in effect already'
    case 'agreed':
      return 'unchanged: approved in your name'
    case 'left':
      return `unchanged: not approved, so ${HOLDS[policy.otherwise]}`
    case 'broken':
      return `unchanged: it cannot be used as it is, so ${HOLDS[policy.otherwise]}`
  }
}

/** The policy that judges claims from now on: the file, the copy approved before, or only the built-in one. */
export const rulingOf = ({ standing, otherwise }: PolicyThere): 'file' | Otherwise =>
  standing === 'active' || standing === 'agreed' ? 'file' : otherwise

/** Says what is wrong with a broken policy, what applies until it is fixed, and what to do. */
export const sayBroken = (policy: PolicyThere): string | null =>
  policy.standing === 'broken' && policy.first !== null
    ? `${policy.first}. Until that is fixed, ${HOLDS[policy.otherwise]}. Fix it, then run: bailiff policy approve`
    : null
