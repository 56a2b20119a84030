import { compileGlobs } from '../../policy/glob.ts'
import { textOf } from './names.ts'
import { RULE_FILE } from './rule-files.ts'
import type { Row } from './table.ts'

/** Which files a fingerprint speaks about: those in scope, but for what checks may write. */
export type Selection = { scope?: readonly string[]; outputs?: readonly string[] }

/**
 * Whether a name is selected. Ignore rules are, wherever they stand: they decide which files there are. Only outputs may
 * hold rules of their own.
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

/** The rows of a table that are selected. Rules that are no files of the workspace always are. */
export function selectRows(rows: readonly Row[], selection: Selection): Row[] {
  const isSelected = selector(selection)
  return rows.filter(({ kind, name }) => kind === 'rules' || isSelected(name))
}
