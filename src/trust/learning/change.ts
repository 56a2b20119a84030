import type { Json } from '../../ledger/kinds.ts'
import { type Call, callOf } from '../call.ts'
import { type Category, idOf } from '../patterns.ts'
import { cut, textOf } from '../reading/text.ts'

/** A call as an entry and a state keep it. */
export type KeptCall = { id: string; tool: string; input: Json; about: string }

/** One change to what a project has learnt. Entries carry changes, so that a state never depends on how they were decided. */
export type Change =
  | { kind: 'pattern.added'; call: KeptCall; category: Category }
  /** Weight 0 archives a pattern. */
  | { kind: 'pattern.weighed'; id: string; weight: number }
  /** Remembers a call that did harm but looks ordinary. It scores nothing until similar harm confirms it. */
  | { kind: 'candidate.added'; call: KeptCall }
  | { kind: 'candidate.dropped'; id: string }
  | { kind: 'exemplar.added'; call: KeptCall }
  | { kind: 'exemplar.dropped'; id: string }
  /** Null returns to the administrator's threshold. */
  | { kind: 'threshold.moved'; to: number | null }

const MAX_ABOUT = 80

/** Cuts long texts, and keeps a shell's command line as if the tool were Bash, Cmd or PowerShell. */
export function keptCall(call: Call): KeptCall {
  const kept = shortened(call.command === null ? call.input : { command: textOf(call) })
  const tool = call.command === null ? call.tool : shellOf(call)
  const short = callOf({ tool, input: kept })
  return { id: idOf(short), tool, input: kept, about: aboutOf(short) }
}

/** Hosts have their own names for shells. */
const shellOf = (call: Call): string => (callOf(call).command === null ? 'Bash' : call.tool)

function shortened(value: Json): Json {
  if (typeof value === 'string') return cut(value).toWellFormed()
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, one]) => [key, shortened(one)]),
  )
}

const MAX_ITEMS = 20

function aboutOf({ tool, input, command }: Call): string {
  const text = command ?? `${tool} ${JSON.stringify(input)}`
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length <= MAX_ABOUT ? line : `${line.slice(0, MAX_ABOUT - 1).toWellFormed()}…`
}
