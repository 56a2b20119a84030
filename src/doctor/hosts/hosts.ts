import { claudeCodeSwitches } from './claude-code.ts'
import { codexSwitches } from './codex.ts'
import { geminiSwitches } from './gemini.ts'
import type { Switches } from './switches.ts'

/** What may silence the hooks of each host. */
export const SWITCHES: readonly Switches[] = [claudeCodeSwitches, codexSwitches, geminiSwitches]
