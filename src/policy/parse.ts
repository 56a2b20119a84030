import type { z } from 'zod'
import { sha256 } from '../ledger/digest.ts'
import { isObject } from '../ledger/kinds.ts'
import { compile } from './compile.ts'
import { type Document, type Problem, readDocument } from './document.ts'
import type { Compiled } from './policy.ts'
import { toProblems } from './problems.ts'
import { CONTRACT_FILE, POLICY_FILE } from './project.ts'
import { contractSchema, policySchema } from './schema.ts'
import { type Source, sourceBytes } from './source.ts'

/** A valid policy with the hash of its bytes and its compiled form, or the problems and the file they are in. */
export type ParsedPolicy =
  | { ok: true; sourceSha256: string; compiled: Compiled }
  | {
      ok: false
      code: 'POLICY_INVALID' | 'CONTRACT_TWICE'
      file: typeof POLICY_FILE | typeof CONTRACT_FILE
      problems: Problem[]
    }

/**
 * Parses the bytes of a policy file and of the contract file beside it. Returns as many problems as can be found in one go,
 * each with line and column.
 */
export function parsePolicy(policy: Uint8Array, contract: Uint8Array | null = null): ParsedPolicy {
  const read = readFilled(policy, 'The smallest policy is: version: 1')
  if (!read.ok) return invalid(POLICY_FILE, read.problems)
  const { document } = read
  if (contract === null) return check(document, document.value, { policy, contract })
  const own = readFilled(contract, 'A contract needs keywords: or ladder:')
  if (!own.ok) return invalid(CONTRACT_FILE, own.problems)
  const fit = contractSchema.safeParse(own.document.value)
  if (!fit.success) return invalid(CONTRACT_FILE, problemsIn(fit.error, own.document))
  if (!isObject(document.value)) return check(document, document.value, { policy, contract })
  if (Object.hasOwn(document.value, 'contract')) return twice(document)
  return check(document, { ...document.value, contract: own.document.value }, { policy, contract })
}

/** Checks `value`: the document with the contract merged in. Problems are located in the policy's document. */
function check(document: Document, value: unknown, source: Source): ParsedPolicy {
  const checked = policySchema.safeParse(value)
  if (!checked.success) return invalid(POLICY_FILE, problemsIn(checked.error, document))
  return { ok: true, sourceSha256: sha256(sourceBytes(source)), compiled: compile(checked.data) }
}

const problemsIn = (error: z.ZodError, document: Document): Problem[] => toProblems(error.issues, document)

const invalid = (file: typeof POLICY_FILE | typeof CONTRACT_FILE, problems: Problem[]): ParsedPolicy => ({
  ok: false,
  code: 'POLICY_INVALID',
  file,
  problems,
})

const twice = (document: Document): ParsedPolicy => ({
  ok: false,
  code: 'CONTRACT_TWICE',
  file: POLICY_FILE,
  problems: [
    {
      ...document.placeOf(['contract'], 'key'),
      message: `contract: ${CONTRACT_FILE} also defines a contract. Keep one of them.`,
    },
  ],
})

function readFilled(bytes: Uint8Array, hint: string): ReturnType<typeof readDocument> {
  const read = readDocument(bytes)
  if (!read.ok || read.document.value !== null) return read
  return { ok: false, problems: [{ line: 1, column: 1, message: `The file is empty. ${hint}` }] }
}
