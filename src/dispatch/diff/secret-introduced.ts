import { redactText } from '../../ledger/redact.ts'
import { type Finding, finding } from '../call.ts'
import type { Changed } from './changed.ts'

/** Kinds that are what they look like. A variable called PASSWORD may hold anything. */
const CERTAIN =
  ' private-key aws-access-key github-token gitlab-token slack-token api-key google-api-key stripe-key npm-token pypi-token huggingface-token sendgrid-key jwt '

/** Longer texts are searched up to here. */
const MAX_CHARS = 256 * 1024

/** No secret is put into a file. It is told by its kind, never by itself. */
export function secretIntroduced({ said, after, before }: Changed): Finding[] {
  const come = after === null ? [] : kindsIn(after)
  if (come.length === 0) return []
  const gone = kindsIn(before())
  const fresh = come.filter(([kind, count]) => count > (gone.find(([one]) => one === kind)?.[1] ?? 0))
  return fresh.length === 0
    ? []
    : [finding('SECRET_INTRODUCED', `${fresh.map(([kind]) => kind).join(', ')} in ${said}`)]
}

const kindsIn = (text: string): [string, number][] =>
  Object.entries(redactText(text.slice(0, MAX_CHARS)).redacted ?? {}).filter(([kind]) => CERTAIN.includes(` ${kind} `))
