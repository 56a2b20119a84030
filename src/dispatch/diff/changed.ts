import { pathsOf } from '../../shell/paths.ts'
import type { Invocation } from '../../shell/run.ts'
import { known, type Value } from '../../shell/value.ts'
import type { Change } from '../act.ts'
import type { CheckedCall } from '../call.ts'
import { contentOf } from '../scripts.ts'
import { atHome, saidOf } from '../words.ts'

/** One file that a call changes, as far as the call says how. */
export type Changed = {
  /** As the call has it, and where it is. */
  said: string
  path: string | null
  /** The text that comes; null where that is not known, or the file goes. */
  after: string | null
  /** The text that goes. Read when asked for: mostly nobody does. */
  before(): string
  isRemoved: boolean
}

const START: readonly Value[] = [[{ kind: 'start' }]]

/** More than these are not looked into one by one. */
const MAX_FILES = 200

/** Every file that a call changes by a tool, a patch, or what a shell prints into it. */
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

/** How often something stands in a text. Bounded by the text. */
export const countOf = (text: string, pattern: RegExp): number => (text === '' ? 0 : (text.match(pattern)?.length ?? 0))
