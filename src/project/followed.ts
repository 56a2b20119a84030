import { type Swallowed, saySwallowed } from '../policy/swallow.ts'
import { weakness } from '../policy/weak.ts'
import { tokensOf } from '../shell/tokens.ts'
import type { Check, Listing } from './checks.ts'
import { reach } from './reach.ts'
import { countingKinds } from './runners.ts'

/** Completes a check with the programs it starts in the end, the files that define them, and the reason why it proves nothing. */
export function followed(listing: Listing, check: Check): Check {
  const dir = check.cwd === '' ? '' : `${check.cwd}/`
  const { commands, pins, swallowed } = reach(listing, dir, check.command)
  const runs = commands.length === 0 ? check.runs : commands.join(' && ')
  const whole = { ...check, runs, pins: [...new Set([...check.pins, ...pins])], fault: null }
  if (swallowed !== null) return behind(whole, swallowed, swallowed.dir)
  return { ...whole, fault: countingKinds(commands).length > 0 ? null : faultOf(runs, commands) }
}

/** A check proves nothing if none of its commands does. Its runner counts tests, so an option that accepts none is harmless. */
function faultOf(runs: string, commands: readonly string[]): string | null {
  const all = commands.length === 0 ? [runs] : commands
  const faults = all.map((command) => weakness(['sh', '-c', command]))
  return faults.every((fault) => fault !== null) ? (faults[0] ?? null) : null
}

/** The tests whose failure a script hides, run without that script; the check as it is if that cannot be done. */
function behind(check: Check, swallowed: Swallowed, dir: string): Check {
  const words =
    check.kind === 'test' && countingKinds([swallowed.command]).length === 1
      ? tokensOf(swallowed.command.replace(/\s\d?>+&?\s*\S+/g, ''))
      : null
  if (words === null) return { ...check, fault: saySwallowed(swallowed) }
  const isOfNode =
    /\bpackage\.json(?:#|$)/.test(check.source) && !/^(?:np[mx]|pnpm|yarn|bunx?|node)$/.test(words[0] ?? '')
  return {
    ...check,
    command: isOfNode ? ['npx', ...words] : words,
    runs: swallowed.command,
    cwd: dir.replace(/\/$/, ''),
  }
}
