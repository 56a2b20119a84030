import { words } from '../ledger/lazy.ts'
import { optionValue, splitArguments } from '../shell/options.ts'
import type { Invocation } from '../shell/run.ts'
import { inDirectory, known, prefixOf, splitValue, textOf, type Value, without } from '../shell/value.ts'
import { contentOf, listedIn, namesIn } from '../shell/wrappers.ts'
import type { Below } from './act.ts'
import { type Reach, reach } from './reach.ts'

/** The ways in which programs are given lists of file names: by an option, as `@list`, or on standard input. */
type Listing = { options?: string; isMarked?: true; input?: 'always' | 'alone' | '-@'; below: Below }

/** Programs that read the files in a list, as far as they have no rules of their own. */
const LISTINGS: Readonly<Record<string, Listing>> = {
  wc: { options: '--files0-from', below: 'nothing' },
  sort: { options: '--files0-from', below: 'nothing' },
  du: { options: '--files0-from', below: 'nothing' },
  ctags: { options: '-L', below: 'nothing' },
  cpio: { input: 'always', below: 'copied' },
  pax: { input: 'alone', below: 'copied' },
  zip: { input: '-@', below: 'copied' },
  '7z': { isMarked: true, below: 'copied' },
  '7za': { isMarked: true, below: 'copied' },
  '7zz': { isMarked: true, below: 'copied' },
  rar: { isMarked: true, below: 'copied' },
  // A batch file names one file or more in each line.
  sftp: { options: '-b', input: 'always', below: 'copied' },
}

/** Effects on the files whose names a program reads from a list. */
export function listedReaches(run: Invocation): Reach[] {
  const { name, args, texts } = run
  if (name === 'curl') return configured(run)
  const listing = Object.hasOwn(LISTINGS, name ?? '') ? LISTINGS[name ?? ''] : undefined
  if (listing === undefined) return []
  const { options, isMarked, input, below } = listing
  const isFed =
    input === 'always' || (input === 'alone' ? isAlone(texts) : input !== undefined && texts.includes(input))
  const marked = isMarked ? args.filter((arg) => prefixOf(arg).startsWith('@')).map((arg) => without(arg, 1)) : []
  const lists = [...(options === undefined ? [] : listsGiven(run, options)), ...marked, ...(isFed ? [known('-')] : [])]
  return lists.flatMap((list) => listedIn(list, run)).flatMap((path) => reach('read', path, below))
}

const isAlone = (texts: readonly string[]): boolean => texts.every((text) => text.startsWith('-'))

/** The values of these options: files that list the names of others. */
export function listsGiven({ args }: Pick<Invocation, 'args'>, names: string): Value[] {
  const valued = new Set(names.split(' '))
  const { options } = splitArguments(args, { valued, end: 'dashes' })
  return options.flatMap(({ name, value }) => (valued.has(name) && value !== null ? [value] : []))
}

const SETTING = /^(?:[\w-]+\s*[=:]?\s*)?["']?[@<]?(?:file:\/\/(?:localhost)?)?(?=\/|$)/

/** Files that the settings of `curl -K` name: addresses, uploads, data. */
function configured(run: Invocation): Reach[] {
  const config = optionValue(splitArguments(run.args, { valued: CONFIG, end: 'dashes' }), '-K', '--config')
  const content = config === null ? null : contentOf(config, run)
  return (content === null ? [] : namesIn(content)).flatMap((word) => {
    const [head = ''] = SETTING.exec(prefixOf(word)) ?? []
    return splitValue(without(word, head.length), /["']/).flatMap((path) => reach('read', path))
  })
}

const CONFIG = new Set(['-K', '--config'])

/** Programs that copy or send the files and folders that they are given. */
const SENDERS = words(
  'rclone restic borg borgmatic duplicity kopia bup rdiff-backup rsnapshot aws gsutil gcloud s3cmd s5cmd mc azcopy az b2 ' +
    'kubectl oc lxc incus multipass croc wormhole ffsend transfer ditto unison pscp lftp magic-wormhole pax rar mksquashfs ' +
    'genisoimage mkisofs hdiutil',
)

/** Programs that serve the folder that they are given, or else the one they start in. */
const SERVERS = words(
  'serve http-server live-server light-server static-server local-web-server ws sirv browser-sync httpd darkhttpd miniserve ' +
    'webfsd caddy http.server',
)

/** True for a program that passes on everything in a folder. */
export const passesOn = (name: string): boolean => SENDERS.has(name) || SERVERS.has(name)

/** Effects of programs that pass on everything in the folders they are given. */
export function passedOn(run: Invocation): Reach[] {
  const { name, args, texts } = run
  if (SENDERS.has(name ?? '')) return args.filter(isOperand).flatMap((path) => reach('read', path, 'copied'))
  if (SERVERS.has(name ?? '')) return served(args)
  return name === 'php' && texts.some((text) => text.startsWith('-S')) ? served(listsGiven(run, '-t')) : []
}

/** Serving `-d folder`, `--directory=folder` or `folder`; without any, the working folder. */
export function served(args: readonly Value[]): Reach[] {
  const attached = args.flatMap((arg) => {
    const [head] = /^--?[\w-]+=/.exec(prefixOf(arg)) ?? []
    return head === undefined ? [] : [without(arg, head.length)]
  })
  const folders = [...args.filter((arg) => isOperand(arg) && !/^[\d.:]+$/.test(textOf(arg) ?? '')), ...attached]
  return (folders.length === 0 ? [known('.')] : folders).flatMap((path) => reach('read', path, 'searched'))
}

const isOperand = (arg: Value): boolean => !prefixOf(arg).startsWith('-')

/** Options that move `tar` to another folder. */
const MOVING = /^(?:-[A-Za-z]*C|--directory)$/
const MOVED = /^(?:-C|--directory=)(?=.)/

/** True if the argument at this position is a folder that `tar` moves to. */
export const isFolder = ({ texts }: Pick<Invocation, 'texts'>, at: number): boolean => MOVING.test(texts[at - 1] ?? '')

/** The folder in which `tar` looks for its operand at this position: each `-C` counts for those after it. */
export function tarFolder({ args, texts }: Pick<Invocation, 'args' | 'texts'>, at: number): Value {
  return args.slice(0, at).reduce<Value>((folder, arg, i) => {
    if (isFolder({ texts }, i)) return inDirectory(folder, arg)
    const [head] = MOVED.exec(prefixOf(arg)) ?? []
    return head === undefined ? folder : inDirectory(folder, without(arg, head.length))
  }, known('.'))
}
