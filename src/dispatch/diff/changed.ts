import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import type { Change } from '../act.ts'
import type { CheckedCall } from '../call.ts'
import { contentOf } from '../scripts.ts'
import { atHome, saidOf } from '../words.ts'

/** A file that a call changes, as far as the call shows the change. */
export type Changed = {
  /** The path as written in the call, and resolved. */
  said: string
  path: string | null
  /** The new text; null if unknown, or if the file is removed. */
  after: string | null
  /** The old text. Read on demand, because most rules do not need it. */
  before(): string
  isRemoved: boolean
}

const START: readonly Value[] = [[{ kind: 'start' }]]

/** Files beyond this number are not examined individually. */
const MAX_FILES = 200

/** Every file that a call changes with a tool, a patch, or shell output. */
export function changedBy(call: CheckedCall): Changed[] {
  const { attempt } = call
  const files = attempt.files
    .filter(({ how }) => how === 'write')
    .slice(0, MAX_FILES)
    .map(({ path, change, below }) => changed(known(path), START, change, below === 'removed', call))
  return [...files, ...attempt.runs.slice(0, MAX_FILES).flatMap((run) => filledBy(run, call))]
}

function changed(
  value: Value,
  cwds: readonly Value[],
  change: Change | null,
  isRemoved: boolean,
  call: CheckedCall,
): Changed {
  const said = saidOf(value)
  const path = pathsOf(atHome(value), cwds, call.world)[0]?.text ?? null
  const held = (): string => (path === null ? '' : (call.read(path)?.text ?? ''))
  if (change === null) return { said, path, after: null, before: isRemoved ? held : () => '', isRemoved }
  if (change.kind === 'whole') return { said, path, after: change.text, before: held, isRemoved }
  const side = (of: 'from' | 'to'): string => change.edits.map((edit) => edit[of]).join('\n')
  return { said, path, after: side('to'), before: () => side('from'), isRemoved }
}

/** `cat > x <<E`, `echo … >> x`, `tee x <<E`. */
function filledBy(run: Invocation, call: CheckedCall): Changed[] {
  const redirected = run.redirections.find(({ operator }) => operator.startsWith('>') && operator !== '>&')
  const target = run.name === 'tee' ? run.args.findLast((arg) => !saidOf(arg).startsWith('-')) : redirected?.target
  const text = target === undefined ? null : contentOf(run)
  if (target === undefined || text === null) return []
  const isAppended =
    redirected?.operator === '>>' || (run.name === 'tee' && run.args.some((arg) => saidOf(arg) === '-a'))
  const change: Change = isAppended
    ? { kind: 'edits', edits: [{ from: '', to: text, everywhere: false }] }
    : { kind: 'whole', text }
  return [changed(target, run.cwds, change, false, call)]
}

/** Number of matches of a global pattern. */
export const countOf = (text: string, pattern: RegExp): number => (text === '' ? 0 : (text.match(pattern)?.length ?? 0))
