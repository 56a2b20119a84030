import { isObject, type Json, type JsonObject } from '../ledger/kinds.ts'
import { redactJson } from '../ledger/redact.ts'
import { type Document, type Problem, readDocument } from '../policy/document.ts'
import { toProblems } from '../policy/problems.ts'
import type { Bundle } from './bundle.ts'
import { bundleSchema } from './bundle-schema.ts'
import type { BundleCode, BundleFinding, Fault, Path } from './findings.ts'
import { lintBundle } from './lint.ts'
import { type MadeBundle, makeBundle } from './make-bundle.ts'

/** A bundle without problems and the file as data, or the problems in the order of the file. */
export type ParsedBundle = { ok: true; bundle: Bundle; source: Json } | { ok: false; findings: BundleFinding[] }

/**
 * Parses a bundle file. Problems of one stage (YAML, fields, agents, lint) hide those of the later ones, which would mostly
 * follow from them. With `driverKinds`, effects may have only these drivers.
 */
export function parseBundle(bytes: Uint8Array, driverKinds: readonly string[] | null = null): ParsedBundle {
  const read = readDocument(bytes)
  if (!read.ok) return invalid(read.problems.map((problem) => toFinding('BUNDLE_SCHEMA', problem)))
  const { document } = read
  const { redacted } = redactJson({ document: document.value })
  if (redacted !== null) return invalid([toFinding('BUNDLE_SECRET', secret(Object.keys(redacted)))])
  if (document.value === null) return invalid([toFinding('BUNDLE_SCHEMA', EMPTY)])
  const checked = bundleSchema.safeParse(document.value)
  if (!checked.success)
    return invalid(
      checked.error.issues.flatMap((issue) =>
        toProblems([issue], document).map((problem) => toFinding(codeAt(issue.path), problem)),
      ),
    )
  const made = makeBundle(checked.data.body, bodyOf(document.value))
  if ('faults' in made) return invalid(made.faults.map((fault) => located(fault, document)))
  const findings = lintBundle(made.bundle, (path) => document.placeOf(inFile(path, made), 'value'), driverKinds)
  return findings.length > 0 ? invalid(findings) : { ok: true, bundle: made.bundle, source: document.value }
}

/** Every cycle records its bundle, so its hash must cover what is stored. */
const secret = (kinds: readonly string[]): Problem => ({
  line: 1,
  column: 1,
  message: `The file contains a secret (${kinds.join(', ')}), and bundles are recorded. Name an environment variable instead.`,
})

const EMPTY: Problem = { line: 1, column: 1, message: 'The file is empty. A bundle needs body: with agents and plan.' }

const toFinding = (code: BundleCode, { line, column, message }: Problem): BundleFinding => ({
  code,
  line,
  column,
  message,
})

const located = ({ code, path, message }: Fault & { code: BundleCode }, document: Document): BundleFinding =>
  toFinding(code, { ...document.placeOf(path, 'value'), message })

const codeAt = (path: readonly PropertyKey[]): BundleCode =>
  path[1] === 'agents' && path[3] === 'contract' ? 'IO_CONTRACT_PARSE' : 'BUNDLE_SCHEMA'

/** The hash covers the file as written: not what defaults or later versions make of it. */
const bodyOf = (file: Json): JsonObject =>
  isObject(file) && isObject(file['body']) ? (file['body'] as JsonObject) : {}

/** Turns a path in the bundle into the path in the file. */
function inFile([field, list, i, ...rest]: Path, { policyPaths }: MadeBundle): Path {
  const below = [list, i, ...rest].filter((part) => part !== undefined)
  switch (field) {
    case 'policy':
      return policyPaths[list as 'allow' | 'approve'][i as number] ?? []
    case 'preconditions':
      return ['body', 'meta', 'preconditions', ...below]
    default:
      return ['body', ...(field === undefined ? [] : [field]), ...below]
  }
}

const invalid = (findings: BundleFinding[]): ParsedBundle => ({
  ok: false,
  findings: findings.sort((a, b) => a.line - b.line || a.column - b.column),
})
