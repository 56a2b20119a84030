import type { Json } from '../ledger/kinds.ts'

/** What the ledger shows of the turn a claim is made in: values that validators and claims are judged by. */
export type TurnRecord = {
  calls: readonly SeenCall[]
  /** What validators said since the person's prompt. */
  validations: readonly SeenValidation[]
  /** What they said before it, in this session. */
  earlier: readonly SeenValidation[]
}

/** A tool call as its host reported it. */
export type SeenCall = {
  seq: number
  tool: string
  input: Json
  /** The command line, where the tool is a shell. */
  command: string | null
  /** The paths that it was seen to write. */
  written: readonly string[]
  /** Whether it may have left files other than they were, and whether it put something out into the world. */
  changed: boolean
  deployed: boolean
  /** The messages of commits and pull requests that it left. */
  messages: readonly string[]
  /** Whether it did what it was meant to; null where nobody can say. */
  end: 'succeeded' | 'failed' | null
  exit: number | null
  /** The end of what it printed. */
  said: string
}

/** A validator's word, as it is on record. */
export type SeenValidation = {
  seq: number
  validator: string
  result: 'passed' | 'failed' | 'refused'
  code: string | null
  said: string
  words: readonly string[]
  /** What it was asked for beyond the least, and the numbers it was run with. */
  given: { readonly [name: string]: Json }
  numbers: { readonly [name: string]: number }
  /** Who saw a pass: the harness itself, or only a host that said so. */
  grade: 'executed' | 'reported' | null
  /** Of the workspace it speaks about, and the commit there. */
  fingerprint: string | null
  head: string | null
  /** The hash of the policy that bound it. */
  policy: string | null
  /** The tests that failed; null where they were not all told. */
  failures: readonly string[] | null
}
