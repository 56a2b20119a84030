import { type Arguments, hasOption, type Option, optionValue, splitArguments } from './options.ts'
import type { Program } from './programs.ts'
import { prefixOf, textOf, type Value, without } from './value.ts'

/** An invocation's access to a file, as far as its words show; or code in another language, which may do anything. */
export type Touch =
  | { kind: 'read' | 'write' | 'mentioned'; path: Value }
  | { kind: 'inline-code'; language: string; code: Value }

const words = (text: string | undefined): string[] => (text === undefined || text === '' ? [] : text.split(' '))

function valuedBy(program: Program): ReadonlySet<string> {
  const { reads, writes, plain, code } = program
  return new Set([reads, writes, plain, code].flatMap(words))
}

/** A program's file accesses according to the table. `input` is its standard input, if known. */
export function touchesBy(program: Program, args: readonly Value[], input: Value | null): Touch[] {
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

function operandTouch(
  path: Value,
  i: number,
  count: number,
  parsed: Arguments,
  program: Program,
  inPlace: boolean,
): Touch[] {
  const read: Touch = { kind: 'read', path }
  const written: Touch = { kind: 'write', path }
  // If an option holds the code, an interpreter's operands are data.
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
      return i === count - 1 && count > 1 && optionValue(parsed, '-t', '--target-directory') === null
        ? [written]
        : [read]
    case 'move':
      return i === count - 1 && count > 1 ? [written] : [read, written]
  }
}

/** Returns the possible paths in a word: the word itself, and the part after its `=`. */
export function mentions(arg: Value): Touch[] {
  const equals = prefixOf(arg).indexOf('=')
  const whole: Touch = { kind: 'mentioned', path: arg }
  return equals < 0 ? [whole] : [whole, { kind: 'mentioned', path: without(arg, equals + 1) }]
}
