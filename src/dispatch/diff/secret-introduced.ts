import { words } from '../../ledger/lazy.ts'
import { redactText } from '../../ledger/redact.ts'
import { TOKENS } from '../../ledger/secrets/tokens.ts'
import { type DispatchFinding, finding } from '../call.ts'
import type { Changed } from './changed.ts'

/** Kinds of secrets that can be identified by format alone. A variable named PASSWORD may hold anything. */
const CERTAIN = words(() => ['private-key jwt', ...TOKENS.map(([kind]) => kind)].join(' '))

/** Maximum number of characters to search; the rest of longer text is ignored. */
const MAX_CHARS = 256 * 1024

/** Finds secrets written into files. The finding names the kind, never the secret. */
export function secretIntroduced({ said, after, before }: Changed): DispatchFinding[] {
  const come = after === null ? [] : kindsIn(after)
  if (come.length === 0) return []
  const gone = kindsIn(before())
  const fresh = come.filter(([kind, count]) => count > (gone.find(([one]) => one === kind)?.[1] ?? 0))
  return fresh.length === 0
    ? []
    : [finding('SECRET_INTRODUCED', `${fresh.map(([kind]) => kind).join(', ')} in ${said}`)]
}

function kindsIn(text: string): [string, number][] {
  const all = Object.entries(redactText(text.slice(0, MAX_CHARS)).redacted ?? {})
  // A name such as PASSWORD= hides the kind of its value, so the text is searched again without names.
  const isAnnounced = all.some(([kind]) => !CERTAIN.has(kind))
  const again = isAnnounced ? redactText(text.slice(0, MAX_CHARS).replace(/[=:]/g, '\n')).redacted : null
  return [...all, ...Object.entries(again ?? {})].filter(([kind]) => CERTAIN.has(kind))
}
