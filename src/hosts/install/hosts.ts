import { claudeCodeHooks } from '../claude-code/install.ts'
import { codexHooks } from '../codex/install.ts'
import { geminiHooks } from '../gemini/install.ts'
import { HostError } from '../registry.ts'
import type { HostHooks } from './hooks.ts'

/** Every host whose hooks can be installed. */
export const HOST_HOOKS: readonly HostHooks[] = [claudeCodeHooks, codexHooks, geminiHooks]

/** How the hooks of a host are installed; throws where there is no such host. */
export function hooksOf(host: string): HostHooks {
  const found = HOST_HOOKS.find((one) => one.host === host)
  if (found === undefined) throw new HostError(host)
  return found
}
