import { canonical } from '../ledger/canonical.ts'
import { sha256 } from '../ledger/digest.ts'
import type { Call } from './call.ts'

/** The subject of a danger pattern. */
export const CATEGORIES = [
  'destructive',
  'exfiltration',
  'credential_access',
  'persistence',
  'privilege_escalation',
  'remote_code_execution',
  'defense_evasion',
  'prompt_injected_tool_call',
] as const
export type Category = (typeof CATEGORIES)[number]

/** The id of a remembered call: the same call always has the same. */
export const idOf = ({ tool, input }: Call): string => sha256(canonical({ tool, input })).slice(0, 12)

export const isCategory = (value: unknown): value is Category => CATEGORIES.some((category) => category === value)

/** A remembered call: a danger pattern with its category, or a benign exemplar. */
export type Remembered = {
  id: string
  call: Call
  /** Describes the call in a few words. */
  about: string
  /** Null for an exemplar. */
  category: Category | null
  /** Confidence, 0 to 1. */
  weight: number
}
