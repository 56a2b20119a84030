import { agentStarted } from '../shell/agents.ts'
import type { Run } from '../shell/run.ts'
import type { Finding } from './place.ts'
import { saidOf } from './words.ts'

/** How agent programs are told to run without hooks, or to keep hooks off from then on. */
const OFF =
  /disableAllHooks\W{1,4}true|\bhooks\s*=\s*false|--dangerously-bypass-hook-trust|\bfeatures disable \S*hooks\b|^hooks disable/

/** An agent program that is started with its hooks off, or that is to switch them off. */
export function startedUnhooked(run: Run): Finding | null {
  if (agentStarted(run) === null) return null
  const [said] = OFF.exec(run.args.map(saidOf).join(' ')) ?? []
  return said === undefined ? null : { code: 'PROTECTED_SETTINGS', what: said, said }
}
