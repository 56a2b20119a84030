import { describe, expect, it } from 'vitest'
import { APPROVED, type ControllerPlace, controllerPlace } from '../../../test/helpers/controller-commands.ts'

const loop = (cycles: number): string[] => [
  'controller',
  'run',
  'bundle.yaml',
  '--every',
  '1ms',
  '--cycles',
  String(cycles),
]

const withoutTimes = (text: string): string =>
  text.replace(/\d\d:\d\d:\d\d/g, 'T').replace(/next in \d+ ms/g, 'next in N')

/** A decide agent that runs a step of a script in each of its calls. */
const scripted = (place: ControllerPlace, steps: readonly string[]): string[] => {
  place.bundle({ ...APPROVED, decide: 'role: decide' })
  place.write(
    'agents.mjs',
    `let n = 0; const steps = [${steps.map((step) => `async () => { ${step} }`).join(', ')}]
export default { 'decide:1': { decide: () => (steps[n++] ?? steps.at(-1))() } }`,
  )
  return ['--agents', 'agents.mjs']
}

describe('bailiff controller run --every', () => {
  it('prints one line per cycle', async () => {
    const place = controllerPlace(APPROVED)
    const { exit, out } = await place.cli(loop(4))
    expect(exit).toBe(0)
    expect(withoutTimes(out)).toBe(`drift: a cycle every 1 ms. Stop with Ctrl-C. Times: UTC
T  cycle 1  succeeded  2 effects: resource:config:a.conf, resource:confi…
T  cycle 2  succeeded  nothing had to be changed
T  cycle 3  idle
T  cycle 4  idle
`)
  })

  it('folds idle cycles into one changing line on a terminal, which stays at the end', async () => {
    const place = controllerPlace(APPROVED)
    const { out, err } = await place.cli(loop(5), { columns: 80 })
    expect(withoutTimes(out)).toContain('T  cycle 5  idle, 3 cycles since T\n')
    expect(out.match(/idle/g)).toHaveLength(1)
    expect(withoutTimes(err)).toContain('\r\x1b[2KT  cycle 4  idle, 2 cycles since T, next in N')
    expect(err.endsWith('\r\x1b[2K')).toBe(true)
  })

  it('prints one JSON value per cycle', async () => {
    const place = controllerPlace(APPROVED)
    const { out } = await place.cli([...loop(3), '--json'], { columns: 80 })
    const values = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(values).toMatchObject([
      { cycle: 1, end: 'succeeded' },
      { cycle: 2, end: 'succeeded' },
      { cycle: 3, end: 'idle', next_in_ms: null },
    ])
    expect(values[0].next_in_ms).toEqual(expect.any(Number))
  })

  it('says once what a plan waits for, and how to approve it', async () => {
    const place = controllerPlace()
    const { exit, out } = await place.cli(loop(3))
    expect(exit).toBe(3)
    expect(out.match(/awaiting approval/g)).toHaveLength(3)
    expect(
      out.match(/Stop this loop, then run:\n {2}bailiff controller run bundle\.yaml --approve plan-/g),
    ).toHaveLength(1)
  })

  it('asks a person at a terminal once per plan', async () => {
    const place = controllerPlace()
    const asked: string[] = []
    expect(await place.cli(loop(3), { columns: 80, answer: '', asked })).toMatchObject({ exit: 3 })
    expect(asked).toHaveLength(1)
    expect(await place.cli(loop(1), { columns: 80, answer: 'yes' })).toMatchObject({ exit: 0 })
    expect(place.read('config/a.conf')).toBe('a = 1\n')
  })

  it('names the reasons of failures and goes on', async () => {
    const place = controllerPlace()
    const agents = scripted(place, ["throw new Error('no idea')", 'return { decisions: [] }'])
    const { exit, out } = await place.cli([...loop(2), ...agents])
    expect(exit).toBe(0)
    expect(withoutTimes(out)).toContain(
      'T  cycle 1  error\n  no idea [AGENT_FAILED]\n  bailiff controller show drift --cycle 1\nT  cycle 2  succeeded',
    )
  })

  it('ends with the exit code of the last cycle, or with 0 if it was stopped', async () => {
    const place = controllerPlace()
    const agents = scripted(place, ["throw new Error('no idea')"])
    expect(await place.cli([...loop(1), ...agents])).toMatchObject({ exit: 2 })
    const stopped = await place.cli([...loop(1), ...agents], { signal: AbortSignal.abort() })
    expect(stopped).toMatchObject({ exit: 0 })
  })
})
