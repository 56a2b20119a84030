import { agentStarted } from '../../shell/agents.ts'
import type { Invocation } from '../../shell/run.ts'
import { saidOf } from '../words.ts'
import type { HostFacts } from './host-facts.ts'
import type { ProtectionFinding } from './place.ts'

/** Finds an agent program that is started without hooks, or told to disable them. */
export function startedUnhooked(run: Invocation, { unhooking, agents }: HostFacts): ProtectionFinding | null {
  const words = run.args.map(saidOf)
  if (!words.some((word) => /hook/i.test(word)) || agentStarted(run, agents) === null) return null
  const said =
    words.find((one) => unhooking.some(({ word }) => word?.test(one))) ??
    unhooking.map((one) => one.words?.exec(words.join(' '))?.[0]).find((found) => found !== undefined)
  return said === undefined ? null : { code: 'PROTECTED_SETTINGS', what: said, said }
}
