import { words } from '../../ledger/lazy.ts'
import type { Invocation } from '../../shell/run.ts'
import { prefixOf, textOf, type Value } from '../../shell/value.ts'
import { saidOf } from '../words.ts'
import type { Protection, ProtectionFinding } from './place.ts'

/** Programs that stop processes, or reach into them. They are given numbers, or words that match processes. */
const ENDING = words(
  'kill skill snice pkill killall killall5 slay renice prlimit gdb lldb strace ltrace gcore taskkill',
)

/** Programs that stop or disable a service: the words with which they do. */
const SERVICES: Readonly<Record<string, RegExp>> = {
  systemctl: /^(?:stop|kill|mask|disable|freeze|isolate|clean|revert)$/,
  launchctl: /^(?:unload|remove|stop|bootout|disable|kill)$/,
  service: /^stop$/,
  'rc-service': /^stop$/,
  supervisorctl: /^(?:stop|remove|clear)$/,
  pm2: /^(?:stop|delete|del|kill)$/,
}

/** Programs that print the processes that match their words. */
const FINDING = words('pgrep pidof pidwait ps top lsof')
const FILTERING = words('grep egrep fgrep rg ag awk gawk sed')

/** Returns the finding about a call that would stop one of our programs, or null. */
export function stoppedProcess(runs: readonly Invocation[], protection: Protection): ProtectionFinding | null {
  const run = runs.find((one) => isStopping(one, protection)) ?? stoppedByFinding(runs, protection)
  return run === undefined ? null : { code: 'PROTECTED_PROCESS', what: saidRun(run), said: saidRun(run) }
}

const saidRun = ({ name, args }: Invocation): string => [name ?? '', ...args.map(saidOf)].join(' ')

function isStopping(run: Invocation, protection: Protection): boolean {
  const { name, texts } = run
  if (name === null) return false
  if (name === 'kill') return texts.length > 1 && texts.at(-1) === '-1'
  if (name === 'pkill' || name === 'skill' || name === 'snice') return matchesOurs(run, protection)
  if (name === 'killall' || name === 'slay') return matchesOurs(run, protection)
  const stops = Object.hasOwn(SERVICES, name) ? SERVICES[name] : undefined
  return (
    stops !== undefined && texts.some((text) => stops.test(text)) && run.args.some((arg) => OUR_NAME.test(saidOf(arg)))
  )
}

const OUR_NAME = /\bbailiff\b/

/** A call that looks for our processes, and stops processes whose numbers it does not spell out. */
function stoppedByFinding(runs: readonly Invocation[], protection: Protection): Invocation | undefined {
  const ending = runs.find((run) => ENDING.has(run.name ?? '') && run.args.some((arg) => textOf(arg) === null))
  if (ending === undefined || !runs.some(({ name }) => FINDING.has(name ?? ''))) return undefined
  const isFound = runs.some((run) =>
    /^(?:pgrep|pidof|pidwait)$/.test(run.name ?? '')
      ? matchesOurs(run, protection)
      : FILTERING.has(run.name ?? '') && run.texts.some((text) => namesOurs(text, protection)),
  )
  return isFound ? ending : undefined
}

/** The patterns in code of awk and sed: between slashes or in quotes. Other words are patterns as a whole. */
function namesOurs(text: string, protection: Protection): boolean {
  if (text.startsWith('-')) return false
  const inside = [...text.slice(0, MAX_PATTERN).matchAll(/\/([^/]+)\/|"([^"]+)"/g)].map(
    ([, one, two]) => one ?? two ?? '',
  )
  return [text, ...inside].some((pattern) => isOurs(pattern, linesOf(protection)))
}

const VALUED = /^(?:-[uUGPgstF]|--(?:signal|euid|uid|group|parent|pgroup|session|terminal|pidfile|older|newer))$/

/** True if the words of `pkill`, `killall` and the like match our processes. */
function matchesOurs({ name, args, texts }: Invocation, protection: Protection): boolean {
  const flags = texts.filter((text) => /^-[a-zA-Z]+$/.test(text) && !/^-(?:SIG)?[A-Z]{3,}\d*$/.test(text)).join('')
  const isExact =
    name === 'pidof' || (/^(?:killall|slay)$/.test(name ?? '') && !flags.includes('r') && !texts.includes('--regexp'))
  const isWhole = /^p/.test(name ?? '') && (flags.includes('f') || texts.includes('--full'))
  const patterns = args
    .filter((arg, i) => !prefixOf(arg).startsWith('-') && !VALUED.test(texts[i - 1] ?? ''))
    .filter((arg) => arg.length === 0 || arg.some(({ kind }) => kind === 'text'))
    .map(patternOf)
  if (isExact) return patterns.some((pattern) => NAMES.ours.includes(pattern.slice(pattern.lastIndexOf('/') + 1)))
  return patterns.some((pattern) => isOurs(pattern, isWhole ? linesOf(protection) : NAMES))
}

/** A pattern as far as it is known: unknown parts may match anything. */
const patternOf = (arg: Value): string => arg.map((piece) => (piece.kind === 'text' ? piece.text : '.*')).join('')

/** Command lines or names of processes: ours, and others that people often stop. */
type Processes = { ours: readonly string[]; others: readonly string[] }

const NAMES: Processes = { ours: ['bailiff', 'bailiff-hook'], others: ['node', 'sh', 'claude'] }

const OTHERS = ['node server.js', 'node dist/index.cjs', 'sh -c npm run dev', 'claude']

function linesOf({ world }: Protection): Processes {
  const { home, variables } = world
  const state = variables['BAILIFF_HOME'] ?? '~/.local/state/bailiff'
  const program = `${state}/bin/0.1.0-0123456789ab`
  return {
    ours: [
      `/bin/sh ${state}/bin/bailiff-hook claude-code PreToolUse --home ${state}`,
      `/usr/bin/node ${program}/bailiff.cjs hook claude-code Stop --home ${state}`,
      `/usr/bin/node ${program}/hook.cjs`,
      `/usr/bin/node ${program}/gather.cjs`,
      'bailiff validate tests_pass',
    ],
    // The home directory tells nothing apart, whatever it is called.
    others: [...OTHERS, `${home?.replaceAll('bailiff', '') ?? ''}/.local/bin/run`],
  }
}

/** True if a pattern tells our processes from others, or matches any process at all. */
function isOurs(pattern: string, { ours, others }: Processes): boolean {
  const match = matcher(pattern)
  return ours.some(match) && (!others.some(match) || match(UNRELATED))
}

/** A process that no pattern for a program of a project matches. */
const UNRELATED = '[kworker/0:1]'
const MAX_PATTERN = 300

/** Matches a pattern as process tools do. One that could take forever to match counts as the text in it. */
function matcher(pattern: string): (line: string) => boolean {
  const isSlow = pattern.length > MAX_PATTERN || /\)[*+?{]/.test(pattern) || (pattern.match(/[*+{]/g)?.length ?? 0) > 3
  try {
    const compiled = isSlow ? null : new RegExp(pattern)
    if (compiled !== null) return (line) => compiled.test(line)
  } catch {
    // Not a pattern here: it counts as text.
  }
  const literal = pattern
    .slice(0, MAX_PATTERN)
    .replace(/[^\w-]+/g, ' ')
    .trim()
  return (line) => OUR_NAME.test(literal) && OUR_NAME.test(line)
}

const STOPS = /\bkill\b|terminate|SIGKILL|SIGSTOP|SIGTERM|suspend/
const IN_CODE = /bailiff(?:-hook|\.cjs)?|\bhook\.cjs|\bgather\.cjs/

/** The name of one of our programs in code that looks through processes and stops some; null if there is none. */
export const stoppedInCode = (code: string): string | null =>
  STOPS.test(code) && /psutil|process_iter|pgrep|pidof|\/proc\b|\bps\b|Get-Process/.test(code)
    ? (IN_CODE.exec(code)?.[0] ?? null)
    : null
