import type { GitCommand } from '../shell/git.ts'
import type { Invocation } from '../shell/run.ts'
import type { Touch } from '../shell/touch.ts'
import { known, type Value } from '../shell/value.ts'
import type { Below, How } from './act.ts'
import { type Reach, reach } from './reach.ts'

/** Effect of a git command on the files it names and below the folders it names; `alone` applies if it names none. */
type Rule = { how: How; below: Below; alone?: Below }

/** Git commands that create, remove or add files. All others only read the files they name. */
const RULES: Readonly<Record<string, Rule>> = {
  add: { how: 'read', below: 'searched', alone: 'searched' },
  checkout: { how: 'write', below: 'unpacked' },
  'checkout-index': { how: 'write', below: 'unpacked' },
  clean: { how: 'write', below: 'unpacked', alone: 'changed' },
  mv: { how: 'write', below: 'removed' },
  reset: { how: 'write', below: 'unpacked' },
  restore: { how: 'write', below: 'unpacked' },
  rm: { how: 'write', below: 'removed' },
  stash: { how: 'write', below: 'unpacked' },
  'update-index': { how: 'write', below: 'nothing' },
}

/** Options whose value is a message or a search term. */
const SPOKEN = /^(?:--grep|-S|-G|-m|--message|--author)$/

/** Effects of git on the paths it names. */
export function gitReaches({ touches: all }: Invocation, { name, args, texts: flags, folder }: GitCommand): Reach[] {
  const rule = Object.hasOwn(RULES, name) ? RULES[name] : undefined
  const here = folder ?? known('.')
  const spoken = args.filter((_, i) => SPOKEN.test(flags[i - 1] ?? ''))
  const touches = all.filter((touch): touch is Named => touch.kind !== 'inline-code' && !spoken.includes(touch.path))
  return [
    ...touches.flatMap((touch) =>
      touch.path === folder ? reach('read', folder) : touched(touch, touches, name, flags, rule),
    ),
    ...(rule?.alone !== undefined && flags.every((flag) => flag.startsWith('-'))
      ? reach(rule.how, here, rule.alone)
      : []),
    ...(name === 'stash' && flags.some((flag) => /^(?:-u|-a|--all|--include-untracked)$/.test(flag))
      ? reach('write', here, 'changed')
      : []),
  ]
}

type Named = Extract<Touch, { path: Value }>

function touched(touch: Named, all: readonly Named[], name: string, flags: readonly string[], rule?: Rule): Reach[] {
  const { kind, path } = touch
  if (isIndexOnly(name, flags)) return reach('read', path)
  if (flags.includes('--no-index')) return reach('read', path, name === 'grep' ? 'searched' : 'copied')
  if (rule === undefined) return reach(kind === 'write' ? 'write' : 'read', path)
  // The source of a move goes away; its target does not.
  const isTarget = name === 'mv' && !all.some((one) => one.kind === 'read' && one.path === path)
  const below = isTarget ? 'nothing' : rule.below
  const cleaned = name === 'clean' ? reach('write', path, 'changed') : []
  return [...reach(kind === 'read' && name !== 'mv' ? 'read' : rule.how, path, below), ...cleaned]
}

/** Commands that change only the index leave files unchanged. */
function isIndexOnly(name: string, flags: readonly string[]): boolean {
  const has = (...names: string[]): boolean => flags.some((flag) => names.includes(flag))
  switch (name) {
    case 'rm':
      return has('--cached')
    case 'restore':
      return has('--staged', '-S') && !has('--worktree', '-W')
    case 'reset':
      return !has('--hard', '--merge', '--keep')
    default:
      return false
  }
}
