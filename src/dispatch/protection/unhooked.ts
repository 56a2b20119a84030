import { agentStarted } from '../../shell/agents.ts'
import type { Invocation } from '../../shell/run.ts'
import { saidOf } from '../words.ts'
import type { ProtectionFinding } from './place.ts'

/** Ways to tell an agent program to run without hooks: in one word, or in consecutive words. */
const IN_WORD = /^\{.*"disableAllHooks"\s*:\s*true|^(?:[\w.]+\.)?hooks\s*=\s*false$|^--dangerously-bypass-hook-trust$/s
const IN_WORDS = /^config set (?:-\S+ )*disableAllHooks true|^features disable \S*hooks\b|^hooks disable/

/** Finds an agent program that is started without hooks, or told to disable them. */
export function startedUnhooked(run: Invocation): ProtectionFinding | null {
  const words = run.args.map(saidOf)
  if (!words.some((word) => /hook/i.test(word)) || agentStarted(run) === null) return null
  const said = words.find((word) => IN_WORD.test(word)) ?? IN_WORDS.exec(words.join(' '))?.[0]
  return said === undefined ? null : { code: 'PROTECTED_SETTINGS', what: said, said }
}
