import { gitTouches } from './git.ts'
import { type Arguments, hasOption, type Option, optionValue, splitArguments } from './options.ts'
import { type Program, programNamed } from './programs.ts'
import type { Redirected, Run } from './run.ts'
import { known, prefixOf, textOf, type Value, without } from './value.ts'
import { findPlaces } from './wrappers.ts'

/** What a run does to a file, as far as its words say; or code in another language, which may do anything. */
export type Touch =
  | { kind: 'read' | 'write' | 'mentioned'; path: Value }
  | { kind: 'inline-code'; language: string; code: Value }

/** The files that a run reads and writes. Of programs that are not known, arguments are only mentioned. */
export function touchesOf(run: Run): Touch[] {
  return [...run.redirections.flatMap(redirectedTouches), ...programTouches(run)]
}

function redirectedTouches({ operator, target }: Redirected): Touch[] {
  if (operator === '<&' || (operator === '>&' && /^\d*-?$/.test(textOf(target) ?? 'x'))) return []
  const written: Touch = { kind: 'write', path: target }
  if (operator === '<') return [{ kind: 'read', path: target }]
  return operator === '<>' ? [{ kind: 'read', path: target }, written] : [written]
}

function programTouches(run: Run): Touch[] {
  const { name, args } = run
  if (name === null) return run.program === null ? [] : args.flatMap(mentions)
  const special = SPECIAL[name]
  if (special !== undefined && Object.hasOwn(SPECIAL, name)) return special(args)
  const program = programNamed(name)
  return program === null ? args.flatMap(mentions) : knownTouches(run, program)
}

/** A word that may be a path, or an option that holds one. */
function mentions(arg: Value): Touch[] {
  const equals = prefixOf(arg).indexOf('=')
  const whole: Touch = { kind: 'mentioned', path: arg }
  return equals < 0 ? [whole] : [whole, { kind: 'mentioned', path: without(arg, equals + 1) }]
}

const SPECIAL: Readonly<Record<string, (args: readonly Value[]) => Touch[]>> = {
  git: gitTouches,
  dd: ddTouches,
  find: findTouches,
  tar: tarTouches,
  bsdtar: tarTouches,
  curl: (args) => [...curlTouches(args), ...touchesAs('curl', args)],
}

const words = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(' '))

function valuedBy(program: Program): ReadonlySet<string> {
  const { reads, writes, plain, code } = program
  return new Set([reads, writes, plain, code].flatMap(words))
}

function touchesAs(name: string, args: readonly Value[]): Touch[] {
  const program = programNamed(name)
  if (program === null) return []
  const parsed = splitArguments(args, { valued: valuedBy(program), end: 'dashes' })
  return [...optionTouches(parsed, program), ...operandTouches(parsed, program)]
}

function knownTouches({ args, input }: Run, program: Program): Touch[] {
  const end = program.operands === 'script' ? 'operand' : 'dashes'
  const parsed = splitArguments(args, { valued: valuedBy(program), end })
  return [...optionTouches(parsed, program), ...operandTouches(parsed, program), ...inputCode(parsed, program, input)]
}

/** Code that an interpreter without a script reads from its input. */
function inputCode(parsed: Arguments, program: Program, input: Value | null): Touch[] {
  const [script] = parsed.operands
  const reads = program.operands === 'script' && (script === undefined || textOf(script) === '-')
  if (!reads || input === null || program.language === undefined) return []
  return [{ kind: 'inline-code', language: program.language, code: input }]
}

function optionTouches({ options }: Arguments, program: Program): Touch[] {
  const reads = new Set(words(program.reads))
  const writes = new Set(words(program.writes))
  const codes = new Set(words(program.code))
  const plain = new Set(words(program.plain))
  return options.flatMap(({ name, value }: Option): Touch[] => {
    if (value === null || plain.has(name)) return []
    if (codes.has(name)) return [{ kind: 'inline-code', language: program.language ?? '', code: value }]
    return [{ kind: writes.has(name) ? 'write' : reads.has(name) ? 'read' : 'mentioned', path: value }]
  })
}

function operandTouches(parsed: Arguments, program: Program): Touch[] {
  const skip = hasOption(parsed, ...words(program.skipped)) ? 0 : (program.skip ?? 0)
  const code = program.language === undefined ? [] : parsed.operands.slice(0, skip)
  const files = parsed.operands.slice(skip)
  const inPlace = parsed.options.some(({ name }) => words(program.inPlace).includes(name))
  const touches: Touch[] = code.map((text) => ({ kind: 'inline-code', language: program.language ?? '', code: text }))
  return [...touches, ...files.flatMap((path, i) => operandTouch(path, i, files.length, parsed, program, inPlace))]
}

function operandTouch(path: Value, i: number, count: number, parsed: Arguments, program: Program, inPlace: boolean): Touch[] {
  const read: Touch = { kind: 'read', path }
  const written: Touch = { kind: 'write', path }
  // With code as an option, the operands of an interpreter are its data.
  const isData = program.code !== undefined && hasOption(parsed, ...words(program.code))
  switch (program.operands) {
    case 'nothing':
      return []
    case 'mentioned':
      return [{ kind: 'mentioned', path }]
    case 'read':
      return inPlace ? [read, written] : [read]
    case 'write':
      return [written]
    case 'script':
      if (inPlace) return [read, written]
      return i === 0 && !isData ? [read] : mentions(path)
    case 'copy':
      return i === count - 1 && count > 1 && optionValue(parsed, '-t', '--target-directory') === null ? [written] : [read]
    case 'move':
      return i === count - 1 && count > 1 ? [written] : [read, written]
  }
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

/** `tar` takes its first letters without a dash, and its operands are what it packs or what it unpacks. */
function tarTouches(args: readonly Value[]): Touch[] {
  const [first = [], ...rest] = args
  const letters = textOf(first)
  const dashed = letters !== null && /^[A-Za-z]+$/.test(letters) ? [known(`-${letters}`), ...rest] : args
  const parsed = splitArguments(dashed, { valued: new Set(words('-f -C -X -T --file --directory --exclude --exclude-from --files-from --transform --strip-components')), end: 'dashes' })
  const packs = hasOption(parsed, '-c', '-r', '-u', '-A', '--create', '--append', '--update')
  const unpacks = hasOption(parsed, '-x', '--extract', '--get')
  const archive = optionValue(parsed, '-f', '--file')
  const touches: Touch[] = archive === null ? [] : [{ kind: packs ? 'write' : 'read', path: archive }]
  for (const path of parsed.operands) touches.push({ kind: unpacks ? 'write' : packs ? 'read' : 'mentioned', path })
  for (const { name, value } of parsed.options) {
    if (value === null || name === '-f' || name === '--file') continue
    if (name === '-C' || name === '--directory') touches.push({ kind: unpacks ? 'write' : 'read', path: value })
    if (['-X', '-T', '--exclude-from', '--files-from'].includes(name)) touches.push({ kind: 'read', path: value })
  }
  return touches
}

/** `-d @file`, `-F name=@file`, `file://…`, and `-O`, which names the file after the address. */
function curlTouches(args: readonly Value[]): Touch[] {
  const named = args.some((arg) => /^-[a-zA-Z]*O|^--remote-name/.test(textOf(arg) ?? ''))
  return args.flatMap((arg): Touch[] => {
    const prefix = prefixOf(arg)
    const [data] = /^(?:-d|--data(?:-binary|-urlencode)?=|-F|--form=)?(?:\w+=)?[@<]/.exec(prefix) ?? []
    if (data !== undefined) return [{ kind: 'read', path: without(arg, data.length) }]
    if (prefix.startsWith('file://')) return [{ kind: 'read', path: without(arg, 7) }]
    const address = named ? /^https?:\/\/.*\/([^/?#]+)/.exec(textOf(arg) ?? '') : null
    return address === null ? [] : [{ kind: 'write', path: known(address[1] ?? '') }]
  })
}
