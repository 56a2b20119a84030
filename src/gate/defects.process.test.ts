import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { giving, HandClock, recorded } from '../../test/helpers/runs.ts'
import { stepOf, taskOf } from '../../test/helpers/tasks.ts'
import { tempDir } from '../../test/helpers/temp.ts'
import { realClock } from './drivers/clock.ts'
import { shellEnvironment } from './drivers/shell.ts'
import type { AgentMessage } from './environment.ts'
import type { Masks } from './masks.ts'
import type { Step } from './step.ts'

/** Regression tests with real processes for each known defect of the first supervisor of this kind. */

/** A scripted engine: `engine <word>` runs the lines that a test gives for the word. */
function engine(words: { [word: string]: string }) {
  const cwd = tempDir()
  const cases = Object.entries(words).map(([word, lines]) => `${word}) ${lines} ;;`)
  writeFileSync(join(cwd, 'engine'), `#!/bin/sh\ncase "$1" in\n${cases.join('\n')}\n*) exit 64 ;;\nesac\n`)
  chmodSync(join(cwd, 'engine'), 0o755)
  return cwd
}

const TASK = taskOf(`version: 1
affordances:
  engine: { gone: { command: ./engine ping, exit: 69 } }
actions:
  write: { writes: artifact.txt }
  write_other: { writes: other/script.sh }
  apply: { runs: ./engine apply, requires: [engine], evidence: true }
  report: { runs: ./engine report }
  shell: { runs: any }
  look: {}
probes:
  violation: { command: ./engine check, output: 'false' }
  no_violation: { command: ./engine check, output: 'true' }
limits: { stability: 1 }
`)

/** Returns the masks after these steps; one more step observes the effect of the last one. */
async function masksAfter(cwd: string, steps: readonly Step[], task = TASK): Promise<Masks> {
  const heard: AgentMessage[] = []
  const environment = shellEnvironment(task, { cwd, env: process.env })
  await recorded(giving([...steps, stepOf('look')], heard), environment, task, { clock: realClock })
  const last = heard.at(-1)
  if (last?.kind !== 'reply') throw new Error('nothing was judged')
  return last.masks
}

const BOTH = { compliant: true, non_compliant: true }

describe('a report', () => {
  const TABLE = `printf 'POLICY  PASS  FAIL  WARN\\nlimits  3     0     0\\nsummary: {fail: 0, error: 0}\\n'`

  it('that is clean is not a violation, whatever words its header contains (1)', async () => {
    const cwd = engine({ report: TABLE, apply: TABLE, check: 'exit 3' })
    const masks = await masksAfter(cwd, [stepOf('apply'), stepOf('report')])
    expect(masks.posture_admissible).toEqual(BOTH)
  })

  it('that is clean can be declared clean (1)', async () => {
    const masks = await masksAfter(engine({ report: TABLE, check: 'echo true' }), [stepOf('report')])
    expect(masks.posture_admissible).toEqual({ compliant: true, non_compliant: false })
  })
})

describe('an answer', () => {
  it.each([
    ['true', { compliant: true, non_compliant: false }],
    ['false', { compliant: false, non_compliant: true }],
    ['{"result":[{"value":false}]}', BOTH],
    ['undefined', BOTH],
  ])('in raw form counts, but nothing that only looks like it: %s (2)', async (said, expected) => {
    const masks = await masksAfter(engine({ check: `echo '${said}'` }), [stepOf('look')])
    expect(masks.posture_admissible).toEqual(expected)
  })

  it('in another form counts if the task names that form (2)', async () => {
    const json = '{"value":true}'
    const task = { ...TASK, probes: { no_violation: { command: ['./engine', 'check'], output: json } } }
    const masks = await masksAfter(engine({ check: `echo '${json}'` }), [stepOf('look')], task)
    expect(masks.posture_admissible).toEqual({ compliant: true, non_compliant: false })
  })
})

it('a failed execution rules out no posture, whatever it complains about (3)', async () => {
  const cwd = engine({ apply: `echo 'failed to create policy: violation' >&2; exit 1`, check: 'exit 3' })
  const masks = await masksAfter(cwd, [stepOf('apply')])
  expect(masks).toMatchObject({ posture_admissible: BOTH, evidence: 'none' })
})

describe('an affordance', () => {
  it('is not unavailable because some object was "not found" (4)', async () => {
    const cwd = engine({ apply: `echo 'Error: object "x" not found' >&2; exit 1`, ping: 'echo pong' })
    expect((await masksAfter(cwd, [stepOf('apply')])).affordances).not.toEqual({ engine: 'unavailable' })
  })

  it('is unavailable if its probe says so, and actions that need it are blocked only until it is back (4)', async () => {
    const up = '[ -e up ] || exit 69'
    const cwd = engine({ apply: up, ping: up })
    const heard: AgentMessage[] = []
    const repair = stepOf('shell', {}, { command: 'touch up' })
    const steps = [stepOf('apply'), stepOf('apply'), repair, stepOf('apply'), stepOf('look')]
    const environment = shellEnvironment(TASK, { cwd, env: process.env })
    const { verdicts } = await recorded(giving(steps, heard), environment, TASK, { clock: realClock })
    expect(verdicts).toEqual(['ALLOW', 'BLOCK', 'ALLOW', 'ALLOW', 'ALLOW'])
    expect(heard.at(-1)).toMatchObject({ masks: { affordances: { engine: 'available' }, evidence: 'successful' } })
  })
})

it('ruling out both postures ends the run as contradicted instead of using up its budget (5)', async () => {
  const cwd = engine({ check: 'if [ -e seen ]; then echo true; else touch seen; echo false; fi' })
  const environment = shellEnvironment(TASK, { cwd, env: process.env })
  const { result } = await recorded(giving(Array(50).fill(stepOf('look'))), environment, TASK, { clock: realClock })
  expect(result).toMatchObject({ outcome: 'contradicted', steps: 2, posture: null })
})

it.each([1, 2, 50])('a limit of %i steps permits exactly as many judged steps (6)', async (steps) => {
  const task = { ...TASK, probes: {}, limits: { ...TASK.limits, steps } }
  const environment = shellEnvironment(task, { cwd: tempDir(), env: process.env })
  const { result, verdicts } = await recorded(giving(Array(60).fill(stepOf('look'))), environment, task, {
    clock: new HandClock(),
  })
  expect([verdicts.length, result.steps, result.code]).toEqual([steps, steps, 'STEPS_SPENT'])
})

it('a command is not evidence just because it contains the name of one (7)', async () => {
  const cwd = engine({ apply: 'true' })
  const commands = ['echo ./engine apply', 'ls ./engine # apply', 'true engine apply', './engine apply']
  const steps = commands.map((command) => stepOf('shell', {}, { command }))
  expect(await masksAfter(cwd, steps)).toMatchObject({ evidence: 'none', affordances: { engine: 'unknown' } })
})

describe('artifacts', () => {
  it.each(['write', 'write_other'])('are where the task says: %s (8)', async (type) => {
    expect((await masksAfter(tempDir(), [stepOf(type, {}, { content: 'x' })])).evidence).toBe('attempted')
  })

  it('may fail in the same way again and again: bad ideas are allowed (8)', async () => {
    const environment = shellEnvironment(TASK, { cwd: engine({ apply: 'exit 1' }), env: process.env })
    const { verdicts } = await recorded(giving(Array(10).fill(stepOf('apply'))), environment, TASK, {
      clock: realClock,
    })
    expect(verdicts).toEqual(Array(10).fill('ALLOW'))
  })
})
