import type { Canary } from './canary.ts'
import { claudeCodeCanary } from './claude-code/canary.ts'
import { codexCanary } from './codex/canary.ts'
import { geminiCanary } from './gemini/canary.ts'

/** How each host is started as a canary. */
export const CANARIES: readonly Canary[] = [claudeCodeCanary, codexCanary, geminiCanary]
