import { compileGlobs } from '../../policy/glob.ts'
import { textOf } from './names.ts'
import { RULE_FILE } from './rule-files.ts'
import type { Row } from './table.ts'

/** The files that a fingerprint covers: those in scope, except the outputs of checks. */
export type Selection = { scope?: readonly string[]; outputs?: readonly string[] }

/**
 * Returns a test for selected names. Ignore rules are selected even out of scope, since they decide which files are listed,
 * but not inside outputs.
 */
export function selector({ scope = [], outputs = [] }: Selection): (name: string) => boolean {
  if (scope.length === 0 && outputs.length === 0) return () => true
  const inScope = scope.length === 0 ? () => true : compileGlobs(scope)
  const isOutput = outputs.length === 0 ? () => false : compileGlobs(outputs)
  return (name) => {
    const parts = textOf(name).split('/')
    return (inScope(parts) || parts.at(-1) === RULE_FILE) && !isOutput(parts)
  }
}

/** The selected rows of a table. Rules stored outside the workspace are always selected. */
export function selectRows(rows: readonly Row[], selection: Selection): Row[] {
  const isSelected = selector(selection)
  return rows.filter(({ kind, name }) => kind === 'rules' || isSelected(name))
}
