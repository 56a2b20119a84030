import { saySwallowed, swallowedBy } from './swallow.ts'

/** Programs that succeed whatever state the work is in. */
const IDLE = new Set(['true', ':', 'echo', 'printf', 'exit', 'sleep', 'yes', 'pwd', 'date'])
/** Programs that start another program and return its exit code. */
const WRAPPERS = new Set(['env', 'nice', 'nohup', 'time', 'timeout', 'command', 'exec', 'sudo', 'setsid', 'stdbuf'])
const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'busybox'])
const PASSES_WITHOUT_TESTS = /^--pass-?with-?no-?tests(?:=(?!false).*)?$/i

/** Returns the reason why a command proves nothing, or null if none is known. */
export function weakness(tokens: readonly string[]): string | null {
  const [first = '', ...rest] = startedBy(tokens)
  const program = baseName(first)
  if (IDLE.has(program)) return `"${program}" always succeeds, so it proves nothing.`
  const lenient = rest.find((token) => PASSES_WITHOUT_TESTS.test(token))
  if (lenient !== undefined) return `it succeeds with "${lenient}" even if no test runs, so it proves nothing.`
  return SHELLS.has(program) ? scriptWeakness(rest) : null
}

function scriptWeakness(args: readonly string[]): string | null {
  const at = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  const script = at === -1 ? undefined : args[at + 1]
  if (script === undefined) return null
  const swallowed = swallowedBy(script)
  if (swallowed !== null) return saySwallowed(swallowed)
  const words = script.trim().split(/\s+/)
  return /[;&|\n]/.test(script) ? null : weakness(words)
}

/** Returns the command that wrappers start: everything after their options, variables and durations. */
function startedBy(tokens: readonly string[]): readonly string[] {
  let at = 0
  while (WRAPPERS.has(baseName(tokens[at] ?? '')))
    do at++
    while (/^-|^\w+=|^\d+(?:\.\d+)?[smhd]?$/.test(tokens[at] ?? ''))
  return at > 0 && at >= tokens.length ? ['true'] : tokens.slice(at)
}

const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
