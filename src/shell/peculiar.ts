import { hasOption, splitArguments } from './options.ts'
import { type Program, programNamed } from './programs.ts'
import { type Touch, touchesBy } from './touch.ts'
import { known, prefixOf, textOf, type Value, without } from './value.ts'
import { findPlaces } from './wrappers.ts'

/** Programs whose arguments follow rules of their own. */
export const PECULIAR: ReadonlyMap<string, (args: readonly Value[]) => Touch[]> = new Map([
  ['dd', ddTouches],
  ['find', findTouches],
  ['tar', tarTouches],
  ['bsdtar', tarTouches],
  ['curl', curlTouches],
])

function ddTouches(args: readonly Value[]): Touch[] {
  return args.flatMap((arg): Touch[] => {
    const [head] = /^[io]f=/.exec(prefixOf(arg)) ?? []
    return head === undefined ? [] : [{ kind: head === 'if=' ? 'read' : 'write', path: without(arg, 3) }]
  })
}

const FIND_WRITES: ReadonlySet<string | null> = new Set(['-fprint', '-fprint0', '-fprintf', '-fls'])

function findTouches(args: readonly Value[]): Touch[] {
  const deletes = args.some((arg) => textOf(arg) === '-delete')
  const places: Touch[] = findPlaces(args).map((path) => ({ kind: deletes ? 'write' : 'read', path }))
  const printed = args.filter((_, i) => FIND_WRITES.has(textOf(args[i - 1] ?? [])))
  return [...places, ...printed.map((path): Touch => ({ kind: 'write', path }))]
}

/** `tar` takes its first letters without a dash, and its operands are what it packs or what it unpacks. */
function tarTouches(args: readonly Value[]): Touch[] {
  const [first = [], ...rest] = args
  const letters = textOf(first)
  const dashed = letters !== null && /^[A-Za-z]+$/.test(letters) ? [known(`-${letters}`), ...rest] : args
  return touchesBy(tarProgram(dashed), dashed, null)
}

const TAR_PLAIN = '--exclude --transform --strip-components'

function tarProgram(args: readonly Value[]): Program {
  const valued = new Set(`-f -C -X -T --file --directory ${TAR_PLAIN}`.split(' '))
  const parsed = splitArguments(args, { valued, end: 'dashes' })
  const reads = '-X -T --exclude-from --files-from'
  if (hasOption(parsed, '-c', '-r', '-u', '-A', '--create', '--append', '--update')) {
    return { operands: 'read', reads: `${reads} -C --directory`, writes: '-f --file', plain: TAR_PLAIN }
  }
  const unpacks = hasOption(parsed, '-x', '--extract', '--get')
  return {
    operands: unpacks ? 'write' : 'mentioned',
    reads: `${reads} -f --file`,
    writes: '-C --directory',
    plain: TAR_PLAIN,
  }
}

/** `-d @file`, `-F name=@file`, `file://…`, and `-O`, which names the file after the address. */
function curlTouches(args: readonly Value[]): Touch[] {
  const program = programNamed('curl')
  const byTable = program === null ? [] : touchesBy(program, args, null)
  const named = args.some((arg) => /^-[a-zA-Z]*O|^--remote-name/.test(textOf(arg) ?? ''))
  const own = args.flatMap((arg): Touch[] => {
    const prefix = prefixOf(arg)
    const [data] = /^(?:-d|--data(?:-binary|-urlencode)?=|-F|--form=)?(?:\w+=)?[@<]/.exec(prefix) ?? []
    if (data !== undefined) return [{ kind: 'read', path: without(arg, data.length) }]
    if (prefix.startsWith('file://')) return [{ kind: 'read', path: without(arg, 7) }]
    const address = named ? /^https?:\/\/.*\/([^/?#]+)/.exec(textOf(arg) ?? '') : null
    return address === null ? [] : [{ kind: 'write', path: known(address[1] ?? '') }]
  })
  return [...own, ...byTable]
}
