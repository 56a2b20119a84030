import { sha256 } from '../ledger/digest.ts'
import { compile } from './compile.ts'
import { type Problem, readDocument } from './document.ts'
import type { Compiled } from './policy.ts'
import { toProblems } from './problems.ts'
import { policySchema } from './schema.ts'

/** A policy file that was understood: the hash of its bytes, and what it compiles to. */
export type ParsedPolicy = { ok: true; sourceSha256: string; compiled: Compiled } | { ok: false; problems: Problem[] }

/** Reads the bytes of a policy file. What is wrong comes back as problems with line and column, all that can be told at once. */
export function parsePolicy(bytes: Uint8Array): ParsedPolicy {
  const read = readDocument(bytes)
  if (!read.ok) return read
  if (read.document.value === null)
    return {
      ok: false,
      problems: [{ line: 1, column: 1, message: 'The file is empty. The smallest policy is: version: 1' }],
    }
  const checked = policySchema.safeParse(read.document.value)
  if (!checked.success) return { ok: false, problems: toProblems(checked.error.issues, read.document) }
  return { ok: true, sourceSha256: sha256(bytes), compiled: compile(checked.data) }
}
