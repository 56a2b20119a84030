import type { Closing, Token } from './token.ts'

/**
 * True if a JavaScript file ends its process as it is loaded, so that its tests do not run: `process.exit(…)` in no bracket, or
 * only in the braces of conditions.
 */
export function exitsOnLoad(tokens: readonly Token[], closing: Closing): boolean {
  let conditionEnd = -1
  for (let at = 0; at < tokens.length; at++) {
    if (isExit(tokens, at)) return true
    if (tokens[at]?.text === 'if') conditionEnd = closing.get(at + 1) ?? -1
    const isBranch = tokens[at]?.text === '{' && at === conditionEnd + 1 && at > 0
    if (!isBranch) at = closing.get(at) ?? at
  }
  return false
}

const EXIT = /^(?:exit|reallyExit|abort)$/

/** Reads `process.exit`, `process['exit']` and `Deno.exit`, and `exit(` as imported from there. */
function isExit(tokens: readonly Token[], at: number): boolean {
  const text = (from: number): string => tokens[from]?.text ?? ''
  if (/^(?:process|Deno)$/.test(text(at))) {
    const name = text(at + 1) === '?' ? at + 3 : at + 2
    return /^[.[?]$/.test(text(at + 1)) && EXIT.test(text(name))
  }
  const isCall = text(at) === 'exit' && tokens[at]?.kind === 'word' && text(at + 1) === '('
  return isCall && !/^(?:\.|function)$/.test(text(at - 1))
}
