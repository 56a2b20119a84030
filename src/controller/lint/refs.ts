import { canonical } from '../../ledger/canonical.ts'
import type { Bundle, IORef } from '../bundle.ts'
import { type Fault, type Path, quoted } from '../findings.ts'
import { ANY_SCHEMA, schemaFault } from '../io-schema.ts'
import { isRefPattern, kindOfRef } from '../refs.ts'
import { declaredEffects, declaredRefs, type Rule } from './rule.ts'

/** Every ref is well-formed, and its kind is that of its domain. */
export const refKinds: Rule = (bundle) => [
  ...namedRefs(bundle).flatMap(([ref, path]) => (isRefPattern(ref) ? [] : [{ path, message: malformed(ref) }])),
  ...declaredRefs(bundle).flatMap(({ ref, path }) => wrongKind(ref, [...path, 'kind'])),
]

const malformed = (ref: string): string =>
  `${quoted(ref)} is not a ref. Write a domain and one or more parts, such as state:env.snapshot or resource:config:*.`

const namedRefs = (bundle: Bundle): [ref: string, path: Path][] => [
  ...declaredRefs(bundle).map(({ ref, path }): [string, Path] => [ref.ref, path]),
  ...declaredEffects(bundle).map(({ effect, path }): [string, Path] => [effect.target, [...path, 'target']]),
  ...bundle.plan.flatMap(({ inputs, outputs }, i) => [
    ...listed(inputs, ['plan', i, 'inputs']),
    ...listed(outputs, ['plan', i, 'outputs']),
  ]),
  ...listed(bundle.preconditions, ['preconditions']),
  ...listed(bundle.policy.allow, ['policy', 'allow']),
  ...listed(bundle.policy.approve, ['policy', 'approve']),
]

const listed = (refs: readonly string[], path: Path): [string, Path][] => refs.map((ref, i) => [ref, [...path, i]])

function wrongKind({ ref, kind }: IORef, path: Path): Fault[] {
  const implied = isRefPattern(ref) ? kindOfRef(ref) : null
  if (implied === null || implied === kind) return []
  return [{ path, message: `The kind of ${quoted(ref)} is "${implied}", not "${kind}". Change it, or remove "kind".` }]
}

/** A ref has the same kind and schema wherever it is declared, and JSON Schemas can be used. */
export const oneSchemaPerRef: Rule = (bundle) => {
  const first = new Map<string, { ref: IORef; by: string }>()
  return declaredRefs(bundle).flatMap(({ ref, path, agent }): Fault[] => {
    // A plain ref says nothing about its values, so it cannot contradict.
    if (ref.schema === ANY_SCHEMA && kindOfRef(ref.ref) !== null) return []
    const at = [...path, 'schema']
    const fault = typeof ref.schema === 'string' ? null : schemaFault(ref.schema)
    if (fault !== null) return [{ path: at, message: fault }]
    const known = first.get(ref.ref)
    if (known === undefined) first.set(ref.ref, { ref, by: agent.agent_id })
    if (known === undefined || isSame(known.ref, ref)) return []
    const message = `${quoted(ref.ref)} has another schema or kind than in agent ${quoted(known.by)}. Make them equal.`
    return [{ path: at, message }]
  })
}

const isSame = (a: IORef, b: IORef): boolean => a.kind === b.kind && canonical(a.schema) === canonical(b.schema)
