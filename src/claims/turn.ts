import type { Json } from '../ledger/kinds.ts'

/** What the ledger shows of the turn a claim is made in: values that validators judge. */
export type Turn = {
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
  words: readonly string[]
  /** Of the workspace it speaks about. */
  fingerprint: string | null
  /** The tests that failed; null where they were not all told. */
  failures: readonly string[] | null
}
