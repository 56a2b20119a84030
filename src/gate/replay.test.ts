import { describe, expect, it } from 'vitest'
import { giving, performed, QUIET, recorded } from '../../test/helpers/runs.ts'
import { stepOf, TASK_TEXT, taskOf } from '../../test/helpers/tasks.ts'
import type { Entry, JsonObject } from '../ledger/kinds.ts'
import type { Environment } from './environment.ts'
import { replay } from './replay.ts'

const earning: Environment = { perform: async () => performed(), ask: async () => ({ exit: 0, output: 'false' }) }
const sure = { posture: 'non_compliant', evidence: 'successful' } as const
const STEPS = [
  stepOf('apply'),
  'garbage',
  stepOf('look', sure),
  stepOf('look', sure),
  { ...stepOf('terminate', sure), free_text: 'So it is.' },
]

const earned = async (): Promise<Entry[]> => (await recorded(giving(STEPS), earning, taskOf(TASK_TEXT))).entries

/** The entries, with a change to the body of the last one of a kind. */
function changed(entries: readonly Entry[], kind: string, change: JsonObject): Entry[] {
  const target = entries.findLast((entry) => entry.kind === kind)
  return entries.map((entry) => (entry === target ? { ...entry, body: { ...entry.body, ...change } } : entry))
}

describe('a run that is judged again', () => {
  it('comes to the same verdicts and the same end', async () => {
    const { state, verdicts, differences } = replay(await earned())
    expect({ verdicts, differences }).toEqual({ verdicts: 5, differences: [] })
    expect(state).toMatchObject({
      steps: 5,
      ended: { outcome: 'earned', posture: 'non_compliant', freeText: 'So it is.' },
    })
  })

  it.each<[string, string, JsonObject]>([
    ['a verdict', 'verdict.given', { verdict: 'ALLOW' }],
    ['a code', 'verdict.given', { code: 'ALLOWED' }],
    ['the step it is about', 'verdict.given', { step: 7 }],
    ['something added to a verdict', 'verdict.given', { note: 'trust me' }],
    ['the posture that was earned', 'run.ended', { posture: 'compliant' }],
    ['the number of steps', 'run.ended', { steps: 4 }],
    ['the outcome', 'run.ended', { outcome: 'stopped' }],
  ])('reveals a change: %s', async (_, kind, change) => {
    expect(replay(changed(await earned(), kind, change)).differences).toHaveLength(1)
  })

  it('reveals changed facts behind a verdict', async () => {
    const entries = await earned()
    expect(replay(changed(entries, 'action.executed', { success: true })).differences).toEqual([])
    const unexecuted = entries.filter(({ kind, body }) => kind !== 'action.executed' || body['action'] !== 'apply')
    expect(replay(unexecuted).differences.length).toBeGreaterThan(0)
  })

  it('is not earned because its end says so', async () => {
    const { entries } = await recorded(giving([stepOf('look')]), QUIET, taskOf(TASK_TEXT))
    const forged = changed(entries, 'run.ended', { outcome: 'earned', code: 'EARNED', posture: 'compliant' })
    expect(replay(forged).differences).toHaveLength(1)
    expect(
      replay(changed(entries, 'run.ended', { outcome: 'exhausted', code: 'STEPS_SPENT' })).differences,
    ).toHaveLength(1)
    expect(
      replay(changed(entries, 'run.ended', { outcome: 'contradicted', code: 'CONTRADICTED' })).differences,
    ).toHaveLength(1)
  })

  it('ignores unknown entries', async () => {
    const entries = await earned()
    expect(replay(entries.flatMap((entry) => [entry, { ...entry, kind: 'from.the-future' }]))).toMatchObject({
      verdicts: 5,
      differences: [],
    })
  })

  it('comes to the same verdicts even if secrets, or text that looks like secrets, were redacted', async () => {
    const task = taskOf(`version: 1
affordances:
  api_key: { gone: { command: [./ping, --token, hunter2hunter2], exit: 69 } }
  password: {}
actions:
  read_secret: { requires: [password, api_key], evidence: true }
  token: { writes: secret.txt, requires: [password] }
probes:
  violation: { command: [./check, --password, hunter2hunter2], output: AKIAIOSFODNN7EXAMPLE }
`)
    const environment: Environment = { ...earning, ask: async () => ({ exit: 0, output: 'AKIAIOSFODNN7EXAMPLE\n' }) }
    const seen = { ...sure, affordances: { api_key: 'available', password: 'available' } } as const
    const steps = [
      stepOf('read_secret', { affordances: { password: 'unavailable' } }, { password: 'correct horse battery staple' }),
      stepOf('token', seen, { content: 'Authorization: Bearer abcdefghijklmnopqrstuvwxyz0123456789' }),
      stepOf('read_secret', { affordances: { password: 'unavailable' } }),
      stepOf('read_secret'),
      ...Array(3).fill({ ...stepOf('terminate', seen), free_text: 'The key is AKIAIOSFODNN7EXAMPLE.' }),
    ]
    const { entries, result, verdicts } = await recorded(giving(steps), environment, task)
    expect(result.outcome).toBe('earned')
    expect(JSON.stringify(entries)).not.toMatch(/hunter2|correct horse|AKIAIOS/)
    const again = replay(entries)
    expect([again.differences, again.verdicts]).toEqual([[], verdicts.length])
  })
})
