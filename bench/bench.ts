/**
 * Measures ratios against a baseline in the same run. Baseline and subject alternate, round by round, so that other load
 * on the machine affects both. Times are compared by their minimum, processes by the CPU time of all rounds.
 *
 *   npm run bench                  all subjects, a row for each as it ends
 *   npm run bench -- --json        one JSON value
 *   npm run bench -- append hook   only these
 *   npm run bench -- --rounds 1    a trial: shows that every subject still runs
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { append, group } from './subjects/append.ts'
import { claims, claimsHostile } from './subjects/claims.ts'
import { statusLine, version } from './subjects/cli.ts'
import { besideCedar, besideGovernance, dispatch } from './subjects/dispatch.ts'
import { effect } from './subjects/effect.ts'
import { fingerprint } from './subjects/fingerprint.ts'
import { batch, hook } from './subjects/hook.ts'
import { judge } from './subjects/judge.ts'
import { masks } from './subjects/masks.ts'
import { mount, mountFirst, mountFlat } from './subjects/mount.ts'
import { preTool } from './subjects/pre-tool.ts'
import { prompt, promptLarge } from './subjects/prompt.ts'
import { risk, riskGrowth } from './subjects/risk.ts'
import { removeTempFolders } from './subjects/sample.ts'
import { shell } from './subjects/shell.ts'
import { gate, stop, stopLarge } from './subjects/stop.ts'
import type { Scaled, Subject } from './subjects/subject.ts'
import { verify } from './subjects/verify.ts'

const SUBJECTS: readonly Subject[] = [
  ...[append, group, verify, hook, batch, prompt, promptLarge, preTool, stop, stopLarge, gate, version, statusLine],
  ...[shell, masks, judge, claims, claimsHostile, fingerprint, dispatch, besideCedar, besideGovernance],
  ...[mount, mountFirst, mountFlat, effect, risk, riskGrowth],
]

/** Fewer rounds are a trial. */
const LEAST_ROUNDS = 20
/** In a trial, inputs are smaller by this factor. */
const TRIAL_FACTOR = 50

const NAMES = SUBJECTS.map(({ name }) => name)
const USAGE = `usage: npm run bench -- [<subject> …] [--json] [--rounds <number>]
Fewer than ${LEAST_ROUNDS} rounds are a trial on small inputs: its figures mean nothing.
subjects: ${NAMES.join(', ')}`

const { help, json, rounds, chosen } = asked()
if (help) {
  console.log(USAGE)
  process.exit(0)
}

const isTrial = rounds < LEAST_ROUNDS
const scaled: Scaled = (count) => (isTrial ? Math.ceil(count / TRIAL_FACTOR) : count)
const machine = { node: process.version, cpu: `${cpus().length} × ${cpus()[0]?.model.trim()}`, load: loadavg()[0] ?? 0 }
const results: Result[] = []

if (!json) printHead()
for (const subject of chosen) {
  try {
    const result = await measure(subject)
    results.push(result)
    if (!json) printRow(result)
  } catch (error) {
    console.error(`${subject.name} failed: ${error instanceof Error ? error.stack : error}`)
    process.exitCode = 1
  } finally {
    removeTempFolders()
  }
}
if (json) console.log(JSON.stringify({ machine, rounds, isTrial, results }))
else console.log('\nRatios compare minimum wall time, or CPU time if the subject runs in its own process.')

/** Parses the command line. On an error, prints the usage with all subjects. */
function asked() {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '40' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    const unknown = positionals.find((name) => !NAMES.includes(name))
    if (unknown !== undefined) throw new Error(`Unknown subject "${unknown}".`)
    if (!/^[1-9]\d*$/.test(values.rounds)) throw new Error(`--rounds must be a whole number, not "${values.rounds}".`)
    const chosen = SUBJECTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    return { help: values.help, json: values.json, rounds: Number(values.rounds), chosen }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
    process.exit(2)
  }
}

type Result = Awaited<ReturnType<typeof measure>>

/** Runs baseline and subject in alternating order. */
async function measure({ open, ...said }: Subject) {
  const sides = await open(scaled)
  const times = { baseline: [] as number[], subject: [] as number[] }
  if (!isTrial) await sides.baseline()
  for (let i = 0; i < scaled(2); i++) await sides.subject()
  for (let round = 0; round < rounds; round++)
    for (const side of round % 2 === 0 ? (['baseline', 'subject'] as const) : (['subject', 'baseline'] as const))
      times[side].push(await sides[side]())
  const note = sides.note?.()
  await sides.close?.()
  const of = (list: number[]) =>
    said.by === 'minimum' ? Math.min(...list) : list.reduce((sum, time) => sum + time, 0) / list.length
  const [baseline, subject] = [of(times.baseline), of(times.subject)]
  const ratio = subject / baseline
  const median = middle(times.subject) / middle(times.baseline)
  return { ...said, baseline, subject, ratio, median, met: ratio <= said.target, ...(note !== undefined && { note }) }
}

function middle(list: number[]): number {
  return list.sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN
}

function printHead(): void {
  const { node, cpu, load } = machine
  console.log(`Node ${node}, ${cpu}, load ${load.toFixed(1)}, ${rounds} rounds each`)
  if (isTrial) console.log('This is a trial on small inputs: its figures mean nothing.')
  console.log(`\n${row(['', '', 'subject', 'ratio', 'median', 'target', '', 'baseline'])}`)
}

function printRow({
  name,
  what,
  unit,
  ratio,
  median,
  target,
  met,
  subject,
  baseline,
  baselineWhat,
  note,
}: Result): void {
  const [times, medianTimes] = [ratio, median].map((value) => `${value.toFixed(2)}×`)
  const verdict = isTrial ? 'trial' : met ? 'met' : 'MISSED'
  const time = (value: number) => `${value.toFixed(1)} ${unit}`
  const compared = `${time(baseline)} (${baselineWhat})`
  console.log(row([name, what, time(subject), times, medianTimes, `≤ ${target}×`, verdict, compared]))
  if (note !== undefined) console.log(`  ${note}`)
}

/** Rows are printed one by one, so columns have the width of the longest text to be expected. */
function row(cells: readonly (string | undefined)[]): string {
  const longest = (texts: string[]) => Math.max(...texts.map(({ length }) => length))
  const widths = [longest(chosen.map(({ name }) => name)), longest(chosen.map(({ what }) => what)), 14, 8, 8, 8, 6]
  return cells
    .map((cell = '', i) => cell.padEnd(widths[i] ?? 0))
    .join('  ')
    .trimEnd()
}
