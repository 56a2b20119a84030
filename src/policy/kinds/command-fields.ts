import { z } from 'zod'
import { readCommand, renderCommand, slotOf, toToken } from '../command.ts'
import { hasGained, hasLost, isLess } from '../compare.ts'
import { command, glob, named, path, pins, seconds } from '../fields.ts'
import { compactPins, expandBraces, readPin, renderPin } from '../paths.ts'
import type { CheckCommand, Slot, Token } from '../policy.ts'
import type { PolicyParts, Report } from './kind.ts'
import { defaultFault, type SlotSource, slot, toSlot } from './slot.ts'

/** Shared by kinds with a command: fields, checks, compiled form and description. */

export const commandFields = {
  command: command.describe('the command, as one line or a list of words; runs without a shell; {name} is a slot'),
  arguments: named(slot).describe('the slots of the command and their allowed values').default({}),
}

export const runFields = {
  ...commandFields,
  cwd: path.describe('the folder in which the command runs, relative to the project').default('.'),
  env: z
    .record(
      z
        .string()
        .regex(
          /^(?!BAILIFF_)[A-Za-z_][A-Za-z0-9_]{0,99}$/,
          'the name of a variable may contain only letters, digits and _, and must not begin with BAILIFF_.',
        ),
      z.string().max(2000),
    )
    .describe('environment variables for the command; CI is 1 unless it is set here, and unset if it is ""')
    .default({}),
  timeout_seconds: seconds.describe('time limit in seconds; a check that exceeds it fails').default(120),
  required_runs: z.int().min(1).max(100).describe('how many times in a row the check must pass').default(1),
  pins: pins
    .describe('files, or values in them (file#/json/pointer), that define this check, in addition to the policy’s pins')
    .default([]),
  outputs: z
    .array(glob)
    .max(200)
    .describe('globs of files that this check may write, in addition to the policy’s outputs')
    .default([]),
}

type CommandSource = { command: string | string[]; arguments: { [name: string]: SlotSource } }
export type RunSource = CommandSource & {
  cwd: string
  env: { [name: string]: string }
  timeout_seconds: number
  required_runs: number
  pins: string[]
  outputs: string[]
}

export function checkSlots(source: CommandSource, report: Report): void {
  const read = readCommand(source.command)
  if (!read.ok) return
  const used = read.tokens.flatMap((token) => slotOf(token) ?? [])
  const declared = Object.keys(source.arguments)
  for (const slot of used.filter((one) => !declared.includes(one)))
    report(['command'], `{${slot}} is not declared. Add arguments: { ${slot}: path }, or use the type integer or word.`)
  for (const slot of declared.filter((one) => !used.includes(one)))
    report(['arguments', slot], `"${slot}" is not used in the command. Add {${slot}} to it as a separate word.`)
  for (const [slot, given] of Object.entries(source.arguments)) {
    const fault = typeof given === 'string' ? null : defaultFault(given)
    if (fault !== null) report(['arguments', slot], fault)
  }
}

export const toCommand = (source: CommandSource): { command: Token[]; slots: { [name: string]: Slot } } => ({
  command: toTokens(source.command),
  slots: Object.fromEntries(Object.entries(source.arguments).map(([name, given]) => [name, toSlot(given)])),
})

export const toRun = (source: RunSource, policy: PolicyParts): CheckCommand => ({
  ...toCommand(source),
  cwd: source.cwd,
  env: source.env,
  timeoutSeconds: source.timeout_seconds,
  requiredRuns: source.required_runs,
  pins: merged(policy.pins.flatMap(expandBraces), source.pins.flatMap(expandBraces)).map(readPin),
  outputs: merged(policy.outputs, source.outputs),
})

/** Merges lists, sorted and without duplicates: the order in which people list files does not matter. */
const merged = (ofAll: readonly string[], own: readonly string[]): string[] => [...new Set([...ofAll, ...own])].sort()

function toTokens(given: string | readonly string[]): Token[] {
  const read = readCommand(given)
  if (!read.ok) throw new Error(`The schema accepted an unreadable command: ${read.why}`)
  return read.tokens.map(toToken)
}

export const describeCommand = (command: readonly Token[]): string => `\`${renderCommand(command)}\``

export function describeRun({ cwd, requiredRuns, pins, slots }: CheckCommand): string {
  const open = Object.entries(slots).filter(([, slot]) => slot.fallback === null)
  const parts = [
    cwd === '.' ? '' : `in ${cwd}`,
    requiredRuns === 1 ? '' : `${requiredRuns} times in a row`,
    open.length === 0 ? '' : `with ${open.map(([name]) => name).join(', ')} given`,
    pins.length === 0 ? '' : `with ${compactPins(pins.map(renderPin)).join(', ')} as approved`,
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`
}

export const weakerRun = { pins: hasLost, outputs: hasGained, requiredRuns: isLess }
