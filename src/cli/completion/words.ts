import { SCOPES } from '../../hosts/install/hooks.ts'
import { HOSTS } from '../../hosts/registry.ts'
import { CLAIM_TYPES } from '../../policy/policy.ts'
import type { Command, Option } from '../command.ts'

/** The words that a shell offers in one place: a fixed choice of words, files, folders, or nothing. */
export type Offer = { kind: 'choice'; words: readonly string[] } | { kind: 'files' | 'folders' | 'nothing' }

/** An option as a shell completes it. `value` is null for a switch. */
export type CompletedOption = { name: string; about: string; value: { name: string; offer: Offer } | null }

/** A command as a shell completes it: its options, and its arguments. */
export type CompletedCommand = {
  name: string
  about: string
  options: CompletedOption[]
  /** The placeholder of its arguments, without brackets; empty if it takes none. */
  argument: string
  offer: Offer
}

/** A word in first place: a command of its own, or a group of commands. */
export type First = { word: string; about: string; group: readonly CompletedCommand[] }

export const completed = (
  commands: readonly Command[],
  common: { readonly [name: string]: Option },
): CompletedCommand[] =>
  commands.map(({ name, summary, options, words: { names } }) => ({
    name,
    about: summary,
    options: Object.entries({ ...common, ...options }).map(([option, { help, value }]) => ({
      name: `--${option}`,
      about: help,
      value: value === undefined ? null : { name: bare(value), offer: offerFor(value) },
    })),
    argument: bare(names),
    offer: offerFor(names),
  }))

/** The words in first place, in the order of the commands. `help` is one of them. */
export function firstWords(commands: readonly CompletedCommand[]): First[] {
  const words = [...new Set(commands.map(({ name }) => wordsOf(name)[0] ?? name))]
  const firsts = words.map((word): First => {
    const alone = commands.find(({ name }) => name === word)
    const group = commands.filter(({ name }) => name.startsWith(`${word} `))
    return { word, about: alone?.about ?? group.map(({ name }) => wordsOf(name)[1]).join(', '), group }
  })
  return [...firsts, { word: 'help', about: 'show the help of a command', group: [] }]
}

/** The words of a command's name. */
export const wordsOf = (name: string): string[] => name.split(' ')

/** The second words of a group. */
export const secondWords = ({ group }: First): { word: string; about: string }[] =>
  group.map(({ name, about }) => ({ word: wordsOf(name)[1] ?? name, about }))

/** The first placeholder of several, without brackets: `[<file>]` is `file`. */
const bare = (placeholder: string): string => /[^\s[\]<>,]+/.exec(placeholder)?.[0] ?? ''

/** Placeholders in help pages with a fixed choice of words behind them. */
const CHOICES: { readonly [placeholder: string]: readonly string[] } = {
  host: HOSTS.map(({ name }) => name),
  names: HOSTS.map(({ name }) => name),
  scope: SCOPES,
  claim: CLAIM_TYPES,
}

/** The offer for a placeholder such as `<file>`, `<claim>` or `yes|no`. */
export function offerFor(placeholder: string): Offer {
  const name = bare(placeholder)
  const choice = Object.hasOwn(CHOICES, name) ? CHOICES[name] : undefined
  if (choice !== undefined) return { kind: 'choice', words: choice }
  if (/^[a-z_-]+(?:\|[a-z_-]+)+$/.test(name)) return { kind: 'choice', words: name.split('|') }
  if (name === 'dir') return { kind: 'folders' }
  return { kind: /^file$|\.[a-z]+\b/.test(name) ? 'files' : 'nothing' }
}
