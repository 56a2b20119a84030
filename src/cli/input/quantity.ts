import { UsageError } from '../command.ts'

/** The value of an option with a number and a unit; undefined if it was not given. */
export function quantity(
  text: string | undefined,
  units: { [unit: string]: number },
  option: string,
  example: string,
): number | undefined {
  if (text === undefined) return undefined
  const [, count = '', unit = ''] = /^(\d{1,6})([a-zA-Z]+)$/.exec(text) ?? []
  const factor = units[unit]
  if (factor === undefined)
    throw new UsageError(`Invalid ${option} "${text}". It takes a number and a unit, such as ${example}.`)
  return Number(count) * factor
}

/** A whole number, 0 or more; undefined if it was not given. */
export function wholeNumber(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`Invalid ${name} "${text}". It takes a whole number, 0 or more.`)
}
