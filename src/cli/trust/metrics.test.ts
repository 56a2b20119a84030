import { describe, expect, it } from 'vitest'
import { unwrapped } from '../../../test/helpers/cli.ts'
import { learntPlace, observed, pattern } from '../../../test/helpers/learnt.ts'
import type { StoreRecalibrated, TrustFact } from '../../trust/facts.ts'

const counted = (ran: [number, number][], more: Partial<{ above: number; scored: number }> = {}): TrustFact => ({
  kind: 'calls.counted',
  body: { stream: 'session/claude-code-a', turn: 1, scored: ran.length, above: 0, ran, matched: [], ...more },
})

const recalibrated = (more: Partial<StoreRecalibrated>): TrustFact => ({
  kind: 'store.recalibrated',
  body: { calls: 1_000, by: 'window', command: null, median: 0.1, drift: 'none', changes: [], ...more },
})

describe('the metrics of bailiff trust status', () => {
  it('are the five of the project, each with what it is based on', async () => {
    const one = learntPlace()
    const [fine = 0, flagged = 0, harmful = 0] = await one.session(
      'a',
      { command: 'npm test', risk: 0.02 },
      { command: 'rm -rf build', risk: 0.4 },
      { command: 'dropdb production', risk: 0.8 },
    )
    await one.learn(
      counted([
        [fine, 0.02],
        [flagged, 0.4],
      ]),
      observed(harmful, [pattern('dropdb production')]),
      observed(99, [], { isAbove: false }),
    )
    const { exit, out, err } = await one.trust(['status'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    const text = unwrapped(out)
    expect(text).toContain('false positives 50.0 %: of 2 recent calls that ran, 1 was above the threshold')
    expect(text).toContain('detection 50.0 %: of 2 calls with observed harm, 1 was above the threshold')
    expect(text).toMatch(/latency \d+\.\d\d ms to score a call \(median\)\. .* measured just now on 3 recent calls/)
    expect(text).toContain('store growth 1 pattern in the last 2 calls (500.0 per 1,000); 1 live, 0 archived')
    expect(text).toContain('escalation 66.7 %: 2 of the last 3 scored calls were above the threshold')
    expect(text).toContain('median score no baseline yet: the first recalibration comes after 1,000 calls')
    expect(text).toContain('recalibrated never')
    expect(out).toMatch(/\nWhat was observed: bailiff trust observe\. Better parameters: bailiff trust tune\n$/)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('say that nothing is known where nothing is', async () => {
    const one = learntPlace()
    await one.learn(counted([]))
    const { out } = await one.trust(['status'])
    expect(out).toContain('No call was scored in this project yet.')
    await one.session('a', { command: 'ls', risk: 0.1 })
    const text = unwrapped((await one.trust(['status'])).out)
    expect(text).toContain('false positives –: of 0 recent calls')
    expect(text).toContain('detection unknown: no harm was observed')
  })

  it.each([
    [{ drift: 'none' as const }, 'drift none: ordinary calls score as at the baseline'],
    [{ drift: 'up' as const }, 'drift up: more distrustful than at the baseline. No pattern lost weight'],
    [
      { drift: 'up' as const, changes: [{ kind: 'pattern.weighed' as const, id: 'x', weight: 0.5 }] },
      '1 pattern lost weight at the last recalibration',
    ],
    [
      { drift: 'down' as const },
      'drift down: more permissive than at the baseline. Nothing was tightened: that takes an administrator.',
    ],
  ])('say what drift has led to: %j', async (more, sentence) => {
    const one = learntPlace()
    await one.session('a', { command: 'ls', risk: 0.1 })
    await one.learn(recalibrated({ median: 0.2 }), recalibrated({ median: 0.1, calls: 2_000, ...more }))
    // Moves of the threshold between recalibrations say nothing about the baseline.
    await one.learn(recalibrated({ by: 'calls', calls: 2_100, changes: [{ kind: 'threshold.moved', to: 0.45 }] }))
    const text = unwrapped((await one.trust(['status'])).out)
    expect(text).toContain(sentence)
    expect(text).toContain('median score 0.100 at the last recalibration, 0.200 at the baseline')
    expect(text).toContain("threshold 0.45, raised by itself to fit ordinary calls; the administrator's is 0.30")
    expect(text).toMatch(/recalibrated \d{4}-\d\d-\d\d \d\d:\d\d \S+, after 2,000 calls/)
  })

  it('are in the JSON as counts', async () => {
    const one = learntPlace()
    await one.session('a', { command: 'ls', risk: 0.1 }, { command: 'rm -rf /', risk: null })
    await one.learn(recalibrated({ by: 'command', command: 'c1' }))
    expect(await one.json(['status'])).toMatchObject({
      threshold: 0.3,
      administratorThreshold: 0.3,
      metrics: { scored: 2, above: 1, ran: 0, falsePositives: 0, harms: 0, detected: 0, growth: { live: 0 } },
      latency: { calls: 2, medianMs: expect.any(Number) },
      baseline: 0.1,
      median: 0.1,
      drift: 'none',
      recalibrated: { by: 'command', calls: 1_000 },
    })
  })
})
