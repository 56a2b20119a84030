import { compactPins } from '../policy/paths.ts'
import type { Environment } from '../process/environment.ts'
import { outputsFor } from './caches.ts'
import type { Check } from './checks.ts'
import { documentsOf, readsDocuments } from './documents.ts'
import type { Remote } from './remote.ts'
import { type CountingKind, countingKinds } from './runners.ts'

/** Writes a project's first policy from trial runs of its checks. Pure. */

/** A check and the result of running it once. */
export type Trial = {
  check: Check
  ended: 'passed' | 'failed' | 'ran-no-test' | 'timed-out' | 'not-started' | 'not-run'
  seconds: number
  /** New files it left behind that git does not ignore. */
  left: string[]
  /** Project files it changed; such a check is not usable. */
  changed: string[]
  /** False if the output of its runner could not be read, so that its tests cannot be counted. */
  isCounted: boolean
  /** Variables that the policy sets for it. An empty CI: it runs other tests with CI=1. */
  env: Environment
}

export type Draft = {
  trials: readonly Trial[]
  remote: Remote | null
  /** The folders of packages besides the root, as globs. */
  packages: readonly string[]
  /** The consequence of an unearned claim. */
  mode: 'block' | 'warn'
}

/** Limit on the total time of the checks at the end of each turn. */
const MAX_SECONDS = 240

/** The validator that counts a check's tests; null if its runner is unknown, or if it starts several runners. */
export function runnerOf({ kind, runs }: Check): CountingKind | null {
  const kinds = kind === 'test' ? countingKinds(runs.split(' && ')) : []
  return kinds.length === 1 ? (kinds[0] ?? null) : null
}

/** True if the check can prove claims: it can fail, it passed, and it left the project unchanged. */
export const isUsable = ({ check, ended, changed }: Trial): boolean =>
  ended === 'passed' && changed.length === 0 && !isIdle(check)

/** True if a check cannot fail. */
const isIdle = ({ fault }: Check): boolean => fault !== null

/** True if the draft contains at least one check, so that it can block. */
export const namesCheck = (trials: readonly Trial[]): boolean => choose(trials).length > 0

/**
 * Returns the failing tests if no tests pass. They cannot block yet, but the draft binds them to the claims they should
 * prove, with warnings only.
 */
export function failingTests(trials: readonly Trial[]): Trial[] {
  const chosen = choose(trials)
  if (chosen.some(({ check }) => check.kind === 'test')) return []
  const failing = trials.filter(
    ({ check, ended, changed }) =>
      check.kind === 'test' && ended === 'failed' && changed.length === 0 && !isIdle(check),
  )
  return fitting(chosen, failing)
}

/** Renders the text of `.bailiff/policy.yaml`. */
export function renderDraft({ trials, remote, packages, mode }: Draft): string {
  const failing = failingTests(trials)
  const validators = namesFor([...choose(trials), ...failing])
  const named = (isNamed: (trial: Trial) => boolean): string[] =>
    [...validators].filter(([, trial]) => isNamed(trial)).map(([name]) => name)
  const tests = named(({ check }) => check.kind === 'test')
  const all = named((trial) => PROVING.includes(trial.check.kind) && !failing.includes(trial))
  const hasDocuments = validators.size > 0 && named(({ check }) => readsDocuments(check.runs)).length === 0
  const bindings = bindingsOf(tests, all, remote !== null, hasDocuments)
  const warned = [...bindings.keys()].filter((claim) => mode === 'warn' || (failing.length > 0 && OF_TESTS.has(claim)))
  return [
    '# What counts as proof in this project. "bailiff policy check" explains it.',
    '# A change takes effect once a person runs "bailiff policy approve".',
    'version: 1',
    'validators:',
    ...renderValidators(validators, packages),
    ...(all.length === 0 ? ['  changed: { kind: file_diff_present }'] : []),
    ...(remote === null ? [] : [`  pushed: { kind: git_pushed, remote: ${remote.name}, url: ${quoted(remote.url)} }`]),
    ...(hasDocuments ? renderDocuments(packages) : []),
    'bindings:',
    ...[...bindings].map(([claim, needs]) => `  ${claim}: ${needs}`),
    // File changes are known only from the host's reports.
    ...(all.length === 0 ? ['accept_reported: true'] : []),
    ...(warned.length === 0 ? [] : [mode === 'block' ? STILL_FAILING : ONLY_WARNS]),
    ...(warned.length > 0 ? [`modes: { ${warned.map((claim) => `${claim}: warn`).join(', ')} }`] : []),
    ...patience(validators),
    '',
  ].join('\n')
}

const OF_TESTS: ReadonlySet<string> = new Set(['tests_pass', 'fixed'])

/** The validators that each claim needs. `tests` and `all` are names of validators. */
function bindingsOf(
  tests: readonly string[],
  all: readonly string[],
  isPushed: boolean,
  hasDocuments: boolean,
): Map<string, string> {
  const outsideDocuments = (names: readonly string[]): string =>
    hasDocuments ? `{ everywhere: ${listed(names)}, scopes: { docs: [] } }` : listed(names)
  const bindings = new Map<string, string>()
  if (tests.length > 0) bindings.set('tests_pass', listed(tests))
  bindings.set('done', all.length === 0 ? 'changed' : outsideDocuments(all))
  if (all.length > 0) bindings.set('verified', outsideDocuments(all))
  if (tests.length > 0) bindings.set('fixed', outsideDocuments(tests))
  if (isPushed) bindings.set('shipped', 'pushed')
  return bindings
}

/** A scope without checks: a change to documents alone proves and breaks nothing. */
const renderDocuments = (packages: readonly string[]): string[] => [
  'scopes:',
  '  # What people read and no check depends on: a turn that changes only these needs no check.',
  '  docs:',
  ...documentsOf(packages).map((glob) => `    - ${quoted(glob)}`),
]

const PROVING: readonly Check['kind'][] = ['test', 'lint', 'build', 'check']

const STILL_FAILING =
  '# The tests failed when Bailiff ran them. Once they pass, add them to "done", delete the next line and run "bailiff policy approve".'

const ONLY_WARNS = '# Only a warning; without the next line, these claims block.'

/** The usable checks, tests first, up to the time limit. If there are none, the first check that can fail and changes nothing. */
function choose(trials: readonly Trial[]): Trial[] {
  const usable = trials.filter(isUsable)
  const [first, ...others] = usable
  if (first !== undefined) return [first, ...fitting([first], others)]
  return trials.filter(({ check, changed }) => changed.length === 0 && !isIdle(check)).slice(0, 1)
}

/** Returns the trials in `more` that still fit within the time limit. */
function fitting(chosen: readonly Trial[], more: readonly Trial[]): Trial[] {
  const fit: Trial[] = []
  for (const trial of more) {
    const sum = [...chosen, ...fit, trial].reduce((total, { seconds }) => total + seconds, 0)
    if (sum <= MAX_SECONDS) fit.push(trial)
  }
  return fit
}

/** Names each check after its kind or, if there are several of a kind, after kind and folder. */
function namesFor(trials: readonly Trial[]): Map<string, Trial> {
  const names = new Map<string, Trial>()
  for (const trial of trials) {
    const { kind, cwd } = trial.check
    const folder = cwd.toLowerCase().replace(/[^a-z0-9]+/g, '_')
    const wanted = trials.filter(({ check }) => check.kind === kind).length > 1 ? `${kind}_${folder}` : kind
    const name = wanted.slice(0, 60).replace(/_$/, '')
    names.set(names.has(name) ? `${name}_${names.size}` : name, trial)
  }
  return names
}

/** Several checks share a long `env` by a YAML anchor. */
function renderValidators(validators: ReadonlyMap<string, Trial>, packages: readonly string[]): string[] {
  const known = new Map<string, string>()
  const texts = [...validators.values()].map(({ env }) => envOf(env))
  return [...validators].flatMap(([name, trial]) => {
    const text = envOf(trial.env)
    const anchor = known.get(text)
    if (anchor !== undefined) return renderValidator(name, trial, packages, [`    env: *${anchor}`])
    const isShared = text !== '' && texts.filter((one) => one === text).length > 1
    if (isShared) known.set(text, `env_${name}`)
    const lines = text === '' ? [] : [...sayEnv(trial.env), `    env: ${isShared ? `&env_${name} ` : ''}${text}`]
    return renderValidator(name, trial, packages, lines)
  })
}

const envOf = (env: Environment): string =>
  Object.keys(env).length === 0 ? '' : `{ ${Object.entries(env).map(envEntry).join(', ')} }`

/** Says why a check has variables. */
const sayEnv = (env: Environment): string[] => [
  ...('CI' in env ? ['    # Without CI=1, with which it runs other tests.'] : []),
  ...(Object.keys(env).some((name) => name !== 'CI')
    ? ['    # Without your own settings, so that a pass means the same on every machine.']
    : []),
]

function renderValidator(
  name: string,
  { check, seconds, left, isCounted }: Trial,
  packages: readonly string[],
  env: readonly string[],
): string[] {
  const { command, cwd, pins } = check
  const runner = isCounted ? runnerOf(check) : null
  const timeout = tens(seconds * 3)
  const outputs = outputsFor(check.runs, left)
  return [
    `  ${name}:`,
    `    kind: ${runner ?? 'command_zero_exit'}`,
    `    command: ${command.every(isPlain) ? command.join(' ') : `[${command.map(quoted).join(', ')}]`}`,
    ...(cwd === '' ? [] : [`    cwd: ${quoted(cwd)}`]),
    ...(timeout > 120 ? [`    timeout_seconds: ${Math.min(timeout, 3600)}`] : []),
    ...env,
    ...renderPins(inPackages(pins, packages)),
    ...(outputs.length === 0 ? [] : [`    outputs: [${outputs.map(quoted).join(', ')}]`]),
  ]
}

const envEntry = ([name, value]: [string, string]): string => `${name}: ${isPlainText(value) ? value : quoted(value)}`

/** With more packages than this, pins name every package by a glob. */
const MAX_LISTED = 8

/** Pins in many packages, by the glob of the packages. It also covers packages that lack the file or script today. */
function inPackages(pins: readonly string[], packages: readonly string[]): string[] {
  const parents = packages.filter((glob) => /^[^*]+\/\*$/.test(glob)).map((glob) => glob.slice(0, -1))
  const ofPackage = (pin: string): string[] | null => {
    const parent = parents.find((one) => pin.startsWith(one))
    const [, name, rest] = parent === undefined ? [] : (/^([^/#]+)\/(.+)$/.exec(pin.slice(parent.length)) ?? [])
    return name === undefined || rest === undefined ? null : [`${parent}*/${rest}`, `${parent}${name}`]
  }
  const folders = new Set(pins.flatMap((pin) => ofPackage(pin)?.[1] ?? []))
  return folders.size <= MAX_LISTED ? [...pins] : pins.map((pin) => ofPackage(pin)?.[0] ?? pin)
}

/** One line for a few pins, a list for many. */
function renderPins(pins: readonly string[]): string[] {
  const sorted = compactPins(pins)
  const line = `    pins: [${sorted.map(quoted).join(', ')}]`
  if (sorted.length <= 1 || line.length <= MAX_LINE) return sorted.length === 0 ? [] : [line]
  return ['    pins:', ...sorted.map((pin) => `      - ${quoted(pin)}`)]
}

const MAX_LINE = 100

/** Makes the gate wait longer if the checks are slow. */
function patience(validators: ReadonlyMap<string, Trial>): string[] {
  const sum = [...validators.values()].reduce((total, { seconds }) => total + seconds, 0)
  const wanted = Math.min(tens(sum * 2), MAX_SECONDS * 2)
  return wanted > 120 ? [`on_stop_seconds: ${wanted}`] : []
}

const tens = (seconds: number): number => Math.ceil(seconds / 10) * 10

const isPlain = (word: string): boolean => /^[\w@%+=:,./-]+$/.test(word)

const listed = (words: readonly string[]): string => (words.length === 1 ? (words[0] ?? '') : `[${words.join(', ')}]`)

/** Text that YAML reads as text without quotes. */
const isPlainText = (text: string): boolean => /^\/[\w./-]*$/.test(text)

/** Quotes text as JSON, which is valid YAML. */
const quoted = (text: string): string => JSON.stringify(text)
