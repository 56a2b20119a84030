import { describe, expect, it } from 'vitest'
import { withHome } from '../../../test/helpers/ledger.ts'
import { realPack } from '../../../test/helpers/packs.ts'
import { type TrustPlace, trustPlace } from '../../../test/helpers/trust-commands.ts'
import { counted, exemplarAdded, keptCommand, taught } from '../../../test/helpers/trust-facts.ts'
import { appendSync } from '../../ledger/stores/files/append.ts'

/** Records a session with scored calls in the project. */
const scored = ({ home, project }: TrustPlace, ...risks: (number | null)[]): Promise<unknown> =>
  withHome(home, (opened) =>
    appendSync(opened, 'session/claude-code-a', [
      { kind: 'session.started', actor: 'harness', body: { host: 'claude-code', session: 'a', cwd: project } },
      ...risks.map((risk) => ({
        kind: 'dispatch.scored',
        actor: 'harness' as const,
        body: { call: null, risk, route: 'proceed' },
      })),
    ]),
  )

describe('bailiff trust status', () => {
  it('of a new project says that there is no experience, and what follows from it', async () => {
    const place = trustPlace()
    const { exit, out, err } = await place.trust(['status'])
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(out).toContain(`pack         ${realPack().id}: `)
    expect(out).toMatch(/^threshold +0\.30$/m)
    expect(out).toMatch(/^experience +none yet$/m)
    expect(out).toMatch(/^risky calls +flag, until 200 calls were scored in this project$/m)
    expect(out).toContain('No call was scored in this project yet.')
    expect(place.hasLedger()).toBe(false)
  })

  it.each([
    ['cold', [counted(1, 199)], 'flag, until 200 calls were scored in this project'],
    ['warm', [counted(1, 500)], 'ask a person, where the host can, from the next session on'],
    ['noisy', [counted(1, 100, 0.5, 0.9), counted(2, 100)], 'flag, because 1 % or more of the calls were false alarms'],
  ] as const)('of a %s project says what happens to risky calls', async (_, facts, line) => {
    const place = trustPlace()
    await place.learn(...facts)
    expect((await place.trust(['status'])).out).toMatch(new RegExp(`^risky calls +${line}$`, 'm'))
  })

  it('shows how recent scores are distributed', async () => {
    const place = trustPlace()
    await scored(place, 0.05, 0.05, 0.12, 0.95, null)
    const { out } = await place.trust(['status'])
    expect(out).toMatch(/^0\.0–0\.1 █{40} 2$/m)
    expect(out).toMatch(/^0\.1–0\.2 █{20} 1$/m)
    expect(out).toMatch(/^0\.2–0\.3 0$/m)
    expect(out).toMatch(/^0\.9–1\.0 █{20} 1$/m)
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
  })

  it('prints everything as JSON', async () => {
    const place = trustPlace()
    await place.learn(counted(1, 300, 0.5), taught(2, exemplarAdded(keptCommand('e', 'x'))))
    await scored(place, 0.05)
    const { library, id } = realPack()
    expect(await place.json(['status'])).toMatchObject({
      project: place.project,
      threshold: 0.3,
      pack: { id, patterns: library.patterns, exemplars: library.size - library.patterns },
      own: { patterns: 0, exemplars: 1 },
      calls: 300,
      recent: 300,
      falseAlarms: 1,
      isCold: false,
      answer: 'ask',
      histogram: [1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
      administratorThreshold: 0.3,
      drift: 'none',
    })
  })

  it('of another project knows nothing of this one', async () => {
    const place = trustPlace()
    await place.learn(counted(1, 300))
    await scored(place, 0.05)
    const other = trustPlace()
    expect(await place.json(['status'], { cwd: other.project })).toMatchObject({ calls: 0, recent: 0, isCold: true })
  })

  it('takes no arguments', async () => {
    expect((await trustPlace().trust(['status', 'x'])).exit).toBe(1)
  })
})
