import { hasOption, splitArguments } from './options.ts'
import { type Program, programNamed } from './programs.ts'
import { type Touch, touchesBy } from './touch.ts'
import { known, prefixOf, textOf, type Value, without } from './value.ts'
import { findPlaces } from './wrappers.ts'

const COMPRESSORS = 'gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd'.split(' ')

/** Programs whose arguments follow their own rules. */
export const PECULIAR: ReadonlyMap<string, (args: readonly Value[]) => Touch[]> = new Map([
  ['chmod', (args) => modeTouches('chmod', args)],
  ['chattr', (args) => modeTouches('chattr', args)],
  ['dd', ddTouches],
  ['find', findTouches],
  ['zip', (args) => packTouches(args, 0)],
  ['7z', (args) => packTouches(args, 1)],
  ['7za', (args) => packTouches(args, 1)],
  ...COMPRESSORS.map((name) => [name, (args: readonly Value[]) => squeezeTouches(name, args)] as const),
  ['tar', tarTouches],
  ['bsdtar', tarTouches],
  ['curl', curlTouches],
])

/** The archive is written and its input files are read; some options also delete the inputs. */
function packTouches(args: readonly Value[], skip: number): Touch[] {
  const { operands } = splitArguments(args, { valued: new Set(['-x', '-i']), end: 'dashes' })
  const moves = args.some((arg) => /^-(?:[a-ln-zA-Z]*m[a-zA-Z]*|sdel|-move)$/.test(textOf(arg) ?? ''))
  return operands.slice(skip).map((path, i): Touch => ({ kind: i === 0 || moves ? 'write' : 'read', path }))
}

/** `gzip file` replaces the file, unless told to keep it. */
function squeezeTouches(name: string, args: readonly Value[]): Touch[] {
  const program = programNamed(name)
  const keeps = args.some((arg) =>
    /^(?:-\w*[kcltd]?[kclt]\w*|--(?:keep|stdout|to-stdout|list|test))$/.test(textOf(arg) ?? ''),
  )
  return program === null ? [] : touchesBy(keeps ? { ...program, operands: 'read' } : program, args, null)
}

/** `chmod -x file`: `-x` looks like an option, but removes a mode. */
function modeTouches(name: string, args: readonly Value[]): Touch[] {
  const mode = name === 'chmod' ? /^-[rwxXst]+$/ : /^-[aAcCdDeijmPsStTux]+$/
  const program = programNamed(name)
  const plain = args.map((arg) => (mode.test(textOf(arg) ?? '') ? known(`a${textOf(arg)}`) : arg))
  return program === null ? [] : touchesBy(program, plain, null)
}

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

/** `tar` accepts its first option letters without a dash. Its operands are the files to pack or unpack. */
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
    return { operands: 'read', reads: `${reads} -C --directory --add-file`, writes: '-f --file', plain: TAR_PLAIN }
  }
  const unpacks = hasOption(parsed, '-x', '--extract', '--get')
  return {
    operands: unpacks ? 'write' : 'mentioned',
    reads: `${reads} -f --file`,
    writes: '-C --directory',
    plain: TAR_PLAIN,
  }
}

/** `-d @file`, `-F name=@file`, `file://…`, and `-O`, which names the file after the URL. */
function curlTouches(args: readonly Value[]): Touch[] {
  const program = programNamed('curl')
  const byTable = program === null ? [] : touchesBy(program, args, null)
  const named = args.some((arg) => /^-[a-zA-Z]*O|^--remote-name/.test(textOf(arg) ?? ''))
  const own = args.flatMap((arg): Touch[] => {
    const prefix = prefixOf(arg)
    const [data] = /^(?:-d|--data(?:-binary|-urlencode)?=|-F|--form=)?(?:\w+=)?[@<]/.exec(prefix) ?? []
    if (data !== undefined) return [{ kind: 'read', path: without(arg, data.length) }]
    const [file] = /^file:\/\/(?:localhost)?/.exec(prefix) ?? []
    if (file !== undefined) return [{ kind: 'read', path: without(arg, file.length) }]
    const address = named ? /^https?:\/\/.*\/([^/?#]+)/.exec(textOf(arg) ?? '') : null
    return address === null ? [] : [{ kind: 'write', path: known(address[1] ?? '') }]
  })
  return [...own, ...byTable]
}
