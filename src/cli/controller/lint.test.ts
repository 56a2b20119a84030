import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { APPROVED, bundleOf, controllerPlace } from '../../../test/helpers/controller-commands.ts'

const LINT = ['controller', 'lint', 'bundle.yaml']

describe('bailiff controller lint', () => {
  it('says what a valid bundle changes, and who approves it', async () => {
    const place = controllerPlace()
    const { exit, out, err } = await place.cli(LINT)
    expect([exit, err]).toEqual([0, ''])
    expect(out.replace(/[0-9a-f]{64}/, 'H')).toBe(`${join(place.dir, 'bundle.yaml')} is valid.
  controller  drift
  hash        H
  changes     resource:config:*
  approved    none without a person
`)
    place.bundle(APPROVED)
    expect((await place.cli(LINT)).out).toContain('  approved    resource:config:*\n')
    expect(await place.json(LINT)).toMatchObject({
      ok: true,
      controller: 'drift',
      warnings: [],
      bundle: { bundle_id: 'drift' },
    })
  })

  it('lists every problem with line, column and code, with exit code 1', async () => {
    const place = controllerPlace()
    place.write(
      'bundle.yaml',
      bundleOf()
        .replace('inputs: ["state:env.snapshot"]', 'inputs: ["state:env.snapshots"]')
        .replace('step: act', 'step: decide'),
    )
    const { exit, out, err } = await place.cli(LINT)
    expect([exit, out]).toEqual([1, ''])
    const lines = err.trimEnd().split('\n')
    expect(lines.at(-1)).toMatch(/^\d+ problems \[BUNDLE_INVALID\]$/)
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/bundle\.yaml:\d+:\d+ {2}\S.* \[[A-Z_]+\]$/)
    expect(err).toContain('[STEP_DUPLICATE]')
    expect(err).toContain('[IO_CLOSURE]')
    expect(await place.json(LINT)).toMatchObject({
      ok: false,
      code: 'BUNDLE_INVALID',
      findings: expect.arrayContaining([expect.objectContaining({ code: 'STEP_DUPLICATE' })]),
    })
  })

  it('warns about drivers that are not built in: a program may supply them', async () => {
    const place = controllerPlace({ driver: '{ kind: fil, path: x }' })
    const { exit, out, err } = await place.cli(LINT)
    expect([exit, err]).toEqual([
      0,
      expect.stringMatching(/bundle\.yaml:\d+:\d+ {2}warning: .*"fil".*Did you mean "file"\? \[EFFECT_DRIVER\]\n$/),
    ])
    expect(out).toContain('is valid, with 1 warning.')
    expect(await place.json(LINT)).toMatchObject({ ok: true, warnings: [{ code: 'EFFECT_DRIVER' }] })
  })

  it('needs a file', async () => {
    const place = controllerPlace()
    expect(await place.cli(['controller', 'lint', 'none.yaml'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
    expect(await place.cli(['controller', 'lint', '.'])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('[FILE_UNUSABLE]'),
    })
    expect(await place.cli(['controller', 'lint'])).toMatchObject({ exit: 1, err: expect.stringContaining('[USAGE]') })
  })
})
