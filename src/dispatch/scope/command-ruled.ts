import type { CommandRule } from '../../policy/dispatch.ts'
import type { Invocation } from '../../shell/run.ts'
import { type CheckedCall, type DispatchFinding, finding } from '../call.ts'
import { saidOf } from '../words.ts'

/** Applies the policy's command lists to a call's commands; stricter lists come first. */
export function commandsRuled(call: CheckedCall): DispatchFinding[] {
  const { commands } = call.policy
  if (commands.length === 0) return []
  return call.attempt.runs.flatMap((run) => {
    const rule = ruleFor(run, commands)
    return rule === null || rule.answer === 'allow' ? [] : [finding('COMMAND_RULED', rule.words.join(' '), rule.answer)]
  })
}

/** The first rule that matches a command. */
export function ruleFor(run: Invocation, rules: readonly CommandRule[]): CommandRule | null {
  if (rules.length === 0 || run.name === null) return null
  let words: string[] | undefined
  for (const rule of rules) {
    if (!fits(rule.words[0] ?? '', run.name)) continue
    words ??= run.args.map(saidOf)
    if (isMet(rule.words.slice(1), words)) return rule
  }
  return null
}

/**
 * True if the rule's plain words come first in the command, in order, ignoring options; its options may be anywhere. A
 * word after an option may be the option's value, so it need not match.
 */
function isMet(wanted: readonly string[], words: readonly string[]): boolean {
  const options = wanted.filter((word) => word.startsWith('-'))
  if (!options.every((option) => words.some((word) => hasOption(option, word)))) return false
  const plain = wanted.filter((word) => !word.startsWith('-'))
  let at = 0
  for (const [i, word] of words.entries()) {
    if (at === plain.length) return true
    if (word.startsWith('-')) continue
    if (fits(plain[at] ?? '', word)) at++
    else if (!(words[i - 1] ?? '').startsWith('-')) return false
  }
  return at === plain.length
}

/** `-f` matches `-xf`, `--force` matches `--force=x`. */
const hasOption = (option: string, word: string): boolean =>
  fits(option, word) ||
  word.startsWith(`${option}=`) ||
  (/^-[A-Za-z]$/.test(option) && /^-[A-Za-z]+$/.test(word) && word.includes(option.slice(1)))

/** `*` matches anything. */
function fits(pattern: string, word: string): boolean {
  if (!pattern.includes('*')) return pattern === word
  const parts = pattern.split('*')
  const first = parts[0] ?? ''
  const last = parts.at(-1) ?? ''
  if (!word.startsWith(first) || !word.endsWith(last) || word.length < first.length + last.length) return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const next = word.indexOf(part, at)
    if (next < 0 || next + part.length > word.length - last.length) return false
    at = next + part.length
  }
  return true
}
