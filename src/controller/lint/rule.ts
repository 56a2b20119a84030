import { nearest } from '../../policy/suggest.ts'
import type { AgentSpec, Bundle, IORef, Step } from '../bundle.ts'
import { type Fault, type Path, quoted } from '../findings.ts'
import { matchRef } from '../refs.ts'

/** Finds the problems of one code. Paths are those of the bundle. `driverKinds` are the known drivers, if they are given. */
export type Rule = (bundle: Bundle, driverKinds: readonly string[] | null) => Fault[]

/** True if every ref that `narrow` stands for matches `wide`. */
export const covers = (wide: string, narrow: string): boolean => matchRef(wide, narrow) !== null

/** True if some ref matches both patterns. */
export function overlap(a: string, b: string): boolean {
  const parts = a.split(':')
  const others = b.split(':')
  return (
    parts.length === others.length && parts.every((part, i) => part === others[i] || part === '*' || others[i] === '*')
  )
}

/** A suggestion to put behind a message, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const meant = nearest(word, known)
  return meant === null ? '' : ` Did you mean ${quoted(meant)}?`
}

/** Every input and output of every agent, with its path. */
export const declaredRefs = ({ agents }: Bundle): { ref: IORef; path: Path; agent: AgentSpec }[] =>
  agents.flatMap((agent, i) =>
    (['inputs', 'outputs'] as const).flatMap((list) =>
      agent.contract[list].map((ref, j) => ({ ref, path: ['agents', i, 'contract', list, j], agent })),
    ),
  )

/** Every effect of every agent, with its path. */
export const declaredEffects = ({ agents }: Bundle) =>
  agents.flatMap((agent, i) =>
    agent.contract.effects.map((effect, j) => ({
      effect,
      path: ['agents', i, 'contract', 'effects', j] as Path,
      agent,
    })),
  )

/** Returns the agent of a step, if it is listed. */
export const agentOf = ({ agents }: Bundle, { agent_id }: Step): AgentSpec | undefined =>
  agents.find((agent) => agent.agent_id === agent_id)

export const refsOf = (refs: readonly IORef[]): string[] => refs.map(({ ref }) => ref)
