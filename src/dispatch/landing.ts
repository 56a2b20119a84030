import type { Run } from '../shell/run.ts'
import type { Touch } from '../shell/touch.ts'
import { inDirectory, known, textOf, type Value } from '../shell/value.ts'
import { hasAny, RECURSIVE, type Reach, reach } from './reach.ts'

/** What the table cannot say: where things land in a folder, links seen from where they stand, archives. */
export function ownReaches(run: Run, touches: readonly Touch[]): Reach[] {
  switch (run.name) {
    case 'cp':
    case 'mv':
    case 'install':
    case 'scp':
      return landing(touches)
    case 'ln':
      return [...landing(touches), ...linked(touches)]
    case 'rsync':
      return [...landing(touches), ...synced(run, touches)]
    case 'tar':
    case 'bsdtar':
      return tarred(run, touches)
    case 'unzip':
      return unpacked(run.args, '-d')
    case '7z':
    case 'cpio':
      return unpacked(run.args, '-D')
    case 'curl':
    case 'wget':
      return fetched(run)
    default:
      return []
  }
}

type Named = Extract<Touch, { path: Value }>

const named = (touches: readonly Touch[], kind: Named['kind']): Named[] =>
  touches.filter((touch): touch is Named => touch.kind === kind)

/** `cp x/settings.json .claude/` writes `.claude/settings.json`. */
function landing(touches: readonly Touch[]): Reach[] {
  const sources = named(touches, 'read').flatMap(({ path }) => lastName(path))
  const [target] = named(touches, 'write').slice(-1)
  if (target === undefined) return []
  return sources.flatMap((name) => reach('write', inDirectory(target.path, name)))
}

/** The last name in a path, where it is known: `x/.` and `x/` mean what is in them. */
function lastName(path: Value): Value[] {
  const last = path.at(-1)
  const name = last?.kind === 'text' ? last.text.slice(last.text.lastIndexOf('/') + 1) : ''
  const isWhole = last?.kind === 'text' && (path.length === 1 || last.text.includes('/'))
  return isWhole && name !== '' && name !== '.' && name !== '..' ? [known(name)] : []
}

/** What a relative link means depends on where the link is. */
function linked(touches: readonly Touch[]): Reach[] {
  const [target] = named(touches, 'write').slice(-1)
  const folder = target === undefined ? [] : [...target.path, ...known('/..')]
  return named(touches, 'read').flatMap(({ path }) => reach('write', inDirectory(folder, path)))
}

function synced(run: Run, touches: readonly Touch[]): Reach[] {
  const deletes = run.args.some((arg) => /^--(?:delete|del$)/.test(textOf(arg) ?? ''))
  const copies = hasAny(run, RECURSIVE)
  return [
    ...(deletes ? named(touches, 'write').flatMap(({ path }) => reach('write', path, 'removed')) : []),
    ...(copies ? named(touches, 'read').flatMap(({ path }) => reach('read', path, 'copied')) : []),
  ]
}

/** Packing reads whole folders; unpacking writes into one, and its members lie there. */
function tarred(run: Run, touches: readonly Touch[]): Reach[] {
  const { args } = run
  const letters = textOf(args[0] ?? []) ?? ''
  const flags = /^-?[A-Za-z]+$/.test(letters) ? letters : ''
  const packs = /[cru]/.test(flags) || hasAny(run, ['--create', '--append', '--update'])
  const unpacks = !packs && (flags.includes('x') || hasAny(run, ['-x', '--extract', '--get']))
  if (packs) return named(touches, 'read').flatMap(({ path }) => reach('read', path, 'copied'))
  if (!unpacks) return []
  const at = args.findIndex((arg) => /^(?:-C|--directory)$/.test(textOf(arg) ?? ''))
  const folder = at < 0 ? known('.') : (args[at + 1] ?? known('.'))
  const members = named(touches, 'write').flatMap(({ path }) => reach('write', inDirectory(folder, path)))
  return [...reach('write', folder, 'unpacked'), ...members]
}

function unpacked(args: readonly Value[], option: string): Reach[] {
  const at = args.findIndex((arg) => textOf(arg) === option)
  return reach('write', at < 0 ? known('.') : (args[at + 1] ?? known('.')), 'unpacked')
}

/** What is fetched into a folder is called there what its address calls it. */
function fetched({ args }: Run): Reach[] {
  const folders = args.filter((_, i) =>
    /^(?:-P|--directory-prefix|--output-dir)$/.test(textOf(args[i - 1] ?? []) ?? ''),
  )
  const names = args.flatMap((arg) => /^\w+:\/\/.*\/([^/?#]+)/.exec(textOf(arg) ?? '')?.[1] ?? [])
  return folders.flatMap((folder) => names.flatMap((name) => reach('write', inDirectory(folder, known(name)))))
}
