import type { Words } from '../ledger/lazy.ts'
import { known, prefixOf, textOf, type Value, without } from './value.ts'

/** One option, with its value if it takes one. */
export type Option = { name: string; value: Value | null }

/** A program's arguments, split into options and operands. */
export type Arguments = { options: Option[]; operands: Value[] }

type Rules = {
  /** Options that take a value, such as `-o` or `--output`. */
  valued: Words
  /** `dashes`: options end only at `--`. `operand`: also at the first operand, as in programs that start others. */
  end: 'dashes' | 'operand'
}

/** Separates options from operands, the way most programs do. */
export function splitArguments(args: readonly Value[], { valued, end }: Rules): Arguments {
  const result: Arguments = { options: [], operands: [] }
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? []
    const prefix = prefixOf(arg)
    if (textOf(arg) === '--') return { ...result, operands: [...result.operands, ...args.slice(i + 1)] }
    if (!prefix.startsWith('-') || prefix === '-') {
      if (end === 'operand') return { ...result, operands: args.slice(i) }
      result.operands.push(arg)
    } else if (readOption(arg, prefix, valued, result.options)) {
      i++
      addValue(result.options, args[i])
    }
  }
  return result
}

/** Adds the options in one argument. Returns true if the next argument is the value of the last one. */
function readOption(arg: Value, prefix: string, valued: Words, options: Option[]): boolean {
  if (!prefix.startsWith('--')) return readLetters(arg, prefix, valued, options)
  const equals = prefix.indexOf('=')
  const name = equals < 0 ? prefix : prefix.slice(0, equals)
  options.push({ name, value: equals < 0 ? null : without(arg, equals + 1) })
  return equals < 0 && valued.has(name)
}

function readLetters(arg: Value, prefix: string, valued: Words, options: Option[]): boolean {
  // In some programs, long options start with a single dash.
  if (valued.has(prefix)) return options.push({ name: prefix, value: null }) > 0
  for (let i = 1; i < prefix.length; i++) {
    const name = `-${prefix.charAt(i)}`
    const takesValue = valued.has(name)
    const attached = without(arg, i + 1)
    options.push({ name, value: takesValue && attached.length > 0 ? attached : null })
    if (takesValue) return attached.length === 0
  }
  return false
}

function addValue(options: Option[], value: Value | undefined): void {
  const last = options.at(-1)
  if (last !== undefined) last.value = value ?? known('')
}

/** The value of the last of these options, or null. */
export const optionValue = ({ options }: Arguments, ...names: string[]): Value | null =>
  options.findLast(({ name }) => names.includes(name))?.value ?? null

/** True if one of these options is present. */
export const hasOption = ({ options }: Arguments, ...names: string[]): boolean =>
  options.some(({ name }) => names.includes(name))
