#!/usr/bin/env node
/**
 * Measures ratios against a baseline in the same run. Baseline and subject alternate, round by round, so that other load
 * on the machine affects both. Times are compared by their minimum, processes by the CPU time of all rounds.
 *
 *   npm run bench                  all subjects, as a table
 *   npm run bench -- --json        one JSON value
 *   npm run bench -- append hook   only these
 */
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { append } from './subjects/append.mjs'
import { claims, claimsHostile } from './subjects/claims.mjs'
import { besideCedar, besideGovernance, dispatch } from './subjects/dispatch.mjs'
import { effect } from './subjects/effect.mjs'
import { fingerprint } from './subjects/fingerprint.mjs'
import { group } from './subjects/group.mjs'
import { hook } from './subjects/hook.mjs'
import { judge } from './subjects/judge.mjs'
import { masks } from './subjects/masks.mjs'
import { mount, mountFirst, mountFlat } from './subjects/mount.mjs'
import { preTool } from './subjects/pre-tool.mjs'
import { prompt, promptLarge } from './subjects/prompt.mjs'
import { risk, riskGrowth } from './subjects/risk.mjs'
import { shell } from './subjects/shell.mjs'
import { gate, stop } from './subjects/stop.mjs'
import { verify } from './subjects/verify.mjs'

const SUBJECTS = [
  ...[
    append,
    group,
    verify,
    hook,
    prompt,
    promptLarge,
    preTool,
    stop,
    gate,
    shell,
    masks,
    judge,
    claims,
    claimsHostile,
    fingerprint,
  ],
  ...[dispatch, besideCedar, besideGovernance, mount, mountFirst, mountFlat, effect, risk, riskGrowth],
]

const NAMES = SUBJECTS.map(({ name }) => name)
const USAGE = `usage: npm run bench -- [<subject> …] [--json] [--rounds <number, at least 20>]
subjects: ${NAMES.join(', ')}`

const { help, json, rounds, chosen } = asked()
if (help) {
  console.log(USAGE)
  process.exit(0)
}

const results = []
for (const subject of chosen) results.push(await measure(subject, rounds))

const machine = { node: process.version, cpu: `${cpus().length} × ${cpus()[0]?.model.trim()}`, load: loadavg()[0] }
if (json) console.log(JSON.stringify({ machine, rounds, results }))
else print(results, machine, rounds)

/** Parses the command line. On an error, prints the usage with all subjects. */
function asked() {
  try {
    const { values, positionals } = parseArgs({
      options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '40' }, help: { type: 'boolean' } },
      allowPositionals: true,
    })
    const unknown = positionals.find((name) => !NAMES.includes(name))
    if (unknown !== undefined) throw new Error(`Unknown subject "${unknown}".`)
    if (!/^\d+$/.test(values.rounds)) throw new Error(`--rounds must be a whole number, not "${values.rounds}".`)
    const chosen = SUBJECTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))
    return { help: values.help, json: values.json, rounds: Math.max(20, Number(values.rounds)), chosen }
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`)
    process.exit(2)
  }
}

/** Runs baseline and subject in alternating order. */
async function measure({ name, what, baselineWhat, target, by, unit, open }, count) {
  const { baseline, subject, close, note } = await open()
  const times = { baseline: [], subject: [] }
  const sides = { baseline, subject }
  await baseline()
  for (let i = 0; i < 2; i++) await subject()
  for (let round = 0; round < count; round++) {
    for (const side of round % 2 === 0 ? ['baseline', 'subject'] : ['subject', 'baseline']) {
      times[side].push(await sides[side]())
    }
  }
  const said = note?.()
  await close()
  const of =
    by === 'minimum' ? (list) => Math.min(...list) : (list) => list.reduce((sum, time) => sum + time, 0) / list.length
  const ratio = of(times.subject) / of(times.baseline)
  const median = middle(times.subject) / middle(times.baseline)
  return {
    name,
    what,
    baselineWhat,
    by,
    unit,
    baseline: of(times.baseline),
    subject: of(times.subject),
    ratio,
    median,
    target,
    met: ratio <= target,
    ...(said && { note: said }),
  }
}

function middle(list) {
  const sorted = [...list].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

function print(list, { node, cpu, load }, count) {
  console.log(`Node ${node}, ${cpu}, load ${load.toFixed(1)}, ${count} rounds each\n`)
  const rows = [['', 'subject', 'baseline', 'ratio', 'median ratio', 'target', '']]
  for (const one of list) {
    const time = (value) => `${value.toFixed(1)} ${one.unit}`
    rows.push([
      one.what,
      time(one.subject),
      `${time(one.baseline)} (${one.baselineWhat})`,
      `${one.ratio.toFixed(2)}×`,
      `${one.median.toFixed(2)}×`,
      `≤ ${one.target}×`,
      one.met ? 'met' : 'MISSED',
    ])
  }
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  for (const row of rows)
    console.log(
      row
        .map((cell, i) => cell.padEnd(widths[i]))
        .join('  ')
        .trimEnd(),
    )
  for (const { name, note } of list) if (note) console.log(`\n${name}: ${note}`)
  console.log('\nRatios compare minimum wall time, or CPU time if the subject runs in its own process.')
}
