import { agentStarted } from '../../shell/agents.ts'
import type { Invocation } from '../../shell/run.ts'
import { saidOf } from '../words.ts'
import type { ProtectionFinding } from './place.ts'

/** How agent programs are told to run without hooks: in one word, or in words that follow one another. */
const IN_WORD = /^\{.*"disableAllHooks"\s*:\s*true|^(?:[\w.]+\.)?hooks\s*=\s*false$|^--dangerously-bypass-hook-trust$/s
const IN_WORDS = /^config set (?:-\S+ )*disableAllHooks true|^features disable \S*hooks\b|^hooks disable/

/** An agent program that is started with its hooks off, or that is to switch them off. */
export function startedUnhooked(run: Invocation): ProtectionFinding | null {
  const words = run.args.map(saidOf)
  if (!words.some((word) => /hook/i.test(word)) || agentStarted(run) === null) return null
  const said = words.find((word) => IN_WORD.test(word)) ?? IN_WORDS.exec(words.join(' '))?.[0]
  return said === undefined ? null : { code: 'PROTECTED_SETTINGS', what: said, said }
}
