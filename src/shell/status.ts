import type { AndOr, Command, List, Part, Pipeline, Word } from './syntax.ts'
import { bareText } from './words.ts'

/** The command of a list item that has no pipes, joins or `!`; otherwise null. */
export function onlyCommand({ pipelines }: AndOr): Command | null {
  const [pipeline] = pipelines
  return pipelines.length === 1 && pipeline !== undefined ? onlyOf(pipeline) : null
}

function onlyOf({ commands, negated }: Pipeline): Command | null {
  return commands.length === 1 && !negated ? (commands[0] ?? null) : null
}

/** The text of a word made of plain and quoted text; null if anything is expanded. */
const literalText = ({ parts }: Word): string | null =>
  parts.every((part) => part.kind === 'text') ? parts.map(({ text }) => text).join('') : null

/** The program name of a simple command, or an empty string. */
export const programOf = (command: Command | null): string =>
  command?.kind === 'simple' && command.words[0] !== undefined ? (literalText(command.words[0]) ?? '') : ''

/** True if a pipeline does nothing but succeed. */
export const isTrue = (pipeline: Pipeline): boolean => ['true', ':', '/bin/true'].includes(programOf(onlyOf(pipeline)))

/** True if a pipeline always fails, so that a failure before it still shows. */
export function alwaysFails(pipeline: Pipeline): boolean {
  const command = onlyOf(pipeline)
  if (command?.kind === 'group' || command?.kind === 'subshell') return listAlwaysFails(command.body)
  const name = programOf(command)
  return name === 'false' || ((name === 'exit' || name === 'return') && !/^0+$/.test(argumentOf(command) ?? ''))
}

export function listAlwaysFails(list: List): boolean {
  const { pipelines = [], joins = [] } = list.at(-1) ?? {}
  const last = pipelines.at(-1)
  return last !== undefined && joins.every((join) => join === '&&') && alwaysFails(last)
}

/** True if a failure ends the shell with a failure: `cmd || exit 1`, `cmd || { echo no; exit 1; }`. */
export function endsFailing({ pipelines, joins }: AndOr): boolean {
  const last = pipelines.at(-1)
  return last !== undefined && joins.length > 0 && joins.every((join) => join === '||') && exitsFailing(onlyOf(last))
}

function exitsFailing(command: Command | null): boolean {
  if (command?.kind !== 'group') return programOf(command) === 'exit' && /^0*[1-9]\d*$/.test(argumentOf(command) ?? '')
  const last = command.body.at(-1)
  return last !== undefined && !last.background && exitsFailing(onlyCommand(last))
}

function argumentOf(command: Command | null): string | null {
  return command?.kind === 'simple' && command.words[1] !== undefined ? literalText(command.words[1]) : null
}

/** Indexes of the item that decides a list's exit code (-1: the command before the list) and the last item that runs. */
export type Decision = { from: number; end: number }

const ENDING: ReadonlySet<string> = new Set(['exit', 'exec', 'return'])

/** The last item decides, unless the shell ends before it, or an `exit` passes on an earlier exit code. */
export function decisionOf(list: List): Decision {
  const end = list.findIndex((andOr) => !andOr.background && ENDING.has(programOf(onlyCommand(andOr))))
  const [ending] = end < 0 ? [] : list.slice(end)
  if (ending === undefined) return { from: list.length - 1, end: list.length - 1 }
  const command = onlyCommand(ending)
  if (command?.kind !== 'simple' || programOf(command) === 'exec') return { from: end, end }
  const [, argument] = command.words
  const name = argument === undefined ? '?' : variableIn(argument.parts)
  if (name === null) return { from: end, end }
  return { from: name === '?' ? end - 1 : keptAt(list, name, end), end }
}

/** Returns the index of the command whose exit code is stored by `name=$?`: the one before that assignment. */
function keptAt(list: List, name: string, ends: number): number {
  const kept = list.findLastIndex((andOr, i) => {
    const command = onlyCommand(andOr)
    if (i >= ends || command?.kind !== 'simple') return false
    return command.assignments.some((one) => one.name === name && variableIn(one.value.parts) === '?')
  })
  return kept < 0 ? ends : kept - 1
}

/** The variable that makes up the whole word, or null. */
function variableIn(parts: readonly Part[]): string | null {
  const [only, ...more] = parts.filter((part) => part.kind !== 'text' || part.text !== '')
  return only?.kind === 'variable' && more.length === 0 && only.rest.length === 0 ? only.name : null
}

/** True if `set` turns an option on, false if off, null if it does not mention it. */
export function setsOption(words: readonly Word[], letter: string, name: string): boolean | null {
  const texts = words.map(({ parts }) => bareText(parts) ?? '')
  let result: boolean | null = null
  texts.forEach((text, i) => {
    const byName = text === name && /^[-+][a-z]*o$/.test(texts[i - 1] ?? '')
    const byLetter = letter !== '' && /^[-+][a-z]+$/.test(text) && text.includes(letter)
    if (byName) result = texts[i - 1]?.startsWith('-') ?? null
    else if (byLetter) result = text.startsWith('-')
  })
  return result
}
