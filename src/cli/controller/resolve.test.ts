import { describe, expect, it } from 'vitest'
import type { Around } from '../../../test/helpers/cli.ts'
import { APPROVED, type ControllerPlace, controllerPlace } from '../../../test/helpers/controller-commands.ts'

const RUN = ['controller', 'run', 'bundle.yaml', '--agents', 'agents.mjs']
const EFFECT = 'resource:config:a.conf'
const resolved = (as: string, ...more: string[]): string[] => [
  'controller',
  'resolve',
  EFFECT,
  '--as',
  as,
  '--reason',
  'I looked.',
  ...more,
]

/** A controller whose first effect has an unknown outcome. The driver works once a file says so. */
async function unknown(): Promise<ControllerPlace> {
  const place = controllerPlace({ ...APPROVED, act: '{ kind: custom }' })
  place.write(
    'agents.mjs',
    `import { existsSync } from 'node:fs'
const outcome = () => existsSync('works') || existsSync(${JSON.stringify(place.dir)} + '/works') ? 'done' : 'unknown'
const driver = {
  faultOf: () => null, callsOf: () => [], preview: async () => ({ before: null, after: null }), probe: async () => 'unknown',
  apply: async () => ({ outcome: outcome(), why: outcome() === 'done' ? null : 'no answer', response: {}, output: {} }),
}
export default { 'act:1': { driverFor: () => driver } }`,
  )
  expect(await place.cli(RUN)).toMatchObject({ exit: 2 })
  return place
}

describe('bailiff controller resolve', () => {
  it('is what the cycle tells a person to run', async () => {
    const place = await unknown()
    const { out } = await place.cli(['controller', 'show', 'drift'])
    expect(out).toContain('? resource:config:a.conf  outcome unknown\n    no answer\n')
    const [, key = ''] =
      /^ {2}bailiff controller resolve ([0-9a-f]{12}) --as done\|not-done --reason "…"$/m.exec(out) ?? []
    expect(out.split('\n').filter((line) => line.length > 80)).toEqual([])
    expect(await place.json(['controller', 'list'])).toMatchObject({ controllers: [{ unresolved: 1 }] })
    const ran = await place.cli(['controller', 'resolve', key, '--as', 'not-done', '--reason', 'x', '--yes'])
    expect(ran).toMatchObject({ exit: 0, err: '' })
  })

  it('lets the controller go on: an effect that was not done is carried out', async () => {
    const place = await unknown()
    expect(await place.cli(RUN)).toMatchObject({ exit: 2 })
    const asked: string[] = []
    const ran = await place.cli(resolved('not-done'), { answer: 'not-done', asked })
    expect(ran).toMatchObject({ exit: 0, err: '' })
    expect(ran.out).toContain('This records that resource:config:a.conf of drift is not-done')
    expect(asked).toEqual(['Type "not-done" to continue: '])
    place.write('works', '')
    expect(await place.cli(RUN)).toMatchObject({ exit: 0 })
    expect(await place.cli(['controller', 'verify', 'drift'])).toMatchObject({ exit: 0 })
  })

  it('is recorded with the controller and among the overrides, and the report lists it', async () => {
    const place = await unknown()
    const told = await place.json(resolved('done', '--yes'))
    expect(told).toMatchObject({
      ok: true,
      controller: 'drift',
      effect_ref: EFFECT,
      outcome: 'done',
      reason: 'I looked.',
    })
    const { overrides } = await place.json(['report'])
    expect(overrides).toMatchObject([{ kind: 'effect-resolved', reason: 'I looked.', stream: 'admin/overrides' }])
    expect((await place.cli(['report'])).out).toContain(
      'resolved resource:config:a.conf of controller drift as done: I looked.',
    )
    expect((await place.cli(['controller', 'show', 'drift'])).out).toContain('a person says done: I looked.')
    expect(await place.json(['controller', 'list'])).toMatchObject({ controllers: [{ unresolved: 0 }] })
  })

  it('is for people: an agent is refused with exit code 3, and nothing is resolved', async () => {
    const place = await unknown()
    const agents: [NodeJS.ProcessEnv, Around][] = [
      [{ CLAUDECODE: '1' }, { hasTerminal: false }],
      [{}, { ancestors: [['claude']] }],
    ]
    for (const [env, around] of agents)
      expect(await place.cli(resolved('done', '--yes'), around, env)).toMatchObject({
        exit: 3,
        err: expect.stringContaining('[PERSON_ONLY]'),
      })
    expect(await place.cli(resolved('done'), { answer: 'yes' })).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[NOT_CONFIRMED]'),
    })
    expect(await place.cli(resolved('done'))).toMatchObject({
      exit: 3,
      err: expect.stringContaining('[NOT_CONFIRMED]'),
    })
    expect(await place.json(['controller', 'list'])).toMatchObject({ controllers: [{ unresolved: 1 }] })
    expect((await place.json(['report'])).overrides).toEqual([])
  })

  it('finds the effect in all controllers, and asks for more if several fit', async () => {
    const place = await unknown()
    await place.cli([...RUN, '--name', 'other'])
    expect(await place.cli(resolved('done', '--yes'))).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/fits 2 effects: .*drift\), .*other\)\. Give more of the key\. \[USAGE\]/),
    })
    expect(await place.cli(resolved('done', '--yes', '--controller', 'oth'))).toMatchObject({ exit: 0 })
    expect(await place.cli(resolved('done', '--yes'))).toMatchObject({ exit: 0 })
    expect(await place.cli(resolved('done', '--yes'))).toMatchObject({
      exit: 1,
      err: `bailiff: No unresolved effect "${EFFECT}". There is none at all. [EFFECT_UNKNOWN]\n`,
    })
  })

  it.each([
    [['--reason', 'x']],
    [['--as', 'perhaps', '--reason', 'x']],
    [['--as', 'done']],
    [['--as', 'done', '--reason', ' ']],
    [['--as', 'done', '--reason', 'x'.repeat(2001)]],
  ])('says what is missing in %j', async (options) => {
    const place = await unknown()
    expect(await place.cli(['controller', 'resolve', EFFECT, ...options, '--yes'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[USAGE]'),
    })
  })
})
