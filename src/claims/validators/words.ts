import type { Slot, Token } from '../../policy/policy.ts'
import { weakness } from '../../policy/weak.ts'
import { fillSlots, type Given } from './arguments.ts'
import { type Refused, refuse } from './outcome.ts'

/** A command with its slots filled, and the paths among its words. */
export type Words = { kind: 'words'; words: string[]; targets: string[] }

/** Fills the slots of a command. Refuses a command that proves nothing, or that contains none of the contract's keywords. */
export function wordsOf(
  { command, slots }: { command: readonly Token[]; slots: { [name: string]: Slot } },
  given: Given,
  { keywords, idle = /^$/ }: { keywords: readonly string[]; idle?: RegExp | undefined },
): Words | Refused {
  const filled = fillSlots(command, slots, given)
  if (!filled.ok) return refuse('ARGUMENT_REFUSED', `Refused: ${filled.why}.`)
  const { words, targets } = filled
  const weak = weakness(words) ?? idleness(words, idle)
  if (weak !== null) return refuse('WEAK_COMMAND', `The command is too weak: ${weak}`, { words })
  if (keywords.length > 0 && !sharesOne(words, keywords))
    return refuse('KEYWORD_MISSING', "The command contains none of the contract's keywords.", { words })
  return { kind: 'words', words, targets }
}

function idleness(words: readonly string[], idle: RegExp): string | null {
  const option = words.slice(1).find((word) => word !== '' && idle.test(word))
  return option === undefined ? null : `with "${option}" it runs no tests, so it proves nothing.`
}

/** Compares whole words and ignores case: `test/login.test.ts` contains `login`, but not `log`. */
function sharesOne(words: readonly string[], keywords: readonly string[]): boolean {
  const parts = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const found = parts(words.join(' ')).join(' ')
  return keywords.some((keyword) => {
    const wanted = parts(keyword).join(' ')
    return wanted !== '' && ` ${found} `.includes(` ${wanted} `)
  })
}
