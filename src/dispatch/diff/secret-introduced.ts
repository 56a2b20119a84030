import { redactText } from '../../ledger/redact.ts'
import { type DispatchFinding, finding } from '../call.ts'
import type { Changed } from './changed.ts'

/** Kinds that are what they look like. A variable called PASSWORD may hold anything. */
const CERTAIN =
  ' private-key aws-access-key github-token gitlab-token slack-token api-key google-api-key stripe-key npm-token pypi-token huggingface-token sendgrid-key jwt '

/** Longer texts are searched up to here. */
const MAX_CHARS = 256 * 1024

/** No secret is put into a file. It is told by its kind, never by itself. */
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
  // What a name announces is taken for that, whatever it is: looked at again without the names.
  const isAnnounced = all.some(([kind]) => !CERTAIN.includes(` ${kind} `))
  const again = isAnnounced ? redactText(text.slice(0, MAX_CHARS).replace(/[=:]/g, '\n')).redacted : null
  return [...all, ...Object.entries(again ?? {})].filter(([kind]) => CERTAIN.includes(` ${kind} `))
}
