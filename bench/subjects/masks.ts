import { initialMasks, judgeStep, type Masks, masksAfter, parseTask, type Step } from '../../src/index.ts'
import { eachMicros } from './sample.ts'
import type { Subject } from './subject.ts'

const A_ROUND = 20_000

const TASK = `version: 1
affordances: { engine: {}, shell: {}, network: {}, database: {} }
actions:
  write: { writes: policy.yaml }
  apply: { runs: ./engine apply policy.yaml, requires: [engine, network], evidence: true }
`

/**
 * One verdict: folds an observation, then checks the belief against the masks and the action against the rules. The limit
 * is 2 µs; parsing the judged step takes about as long on the same machine.
 */
export const masks: Subject = {
  name: 'masks',
  what: 'verdict on one step',
  baselineWhat: 'JSON.parse of the step',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  open() {
    const parsed = parseTask(Buffer.from(TASK))
    if (!parsed.ok) throw new Error(JSON.stringify(parsed))
    const { task } = parsed
    const before: Masks = { ...initialMasks(task), posture_history: ['unknown', 'non_compliant', 'non_compliant'] }
    const step: Pick<Step, 'belief' | 'action'> = {
      belief: {
        affordances: { engine: 'available', shell: 'unknown', network: 'available', database: 'unknown' },
        posture: 'non_compliant',
        evidence: 'successful',
      },
      action: { type: 'terminate', payload: { reason: 'x'.repeat(200) } },
    }
    const execution = {
      action: 'apply',
      command: 'true',
      success: true,
      exit: 0,
      wrote: false,
      droppedBytes: 0,
      output_summary: '',
    }
    const answers = [
      { about: 'violation' as const, name: 'violation', holds: true, success: true, exit: 0 },
      { about: 'no_violation' as const, name: 'no_violation', holds: false, success: true, exit: 0 },
    ]
    const text = JSON.stringify(step)
    const verdicts = new Set()
    return {
      baseline: () => eachMicros(A_ROUND, () => JSON.parse(text)),
      subject: () =>
        eachMicros(A_ROUND, () =>
          verdicts.add(judgeStep(step, masksAfter(task, before, { execution, answers }), task).ruling.code),
        ),
      note: () => `verdicts: ${[...verdicts].join(', ')}`,
    }
  },
}
