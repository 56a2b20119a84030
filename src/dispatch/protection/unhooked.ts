import { agentStarted } from '../../shell/agents.ts'
import type { Invocation } from '../../shell/run.ts'
import { saidOf } from '../words.ts'
import type { HostFacts } from './host-facts.ts'
import type { ProtectionFinding } from './place.ts'

/** Finds an agent program that is started without hooks, or told to change its settings. */
export function startedUnhooked(run: Invocation, { unhooking, agents }: HostFacts): ProtectionFinding | null {
  const words = run.args.map(saidOf)
  if (!words.some((word) => ABOUT.test(word)) || agentStarted(run, agents) === null) return null
  const command = commandIn(words)
  const said =
    words.find((one) => unhooking.some(({ word }) => word?.test(one))) ??
    unhooking.map((one) => one.words?.exec(words.join(' '))?.[0]).find((found) => found !== undefined) ??
    unhooking.map((one) => one.command?.exec(command)?.[0]).find((found) => found !== undefined)
  return said === undefined ? null : { code: 'PROTECTED_SETTINGS', what: said, said }
}

/** Cheap check first: most calls of agent programs contain none of these words. */
const ABOUT = /hook|^(?:mcp|config|plugins?|extensions?|features|skills?|marketplace)$/i

/** Words that start the program, before its own: a package, a path, a runner's verb. */
const STARTING = /^(?:exec|dlx|x|run|claude|codex|gemini)(?:@\S*)?$|[/@]/

/** The program's own words that are not options, joined. */
function commandIn(words: readonly string[]): string {
  const own = words.filter((word) => !word.startsWith('-') && !/^[\w.]+=/.test(word))
  const from = own.findIndex((word) => !STARTING.test(word))
  return from < 0 ? '' : own.slice(from).join(' ')
}
