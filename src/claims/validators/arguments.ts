import { isNamed } from '../../policy/glob.ts'
import { pathFault } from '../../policy/paths.ts'
import type { Slot, Token } from '../../policy/policy.ts'

/** Fills the slots of a command. The agent can choose nothing else about a command. */

/** Arguments given with a claim, by slot name. */
export type Given = { readonly [name: string]: unknown }

/** `targets` are the paths among the words. */
export type Filled = { ok: true; words: string[]; targets: string[] } | { ok: false; why: string }

type Slots = { [name: string]: Slot }

export function fillSlots(command: readonly Token[], slots: Slots, given: Given): Filled {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(slots, name))
  if (unknown !== undefined) return { ok: false, why: `unknown argument "${argumentName(unknown)}"` }
  const names = command.flatMap((token) => (typeof token === 'string' ? [] : [token.slot]))
  for (const name of names) {
    const slot = slots[name]
    const fault = slot === undefined ? 'the policy does not declare it' : faultOf(slot, valueIn(name, slots, given))
    if (fault !== null) return { ok: false, why: `argument "${name}": ${fault}` }
  }
  const value = (name: string): string => String(valueIn(name, slots, given))
  return {
    ok: true,
    words: command.map((token) => (typeof token === 'string' ? token : value(token.slot))),
    targets: names.filter((name) => slots[name]?.type === 'path').map((name) => value(name).split('::')[0] ?? ''),
  }
}

const valueIn = (name: string, slots: Slots, given: Given): unknown =>
  Object.hasOwn(given, name) ? given[name] : slots[name]?.fallback

const MAX_SHOWN = 64

/** The name of a given argument, safe to print. */
export const argumentName = (name: string): string => name.replace(/[^\w.-]/g, '?').slice(0, MAX_SHOWN)

function faultOf(slot: Slot, value: unknown): string | null {
  if (value === null || value === undefined) return 'it is required'
  switch (slot.type) {
    case 'integer':
      if (!Number.isSafeInteger(value)) return 'it must be a whole number'
      return Number(value) < slot.min || Number(value) > slot.max
        ? `it must be between ${slot.min} and ${slot.max}`
        : null
    case 'choice':
      return slot.of.includes(String(value)) ? null : `it must be one of ${slot.of.join(', ')}`
    case 'word':
      return typeof value === 'string' && /^[\w@%+=:,./][\w@%+=:,./-]*$/.test(value) ? null : 'it must be a plain word'
    case 'path':
      return typeof value === 'string' ? pathArgumentFault(value, slot.under) : 'it must be a path'
  }
}

/** The path may name a test in the file, as runners do: `tests/test_x.py::test_y`. */
function pathArgumentFault(value: string, under: readonly string[]): string | null {
  const [path = '', ...inner] = value.split('::')
  if (path.startsWith('-')) return 'it would be read as an option'
  if (!inner.every((name) => /^[\w[\].,-]+$/.test(name))) return 'the part after :: must be a test name'
  return pathFault(path) ?? (isNamed(path, under) ? null : `it must be under ${under.join(', ')}`)
}
