import { isObject } from '../ledger/kinds.ts'

/** What a settings file says about hooks: how many of ours it holds, and whether it switches all hooks off. */
export type HooksIn = { ours: number; isOff: boolean }

/** `bailiff hook <host> <event>`, or the launcher that is installed for it. */
const OURS = /\b(?:bailiff-)?hook["']?\s+["']?(?:claude-code|codex|gemini)\b/

const MAX_DEPTH = 12

/** Reads the text of a settings file of a host. What is no JSON, such as TOML or a broken file, is searched as it stands. */
export function hooksIn(text: string): HooksIn {
  try {
    const value: unknown = JSON.parse(text)
    return { ours: countIn(value, 0), isOff: isObject(value) && value['disableAllHooks'] === true }
  } catch {
    const lines = text.split('\n').filter((line) => !/^\s*(?:#|\/\/)/.test(line))
    return {
      ours: lines.filter((line) => OURS.test(line)).length,
      isOff: lines.some((line) => /"disableAllHooks"\s*:\s*true/.test(line)),
    }
  }
}

function countIn(value: unknown, depth: number): number {
  if (typeof value === 'string') return OURS.test(value) ? 1 : 0
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return 0
  return Object.values(value).reduce((sum: number, one) => sum + countIn(one, depth + 1), 0)
}
