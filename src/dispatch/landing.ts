import type { Invocation } from '../shell/run.ts'
import type { Touch } from '../shell/touch.ts'
import { inDirectory, known, prefixOf, textOf, type Value, without as withoutPrefix } from '../shell/value.ts'
import { listedIn } from '../shell/wrappers.ts'
import { ANYTHING } from './act.ts'
import { filterOf } from './filters.ts'
import { isFolder, listsGiven, passedOn, served, tarFolder } from './lists.ts'
import { hasAny, isLinking, RECURSIVE, type Reach, reach } from './reach.ts'
import { seeksKeys } from './sought.ts'

/** Effects that the rules in reaches.ts cannot express: files landing in a folder, relative links, archives. */
export function ownReaches(run: Invocation, touches: readonly Touch[]): Reach[] {
  switch (run.name) {
    case 'cp':
      return [...landing(touches), ...(isLinking(run) ? copied(touches) : [])]
    case 'mv':
    case 'install':
    case 'scp':
      return landing(touches)
    case 'chmod':
      return closed(run, touches)
    case 'rg':
    case 'ag':
    case 'ack':
      return isOperandless(touches) ? reach('read', known('.'), seeksKeys(run) ? 'sought' : 'searched') : []
    case 'grep':
    case 'egrep':
    case 'fgrep':
    case 'rgrep':
      return isOperandless(touches) && seeksKeys(run) && (run.name === 'rgrep' || hasAny(run, RECURSIVE))
        ? reach('read', known('.'), 'sought')
        : []
    case 'ln':
      return [...landing(touches), ...linked(touches)]
    case 'rsync':
      return [...landing(touches), ...synced(run, touches)]
    case 'tar':
    case 'bsdtar':
      return tarred(run, touches)
    case 'unzip':
      return unpacked(run, '-d')
    case 'cpio':
      return unpacked(run, '-D')
    case '7z':
      return unpacked(run, '-D')
    case 'docker':
    case 'podman':
    case 'nerdctl':
    case 'bwrap':
    case 'mount':
    case 'bindfs':
    case 'chroot':
      return mounted(run)
    case 'python':
    case 'python3':
      return packed(run)
    case 'curl':
    case 'wget':
      return fetched(run)
    default:
      return passedOn(run)
  }
}

/** Without a folder, a search starts in the working folder. */
const isOperandless = (touches: readonly Touch[]): boolean => named(touches, 'read').length === 0

type Named = Extract<Touch, { path: Value }>

const named = (touches: readonly Touch[], kind: Named['kind']): Named[] =>
  touches.filter((touch): touch is Named => touch.kind === kind)

const copied = (touches: readonly Touch[]): Reach[] =>
  named(touches, 'read').flatMap(({ path }) => reach('read', path, 'copied'))

/** `cp x/settings.json .claude/` writes `.claude/settings.json`, and `cp -r x/. .claude/` writes everything in x. */
function landing(touches: readonly Touch[]): Reach[] {
  const [target] = named(touches, 'write').slice(-1)
  if (target === undefined) return []
  return named(touches, 'read').flatMap(({ path }) => {
    const name = lastName(path)
    return name === null ? reach('write', target.path, 'unpacked') : reach('write', inDirectory(target.path, name))
  })
}

/** The last name in a path, or null for `x/.` and `x/`, which stand for the content of the folder. */
function lastName(path: Value): Value | null {
  const from = path.findLastIndex((piece) => piece.kind === 'text' && piece.text.includes('/'))
  const piece = path[from]
  const head = piece?.kind === 'text' ? known(piece.text.slice(piece.text.lastIndexOf('/') + 1)) : []
  const name = [...head, ...path.slice(from + 1)]
  return /^\.{0,2}$/.test(textOf(name) ?? 'x') ? null : name
}

/** Finds folders that their owner can no longer enter or list, which makes everything in them inaccessible. */
function closed(run: Invocation, touches: readonly Touch[]): Reach[] {
  const isClosing = run.texts.some(closes)
  return isClosing ? named(touches, 'write').flatMap(({ path }) => reach('write', path, 'closed')) : []
}

const closes = (mode: string): boolean =>
  /^[0-7]{1,4}$/.test(mode)
    ? (Number(mode.padStart(3, '0').at(-3)) & 5) !== 5
    : /^(?:[ugoa]*[+=][rwxXst]*,)*(?:[go]*[ua][ugoa]*)?(?:-[wst]*[rx]|=(?!r?w?x))/.test(mode) && !/^-[A-Z]/.test(mode)

/** The target of a relative link depends on the location of the link. */
function linked(touches: readonly Touch[]): Reach[] {
  const [target] = named(touches, 'write').slice(-1)
  const folder = target === undefined ? [] : [...target.path, ...known('/..')]
  return named(touches, 'read').flatMap(({ path }) => reach('write', inDirectory(folder, path)))
}

function synced(run: Invocation, touches: readonly Touch[]): Reach[] {
  const deletes = run.texts.some((text) => /^--(?:delete|del$)/.test(text))
  const lists = listsGiven(run, '--files-from')
  const names = lists.flatMap((list) => listedIn(list, run))
  const sources = named(touches, 'read').map(({ path }) => path)
  const copies = lists.length > 0 ? sources.flatMap((path) => names.map((name) => inDirectory(path, name))) : sources
  return [
    ...(deletes ? named(touches, 'write').flatMap(({ path }) => reach('write', path, 'removed')) : []),
    ...(lists.length > 0 || hasAny(run, RECURSIVE)
      ? copies.map((path): Reach => {
          const tests = { ...ANYTHING, filter: filterOf(run, path) }
          return { how: 'read', path: withoutUnknown(path), below: 'copied', tests }
        })
      : []),
  ]
}

/** A folder with an unknown name in it stands for everything in that folder. */
const withoutUnknown = (path: Value): Value => (path.at(-1)?.kind === 'unknown' ? path.slice(0, -1) : path)

/** Applies `--exclude` options to the files packed. */
function without({ texts }: Invocation, reaches: Reach[]): Reach[] {
  const patterns = texts.flatMap((text, i) => {
    const value = /^--exclude(?:-dir)?=(.+)/.exec(text)?.[1]
    const isValue = /^(?:--exclude|--exclude-dir)$/.test(texts[i - 1] ?? '')
    return value ?? (isValue ? text : [])
  })
  const not = patterns
    .map((pattern) => pattern.replace(/^\.?\/|\/$/g, ''))
    .flatMap((one) => (one.includes('/') ? [`*/${one}`, `*/${one}/*`] : [one]))
  return not.length === 0 ? reaches : reaches.map((one) => ({ ...one, tests: { ...ANYTHING, not } }))
}

/** Packing reads whole folders. Unpacking writes the archive's members into one folder. */
function tarred(run: Invocation, touches: readonly Touch[]): Reach[] {
  const { texts } = run
  const [first = ''] = texts
  const flags = texts.filter((text) => /^-[A-Za-z]+$/.test(text))
  const letters = [...flags, /^[A-Za-z]+$/.test(first) ? first : ''].join('')
  const packs = /[cru]/.test(letters) || hasAny(run, ['--create', '--append', '--update'])
  const unpacks = !packs && (letters.includes('x') || hasAny(run, ['--extract', '--get']))
  const folder = tarFolder(run, run.args.length)
  if (packs) {
    const given = named(touches, 'read')
      .map(({ path }) => ({ path, at: run.args.indexOf(path) }))
      .filter(({ at }) => at >= 0 && !isFolder(run, at))
      .map(({ path, at }) => inDirectory(tarFolder(run, at), path))
    const added = listsGiven(run, '--add-file').map((path) => inDirectory(folder, path))
    const listed = listsGiven(run, LISTS).flatMap((list) => listedIn(list, run))
    const packed = listed.map((path) => withoutUnknown(inDirectory(folder, path)))
    return [...given, ...added, ...packed].flatMap((path) => without(run, reach('read', path, 'copied')))
  }
  if (!unpacks) return []
  const members = named(touches, 'write').flatMap(({ path }) => reach('write', inDirectory(folder, path)))
  return [...reach('write', folder, 'unpacked'), ...members]
}

/** Options of `tar` with lists of names. */
const LISTS = '-T --files-from'

function unpacked({ args, texts }: Invocation, option: string): Reach[] {
  const at = texts.indexOf(option)
  return reach('write', at < 0 ? known('.') : (args[at + 1] ?? known('.')), 'unpacked')
}

/** Finds mounted folders, which can be read elsewhere. Mounting a whole home directory usually has other reasons. */
function mounted({ args }: Invocation): Reach[] {
  return args.flatMap((arg) => {
    const [head = ''] = /^(?:.*?\b(?:source|src)=|-v=?|--volume=)/.exec(prefixOf(arg)) ?? []
    const cut = untilMark(withoutPrefix(arg, head.length))
    return prefixOf(arg).startsWith('-') && head === '' ? [] : reach('listed', cut, 'searched')
  })
}

/** The part before the first colon or comma. */
function untilMark(value: Value): Value {
  const at = value.findIndex((piece) => piece.kind === 'text' && /[:,]/.test(piece.text))
  const piece = value[at]
  return piece?.kind !== 'text' ? value : [...value.slice(0, at), ...known(piece.text.split(/[:,]/)[0] ?? '')]
}

const PACKING = /^(?:tarfile|zipfile|shutil)$/

/** `python -m tarfile -c x folder`. */
function packed({ args, texts }: Invocation): Reach[] {
  const at = texts.indexOf('-m')
  const isPacking = at >= 0 && PACKING.test(texts[at + 1] ?? '')
  if (texts[at + 1] === 'http.server') return served(args.slice(at + 2))
  return isPacking ? args.slice(at + 2).flatMap((path) => reach('read', path, 'searched')) : []
}

/** Finds the files that downloads into a folder write: each is named after its URL. */
function fetched({ args, texts }: Invocation): Reach[] {
  const folders = args.filter((_, i) => /^(?:-P|--directory-prefix|--output-dir)$/.test(texts[i - 1] ?? ''))
  const names = texts.flatMap((text) => /^\w+:\/\/.*\/([^/?#]+)/.exec(text)?.[1] ?? [])
  return folders.flatMap((folder) => names.flatMap((name) => reach('write', inDirectory(folder, known(name)))))
}
