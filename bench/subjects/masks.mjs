import { initialMasks, judgeStep, masksAfter, parseTask } from '../../dist/index.js'
import { eachMicros } from './sample.mjs'

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
export const masks = {
  name: 'masks',
  what: 'verdict on one step',
  baselineWhat: 'JSON.parse of the step',
  target: 1,
  by: 'minimum',
  unit: 'µs',
  async open() {
    const { task } = parseTask(Buffer.from(TASK))
    const before = { ...initialMasks(task), posture_history: ['unknown', 'non_compliant', 'non_compliant'] }
    const step = {
      belief: {
        affordances: { engine: 'available', shell: 'unknown', network: 'available', database: 'unknown' },
        posture: 'non_compliant',
        evidence: 'successful',
      },
      action: { type: 'terminate', payload: { reason: 'x'.repeat(200) } },
    }
    const execution = { action: 'apply', success: true, wrote: false }
    const answers = [
      { about: 'violation', name: 'violation', holds: true, success: true, exit: 0 },
      { about: 'no_violation', name: 'no_violation', holds: false, success: true, exit: 0 },
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
      close: async () => {},
    }
  },
}
